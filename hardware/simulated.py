"""The simulated box: real drivers over simulated hardware, each part optional."""

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
    """Everything to do with a simulated box. Every method may be called from any thread.

    Using a part that is None raises `PartError`. display: the driver over `bus`, or over a real display.
    handled: waits, at most so many seconds, until the consumer has worked through all that was put.
    signals: lamps and buzzer, if configured.
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
        """The simulated parts."""
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
        """Press and release a button, with `held` after the hold has fired. Returns when its effect is shown.

        Raises `PartError`, also for an unknown button.
        """
        _there("buttons", self._buttons).press(button, held=held)
        self.settle()

    def scan(self, tag: str) -> None:
        """Lay a bag on the reader; returns when its effect is shown. tag: ten hex digits, else
        `PartError`.
        """
        _there("reader", self._reader).scan(tag)
        self.settle()

    def settle(self) -> None:
        """Wait until everything done is shown, at most `SETTLE_TIMEOUT`."""
        self._handled(SETTLE_TIMEOUT)
        if self._display is not None:
            self._display.settle(SETTLE_TIMEOUT)
        if self._lamps is not None:
            self._lamps.settle(SETTLE_TIMEOUT)

    def screen_png(self) -> bytes:
        """The display's picture as a PNG of 128x64."""
        png = io.BytesIO()
        _there("display", self._bus).picture().save(png, "PNG")
        return png.getvalue()

    def screen_json(self) -> Mapping[str, Any]:
        """The latest frame as JSON: `title`, `lines`, `hint`."""
        frame = self._display.wanted if self._display is not None else None
        if frame is None:
            return {"title": "", "lines": [], "hint": ""}
        return {"title": frame.title, "lines": list(frame.lines), "hint": frame.hint}

    def lamps_json(self) -> Mapping[str, Mapping[str, Any]]:
        """By colour, in the order of the strip: `state`, `level` of the LED, 0 to 1, and `pixel` of the
        strip, red, green and blue, 0 to 255; both as bright as they look.
        """
        lit = _there("lamps", self._lit)
        leds, strip = lit.leds(), lit.strip()
        wanted = () if self._lamps is None else self._lamps.wanted.lamps
        states = {each.colour: each.state for each in wanted}
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
        """The buzzer's last sounds, the newest last, each with the local time of its beginning."""
        return _there("buzzer", self._sounder).played()

    def pull(self, part: PartName) -> None:
        """Unplug reader, display or strip. Repeated calls do nothing."""
        if part == "reader":
            _there(part, self._reader).pull()
        else:
            self._socket(part).unplug()
            self._look()

    def plug(self, part: PartName) -> None:
        """Plug reader, display or strip in. Repeated calls do nothing."""
        if part == "reader":
            _there(part, self._reader).plug()
        else:
            self._socket(part).plug()
            self._look()

    def close(self) -> None:
        """End all waits for an effect."""
        if self._buttons is not None:
            self._buttons.close()
        if self._reader is not None:
            self._reader.close()

    def _socket(self, part: PartName) -> SimulatedBus | SimulatedLamps:
        if part == "lamps":
            return _there(part, self._lit)
        return _there(part, self._bus if part == "display" else None)

    def _look(self) -> None:
        """Ask the drivers of display and lamps to check at once."""
        if self._display is not None:
            self._display.check()
        if self._lamps is not None:
            self._lamps.check()


def _seen(light: float) -> float:
    """The perceived brightness of a level, both 0 to 1."""
    return round(float(light ** (1 / 2.2)), 2)


def _there(part: PartName, which: T | None) -> T:
    if which is None:
        raise PartError("not-simulated", part=part)
    return which
