"""From a POST to its event on 1, 8 and 64 phones, with the journal on the disk; and memory."""

from __future__ import annotations

import json
import selectors
import socket
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, milliseconds, single
from benchmarks.target import Target
from tests.fakes.served import EVENT, Running

POSTS = 200
PHONES = (1, 8, 64)


def figures(target: Target, data: Path | None = None) -> Iterator[Figure]:
    """The durations on all phones, then the memory."""
    for phones in PHONES:
        with target.companion(data=data and data / f"post-{phones}") as box:
            box.join()
            box.start_game()
            streams = [box.stream() for _ in range(phones)]
            waits = durations(box, streams, target.repeats(POSTS))
            yield milliseconds(f"POST to event, {phones} phone{'s' if phones > 1 else ''}", waits)
            if phones > 1:
                yield single(f"memory, {phones} streams", "MB", box.memory())
            for stream in streams:
                stream.close()


def durations(box: Running, phones: list[socket.socket], posts: int) -> list[float]:
    """Seconds from each command to its event, on every phone."""
    waits: list[float] = []
    with selectors.DefaultSelector() as selector:
        for phone in phones:
            selector.register(phone, selectors.EVENT_READ)
        for number in range(posts):
            body = {
                "type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1 - number % 2 * 2,
            }  # fmt: skip
            waits += _one(box, selector, json.dumps(body), len(phones))
    return waits


def _one(box: Running, selector: selectors.BaseSelector, body: str, phones: int) -> list[float]:
    waits: list[float] = []
    received: dict[int, bytes] = {}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {box.token}"}
    began = time.perf_counter()
    box.connection.request("POST", "/api/v1/commands", body, headers)
    while len(waits) < phones:
        for key, _ in selector.select(10):
            phone = key.fileobj
            assert isinstance(phone, socket.socket)
            received[key.fd] = received.get(key.fd, b"") + phone.recv(65536)
            if EVENT.search(received[key.fd]):
                waits.append(time.perf_counter() - began)
                received[key.fd] = b""
    answer = box.connection.getresponse()
    answer.read()
    assert answer.status == 200
    return waits
