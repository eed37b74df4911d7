"""The health check's probe of the buzzer's pin, which it does not claim."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from companion.config import Config
from companion.health.findings import Finding, fine, missing
from companion.language.text import text
from hardware.gpio import CONSUMER, Chip, ChipNotFound, header_chip
from hardware.header import pin_label
from hardware.part import SIMULATED, PartError
from hardware.pin_assignment import buzzer_pin


def probe_buzzer(config: Config, open_chip: Callable[[], Chip] = header_chip) -> Finding:
    """Whether the buzzer's pin exists and is free, for a configuration with a buzzer."""
    if config.buzzer.driver == SIMULATED:
        return Finding("buzzer", "ok", text("doctor.simulated"))
    try:
        gpio = buzzer_pin(config)
        with closing(open_chip()) as chip:
            return _finding(gpio, chip.consumer(gpio))
    except PartError as error:
        return Finding("buzzer", "missing", error.message)
    except ChipNotFound as none:
        return missing("buzzer", "no-rights" if none.rights else "no-chip")
    except OSError as error:
        return missing("buzzer", "broken", why=error.strerror or str(error))


def _finding(gpio: int, consumer: str | None) -> Finding:
    if consumer is None:
        return fine("buzzer", "free", pin=pin_label(gpio))
    if consumer == CONSUMER:
        return fine("buzzer", "ours", pin=pin_label(gpio))
    return missing("buzzer", "busy", pin=pin_label(gpio), by=consumer or "?")
