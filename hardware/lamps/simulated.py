"""Lamps that are not there: gpiozero's mock pins under the LEDs' driver, and a strip that reads what comes on
its wire, as the sheets of WS2812 and APA102 say a pixel does.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Literal, TypeAlias

from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from hardware.lamps.leds import Leds
from hardware.lamps.rhythm import Glow
from hardware.lamps.strip import Strip
from hardware.lamps.ws2812 import HERTZ, sent
from hardware.part import PartError

Pixel: TypeAlias = tuple[int, int, int]
"""Red, green and blue, as bright as they are to be seen, each 0 to 255."""
Kind: TypeAlias = Literal["ws2812", "apa102"]

_FIRST_PIN = 4
DARK: Pixel = (0, 0, 0)
_KNOWN = 64
"""How many rows a strip knows by what came on its wire: bit by bit each takes as long as a press."""


class SimulatedLeds:
    """Mock pins with nothing but a level. colours: of the lamps. fading: those whose pins have a PWM."""

    def __init__(self, colours: Iterable[str], fading: Iterable[str] = ()) -> None:
        self.pins: Mapping[str, int] = {each: _FIRST_PIN + n for n, each in enumerate(colours)}
        self._fading = {self.pins[each] for each in fading}
        self._factory: Any = MockFactory(revision="a02082", pin_class=MockPin)

    def has_pwm(self, gpio: int) -> bool:
        """As `hardware.outputs.OutputPins`."""
        return gpio in self._fading

    def pin(self, gpio: int) -> Any:
        """As `hardware.outputs.OutputPins`."""
        return self._factory.pin(gpio, pin_class=MockPWMPin if self.has_pwm(gpio) else MockPin)

    def reserve_pins(self, requester: Any, *pins: Any) -> None:
        """Nobody else is here."""

    def release_pins(self, reserver: Any, *pins: Any) -> None:
        """Nobody else is here."""

    def close(self) -> None:
        """Nothing has been opened."""

    def leds(self) -> Mapping[str, float]:
        """By colour, how bright each lamp is, 0 to 1. A pin that nobody drives lights nothing."""
        pins = {colour: self.pin(gpio) for colour, gpio in self.pins.items()}
        return {colour: float(pin.state) if pin.function == "output" else 0.0 for colour, pin in pins.items()}


class SimulatedStrip:
    """A strip on a bus. kind: of its pixels. pixels: how many it has. hertz: of the bus, which a WS2812 needs
    to tell long from short. Any thread may use it.
    """

    def __init__(self, kind: Kind, pixels: int, hertz: int) -> None:
        self._read: Callable[[bytes], list[Pixel]] = lru_cache(_KNOWN)(
            read_apa102 if kind == "apa102" else partial(read_ws2812, hertz=hertz)
        )
        self._lock = threading.Lock()
        self._pixels: list[Pixel] = [DARK] * pixels
        self._out = False

    def open(self) -> SimulatedStrip:
        """As a bus is opened. Raises `PartError` while the strip is pulled out."""
        self._reach()
        return self

    def write(self, data: bytes) -> None:
        """What comes on the wire. Raises `PartError` while the strip is pulled out."""
        self._reach()
        told = self._read(data)
        with self._lock:
            count = min(len(told), len(self._pixels))
            self._pixels[:count] = told[:count]

    def close(self) -> None:
        """The pixels stay as they are."""

    def unplug(self) -> None:
        """Take the bus away; without power the pixels are dark."""
        with self._lock:
            self._out = True
            self._pixels = [DARK] * len(self._pixels)

    def plug(self) -> None:
        """Give the bus back, to a strip that is dark."""
        with self._lock:
            self._out = False

    def strip(self) -> Sequence[Pixel]:
        """Every pixel as it is to be seen."""
        with self._lock:
            return tuple(self._pixels)

    def _reach(self) -> None:
        if self._out:
            raise PartError("no-spi", port="simulated")


class SimulatedLamps:
    """Both at once, over the real drivers: an LED for each colour, and a strip with as many pixels."""

    def __init__(self, colours: Sequence[str]) -> None:
        self._pins = SimulatedLeds(colours, fading=colours)
        self._bus = SimulatedStrip("ws2812", len(colours), HERTZ)
        self._lit: tuple[Leds, Strip] = (
            Leds(self._pins.pins, lambda: self._pins),
            Strip(self._bus.open, sent),
        )

    def fades(self, _colour: str, /) -> bool:
        """Each of them can be dimmed."""
        return True

    def look(self) -> PartError | None:
        """See `hardware.lamps.driver.Lit`."""
        return next((gone for gone in [each.look() for each in self._lit] if gone is not None), None)

    def show(self, row: Sequence[Glow]) -> None:
        """See `hardware.lamps.driver.Lit`."""
        for each in self._lit:
            each.show(row)

    def close(self) -> None:
        """See `hardware.lamps.driver.Lit`."""
        for each in self._lit:
            each.close()

    def unplug(self) -> None:
        """Pull the strip out."""
        self._bus.unplug()

    def plug(self) -> None:
        """Put the strip back."""
        self._bus.plug()

    def leds(self) -> Mapping[str, float]:
        """By colour, how bright each lamp is, 0 to 1."""
        return self._pins.leds()

    def strip(self) -> Sequence[Pixel]:
        """Every pixel of the strip as it is to be seen."""
        return self._bus.strip()


RESET_NS = 280_000
"""Nanoseconds of low after which the fifth version of the WS2812B takes what comes for a new beginning."""
ZERO_NS, ONE_NS = (220, 380), (580, 1000)
"""From its sheet: how long a high of 0 and of 1 may be. Any other is none."""
LOW_NS = {0: (580, 1000), 1: (220, 420)}
"""How long it may be low after each, if not much longer, up to a reset."""


def read_ws2812(wire: bytes, hertz: int) -> list[Pixel]:
    """The pixels that a strip makes of these levels, which are as long as one bit of the bus each.

    Raises `ValueError` for a pulse that its sheet does not have, as a strip would show anything then.
    """
    bit_ns = 1e9 / hertz
    bits: list[int] = []
    begun = False
    for high, low in _runs(wire):
        if high:
            bits.append(_bit(high * bit_ns))
            least, _ = LOW_NS[bits[-1]]
            if low * bit_ns < least:
                raise ValueError(f"low for {low * bit_ns:.0f} ns after a {bits[-1]}")
        if low * bit_ns >= RESET_NS:
            if bits:
                break
            begun = True
    if bits and not begun:
        raise ValueError("no reset before the first pixel")
    octets = [int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits) - 7, 8)]
    return [(octets[at + 1], octets[at], octets[at + 2]) for at in range(0, len(octets) - 2, 3)]


def _runs(wire: bytes) -> Iterable[tuple[int, int]]:
    """How many bits each high lasts, and the low after it; the first high may be of none."""
    levels = "".join(f"{octet:08b}" for octet in wire)
    at = 0
    while at < len(levels):
        fall = levels.find("0", at)
        fall = len(levels) if fall < 0 else fall
        rise = levels.find("1", fall)
        rise = len(levels) if rise < 0 else rise
        yield fall - at, rise - fall
        at = rise


def _bit(high_ns: float) -> int:
    for bit, (least, most) in enumerate((ZERO_NS, ONE_NS)):
        if least <= high_ns <= most:
            return bit
    raise ValueError(f"high for {high_ns:.0f} ns")


def read_apa102(wire: bytes) -> list[Pixel]:
    """The pixels that a strip makes of these bytes: after 32 low bits, 32 bits for each that begins with
    three high ones. Those that the clock after them does not reach are not shown, and are not among them.
    """
    if len(wire) < 4 or any(wire[:4]):
        return []
    pixels: list[Pixel] = []
    at = 4
    while at + 4 <= len(wire) and wire[at] >> 5 == 0b111:
        brightness = (wire[at] & 31) / 31
        blue, green, red = (round(each * brightness) for each in wire[at + 1 : at + 4])
        pixels.append((red, green, blue))
        at += 4
    clocks = 8 * (len(wire) - at) - 32  # an SK9822 shows nothing before 32 low ones
    return pixels[: max(0, 2 * clocks)]
