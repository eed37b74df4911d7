"""The simulated box: real drivers over parts that are not there.

The buttons' driver runs on gpiozero's mock pins, the display's on an I2C bus with a model of its
controller, the reader's on a pseudo-terminal. Any of the three may be simulated by itself.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import Any

from companion.parts import PartName
from hardware.buttons.simulated import SimulatedButtons
from hardware.display.driver import Display
from hardware.display.simulated import SimulatedBus
from hardware.part import PartError
from hardware.reader.simulated import SimulatedReader

PATIENCE = 2.0
"""Seconds that an effect is waited for."""


def _at_once(timeout: float) -> None:
    """Nobody has to be waited for."""


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
