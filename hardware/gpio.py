"""GPIO lines of the header, by the kernel's character device and libgpiod.

The kernel debounces a line and wakes its reader at an edge; lgpio would poll two thousand times a second.
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
"""Labels of the header's chip: of a Pi up to the 3, of a Pi 4, of a Pi 5. Its number differs by kernel."""
LIBRARY = "gpiod"
"""Imported with the first chip: a simulated box opens none, and other systems lack the library."""
CONSUMER = "companion"
"""The name under which `gpioinfo` lists our lines."""


class ChipNotFound(OSError):
    """No chip of a Raspberry Pi's header. rights: one may exist, but may not be opened."""

    def __init__(self, *, rights: bool) -> None:
        super().__init__("the GPIO device may not be opened" if rights else "there is no GPIO device")
        self.rights = rights


class LineBusy(OSError):
    """A line is in use. by: its consumer's name, possibly empty."""

    def __init__(self, by: str) -> None:
        super().__init__(f"busy ({by})" if by else "busy")
        self.by = by


def _library() -> Any:
    return import_module(LIBRARY)


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Raise the kernel's refusals as `OSError`, also those for which the library raises another exception."""
    try:
        yield
    except (_library().RequestReleasedError, NotImplementedError, ValueError) as error:
        raise OSError(error.args[-1]) from error


class InputLine:
    """One debounced input. fd: for `poll`. Safe to use from any thread.

    The kernel keeps sixteen unread edges; of more, the oldest are lost.
    """

    def __init__(self, request: gpiod.LineRequest) -> None:
        self.fd = request.fd
        self._request = request
        self._lock = threading.Lock()  # a release frees the line also under a thread that reads it

    @_translate_errors()
    def high(self) -> bool:
        """The level now. Raises `OSError`."""
        with self._lock:
            (level,) = self._request.get_values()
        return bool(level)

    @_translate_errors()
    def read_edges(self) -> list[bool]:
        """Unread edges, the oldest first, True for a rise. Never waits. Raises `OSError`."""
        with self._lock:
            events = self._request.read_edge_events() if self._request.wait_edge_events(0) else []
        return [event.event_type is event.Type.RISING_EDGE for event in events]

    def close(self) -> None:
        """Release the line. Repeated calls do nothing."""
        with self._lock:
            self._request.release()


class OutputLine:
    """One output. For one thread at a time."""

    def __init__(self, gpio: int, request: gpiod.LineRequest) -> None:
        self._gpio = gpio
        self._request = request

    @_translate_errors()
    def drive(self, high: bool) -> None:
        """Set the level. Raises `OSError`."""
        value = _library().line.Value
        self._request.set_value(self._gpio, value.ACTIVE if high else value.INACTIVE)

    def close(self) -> None:
        """Release the line; its level stays."""
        self._request.release()


class Chip:
    """The header's chip; a line's offset is its GPIO number. For one thread at a time."""

    def __init__(self, chip: gpiod.Chip) -> None:
        self._chip = chip

    @_translate_errors()
    def consumer(self, gpio: int) -> str | None:
        """The name of a line's consumer, possibly empty; None when the line is free. Raises `OSError`."""
        info = self._chip.get_line_info(gpio)
        return (info.consumer or "") if info.used else None

    @_translate_errors()
    def claim_input(self, gpio: int, debounce: float, *, pull_up: bool = True) -> InputLine:
        """Request a line as an input, pulled up or else down. Raises `LineBusy`, or another `OSError`.

        debounce: seconds that a level must last before its edge is reported.
        """
        line = _library().line
        settings = _library().LineSettings(
            direction=line.Direction.INPUT,
            edge_detection=line.Edge.BOTH,
            bias=line.Bias.PULL_UP if pull_up else line.Bias.PULL_DOWN,
            debounce_period=timedelta(seconds=debounce),
        )
        return InputLine(self._request(gpio, settings))

    @_translate_errors()
    def claim_output(self, gpio: int) -> OutputLine:
        """Request a line as an output, low at first. Raises `LineBusy`, or another `OSError`."""
        line = _library().line
        settings = _library().LineSettings(direction=line.Direction.OUTPUT, output_value=line.Value.INACTIVE)
        return OutputLine(gpio, self._request(gpio, settings))

    def _request(self, gpio: int, settings: gpiod.LineSettings) -> gpiod.LineRequest:
        try:
            return self._chip.request_lines({gpio: settings}, CONSUMER)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            raise LineBusy(self.consumer(gpio) or "") from error

    def close(self) -> None:
        """Close the chip; claimed lines stay."""
        self._chip.close()


def chip_at(path: str) -> gpiod.Chip:
    """Open a device as the library does, with its exceptions."""
    chip: gpiod.Chip = _library().Chip(path)
    return chip


def header_chip(folder: Path = Path("/dev"), open_chip: Callable[[str], gpiod.Chip] = chip_at) -> Chip:
    """Open the header's chip, found by its label. Raises `ChipNotFound`."""
    rights = False
    for path in sorted(folder.glob("gpiochip*")):
        try:
            with _translate_errors():
                chip = open_chip(str(path))
        except OSError as error:
            rights = rights or isinstance(error, PermissionError)
            continue
        with suppress(OSError), _translate_errors():
            if chip.get_info().label.startswith(LABELS):
                return Chip(chip)
        chip.close()
    raise ChipNotFound(rights=rights)
