"""Simulated lamps: gpiozero's mock pins under `Leds`, and a strip that decodes its wire by the datasheets."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Literal, TypeAlias

from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from hardware.lamps.leds import Leds
from hardware.lamps.rhythm import LampLevel
from hardware.lamps.strip import Strip
from hardware.lamps.ws2812 import HERTZ, encode
from hardware.part import PartError

Pixel: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""
Kind: TypeAlias = Literal["ws2812", "apa102"]

_FIRST_PIN = 4
DARK: Pixel = (0, 0, 0)
_CACHE_SIZE = 64
"""Decoded rows to keep: decoding one bit by bit takes as long as a press."""


class SimulatedLeds:
    """A `pin_factory` of mock pins. colours: of the lamps. fading: those with PWM pins."""

    def __init__(self, colours: Iterable[str], fading: Iterable[str] = ()) -> None:
        self.pins: Mapping[str, int] = {each: _FIRST_PIN + n for n, each in enumerate(colours)}
        self._fading = {self.pins[each] for each in fading}
        self._factory: Any = MockFactory(revision="a02082", pin_class=MockPin)

    def has_pwm(self, gpio: int) -> bool:
        """As `hardware.outputs.OutputPinFactory`."""
        return gpio in self._fading

    def pin(self, gpio: int) -> Any:
        """As `hardware.outputs.OutputPinFactory`."""
        return self._factory.pin(gpio, pin_class=MockPWMPin if self.has_pwm(gpio) else MockPin)

    def reserve_pins(self, requester: Any, *pins: Any) -> None:
        """Do nothing."""

    def release_pins(self, reserver: Any, *pins: Any) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    def leds(self) -> Mapping[str, float]:
        """By colour, the level of each lamp, 0 to 1; dark where its pin is no output."""
        pins = {colour: self.pin(gpio) for colour, gpio in self.pins.items()}
        return {colour: float(pin.state) if pin.function == "output" else 0.0 for colour, pin in pins.items()}


class SimulatedStrip:
    """A strip of so many pixels, and its bus of so many hertz. Safe to use from any thread."""

    def __init__(self, kind: Kind, pixels: int, hertz: int) -> None:
        self._read: Callable[[bytes], list[Pixel]] = lru_cache(_CACHE_SIZE)(
            read_apa102 if kind == "apa102" else partial(read_ws2812, hertz=hertz)
        )
        self._lock = threading.Lock()
        self._pixels: list[Pixel] = [DARK] * pixels
        self._unplugged = False

    def open(self) -> SimulatedStrip:
        """Open the bus. Raises `PartError` while unplugged."""
        self._check_plugged()
        return self

    def write(self, data: bytes) -> None:
        """Decode the wire and light the pixels. Raises `PartError` while unplugged."""
        self._check_plugged()
        pixels = self._read(data)
        with self._lock:
            count = min(len(pixels), len(self._pixels))
            self._pixels[:count] = pixels[:count]

    def close(self) -> None:
        """Do nothing: pixels stay as they are."""

    def unplug(self) -> None:
        """Take bus and power away: the pixels go dark."""
        with self._lock:
            self._unplugged = True
            self._pixels = [DARK] * len(self._pixels)

    def plug(self) -> None:
        """Give bus and power back; the pixels stay dark."""
        with self._lock:
            self._unplugged = False

    def strip(self) -> Sequence[Pixel]:
        """Every pixel's light."""
        with self._lock:
            return tuple(self._pixels)

    def _check_plugged(self) -> None:
        if self._unplugged:
            raise PartError("no-spi", port="simulated")


class SimulatedLamps:
    """A `LampDevice` of both real drivers: an LED for each colour, and a strip of as many pixels."""

    def __init__(self, colours: Sequence[str]) -> None:
        self._pins = SimulatedLeds(colours, fading=colours)
        self._bus = SimulatedStrip("ws2812", len(colours), HERTZ)
        self._lit: tuple[Leds, Strip] = (
            Leds(self._pins.pins, lambda: self._pins),
            Strip(self._bus.open, encode),
        )

    def dimmable(self, _colour: str, /) -> bool:
        """Always True."""
        return True

    def open(self) -> PartError | None:
        """See `hardware.lamps.driver.LampDevice`."""
        return next((error for error in [each.open() for each in self._lit] if error is not None), None)

    def show(self, row: Sequence[LampLevel]) -> None:
        """See `hardware.lamps.driver.LampDevice`."""
        for each in self._lit:
            each.show(row)

    def close(self) -> None:
        """See `hardware.lamps.driver.LampDevice`."""
        for each in self._lit:
            each.close()

    def unplug(self) -> None:
        """Unplug the strip."""
        self._bus.unplug()

    def plug(self) -> None:
        """Plug the strip in."""
        self._bus.plug()

    def leds(self) -> Mapping[str, float]:
        """By colour, the level of each LED, 0 to 1."""
        return self._pins.leds()

    def strip(self) -> Sequence[Pixel]:
        """Every pixel's light."""
        return self._bus.strip()


RESET_NS = 280_000
"""Nanoseconds of low that are a reset, of the WS2812B-V5."""
ZERO_NS, ONE_NS = (220, 380), (580, 1000)
"""Bounds of a high for 0 and for 1, from its datasheet."""
LOW_NS = {0: (580, 1000), 1: (220, 420)}
"""Bounds of the low after each, which may also be much longer, up to a reset."""


def read_ws2812(wire: bytes, hertz: int) -> list[Pixel]:
    """Decode the levels of one wire, a bit of the bus each. Raises `ValueError` for a pulse out of bounds."""
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
    """The lengths in bits of each high and of the low after it; the first high may have none."""
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
    """Decode data and clock: 32 zeros, then 32 bits a pixel. Without enough clocks after them, the last
    pixels are not shown.
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
