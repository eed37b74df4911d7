"""Hardware PWM on the header, by the kernel's sysfs.

It needs `dtoverlay=pwm` or `pwm-2chan` in the board's config.txt and the right to write below
`/sys/class/pwm`.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

CLASS = Path("/sys/class/pwm")
TREE = Path("/proc/device-tree")
"""The device tree, in which overlays name their pins."""
_CHANNELS: Mapping[str, Mapping[int, int]] = {
    "brcm,bcm2835-pwm": {12: 0, 18: 0, 13: 1, 19: 1},
    "raspberrypi,rp1-pwm": {12: 0, 13: 1, 18: 2, 19: 3},
}
"""By chip, the channel of each GPIO: of a Pi up to the 4, and of a Pi 5."""
_SECOND = 1_000_000_000
"""In nanoseconds, the kernel's unit."""


class PwmChannel:
    """One channel, exported. For one thread at a time. Setting raises `OSError`."""

    def __init__(self, chip: Path, channel: int) -> None:
        self._chip = chip
        self._channel = channel
        self._folder = chip / f"pwm{channel}"
        self._period = 0
        if not self._folder.exists():
            _write(chip / "export", channel)

    def set(self, frequency: float, duty_cycle: float) -> None:
        """Set hertz and duty cycle, 0 to 1."""
        period = round(_SECOND / frequency)
        if period != self._period:
            with suppress(
                OSError
            ):  # it may never be longer than the period; a channel without one takes none
                _write(self._folder / "duty_cycle", 0)
            _write(self._folder / "period", period)
            self._on(period, duty_cycle)
            _write(self._folder / "enable", 1)
            self._period = period
        else:
            self._on(period, duty_cycle)

    def off(self) -> None:
        """Be low."""
        if self._period:  # without one the kernel takes no other value
            _write(self._folder / "duty_cycle", 0)
            _write(self._folder / "enable", 0)
        self._period = 0

    def close(self) -> None:
        """Be low. Never raises. The channel stays exported, as udev grants the rights to a new one late."""
        with suppress(OSError):
            self.off()

    def _on(self, period: int, duty_cycle: float) -> None:
        _write(self._folder / "duty_cycle", round(period * min(1.0, max(0.0, duty_cycle))))


class PwmChannels:
    """The PWM channels of this machine that an overlay leads to the header."""

    def __init__(self, folder: Path = CLASS, tree: Path = TREE) -> None:
        self._folder = folder
        self._tree = tree

    def has(self, gpio: int) -> bool:
        """Whether this pin has a channel that may be written."""
        found = self._found(gpio)
        return found is not None and os.access(found[0] / "export", os.W_OK)

    def claim(self, gpio: int) -> PwmChannel:
        """The channel of this pin. Raises `OSError`, also for a pin without one."""
        found = self._found(gpio)
        if found is None:
            raise OSError(f"GPIO{gpio} has no PWM")
        return PwmChannel(*found)

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
        """The pins that overlays gave to the PWM: big-endian cells, on a Pi 5 names."""
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
