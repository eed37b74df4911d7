"""POST sent to event received, on 1, 8 and 64 streams, with the journal on the disk."""

from __future__ import annotations

import json
import selectors
import socket
import time

from benchmarks.figures import told
from tests.fakes.served import EVENT, Running, companion

GOALS = {8: "2 median, 4 p95"}
POSTS = 200


def main() -> None:
    for streams in (1, 8, 64):
        with companion() as box:
            box.join()
            box.start_game()
            phones = [box.stream() for _ in range(streams)]
            told(f"POST to event, {streams} streams", measured(box, phones), GOALS.get(streams, ""))
            for phone in phones:
                phone.close()


def measured(box: Running, phones: list[socket.socket]) -> list[float]:
    """Every phone's wait for each of `POSTS` commands, in seconds."""
    waits: list[float] = []
    selector = selectors.DefaultSelector()
    for phone in phones:
        selector.register(phone, selectors.EVENT_READ)
    for number in range(POSTS):
        body = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1 - number % 2 * 2}
        waits += _one(box, selector, json.dumps(body), len(phones))
    selector.close()
    return waits


def _one(box: Running, selector: selectors.BaseSelector, body: str, phones: int) -> list[float]:
    waits: list[float] = []
    heard: dict[int, bytes] = {}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {box.token}"}
    began = time.perf_counter()
    box.connection.request("POST", "/api/v1/commands", body, headers)
    while len(waits) < phones:
        for key, _ in selector.select(10):
            phone = key.fileobj
            assert isinstance(phone, socket.socket)
            heard[key.fd] = heard.get(key.fd, b"") + phone.recv(65536)
            if EVENT.search(heard[key.fd]):
                waits.append(time.perf_counter() - began)
                heard[key.fd] = b""
    answer = box.connection.getresponse()
    answer.read()
    assert answer.status == 200
    return waits


if __name__ == "__main__":
    main()
