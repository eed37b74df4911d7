"""Another program that takes one of the virtual Pi's lines, until it is ended: `holder.py GPIO`."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import sys
from pathlib import Path

GET_LINEHANDLE, OUTPUT = 0xC16CB403, 2
"""The kernel's first way to hand out a line, the one that needs the fewest words."""


def main(gpio: int) -> None:
    (bank,) = Path("/sys/devices/platform/gpio-sim.0").glob("gpiochip*/sim_gpio0")
    asked = bytearray(struct.pack("64I I 64s 32s I i", gpio, *[0] * 63, OUTPUT, b"", b"fan", 1, 0))
    fcntl.ioctl(os.open(Path("/dev", bank.parent.name), os.O_RDWR), GET_LINEHANDLE, asked)
    Path("/run/held").touch()
    signal.pause()


main(int(sys.argv[1]))
