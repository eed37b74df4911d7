"""The pins of lamps that are plain LEDs, as the configuration has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.config import Config
from hardware.buttons.header import button_pins, find, free_pin, place, written_pin
from hardware.buttons.header import key as button_key
from hardware.part import PartError, UnknownColour

BUZZER = "buzzer.pin"
"""Where the configuration says the buzzer's pin."""


def lamp_pins(config: Config, colours: Iterable[str]) -> Mapping[str, int]:
    """The GPIO number of each lamp. Raises `PartError` for the first pin that a lamp cannot have."""
    every = tuple(colours)
    strange = config.lamps.colours.keys() - every
    if strange:
        raise UnknownColour(min(strange), every)
    owners = {gpio: button_key(name) for name, gpio in button_pins(config).items()}
    buzzer = find(config.buzzer.pin) if config.buzzer.driver in ("active", "passive") else None
    if buzzer is not None and buzzer.gpio is not None:
        owners.setdefault(buzzer.gpio, BUZZER)
    pins: dict[str, int] = {}
    for colour, written in config.lamps.colours.items():
        where = key(colour)
        gpio = free_pin(config, where, written)
        if gpio in owners:
            said = written_pin(written, place(gpio))
            raise PartError("doubled-pin", key=where, pin=said, other=owners[gpio])
        owners[gpio] = where
        pins[colour] = gpio
    return pins


def key(colour: str) -> str:
    """Where the configuration says a lamp's pin."""
    return f"lamps.colours.{colour}"
