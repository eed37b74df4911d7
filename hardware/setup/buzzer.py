"""Sets up the buzzer: it sounds, and the person confirms it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

from msgspec.structs import replace

from companion.config import BuzzerConfig, Config
from companion.health.findings import Finding
from companion.language.text import text
from hardware.buttons.pins import PIN_ERRORS
from hardware.buzzer.driver import Voice
from hardware.buzzer.tones import buzzer_pin_factory
from hardware.header import pin_label
from hardware.part import NONE, PartError
from hardware.pin_assignment import buzzer_pin
from hardware.setup.conversation import Conversation, choose_driver, until_found
from hardware.signals import check_signals

log = logging.getLogger(__name__)

DRIVERS = (NONE, "passive", "active")
"""Kinds of buzzer, in the order of the question."""


def set_up_buzzer(talk: Conversation, buzzers: BuzzerSearch, config: Config) -> BuzzerConfig:
    """Set up the buzzer with the person; return its configuration."""

    def look() -> BuzzerConfig | None:
        was = config.buzzer
        driver = choose_driver(talk, "buzzer", DRIVERS, was.driver)
        found = replace(was, driver=driver)
        if driver == NONE:
            return found
        try:
            check_signals(replace(config, buzzer=found))
            pin = buzzer_pin(replace(config, buzzer=found))
        except PartError as unfit:
            talk.found(Finding("buzzer", "missing", unfit.message))
            return None
        if not buzzers.sound(found, pin):
            talk.say(text("setup.buzzer.no-pin", pin=pin_label(pin)), indent=2)
            return None
        if talk.yes(text("setup.buzzer.heard", pin=pin_label(pin)), default=True):
            return found
        talk.say(text("setup.buzzer.unheard", pin=pin_label(pin)), indent=2)
        return None

    return until_found(talk, "buzzer", config.buzzer, look)


def _pins(active: bool) -> Any:
    return buzzer_pin_factory(active=active)


class BuzzerSearch:
    """Plays a test sound. open_factory: opens the `pin_factory`, True for an active buzzer. wait: so
    many seconds.
    """

    def __init__(
        self, open_factory: Callable[[bool], Any] = _pins, wait: Callable[[float], object] = time.sleep
    ) -> None:
        self._open_factory = open_factory
        self._wait = wait

    def sound(self, config: BuzzerConfig, pin: int) -> bool:
        """Play a sound, also in quiet hours; False where the pin cannot be had."""
        try:
            with (
                closing(self._open_factory(config.driver == "active")) as opened,
                closing(Voice(config, pin, opened)) as voice,
            ):
                voice.play("go", self._wait)
        except PIN_ERRORS as missing:
            log.debug("no pin for the buzzer, %s: %s", pin_label(pin), missing)
            return False
        return True
