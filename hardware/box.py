"""The box: its parts built from settings, started together and stopped in reverse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from companion.parts import ButtonPressed, Frame, Parts, TagSeen
from hardware.buttons import pins
from hardware.buttons.driver import Buttons
from hardware.buttons.header import button_pins
from hardware.buttons.simulated import SimulatedButtons
from hardware.display.driver import Display
from hardware.display.oled import Oled
from hardware.display.simulated import MODELS, SimulatedBus
from hardware.display.wire import Wire
from hardware.part import NONE, SIMULATED, BoxSettings, ButtonSettings, DisplaySettings, ReaderSettings
from hardware.reader.driver import Reader, unheard
from hardware.reader.kinds import kind
from hardware.reader.port import search
from hardware.reader.simulated import SimulatedReader
from hardware.simulated import SimulatedBox

READY = 0.3
"""Seconds that a start waits for each part to say whether it is there; one that is slower says so later."""
_CONTROLLER = "ssd1306"
_KIND = "rdm6300"
"""What a simulated box has."""

Put = Callable[[ButtonPressed | TagSeen], None]


@dataclass(frozen=True, slots=True)
class Box:
    """The parts that there are; None for one that was not configured, or in `simulated` not simulated."""

    display: Display | None
    reader: Reader | None
    buttons: Buttons | None
    simulated: SimulatedBox | None
    _line: SimulatedReader | None

    def greet(self, frame: Frame) -> None:
        """Start the display before anything else, with this frame. Returns at once."""
        if self.display is not None:
            self.display.show(frame)
            self.display.start()

    def show(self, frame: Frame) -> None:
        """Leave a frame for the display, if there is one. Returns at once."""
        if self.display is not None:
            self.display.show(frame)

    def start(self) -> None:
        """Start every part; one that is not there is said to be missing, and looked for."""
        with ExitStack() as undone:
            undone.callback(self.stop)
            for part in (self.display, self.reader, self.buttons):
                if part is not None:
                    part.start()
            for slow in (self.display, self.reader):
                if slow is not None:
                    slow.settle(READY)
            undone.pop_all()

    def stop(self, *, blank: bool = True) -> None:
        """Stop every part, the last started first. blank: the display goes dark, too. Twice does no more."""
        if self.buttons is not None:
            self.buttons.stop()
        if self.reader is not None:
            self.reader.stop()
        if self._line is not None:
            self._line.line.unplug()
        if self.display is not None:
            self.display.stop(blank=blank)


def build(
    settings: BoxSettings,
    put: Put,
    parts: Parts,
    *,
    monotonic: Callable[[], float],
    handled: Callable[[float], object] = lambda _: None,
) -> Box:
    """Build the box; what was built must be stopped, started or not.

    put: takes presses and tags, from several threads, and returns at once. monotonic: stamps them.
    handled: see `SimulatedBox`. Raises `PartError` for a port that cannot be one, or a pin that a button
    cannot have.
    """
    pins_of_buttons = button_pins(settings)
    bus = _bus(settings.display)
    display = _display(settings.display, bus, parts)
    wires = _wires(settings.buttons, monotonic)
    buttons = _buttons(settings.buttons, pins_of_buttons, wires, put, parts, monotonic)
    line = SimulatedReader() if settings.reader.driver == SIMULATED else None
    reader = _reader(settings.reader, line, put, parts, monotonic)
    if line is not None:
        line.driver = reader
    simulated = None
    if wires is not None or line is not None or bus is not None:
        simulated = SimulatedBox(wires, line, bus, display, handled)
    return Box(display, reader, buttons, simulated, line)


def _bus(settings: DisplaySettings) -> SimulatedBus | None:
    if settings.driver != SIMULATED:
        return None
    return SimulatedBus(MODELS[_CONTROLLER](), settings.address)


def _display(settings: DisplaySettings, bus: SimulatedBus | None, parts: Parts) -> Display | None:
    if settings.driver == NONE:
        return None
    driver = _CONTROLLER if bus is not None else settings.driver

    def connect() -> Oled:
        wire = Wire(settings.bus, settings.address, bus)
        return Oled(driver, wire, rotate=settings.rotate, contrast=settings.contrast)

    return Display(connect, parts, contrast=settings.contrast, dimmed=settings.dim_contrast)


def _wires(settings: ButtonSettings, monotonic: Callable[[], float]) -> SimulatedButtons | None:
    if settings.driver != SIMULATED:
        return None
    return SimulatedButtons(settings.simulated, settings.hold, monotonic)


def _buttons(
    settings: ButtonSettings,
    wired: Mapping[str, int],
    wires: SimulatedButtons | None,
    put: Put,
    parts: Parts,
    monotonic: Callable[[], float],
) -> Buttons | None:
    if settings.driver == NONE:
        return None
    if wires is not None:
        return Buttons(
            wires.noting(put),
            parts,
            pins=wires.pins,
            chip=lambda: wires.chip,
            monotonic=wires.clock,
            hold=settings.hold,
        )
    return Buttons(
        put,
        parts,
        pins=wired,
        chip=pins.DRIVERS[settings.driver],
        monotonic=monotonic,
        hold=settings.hold,
    )


def _reader(
    settings: ReaderSettings,
    line: SimulatedReader | None,
    put: Put,
    parts: Parts,
    monotonic: Callable[[], float],
) -> Reader | None:
    if settings.driver == NONE:
        return None
    return Reader(
        put,
        parts,
        kind=kind(_KIND if line is not None else settings.driver),
        port=line.line.port if line is not None else search(settings.port),
        monotonic=monotonic,
        repeat_after=settings.repeat_after,
        heard=line.heard if line is not None else unheard,
    )
