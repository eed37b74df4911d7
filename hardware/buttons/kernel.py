"""The lines behind the header, as Linux hands them out, by libgpiod.

The kernel itself waits until a line is still and stamps the edge; who reads sleeps until there is one.
lgpio, which could stand here, looks at its lines two thousand times a second.
"""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import gpiod

LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The chip behind the header: of a Pi up to the 3, of a Pi 4, of a Pi 5. Its number differs by kernel."""
LIBRARY = "gpiod"
"""Brought in for the first chip that is opened: a simulated box opens none, and on other systems, where none
is found, there is no such library."""
CONSUMER = "companion"
"""Under this name our lines are listed by `gpioinfo`."""


class NoChip(OSError):
    """There is no chip of a Raspberry Pi's header. rights: there may be, but it may not be opened."""

    def __init__(self, *, rights: bool) -> None:
        super().__init__("the GPIO device may not be opened" if rights else "there is no GPIO device")
        self.rights = rights


class LineTaken(OSError):
    """A line is in use. by: the name its user gave, possibly empty."""

    def __init__(self, by: str) -> None:
        super().__init__(f"busy ({by})" if by else "busy")
        self.by = by


def _library() -> Any:
    return import_module(LIBRARY)


@contextmanager
def _asking() -> Iterator[None]:
    """Raise an `OSError` for each refusal of the kernel; of some the library makes something else."""
    try:
        yield
    except (_library().RequestReleasedError, NotImplementedError, ValueError) as error:
        raise OSError(error.args[-1]) from error


class Input:
    """One line, still for `debounce` seconds before an edge counts. handle: for `poll`.

    Any thread may use it. The kernel keeps sixteen edges that nobody has read; of more, the oldest are lost.
    """

    def __init__(self, request: gpiod.LineRequest) -> None:
        self.handle = request.fd
        self._request = request
        self._lock = threading.Lock()  # a line that is given back is freed, whoever reads it

    @_asking()
    def high(self) -> bool:
        """Its level now. Raises `OSError`."""
        with self._lock:
            (level,) = self._request.get_values()
        return bool(level)

    @_asking()
    def edges(self) -> list[bool]:
        """The edges that came and were not read, True for a rise, the oldest first. Raises `OSError`."""
        with self._lock:
            events = self._request.read_edge_events() if self._request.wait_edge_events(0) else []
        return [event.event_type is event.Type.RISING_EDGE for event in events]

    def close(self) -> None:
        """Give the line back."""
        with self._lock:
            self._request.release()


class Output:
    """One line that is driven, low or high. For one thread at a time."""

    def __init__(self, gpio: int, request: gpiod.LineRequest) -> None:
        self._gpio = gpio
        self._request = request

    @_asking()
    def drive(self, high: bool) -> None:
        """Set its level. Raises `OSError`."""
        value = _library().line.Value
        self._request.set_value(self._gpio, value.ACTIVE if high else value.INACTIVE)

    def close(self) -> None:
        """Give the line back, at the level that it has then."""
        self._request.release()


class Chip:
    """The chip behind the header; a line's number on it is its GPIO number. For one thread at a time."""

    def __init__(self, chip: gpiod.Chip) -> None:
        self._chip = chip

    @_asking()
    def user(self, gpio: int) -> str | None:
        """By whom a line is used: a name, possibly empty; None when it is free. Nothing is changed.

        Raises `OSError`.
        """
        info = self._chip.get_line_info(gpio)
        return (info.consumer or "") if info.used else None

    @_asking()
    def claim(self, gpio: int, debounce: float, *, up: bool = True) -> Input:
        """Take a line as an input, pulled up or else down. debounce: seconds.

        Raises `LineTaken`, or another `OSError`.
        """
        line = _library().line
        settings = _library().LineSettings(
            direction=line.Direction.INPUT,
            edge_detection=line.Edge.BOTH,
            bias=line.Bias.PULL_UP if up else line.Bias.PULL_DOWN,
            debounce_period=timedelta(seconds=debounce),
        )
        return Input(self._request(gpio, settings))

    @_asking()
    def drive(self, gpio: int) -> Output:
        """Take a line as an output, low at first. Raises `LineTaken`, or another `OSError`."""
        line = _library().line
        settings = _library().LineSettings(direction=line.Direction.OUTPUT, output_value=line.Value.INACTIVE)
        return Output(gpio, self._request(gpio, settings))

    def _request(self, gpio: int, settings: gpiod.LineSettings) -> gpiod.LineRequest:
        try:
            return self._chip.request_lines({gpio: settings}, CONSUMER)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            raise LineTaken(self.user(gpio) or "") from error

    def close(self) -> None:
        """Let the chip go; lines that were claimed stay."""
        self._chip.close()


def chip_at(path: str) -> gpiod.Chip:
    """The chip behind a device of this machine. Raises what the library raises."""
    chip: gpiod.Chip = _library().Chip(path)
    return chip


def header_chip(folder: Path = Path("/dev"), open_chip: Callable[[str], gpiod.Chip] = chip_at) -> Chip:
    """Open the chip behind the header. Raises `NoChip`."""
    rights = False
    for path in sorted(folder.glob("gpiochip*")):
        try:
            with _asking():
                chip = open_chip(str(path))
        except OSError as error:
            rights = rights or isinstance(error, PermissionError)
            continue
        with suppress(OSError), _asking():
            if chip.get_info().label.startswith(LABELS):
                return Chip(chip)
        chip.close()
    raise NoChip(rights=rights)
