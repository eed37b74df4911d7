"""Which GPIO each button, lamp and the buzzer has by the configuration, and which ones they cannot have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from companion.config import STRIPS, ButtonsConfig, Config
from hardware.header import I2C, ID_EEPROM, SERIAL_PINS, SPI, UART, find_pin, pin_label
from hardware.part import MAIN_BUTTONS, NONE, SIMULATED, PartError, UnknownColour

BUZZER_KEY = "buzzer.pin"
"""The configuration's key of the buzzer's pin."""


def button_key(button: str) -> str:
    """The configuration's key of a button's pin: `buttons.advance`, `buttons.colours.red`."""
    return f"buttons.{button}" if button in MAIN_BUTTONS else f"buttons.colours.{button}"


def lamp_key(colour: str) -> str:
    """The configuration's key of a lamp's pin."""
    return f"lamps.colours.{colour}"


def configured_pins(buttons: ButtonsConfig) -> Mapping[str, int | str]:
    """By button, its pin as the configuration writes it."""
    return {name: getattr(buttons, name) for name in MAIN_BUTTONS} | buttons.colours


def check_colours(wired: Iterable[str], colours: Iterable[str]) -> None:
    """Raise `UnknownColour` for a button or a lamp in none of these colours, which are every game's."""
    known = tuple(colours)
    unknown = set(wired).difference(known)
    if unknown:
        raise UnknownColour(min(unknown), known)


def button_pins(config: Config) -> Mapping[str, int]:
    """The GPIO number of each button; empty where they are simulated or not configured.

    Raises `PartError` for the first pin that `button_gpio` refuses or that two buttons share.
    """
    if config.buttons.driver in (NONE, SIMULATED):
        return {}
    pins: dict[str, int] = {}
    for button, written in configured_pins(config.buttons).items():
        gpio = button_gpio(config, button, written)
        other = next((each for each, pin in pins.items() if pin == gpio), None)
        if other is not None:
            raise _doubled(button_key(button), written, gpio, button_key(other))
        pins[button] = gpio
    return pins


def lamp_pins(config: Config, colours: Iterable[str]) -> Mapping[str, int]:
    """The GPIO number of each lamp that is a plain LED.

    Raises `PartError` for a pin that a button, the buzzer, another lamp or a bus has.
    """
    check_colours(config.lamps.colours, colours)
    owners = {gpio: button_key(name) for name, gpio in button_pins(config).items()}
    buzzer = find_pin(config.buzzer.pin) if config.buzzer.driver in ("active", "passive") else None
    if buzzer is not None and buzzer.gpio is not None:
        owners.setdefault(buzzer.gpio, BUZZER_KEY)
    pins: dict[str, int] = {}
    for colour, written in config.lamps.colours.items():
        key = lamp_key(colour)
        gpio = gpio_for(config, key, written)
        if gpio in owners:
            raise _doubled(key, written, gpio, owners[gpio])
        owners[gpio] = key
        pins[colour] = gpio
    return pins


def buzzer_pin(config: Config) -> int:
    """The GPIO number of the buzzer. Raises `PartError` for a pin that a button or a bus has.

    A lamp on the same pin is refused by `lamp_pins`.
    """
    written = config.buzzer.pin
    gpio = gpio_for(config, BUZZER_KEY, written)
    for button, pin in button_pins(config).items():
        if pin == gpio:
            raise _doubled(BUZZER_KEY, written, gpio, button_key(button))
    return gpio


def button_gpio(config: Config, button: str, written: int | str) -> int:
    """The GPIO number of one button's pin. Raises as `gpio_for`; other buttons are not looked at."""
    return gpio_for(config, button_key(button), written)


def gpio_for(config: Config, key: str, written: int | str) -> int:
    """The GPIO number of the pin that stands at this key of the configuration.

    Raises `PartError` for a pin that the header lacks, for power or ground, and for one that the display,
    the reader, a strip or the board itself needs.
    """
    pin = find_pin(written)
    if pin is None:
        raise PartError("wrong-pin", key=key, pin=str(written))
    label = describe_pin(written, pin.label)
    oled, rfid, lamps = config.oled, config.rfid, config.lamps
    if pin.gpio is None:
        raise PartError("power-pin", key=key, pin=label)
    if oled.driver not in (NONE, SIMULATED) and pin.gpio in I2C.get(oled.bus, ()):
        raise PartError("display-pin", key=key, pin=label, bus=str(oled.bus))
    if rfid.driver not in (NONE, SIMULATED) and pin.gpio in _reader_pins(rfid.port):
        raise PartError("reader-pin", key=key, pin=label, port=rfid.port)
    if lamps.driver in STRIPS and pin.gpio in SPI.get(_spi_prefix(lamps.spi), ()):
        raise PartError("strip-pin", key=key, pin=label, port=lamps.spi)
    if pin.gpio in ID_EEPROM:
        raise PartError("board-pin", key=key, pin=label)
    return pin.gpio


def describe_pin(written: int | str, label: str) -> str:
    """A pin as it was written, and what it is: `BCM17, GPIO17 (J8:11)`."""
    return label if str(written).upper() in label else f"{written}, {label}"


def _doubled(key: str, written: int | str, gpio: int, other: str) -> PartError:
    return PartError("doubled-pin", key=key, pin=describe_pin(written, pin_label(gpio)), other=other)


def _reader_pins(port: str) -> tuple[int, ...]:
    """The pins that a reader on this port occupies: a serial port, an I2C bus or an SPI bus."""
    if port in SERIAL_PINS:
        return UART
    i2c = re.fullmatch(r"/dev/i2c-(\d+)", port)
    return I2C.get(int(i2c[1]), ()) if i2c else SPI.get(_spi_prefix(port), ())


def _spi_prefix(port: str) -> str:
    """The key of a port in `SPI`: `/dev/spidev0.` for `/dev/spidev0.1`; other ports come back unchanged."""
    spi = re.match(r"/dev/spidev\d+\.", port)
    return spi[0] if spi else port
