"""Kinds of lamps: builds what the configuration names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from companion.config import Config
from companion.parts import Parts
from hardware.lamps import apa102, ws2812
from hardware.lamps.driver import LampDevice, Lamps
from hardware.lamps.leds import Leds
from hardware.lamps.strip import Strip
from hardware.outputs import output_pin_factory
from hardware.part import NONE, SIMULATED, PartError
from hardware.pin_assignment import lamp_pins
from hardware.spi import Spi

STRIP_KINDS = {"ws2812": ws2812, "apa102": apa102}
"""By kind, the module of its protocol: `HERTZ` of the bus, `encode` turns pixels into bytes."""
_BUS = re.compile(r"spidev(\d+)\.\d+$")


def build_lamps(
    config: Config, parts: Parts, colours: Iterable[str], simulated: LampDevice | None = None
) -> Lamps:
    """Build the driver, for a configuration with lamps. colours: of all games. simulated: lit instead.

    Raises `PartError` for a pin that a lamp cannot have, a bus shared with a reader, or an unknown colour.
    """
    device = open_device(config, colours) if simulated is None else simulated
    return Lamps(device, parts, bright=config.lamps.brightness, dimmed=config.lamps.dim_brightness)


def open_device(config: Config, colours: Iterable[str]) -> LampDevice:
    """The LEDs or the strip, not opened yet. Raises as `build_lamps`."""
    if config.lamps.driver in STRIP_KINDS:
        check_bus(config)
        kind = STRIP_KINDS[config.lamps.driver]
        return Strip(partial(Spi, config.lamps.spi, kind.HERTZ), kind.encode)
    pins = lamp_pins(config, colours)
    return Leds(pins, output_pin_factory)


def check_bus(config: Config) -> None:
    """Raise `PartError` (`strip-bus`) where a reader is on the strip's bus: a strip has no chip select."""
    ours, other = _BUS.search(config.lamps.spi), _BUS.search(config.rfid.port)
    if ours and other and ours[1] == other[1] and config.rfid.driver not in (NONE, SIMULATED):
        raise PartError("strip-bus", port=config.lamps.spi, other=config.rfid.port)
