"""POST sent to event received, on 1, 8 and 64 phones, with the journal on the disk; and what they cost."""

from __future__ import annotations

import json
import selectors
import socket
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, milliseconds, one
from benchmarks.side import Side
from tests.fakes.served import EVENT, Running

POSTS = 200
PHONES = (1, 8, 64)


def figures(side: Side, data: Path | None = None) -> Iterator[Figure]:
    """The waits of all phones, and after them the memory."""
    for phones in PHONES:
        with side.companion(data=data and data / f"post-{phones}") as box:
            box.join()
            box.start_game()
            streams = [box.stream() for _ in range(phones)]
            yield milliseconds(f"POST to event, {_said(phones)}", measured(box, streams, side.few(POSTS)))
            if phones > 1:
                yield one(f"memory, {phones} streams", "MB", box.memory())
            for stream in streams:
                stream.close()


def _said(phones: int) -> str:
    return f"{phones} phone{'s' if phones > 1 else ''}"


def measured(box: Running, phones: list[socket.socket], posts: int) -> list[float]:
    """Every phone's wait for each of so many commands, in seconds."""
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
