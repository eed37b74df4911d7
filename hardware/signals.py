"""Lamps and buzzer: built from the configuration, or checked against the other parts. Imported where
needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from companion.config import STRIPS, Config
from companion.parts import Parts
from hardware.buzzer.driver import Buzzer
from hardware.buzzer.tones import buzzer_pin_factory
from hardware.lamps.driver import Lamps
from hardware.lamps.kinds import build_lamps, check_bus
from hardware.part import NONE, SIMULATED
from hardware.pin_assignment import buzzer_pin, lamp_pins

if TYPE_CHECKING:  # a real box brings in no simulated parts
    from hardware.buzzer.simulated import SimulatedBuzzer
    from hardware.lamps.simulated import SimulatedLamps


class Signals(msgspec.Struct):
    """The drivers, None where not configured, and what simulated ones drive."""

    lamps: Lamps | None = None
    buzzer: Buzzer | None = None
    simulated_lamps: SimulatedLamps | None = None
    simulated_buzzer: SimulatedBuzzer | None = None


def build_signals(
    config: Config,
    parts: Parts,
    colours: Iterable[str],
    *,
    local: Callable[[], datetime],
    monotonic: Callable[[], float],
) -> Signals:
    """Build what is configured. colours: of all games. local: the machine's local time.

    Raises `PartError` for a pin or a bus that a part cannot have, or a lamp in an unknown colour.
    """
    signals, every = Signals(), tuple(colours)
    if config.lamps.driver == SIMULATED:
        from hardware.lamps.simulated import SimulatedLamps

        signals.simulated_lamps = SimulatedLamps(every)
    if config.lamps.driver != NONE:
        signals.lamps = build_lamps(config, parts, every, signals.simulated_lamps)
    if config.buzzer.driver == NONE:
        return signals
    if config.buzzer.driver == SIMULATED:
        from hardware.buzzer.simulated import SimulatedBuzzer

        simulated = signals.simulated_buzzer = SimulatedBuzzer()
        pin, open_factory = simulated.pin, lambda: simulated.chip
    else:
        pin, open_factory = (
            buzzer_pin(config),
            partial(buzzer_pin_factory, active=config.buzzer.driver == "active"),
        )
    signals.buzzer = Buzzer(
        parts, config.buzzer, pin=pin, open_factory=open_factory, local=local, monotonic=monotonic
    )
    if signals.simulated_buzzer is not None:
        signals.simulated_buzzer.driver = signals.buzzer
    return signals


def check_signals(config: Config) -> None:
    """Raise `PartError` for the first pin or bus that another part has."""
    if config.lamps.driver in STRIPS:
        check_bus(config)
    elif config.lamps.driver == "leds":
        lamp_pins(config, config.lamps.colours)
    if config.buzzer.driver not in (NONE, SIMULATED):
        buzzer_pin(config)
