"""The simulated box: real drivers over parts that are not there, and what a person can do to them.

The drivers of buttons, lamps and buzzer run on gpiozero's mock pins, a strip's on a wire that is read, the
display's on an I2C bus with a model of its controller, the reader's on a pseudo-terminal. Any of them may be
simulated by itself.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from companion.language.signals import Sound
from companion.parts import PartName
from hardware.buttons.simulated import SimulatedButtons
from hardware.display.driver import Display
from hardware.display.simulated import SimulatedBus
from hardware.part import SETTLE_TIMEOUT, PartError
from hardware.reader.simulated import SimulatedReader

if TYPE_CHECKING:  # few have lamps or a buzzer
    from hardware.lamps.simulated import SimulatedLamps
    from hardware.signals import Signals

T = TypeVar("T")


class SimulatedBox:
    """What a person can do to a simulated box. Every method may be called from any thread.

    A part that is not simulated is None here; what is done to it raises `PartError`. display: the driver over
    `bus`, or over a real display. handled: waits, at most the seconds it is given, until the consumer of
    presses and tags has worked through what was put. signals: lamps and buzzer, where the box has one.
    """

    def __init__(
        self,
        buttons: SimulatedButtons | None,
        reader: SimulatedReader | None,
        bus: SimulatedBus | None,
        display: Display | None,
        handled: Callable[[float], object],
        signals: Signals | None = None,
    ) -> None:
        self._buttons = buttons
        self._reader = reader
        self._bus = bus
        self._display = display
        self._handled = handled
        self._lamps = None if signals is None else signals.lamps
        self._lit = None if signals is None else signals.simulated_lamps
        self._sounder = None if signals is None else signals.simulated_buzzer

    @property
    def simulated(self) -> frozenset[PartName]:
        """The parts that can be pressed, tapped, looked at and pulled out."""
        there: dict[PartName, object | None] = {
            "buttons": self._buttons,
            "reader": self._reader,
            "display": self._bus,
            "lamps": self._lit,
            "buzzer": self._sounder,
        }
        return frozenset(part for part, which in there.items() if which is not None)

    def buttons(self) -> tuple[str, ...]:
        """The buttons' names in their order."""
        return tuple(self._buttons.pins) if self._buttons is not None else ()

    def press(self, button: str, held: bool = False) -> None:
        """Press a button and let it go, with `held` once the hold has fired.

        Returns when its effect is shown. Raises `PartError` for an unknown button, too.
        """
        _there("buttons", self._buttons).press(button, held=held)
        self.settle()

    def scan(self, tag: str) -> None:
        """Lay a bag on the reader. tag: ten hex digits, else `PartError`.

        Returns when its effect is shown.
        """
        _there("reader", self._reader).scan(tag)
        self.settle()

    def settle(self) -> None:
        """Wait until the effect of what was done is on the display, and no longer than `SETTLE_TIMEOUT`."""
        self._handled(SETTLE_TIMEOUT)
        if self._display is not None:
            self._display.settle(SETTLE_TIMEOUT)
        if self._lamps is not None:
            self._lamps.settle(SETTLE_TIMEOUT)

    def screen_png(self) -> bytes:
        """What is to be seen on the display: a PNG of 128x64."""
        png = io.BytesIO()
        _there("display", self._bus).picture().save(png, "PNG")
        return png.getvalue()

    def screen_json(self) -> Mapping[str, Any]:
        """The frame that the display was told to show last: `title`, `lines`, `hint`."""
        frame = self._display.wanted if self._display is not None else None
        if frame is None:
            return {"title": "", "lines": [], "hint": ""}
        return {"title": frame.title, "lines": list(frame.lines), "hint": frame.hint}

    def lamps_json(self) -> Mapping[str, Mapping[str, Any]]:
        """By colour its lamp, in the order of the strip: `state`, `level` of its LED, 0 to 1, and `pixel` of
        the strip, its red, green and blue, 0 to 255; both as an eye sees them.
        """
        lit = _there("lamps", self._lit)
        leds, strip = lit.leds(), lit.strip()
        wanted = () if self._lamps is None else self._lamps.wanted.lamps
        states = {each.colour: each.shows for each in wanted}
        row = (*states, *(each for each in leds if each not in states))
        return {
            colour: {
                "state": states.get(colour, "off"),
                "level": _seen(leds[colour]),
                "pixel": [round(255 * _seen(part / 255)) for part in pixel],
            }
            for colour, pixel in zip(row, strip, strict=True)
        }

    def words(self) -> tuple[tuple[Sound, datetime], ...]:
        """The buzzer's last words, the newest last, each with the local time at which it began."""
        return _there("buzzer", self._sounder).played()

    def pull(self, part: PartName) -> None:
        """Pull the reader, the display or the lamps' strip out; one that is out stays out."""
        if part == "reader":
            _there(part, self._reader).pull()
        else:
            self._socket(part).unplug()
            self._look()

    def plug(self, part: PartName) -> None:
        """Put the reader, the display or the lamps' strip back in; one that is in stays in."""
        if part == "reader":
            _there(part, self._reader).plug()
        else:
            self._socket(part).plug()
            self._look()

    def close(self) -> None:
        """Do nothing more to its parts; who still waits for an effect waits no longer."""
        if self._buttons is not None:
            self._buttons.close()
        if self._reader is not None:
            self._reader.close()

    def _socket(self, part: PartName) -> SimulatedBus | SimulatedLamps:
        if part == "lamps":
            return _there(part, self._lit)
        return _there(part, self._bus if part == "display" else None)

    def _look(self) -> None:
        """Let the drivers of display and lamps notice at once."""
        if self._display is not None:
            self._display.check()
        if self._lamps is not None:
            self._lamps.check()


def _seen(light: float) -> float:
    """How bright an eye finds so much of the full light, both 0 to 1."""
    return round(float(light ** (1 / 2.2)), 2)


def _there(part: PartName, which: T | None) -> T:
    if which is None:
        raise PartError("not-simulated", part=part)
    return which
