"""The pin of a buzzer, as the configuration has it."""

from __future__ import annotations

from companion.config import Config
from hardware.buttons.header import button_pins, free_pin, key, place, written_pin
from hardware.part import PartError

KEY = "buzzer.pin"
"""Where the configuration says it."""


def buzzer_pin(config: Config) -> int:
    """Its GPIO number. Raises `PartError` for one that a buzzer cannot have, a button's among them.

    That a lamp has the same, `hardware.lamps.pins` says.
    """
    written = config.buzzer.pin
    gpio = free_pin(config, KEY, written)
    for button, pin in button_pins(config).items():
        if pin == gpio:
            said = written_pin(written, place(gpio))
            raise PartError("doubled-pin", key=KEY, pin=said, other=key(button))
    return gpio
