"""The lamps of a configuration: which driver's, on which pins or bus, and what else must not be there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from companion.config import Config
from companion.parts import Parts
from hardware.lamps import apa102, ws2812
from hardware.lamps.driver import Lamps, Lit
from hardware.lamps.leds import Leds
from hardware.lamps.strip import Strip
from hardware.outputs import output_pin_factory
from hardware.part import NONE, SIMULATED, PartError
from hardware.pin_assignment import lamp_pins
from hardware.spi import Spi

STRIP_KINDS = {"ws2812": ws2812, "apa102": apa102}
"""A module each: `HERTZ` is the speed of its bus, `sent` makes bytes of pixels."""
_BUS = re.compile(r"spidev(\d+)\.\d+$")


def lamps(config: Config, parts: Parts, colours: Iterable[str], simulated: Lit | None = None) -> Lamps:
    """The driver of a configuration that has lamps. colours: of every game. simulated: what it lights
    instead.

    Raises `PartError` for a pin that a lamp cannot have, a bus that is shared with a reader, or a lamp in a
    colour that no player has.
    """
    lit = lit_by(config, colours) if simulated is None else simulated
    return Lamps(lit, parts, bright=config.lamps.brightness, dimmed=config.lamps.dim_brightness)


def lit_by(config: Config, colours: Iterable[str]) -> Lit:
    """The LEDs or the strip; nothing of it is opened yet. Raises as `lamps`."""
    if config.lamps.driver in STRIP_KINDS:
        check_bus(config)
        kind = STRIP_KINDS[config.lamps.driver]
        return Strip(partial(Spi, config.lamps.spi, kind.HERTZ), kind.sent)
    pins = lamp_pins(config, colours)
    return Leds(pins, output_pin_factory)


def check_bus(config: Config) -> None:
    """Raise `PartError` (`strip-bus`) where a reader is on the strip's bus, on whichever of its devices.

    A strip is not selected: it takes for its own what is sent to the reader.
    """
    ours, other = _BUS.search(config.lamps.spi), _BUS.search(config.rfid.port)
    if ours and other and ours[1] == other[1] and config.rfid.driver not in (NONE, SIMULATED):
        raise PartError("strip-bus", port=config.lamps.spi, other=config.rfid.port)
