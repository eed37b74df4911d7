"""Which pins the box's parts take: judged by the table of the header, before any pin is touched."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.buttons.header import I2C, ID_EEPROM, UART, HeaderPin, find
from hardware.errors import PartError
from hardware.part import NONE, SIMULATED, BoxSettings

THREE = ("advance", "select", "back")
"""The buttons that every box has; the others are the players' colours."""

SERIAL_PINS = frozenset({"/dev/ttyAMA0", "/dev/ttyS0", "/dev/serial0"})
"""The devices behind which, on one board or another, the header's own serial port is."""


def key(button: str) -> str:
    """Where the configuration says a button's pin."""
    return f"buttons.{button}" if button in THREE else f"buttons.colours.{button}"


def place(gpio: int) -> str:
    """A GPIO number as a person finds it on the header."""
    pin = find(gpio)
    return f"GPIO{gpio}" if pin is None else pin.place


def button_pins(settings: BoxSettings) -> Mapping[str, int]:
    """The GPIO number of each button; of none where they are simulated or not there.

    Raises `PartError` for the first pin that a button cannot have: one that the header has not, power or
    ground, one that another button has already, or one that the display, the reader or the board needs.
    """
    if settings.buttons.driver in (NONE, SIMULATED):
        return {}
    pins: dict[str, int] = {}
    owners: dict[int, str] = {}
    for name, written in settings.buttons.pins.items():
        pin = find(written)
        if pin is None:
            raise PartError("wrong-pin", key=key(name), pin=str(written))
        if pin.gpio is None:
            raise PartError("power-pin", key=key(name), pin=_said(written, pin))
        if pin.gpio in owners:
            raise PartError(
                "doubled-pin", key=key(name), pin=_said(written, pin), other=key(owners[pin.gpio])
            )
        _free(settings, key(name), written, pin)
        pins[name] = pin.gpio
        owners[pin.gpio] = name
    return pins


def _free(settings: BoxSettings, where: str, written: int | str, pin: HeaderPin) -> None:
    """Raise `PartError` for a pin that something else than a button needs."""
    display, reader = settings.display, settings.reader
    said = _said(written, pin)
    if display.driver not in (NONE, SIMULATED) and pin.gpio in I2C.get(display.bus, ()):
        raise PartError("display-pin", key=where, pin=said, bus=str(display.bus))
    if reader.driver not in (NONE, SIMULATED) and reader.port in SERIAL_PINS and pin.gpio in UART:
        raise PartError("reader-pin", key=where, pin=said, port=reader.port)
    if pin.gpio in ID_EEPROM:
        raise PartError("board-pin", key=where, pin=said)


def _said(written: int | str, pin: HeaderPin) -> str:
    """A pin as it was written, and what it is."""
    return pin.place if str(written).upper() in pin.place else f"{written}, {pin.place}"
