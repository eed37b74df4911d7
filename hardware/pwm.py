"""The kernel's own PWM of the header, by sysfs: hardware makes the pulses, and the processor sleeps.

There is one only where the board was told so, `dtoverlay=pwm` or `pwm-2chan` in its config.txt, and where
this user may write below `/sys/class/pwm`.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

CLASS = Path("/sys/class/pwm")
TREE = Path("/proc/device-tree")
"""What the board was told of its hardware; the overlays write their pins here."""
_CHANNELS: Mapping[str, Mapping[int, int]] = {
    "brcm,bcm2835-pwm": {12: 0, 18: 0, 13: 1, 19: 1},
    "raspberrypi,rp1-pwm": {12: 0, 13: 1, 18: 2, 19: 3},
}
"""By the kind of chip, the channel of each GPIO: of a Pi up to the 4, and of a Pi 5."""
_SECOND = 1_000_000_000
"""In nanoseconds, in which the kernel counts."""


class Pwm:
    """One channel, exported. For one thread at a time. Setting raises `OSError`."""

    def __init__(self, chip: Path, channel: int) -> None:
        self._chip = chip
        self._channel = channel
        self._folder = chip / f"pwm{channel}"
        self._period = 0
        if not self._folder.exists():
            _write(chip / "export", channel)

    def set(self, hertz: float, part: float) -> None:
        """Be high for this part of each period, 0 to 1."""
        period = round(_SECOND / hertz)
        if period != self._period:
            with suppress(
                OSError
            ):  # it may never be longer than the period; a channel without one takes none
                _write(self._folder / "duty_cycle", 0)
            _write(self._folder / "period", period)
            self._on(period, part)
            _write(self._folder / "enable", 1)
            self._period = period
        else:
            self._on(period, part)

    def off(self) -> None:
        """Be low."""
        if self._period:  # without one the kernel takes no other value
            _write(self._folder / "duty_cycle", 0)
            _write(self._folder / "enable", 0)
        self._period = 0

    def close(self) -> None:
        """Be low. The channel stays exported: its rights come a moment after that, and would be waited for
        anew. Never raises."""
        with suppress(OSError):
            self.off()

    def _on(self, period: int, part: float) -> None:
        _write(self._folder / "duty_cycle", round(period * min(1.0, max(0.0, part))))


class Pwms:
    """The PWM channels of this machine that come out on the header."""

    def __init__(self, folder: Path = CLASS, tree: Path = TREE) -> None:
        self._folder = folder
        self._tree = tree

    def has(self, gpio: int) -> bool:
        """Whether a channel comes out on this pin, and may be written."""
        found = self._found(gpio)
        return found is not None and os.access(found[0] / "export", os.W_OK)

    def claim(self, gpio: int) -> Pwm:
        """The channel of this pin. Raises `OSError`, also for a pin without one."""
        found = self._found(gpio)
        if found is None:
            raise OSError(f"GPIO{gpio} has no PWM")
        return Pwm(*found)

    def _found(self, gpio: int) -> tuple[Path, int] | None:
        if gpio not in set(self._pins()):
            return None
        for chip in sorted(self._folder.glob("pwmchip*")):
            with suppress(OSError):
                kinds = (chip / "device/of_node/compatible").read_text(encoding="ascii").split("\0")
                for kind in kinds:
                    channel = _CHANNELS.get(kind, {}).get(gpio)
                    if channel is not None:
                        return chip, channel
        return None

    def _pins(self) -> Iterator[int]:
        """The pins that an overlay gave to the PWM: numbers of four bytes, on a Pi 5 words."""
        for file in self._tree.glob("soc/gpio@*/pwm_pins/brcm,pins"):
            cells = file.read_bytes()
            yield from struct.unpack(f">{len(cells) // 4}I", cells)
        for file in self._tree.glob("axi/pcie@*/rp1/gpio@*/pwm_pins/pins"):
            for word in file.read_text(encoding="ascii").split("\0"):
                if word.removeprefix("gpio").isdecimal():
                    yield int(word.removeprefix("gpio"))


def _write(file: Path, value: int) -> None:
    handle = os.open(file, os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC)  # what is not there is not made
    try:
        os.write(handle, str(value).encode("ascii"))
    finally:
        os.close(handle)
