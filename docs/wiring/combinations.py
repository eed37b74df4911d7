"""Combinations of parts beside a display and ten buttons, and whether they fit on the header."""

from __future__ import annotations

from dataclasses import dataclass

from companion.config import Config, load
from docs.wiring.wires import example_settings


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination of parts."""

    parts: str
    settings: tuple[str, ...]
    """Of the configuration."""
    fits: bool
    advice: str

    def config(self) -> Config:
        """The configuration with display, ten buttons and these parts."""
        return load(None, [*example_settings("buttons"), *self.settings])

    def row(self) -> str:
        """A row of the table in the documentation."""
        return f"| {self.parts} | {'yes' if self.fits else '**no**'} | {self.advice} |"


_SEVEN = ("lamps.driver=leds", *example_settings("lamps"))
_SIX = tuple(each for each in _SEVEN if "grey" not in each)
_GREY_ASIDE = (*_SIX, "lamps.colours.grey=15")
_BUZZER = ("buzzer.driver=passive",)
_STRIP = ("lamps.driver=ws2812",)
_SERIAL = ("rfid.driver=rdm6300",)
_I2C = ("rfid.driver=pn532-i2c", "rfid.port=/dev/i2c-1")
_SPI = ("rfid.driver=rc522", "rfid.port=/dev/spidev0.0")
_USB = ("rfid.driver=keyboard", "rfid.port=/dev/input/by-id/*-event-kbd")

COMBINATIONS = (
    Combination(
        "Reader on the serial port, seven lamps", (*_SERIAL, *_SEVEN), True,
        "As drawn; only SPI's pins are left",
    ),
    Combination(
        "The same and a buzzer", (*_SERIAL, *_SEVEN, *_BUZZER), False,
        "One pin short: leave grey's lamp out, or take a strip",
    ),
    Combination(
        "Reader on the serial port, six lamps, a buzzer", (*_SERIAL, *_SIX, *_BUZZER), True,
        "The buzzer has grey's pin, GPIO18",
    ),
    Combination(
        "Reader on the serial port, a strip, a buzzer", (*_SERIAL, *_STRIP, *_BUZZER), True, "As drawn",
    ),
    Combination(
        "PN532 on the display's bus, seven lamps, a buzzer", (*_I2C, *_GREY_ASIDE, *_BUZZER), True,
        "The serial port's pins are free: grey's lamp goes to GPIO15 (pin 10)",
    ),
    Combination(
        "PN532 on the display's bus, a strip, a buzzer", (*_I2C, *_STRIP, *_BUZZER), True, "As drawn",
    ),
    Combination(
        "USB reader, seven lamps, a buzzer", (*_USB, *_GREY_ASIDE, *_BUZZER), True,
        "Grey's lamp goes to GPIO15 (pin 10)",
    ),
    Combination(
        "RC522, seven lamps, a buzzer", (*_SPI, *_GREY_ASIDE, *_BUZZER), True,
        "Grey's lamp goes to GPIO15 (pin 10)",
    ),
    Combination(
        "RC522, a strip", (*_SPI, *_STRIP), False,
        "Both need SPI, and a strip takes all that is said there for its own: take lamps on pins",
    ),
)  # fmt: skip
