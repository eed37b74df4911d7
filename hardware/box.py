"""The box: its parts, built from the configuration, started together and stopped in reverse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from companion.config import ButtonsConfig, Config, OledConfig, RfidConfig
from companion.language.signals import Sound
from companion.notifier import EventSource
from companion.parts import Frame, Input, Lights, Parts
from hardware.buttons.driver import Buttons
from hardware.buttons.pins import input_pin_factory
from hardware.display.driver import Display
from hardware.display.oled import Oled, stop_luma_threads
from hardware.display.wire import Wire
from hardware.part import MAIN_BUTTONS, NONE, SIMULATED
from hardware.pin_assignment import button_pins, check_colours
from hardware.reader.driver import Reader, ignore_frame
from hardware.reader.kinds import configured_kind, kind_named
from hardware.reader.line_watcher import LineWatcher
from hardware.reader.port import port_finder

if TYPE_CHECKING:  # a real box brings in no simulated parts, and few have lamps or a buzzer
    from hardware.buttons.simulated import SimulatedButtons
    from hardware.buzzer.driver import Buzzer
    from hardware.display.simulated import SimulatedBus
    from hardware.lamps.driver import Lamps
    from hardware.reader.simulated import SimulatedReader
    from hardware.signals import Signals
    from hardware.simulated import SimulatedBox

READY = 0.3
"""Seconds that a start waits for parts to be present or missing."""

Put = Callable[[Input], None]


class Box(msgspec.Struct, frozen=True):
    """The parts; None for one that is not configured, or not simulated."""

    display: Display | None
    reader: Reader | None
    buttons: Buttons | None
    simulated: SimulatedBox | None
    lamps: Lamps | None = None
    buzzer: Buzzer | None = None

    def greet(self, frame: Frame) -> None:
        """Start the display before anything else, with this frame. Returns at once."""
        if self.display is not None:
            self.display.show(frame)
            self.display.start()

    def show(self, frame: Frame) -> None:
        """Show a frame, if there is a display. Returns at once."""
        if self.display is not None:
            self.display.show(frame)

    def light(self, lights: Lights) -> None:
        """Show lights, if there are lamps. Returns at once."""
        if self.lamps is not None:
            self.lamps.show(lights)

    def sound(self, sounds: tuple[Sound, ...]) -> None:
        """Play sounds, if there is a buzzer. Returns at once."""
        if self.buzzer is not None:
            self.buzzer.play(sounds)

    def start(self) -> None:
        """Start every part; missing ones are reported and retried."""
        with ExitStack() as undone:
            undone.callback(self.stop)
            for part in (self.display, self.reader, self.buttons, self.lamps, self.buzzer):
                if part is not None:
                    part.start()
            for slow in (self.display, self.reader, self.lamps):
                if slow is not None:
                    slow.settle(READY)
            undone.pop_all()

    def stop(self, *, blank: bool = True) -> None:
        """Stop every part in reverse; lamps go dark, with `blank` the display, too. Repeated calls do
        nothing.
        """
        if self.buzzer is not None:
            self.buzzer.stop()
        if self.lamps is not None:
            self.lamps.stop()
        if self.buttons is not None:
            self.buttons.stop()
        if self.reader is not None:
            self.reader.stop()
        if self.simulated is not None:
            self.simulated.close()
        if self.display is not None:
            self.display.stop(blank=blank)


def build(
    config: Config,
    put: Put,
    parts: Parts,
    *,
    colours: Iterable[str],
    monotonic: Callable[[], float],
    handled: Callable[[float], object] = lambda _: None,
    open_events: Callable[[], EventSource | None] = lambda: None,
    local: Callable[[], datetime] = datetime.now,
) -> Box:
    """Build the box; `stop` it also if it was never started.

    put: takes presses and tags, from several threads, and returns at once.
    colours: of all games; a simulated box has a button for each.
    monotonic: the clock of presses and tags.
    handled: see `SimulatedBox`.
    open_events: opens the kernel's news of devices, None where there are none.
    local: the machine's local time.
    Raises `PartError` for an impossible port, a pin that a part cannot have, or an unknown colour.
    """
    stop_luma_threads()
    every = tuple(colours)
    check_colours(config.buttons.colours, every)
    pins = button_pins(config)
    bus: SimulatedBus | None = None
    if config.oled.driver == SIMULATED:
        from hardware.display.simulated import SimulatedBus, Ssd1306

        bus = SimulatedBus(Ssd1306(), config.oled.address)
    display = _display(config.oled, bus, parts)
    simulated_buttons: SimulatedButtons | None = None
    if config.buttons.driver == SIMULATED:
        from hardware.buttons.simulated import SimulatedButtons

        simulated_buttons = SimulatedButtons((*MAIN_BUTTONS, *every), config.buttons.hold, monotonic)
    buttons = _buttons(config.buttons, pins, simulated_buttons, put, parts, monotonic)
    simulated_reader: SimulatedReader | None = None
    if config.rfid.driver == SIMULATED:
        from hardware.reader.simulated import SimulatedReader

        simulated_reader = SimulatedReader()
    line_watcher = LineWatcher(open_events=open_events)
    reader = _reader(config.rfid, simulated_reader, put, parts, monotonic, line_watcher)
    signals: Signals | None = None
    if (config.lamps.driver, config.buzzer.driver) != (NONE, NONE):
        from hardware.signals import build_signals  # few boxes have lamps or a buzzer

        signals = build_signals(config, parts, every, local=local, monotonic=monotonic)
    simulated: SimulatedBox | None = None
    sections = (config.oled, config.buttons, config.rfid, config.lamps, config.buzzer)
    if any(each.driver == SIMULATED for each in sections):
        from hardware.simulated import SimulatedBox

        simulated = SimulatedBox(simulated_buttons, simulated_reader, bus, display, handled, signals)
    if signals is None:
        return Box(display, reader, buttons, simulated)
    return Box(display, reader, buttons, simulated, signals.lamps, signals.buzzer)


def _display(oled: OledConfig, bus: SimulatedBus | None, parts: Parts) -> Display | None:
    if oled.driver == NONE:
        return None
    driver = oled.driver if bus is None else "ssd1306"

    def connect() -> Oled:
        wire = Wire(oled.bus, oled.address, bus)
        return Oled(
            driver,
            wire,
            rotate=oled.rotate,
            contrast=oled.contrast,
            offset=oled.offset,
            mirror=oled.mirror,
        )

    return Display(connect, parts, contrast=oled.contrast, dimmed=oled.dim_contrast)


def _buttons(
    config: ButtonsConfig,
    pins: Mapping[str, int],
    simulated: SimulatedButtons | None,
    put: Put,
    parts: Parts,
    monotonic: Callable[[], float],
) -> Buttons | None:
    if config.driver == NONE:
        return None
    if simulated is None:
        return Buttons(
            put, parts, pins=pins, open_factory=input_pin_factory, monotonic=monotonic, hold=config.hold
        )
    return Buttons(
        simulated.counting(put),
        parts,
        pins=simulated.pins,
        open_factory=lambda: simulated.pin_factory,
        monotonic=simulated.clock,
        hold=config.hold,
    )


def _reader(
    rfid: RfidConfig,
    simulated: SimulatedReader | None,
    put: Put,
    parts: Parts,
    monotonic: Callable[[], float],
    line_watcher: LineWatcher,
) -> Reader | None:
    if rfid.driver == NONE:
        return None
    what = configured_kind(rfid) if simulated is None else kind_named("rdm6300")
    reader = Reader(
        put,
        parts,
        kind=what,
        port=port_finder(rfid.port, what.fits) if simulated is None else simulated.line.port,
        monotonic=monotonic,
        repeat_after=rfid.repeat_after,
        line_watcher=line_watcher,
        on_frame=ignore_frame if simulated is None else simulated.on_frame,
    )
    if simulated is not None:
        simulated.driver = reader
    return reader
