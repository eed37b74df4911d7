"""Hands on every byte that the display is sent, as the kernel's module frames it: `[u32le length][bytes]`.

When the first dot was lit, in seconds since the kernel began, stands in a file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

WATCHED = "/dev/pi_display"
PORT = "/dev/virtio-ports/pi.display"
FIRST = Path("/run/first-line")
LENGTH = 4
DATA = b"\x40"


def messages(heard: bytearray) -> Iterator[bytes]:
    """Those that have come whole, taken away."""
    while len(heard) >= LENGTH + (length := int.from_bytes(heard[:LENGTH], "little")):
        yield bytes(heard[LENGTH : LENGTH + length])
        del heard[: LENGTH + length]


def main() -> None:
    watched = os.open(WATCHED, os.O_RDONLY)
    port = os.open(PORT, os.O_WRONLY)
    heard = bytearray()
    while True:
        piece = os.read(watched, 65536)
        if not FIRST.exists():
            heard += piece
            if any(each.startswith(DATA) and any(each[1:]) for each in messages(heard)):
                FIRST.write_text(f"{time.monotonic()}\n", encoding="ascii")
        while piece:
            piece = piece[os.write(port, piece) :]


main()
