"""A machine without a clock of its own is told the time late: the box may be stopping just then."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.daemon.starts import started
from tests.patience import PATIENCE

JUMPING = """
import pathlib, time
true, told = time.time, pathlib.Path({told!r})
time.time = lambda: true() + 3600 * {hours} * told.exists()
"""


@pytest.mark.parametrize("hours", [-1, 9], ids=str)
def test_a_clock_that_jumps_keeps_no_box_from_stopping_with_phones_connected(
    tmp_path: Path, hours: int
) -> None:
    told = tmp_path / "told"
    with started(tmp_path, before=JUMPING.format(told=str(told), hours=hours)) as box, ExitStack() as held:
        box.ready()
        phones = [
            held.enter_context(socket.create_connection(box.address, timeout=PATIENCE)) for _ in range(6)
        ]
        for number, phone in enumerate(phones):
            path, end = ("/api/v1/events", b"\r\n\r\n") if number % 2 else ("/api/v1/table", b"\r\nX: ")
            phone.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1".encode() + end)
        assert all(phone.recv(1) for phone in phones[1::2])
        told.touch()
        box.process.terminate()
        _, said = box.process.communicate(timeout=PATIENCE)
    assert box.process.returncode == 0
    assert "Traceback" not in said
