"""The doctor's look at the box's own parts: each opens its part as the driver would, and lets it go again."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import serial

from companion.doctor import Examined, Finding
from companion.screen import Param
from hardware import pins
from hardware.errors import PartError
from hardware.oled import FAULTS, Oled
from hardware.readers import KINDS
from hardware.settings import NONE, SIMULATED, ButtonSettings, DisplaySettings, ReaderSettings
from hardware.wire import Wire


def display(settings: DisplaySettings) -> Finding:
    """Whether the display answers at its address."""
    if (idle := _idle("display", settings.driver)) is not None:
        return idle
    where: dict[str, Param] = {
        "driver": settings.driver,
        "address": f"0x{settings.address:02X}",
        "bus": settings.bus,
    }
    try:
        oled = Oled(settings.driver, Wire(settings.bus, settings.address))
    except FAULTS:
        return Finding("display", "missing", where)
    oled.close()
    return Finding("display", "ok", where)


def buttons(settings: ButtonSettings) -> Finding:
    """Whether every button's pin can be had."""
    if (idle := _idle("buttons", settings.driver)) is not None:
        return idle
    key = "buttons.advance"
    try:
        with ExitStack() as opened:
            chip: Any = pins.DRIVERS[settings.driver]()
            opened.callback(chip.close)
            for name, pin in settings.pins.items():
                key = f"buttons.{name}"
                opened.callback(pins.claim(chip, pin, key).close)
    except (PartError, pins.PinsMissing) as error:
        return Finding("buttons", "missing", {"key": key, "why": str(error)})
    return Finding("buttons", "ok", {"pins": ", ".join(str(pin) for pin in settings.pins.values())})


def reader(settings: ReaderSettings) -> Finding:
    """Whether the reader's line can be opened; a tag would have to be laid down to know more."""
    if (idle := _idle("reader", settings.driver)) is not None:
        return idle
    try:
        serial.serial_for_url(settings.port, KINDS[settings.driver].baudrate).close()
    except (OSError, ValueError) as error:
        return Finding("reader", "missing", {"port": settings.port, "why": str(error)})
    return Finding("reader", "ok", {"port": settings.port})


def _idle(part: Examined, driver: str) -> Finding | None:
    """The finding for a part that is not there to be looked at."""
    if driver == SIMULATED:
        return Finding(part, "ok", {}, instead="doctor.simulated")
    return Finding(part, "off", {}) if driver == NONE else None
