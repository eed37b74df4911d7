"""The simulated box: real drivers over parts that are not there.

The buttons' driver runs on gpiozero's mock pins, the display's on an I2C bus with a model of its
controller, the reader's on a pseudo-terminal. Any of the three may be simulated by itself.
"""

from __future__ import annotations

import io
import logging
import re
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.parts import ButtonPressed, PartName
from hardware import rdm6300
from hardware.bus import SimulatedBus
from hardware.display import Display
from hardware.errors import PartError
from hardware.line import SimulatedLine
from hardware.pins import mock
from hardware.reader import Reader

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that an effect is waited for."""
_FIRST_PIN = 4
_TAG = re.compile("[0-9A-F]{10}")


def _at_once(timeout: float) -> None:
    """Nobody has to be waited for."""


class SimulatedButtons:
    """Mock pins, pressed by name. hold: seconds until the driver takes a press for a held one."""

    def __init__(self, names: tuple[str, ...], hold: float) -> None:
        self.pins: Mapping[str, int | str] = {name: _FIRST_PIN + n for n, name in enumerate(names)}
        self.chip: Any = mock()
        self._hold = hold
        self._one_at_a_time = {name: threading.Lock() for name in self.pins}
        self._news = threading.Condition()
        self._fired: Counter[str] = Counter()

    def noting(self, put: Callable[[ButtonPressed], None]) -> Callable[[ButtonPressed], None]:
        """Wrap the consumer of presses, to know when one has been put."""

        def put_and_note(press: ButtonPressed) -> None:
            try:
                put(press)
            finally:
                with self._news:
                    self._fired[press.button] += 1
                    self._news.notify_all()

        return put_and_note

    def press(self, button: str, *, held: bool) -> None:
        """Press and let go; returns when the press has been put. Raises `PartError` for an unknown button."""
        if button not in self.pins:
            raise PartError("no-such-button", button=button)
        pin = self.chip.pin(self.pins[button])
        with self._one_at_a_time[button]:
            before = self._fired[button]
            pin.drive_low()
            try:
                if held:
                    self._await(button, before, self._hold + PATIENCE)
            finally:
                pin.drive_high()
            if not held:
                self._await(button, before, PATIENCE)

    def _await(self, button: str, before: int, timeout: float) -> None:
        with self._news:
            if not self._news.wait_for(lambda: self._fired[button] > before, timeout):
                log.warning("the press of %s was not heard", button)


class SimulatedReader:
    """A line at whose far end tags are laid down."""

    def __init__(self) -> None:
        self.line = SimulatedLine()
        self.driver: Reader | None = None
        self._one_at_a_time = threading.Lock()
        self._heard = threading.Event()

    def heard(self, tag: str) -> None:  # noqa: ARG002 - what the driver says is the tag; the count is enough
        """The driver has read a frame to its end."""
        self._heard.set()

    def scan(self, tag: str) -> None:
        """Send a tag's frame; returns when it has been put, or passed over as one that still lies there.

        Raises `PartError` for a tag that this kind of reader cannot read. Where the line is pulled out
        nothing happens, as at a real box.
        """
        if not _TAG.fullmatch(tag := tag.upper()):
            raise PartError("wrong-tag", tag=tag)
        with self._one_at_a_time:
            if self.driver is None or not self.line.plugged:
                return
            self._heard.clear()
            ready = self.driver.wait_for_line(PATIENCE)
            if not (ready and self.line.send(rdm6300.encode(tag)) and self._heard.wait(PATIENCE)):
                log.warning("the tag %s was not heard", tag)

    def pull(self) -> None:
        """Take the line out; returns when the driver has noticed."""
        self.line.unplug()
        if self.driver is not None:
            self.driver.wait_for_line(PATIENCE, there=False)

    def plug(self) -> None:
        """Put the line in, for the driver to look at once."""
        self.line.plug()
        if self.driver is not None:
            self.driver.check()


class SimulatedBox:
    """What a person can do to a simulated box. Every method may be called from any thread.

    A part that is not simulated is None here. display: the driver over `bus`, for what it was told to show.
    handled: waits, at most the seconds it is given, until the consumer of presses and tags has worked
    through what was put.
    """

    def __init__(
        self,
        buttons: SimulatedButtons | None,
        reader: SimulatedReader | None,
        bus: SimulatedBus | None,
        display: Display | None,
        handled: Callable[[float], object] = _at_once,
    ) -> None:
        self._buttons = buttons
        self._reader = reader
        self._bus = bus
        self._display = display
        self._handled = handled

    @property
    def simulated(self) -> frozenset[PartName]:
        """The parts that can be pressed, tapped, looked at and pulled out."""
        there: dict[PartName, object | None] = {
            "buttons": self._buttons,
            "reader": self._reader,
            "display": self._bus,
        }
        return frozenset(part for part, which in there.items() if which is not None)

    def buttons(self) -> tuple[str, ...]:
        """The buttons' names in their order."""
        return tuple(self._buttons.pins) if self._buttons is not None else ()

    def press(self, button: str, held: bool = False) -> None:
        """Press a button and let it go, with `held` once the hold has fired.

        Returns when its effect is shown. Raises `PartError`.
        """
        if self._buttons is None:
            raise PartError("not-simulated", part="buttons")
        self._buttons.press(button, held=held)
        self.settle()

    def scan(self, tag: str) -> None:
        """Lay a bag on the reader. tag: ten hex digits.

        Returns when its effect is shown. Raises `PartError`.
        """
        if self._reader is None:
            raise PartError("not-simulated", part="reader")
        self._reader.scan(tag)
        self.settle()

    def settle(self) -> None:
        """Wait until the effect of what was done is on the display, and no longer than `PATIENCE`."""
        self._handled(PATIENCE)
        if self._display is not None:
            self._display.settle(PATIENCE)

    def screen_png(self) -> bytes:
        """What is to be seen on the display: a PNG of 128x64. Raises `PartError`."""
        if self._bus is None:
            raise PartError("not-simulated", part="display")
        png = io.BytesIO()
        self._bus.picture().save(png, "PNG")
        return png.getvalue()

    def screen_json(self) -> Mapping[str, Any]:
        """The frame that the display was told to show last: `title`, `lines`, `hint`."""
        frame = self._display.wanted if self._display is not None else None
        if frame is None:
            return {"title": "", "lines": [], "hint": ""}
        return {"title": frame.title, "lines": list(frame.lines), "hint": frame.hint}

    def pull(self, part: PartName) -> None:
        """Pull a part out; one that is out stays out. Raises `PartError` for what cannot be pulled out."""
        if part == "reader" and self._reader is not None:
            self._reader.pull()
        elif part == "display" and self._bus is not None and self._display is not None:
            self._bus.unplug()
            self._display.check()
        else:
            raise PartError("not-simulated", part=part)

    def plug(self, part: PartName) -> None:
        """Put a part back in; one that is in stays in. Raises `PartError` as `pull` does."""
        if part == "reader" and self._reader is not None:
            self._reader.plug()
        elif part == "display" and self._bus is not None and self._display is not None:
            self._bus.plug()
            self._display.check()
        else:
            raise PartError("not-simulated", part=part)
