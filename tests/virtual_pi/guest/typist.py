"""A keyboard on the kernel's own uinput, as a USB reader is one: `typist.py NAME`.

What is written into the pipe /run/NAME is typed, a line each with Enter. It is pulled out when this ends.
"""

from __future__ import annotations

import fcntl
import os
import struct
import sys
from pathlib import Path

UI_DEV_CREATE, UI_DEV_SETUP, UI_SET_EVBIT, UI_SET_KEYBIT = 0x5501, 0x405C5503, 0x40045564, 0x40045565
EV_SYN, EV_KEY, BUS_USB, ENTER = 0, 1, 3, 28
CODES = dict(zip("1234567890", range(2, 12), strict=True))


def pressed(code: int) -> bytes:
    """The events of a key that goes down and up."""
    events = ((EV_KEY, code, 1), (EV_SYN, 0, 0), (EV_KEY, code, 0), (EV_SYN, 0, 0))
    return b"".join(struct.pack("@llHHi", 0, 0, *event) for event in events)


def main(name: str) -> None:
    device = os.open("/dev/uinput", os.O_WRONLY)
    fcntl.ioctl(device, UI_SET_EVBIT, EV_KEY)
    for code in range(1, 128):
        fcntl.ioctl(device, UI_SET_KEYBIT, code)
    fcntl.ioctl(device, UI_DEV_SETUP, struct.pack("HHHH80sI", BUS_USB, 0xFFFF, 0x0035, 1, name.encode(), 0))
    pipe = Path("/run", name)
    if not pipe.exists():
        os.mkfifo(pipe)
    fcntl.ioctl(device, UI_DEV_CREATE)
    while True:
        with pipe.open(encoding="ascii") as lines:
            for line in lines:
                codes = (*(CODES[sign] for sign in line.strip()), ENTER)
                os.write(device, b"".join(map(pressed, codes)))  # at once: this machine may be a slow one


main(sys.argv[1])
