"""Wires and currents of lamps, a strip and a buzzer.

Pins must not exceed `MAX_PIN_CURRENT` and `MAX_TOTAL_CURRENT`; a transistor drives more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.config import Config, Pin
from docs.wiring.wires import SPI0, Wire, gpio_pin, pin_at

SUPPLY = {"5V": (4, "5V"), "3V3": (17, "3V3")}
GROUND = (20, "GND")

PIN_VOLTAGE = 3.3
MAX_PIN_CURRENT, MAX_TOTAL_CURRENT = 8.0, 50.0
"""Milliamperes of one pin as it is set by default, and of all pins of a Raspberry Pi together."""


@dataclass(frozen=True, slots=True)
class Led:
    """An LED that is sold."""

    light: str
    """Its colour."""
    volts: tuple[float, float]
    """Its forward voltage, minimum and typical."""
    ohms: int
    """Of its series resistor."""

    def milliamperes(self, volts: float) -> float:
        """The current at a forward voltage."""
        return max(0.0, PIN_VOLTAGE - volts) / self.ohms * 1000


_LOW, _HIGH = (1.8, 2.0), (2.7, 3.0)
LEDS: Mapping[str, Led] = {
    "red": Led("red", _LOW, 330),
    "yellow": Led("yellow", _LOW, 330),
    "green": Led("green", _LOW, 330),
    "blue": Led("blue", _HIGH, 100),
    "purple": Led("violet or pink", _HIGH, 100),
    "black": Led("white", _HIGH, 100),
    "grey": Led("cyan", _HIGH, 100),
}
"""The LED of each player's colour. A green one of 3 V is dimmer behind 330 Ω, but not damaged."""

PIXEL_CURRENT = 60.0
"""Milliamperes of a pixel in full white."""
DIODE_VOLTAGE, MAX_DIODE_CURRENT = 0.7, 1000.0
"""A 1N4001: its forward voltage, and its maximum in milliamperes."""
HIGH = 0.7
"""The least high level of a strip's line, as a part of its supply."""

BUZZER_CURRENT = 30.0
BASE_RESISTOR, BASE_VOLTAGE, GAIN = 1000, 0.7, 30
"""A BC337 as a switch: ohms before its base, base voltage, and minimum gain."""


def strip_current(brightness: int, pixels: int) -> float:
    """Milliamperes of a strip with all pixels white. brightness: 1 to 255."""
    return PIXEL_CURRENT * pixels * brightness / 255


def base_current() -> float:
    """Milliamperes from the pin into the base of the buzzer's transistor."""
    return (PIN_VOLTAGE - BASE_VOLTAGE) / BASE_RESISTOR * 1000


@dataclass(frozen=True, slots=True)
class Addition:
    """A part that is wired beside the others."""

    name: str
    """Of its diagram."""
    heading: str
    title: tuple[str, ...]
    """The name in the drawing, in lines."""
    terminals: tuple[tuple[str, tuple[int, str] | Pin, str], ...]
    """Printed name, pin, and the component in the wire: `diode`, a resistor such as `330 Ω`, or ""."""
    notes: tuple[str, ...]

    def wires(self) -> tuple[Wire, ...]:
        """The wires in the order of the terminals."""
        return tuple(
            Wire(self.name, terminal, pin_at(*to) if isinstance(to, tuple) else gpio_pin(to))
            for terminal, to, _ in self.terminals
        )


_STRIP_NOTES = (
    "The diode, a 1N4001 with its ring at the strip,\nleaves 4.3 V of the 5: so it takes 3.3 V for high.",
    "Without it some strips work, and some flicker.",
    "One pixel for each player, seven at most. Wire\nthe end where the arrows begin.",
    "A buzzer or a reader that needs 5 V as well\nshares pin 2 or 4: two wires on one pin.",
)

ADDITIONS = (
    Addition(
        "ws2812",
        "a strip of WS2812",
        ("WS2812", "strip"),
        (("5V", SUPPLY["5V"], "diode"), ("GND", GROUND, ""), ("DIN", SPI0["MOSI"], "330 Ω")),
        _STRIP_NOTES,
    ),
    Addition(
        "apa102",
        "a strip of APA102",
        ("APA102", "strip"),
        (
            ("5V", SUPPLY["5V"], "diode"),
            ("GND", GROUND, ""),
            ("DI", SPI0["MOSI"], ""),
            ("CI", SPI0["SCLK"], ""),
        ),
        _STRIP_NOTES,
    ),
    Addition(
        "buzzer",
        "a buzzer",
        ("NPN", "BC337"),
        (
            ("+", SUPPLY["5V"], ""),
            ("B", Config().buzzer.pin, f"{BASE_RESISTOR // 1000} kΩ"),
            ("E", GROUND, ""),
        ),
        (
            "A buzzer takes 30 mA and more, and a pin gives\n8: the transistor switches it.",
            "The diode, a 1N4148 with its ring at +, takes\nwhat a coil throws back. A piezo needs none.",
            "A buzzer for 3 V goes to pin 17 (3V3) with its +.",
            "B, C and E lie differently from type to type:\nlook at the sheet of yours.",
        ),
    ),
)

LAMP_NOTES = (
    "The longer leg (+) goes to the resistor, the other\nto ground. The wrong way round it stays dark.",
    "A resistor for each, never one for all. With 330 Ω\nno lamp is wrong, only dimmer.",
    "Black is a white lamp, grey a cyan one.",
    "Each of them is optional. With all seven no pin is\nleft for a buzzer: leave one out, or take a strip.",
)


def lamp_wires(config: Config) -> tuple[Wire, ...]:
    """Two wires for each lamp: terminal `lamp` to its pin, `ground` to the common ground."""
    return tuple(
        Wire(colour, terminal, pin)
        for colour, written in config.lamps.colours.items()
        for terminal, pin in (("lamp", gpio_pin(written)), ("ground", pin_at(*GROUND)))
    )
