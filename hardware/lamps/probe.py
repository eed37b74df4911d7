"""The health check's probe of the lamps' pins or bus, none of which it claims."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing

from companion.config import STRIPS, Config
from companion.health.findings import Finding, fine
from companion.language.text import text
from hardware.gpio import CONSUMER, Chip, LineBusy, header_chip
from hardware.header import pin_label
from hardware.lamps.kinds import check_bus
from hardware.lamps.leds import pin_error
from hardware.lamps.strip import Bus
from hardware.part import SIMULATED, PartError
from hardware.pin_assignment import lamp_key, lamp_pins
from hardware.spi import Spi

HERTZ = 1_000_000
"""Of a bus that is opened and not written to."""


def probe_lamps(
    config: Config,
    open_chip: Callable[[], Chip] = header_chip,
    spi: Callable[[str, int], Bus] = Spi,
) -> Finding:
    """Whether the LEDs' pins are free or the strip's bus exists, for a configuration with lamps.

    A strip itself cannot be detected: it sends nothing.
    """
    if config.lamps.driver == SIMULATED:
        return Finding("lamps", "ok", text("doctor.simulated"))
    try:
        if config.lamps.driver not in STRIPS:
            return _leds(lamp_pins(config, config.lamps.colours), open_chip)
        check_bus(config)
        spi(config.lamps.spi, HERTZ).close()
    except PartError as error:
        return Finding("lamps", "missing", error.message)
    return fine("lamps", "bus", port=config.lamps.spi)


def _leds(pins: Mapping[str, int], open_chip: Callable[[], Chip]) -> Finding:
    """Whether these pins are free or our own. Raises `PartError` for the first that is not."""
    if not pins:
        return fine("lamps", "none")
    users: dict[str, str | None] = {}
    try:
        with closing(open_chip()) as chip:
            for colour, gpio in pins.items():
                users[colour] = chip.consumer(gpio)
                if users[colour] not in (None, CONSUMER):
                    raise LineBusy(users[colour] or "")
    except OSError as error:
        colour = [*users, *pins][max(0, len(users) - 1)]
        raise pin_error(error, colour, pins[colour]) from error
    if CONSUMER in users.values():
        return fine("lamps", "ours")
    return fine(
        "lamps", "free", pins=tuple(f"{lamp_key(colour)} {pin_label(gpio)}" for colour, gpio in pins.items())
    )
