"""What is wired beside display, buttons and reader: lamps, a strip of them, a buzzer. And what they draw.

Nothing a pin gives may pass what it stands: see `A_PIN` and `ALL_PINS`. What needs more gets a transistor.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.config import Config, Pin
from docs.wiring.nets import SPI0, Lead, line, named

SUPPLY = {"5V": (4, "5V"), "3V3": (17, "3V3")}
GROUND = (20, "GND")

PIN_VOLTS = 3.3
A_PIN, ALL_PINS = 8.0, 50.0
"""Milliamperes: what a pin gives as it is set at the start, and all pins of a Raspberry Pi together."""


@dataclass(frozen=True, slots=True)
class Led:
    """A lamp as one buys it. light: its colour. volts: that fall over it, at least and mostly.

    ohms: of the resistor before it.
    """

    light: str
    volts: tuple[float, float]
    ohms: int

    def milliamperes(self, volts: float) -> float:
        """What flows through one of which so many volts fall."""
        return max(0.0, PIN_VOLTS - volts) / self.ohms * 1000


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
"""The lamp of each player's colour. A green one of 3 V is dimmer behind 330 Ω, and nothing is harmed."""

PIXEL_MILLIAMPERES = 60.0
"""One pixel of a strip in full white."""
DIODE_VOLTS, DIODE_MILLIAMPERES = 0.7, 1000.0
"""A 1N4001: what falls over it, and what it stands."""
HIGH = 0.7
"""A strip takes its line for high from this part of its supply on."""

BUZZER_MILLIAMPERES = 30.0
BASE_OHMS, BASE_VOLTS, GAIN = 1000, 0.7, 30
"""A BC337 as a switch: before its base, over it, and how many times as much it carries then without fail."""


def strip_current(brightness: int, pixels: int) -> float:
    """Milliamperes of a strip, were every pixel white. brightness: 1 to 255."""
    return PIXEL_MILLIAMPERES * pixels * brightness / 255


def base_current() -> float:
    """Milliamperes that the transistor before a buzzer takes from its pin."""
    return (PIN_VOLTS - BASE_VOLTS) / BASE_OHMS * 1000


@dataclass(frozen=True, slots=True)
class Addition:
    """A thing to be wired.

    name: of its picture. heading: what it is. title: in the drawing, in several lines. terminals: what is
    printed beside its wires, each with the place or the GPIO number of its pin and what stands in the wire:
    `diode`, a resistor as `330 Ω`, or nothing.
    """

    name: str
    heading: str
    title: tuple[str, ...]
    terminals: tuple[tuple[str, tuple[int, str] | Pin, str], ...]
    notes: tuple[str, ...]

    def wires(self) -> tuple[Lead, ...]:
        """Every wire, in the order of the terminals."""
        return tuple(
            Lead(self.name, terminal, named(*to) if isinstance(to, tuple) else line(to))
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
        (("+", SUPPLY["5V"], ""), ("B", Config().buzzer.pin, f"{BASE_OHMS // 1000} kΩ"), ("E", GROUND, "")),
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


def lamp_wires(config: Config) -> tuple[Lead, ...]:
    """Two for each lamp, named by its colour: `lamp` goes to its pin, `ground` to the ground of all."""
    return tuple(
        Lead(colour, terminal, pin)
        for colour, written in config.lamps.colours.items()
        for terminal, pin in (("lamp", line(written)), ("ground", named(*GROUND)))
    )
