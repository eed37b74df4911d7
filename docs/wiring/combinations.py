"""What fits on one header beside a display and ten buttons, and what does not."""

from __future__ import annotations

from dataclasses import dataclass

from companion.config import Config, load
from docs.wiring.nets import shown


@dataclass(frozen=True, slots=True)
class Combination:
    """Parts together. parts: what is in the box. settings: of the configuration. done: what somebody does."""

    parts: str
    settings: tuple[str, ...]
    fits: bool
    done: str

    def config(self) -> Config:
        """Display and ten buttons, with these."""
        return load(None, [*shown("buttons"), *self.settings])

    def row(self) -> str:
        """As the table says it."""
        return f"| {self.parts} | {'yes' if self.fits else '**no**'} | {self.done} |"


_SEVEN = ("lamps.driver=leds", *shown("lamps"))
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
