"""The buzzer's thread: it sleeps until there is something to say, and says it one word after the other."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

from companion.config import BuzzerConfig
from companion.language.signals import Sound
from companion.parts import Parts
from hardware.buttons.pins import PIN_ERRORS
from hardware.buzzer.quiet import Quiet
from hardware.buzzer.voice import Voice
from hardware.device import DeviceThread
from hardware.header import pin_label

log = logging.getLogger(__name__)

WAITING = 8
"""Words that wait at most; of more the oldest are dropped. As many are remembered."""
LATE = 3.0
"""Seconds after which a word that waits is no news any more, and is dropped."""
CLAIMING = 1.0
"""Seconds that a start waits at most for the pin; a kernel that is slower says so later."""


class Buzzer(DeviceThread):
    """Says sounds on one pin.

    pin: its GPIO number. chip: opens the machine's pins; they are closed with `stop`. local: the machine's
    local time, by whose hours it is quiet. monotonic: seconds. retry: seconds between two tries for a pin
    that is missing. wait: waits for an event, no longer than so many seconds, and says whether it has come.
    """

    expected = PIN_ERRORS

    def __init__(
        self,
        parts: Parts,
        config: BuzzerConfig,
        *,
        pin: int,
        chip: Callable[[], Any],
        local: Callable[[], datetime],
        monotonic: Callable[[], float],
        retry: float = 5.0,
        wait: Callable[[threading.Event, float], bool] = threading.Event.wait,
    ) -> None:
        super().__init__(
            "buzzer",
            parts,
            log,
            "the buzzer has its pin now",
            f"no pin for the buzzer, {pin_label(pin)}: %s",
            retry,
        )
        self._config = config
        self._pin = pin
        self._open_chip = chip
        self._quiet = Quiet(config.quiet_from, config.quiet_until)
        self._local = local
        self._monotonic = monotonic
        self._wait = wait
        self._waiting: deque[tuple[Sound, float]] = deque(maxlen=WAITING)
        self._words: deque[tuple[Sound, datetime]] = deque(maxlen=WAITING)

    def start(self) -> None:
        """Claim the pin. One that cannot be had is said to be missing, and tried again.

        Returns once it is known whether it can be had, or after `CLAIMING`.
        """
        super().start()
        self._wait_until(lambda: self._tried, CLAIMING)

    def say(self, sounds: tuple[Sound, ...]) -> None:
        """Have these said, one after the other, unless this is an hour of silence. Returns at once."""
        if self._quiet.at(self._local().hour):
            return
        at = self._monotonic()
        with self._changing():
            self._waiting.extend((each, at) for each in sounds)

    @property
    def words(self) -> tuple[tuple[Sound, datetime], ...]:
        """The last words, the newest last, each with the local time at which it began."""
        with self._news:
            return tuple(self._words)

    def settle(self, timeout: float) -> bool:
        """Wait until something has been said, or is being said.

        Gives False when `timeout` seconds were not enough.
        """
        return self._wait_until(lambda: bool(self._words), timeout)

    def _serve(self) -> None:
        chip = self._open_chip()
        try:
            voice = Voice(self._config, self._pin, chip)
            try:
                self._waiting.clear()
                self._find()
                while not self._stopping.is_set():
                    sound = self._next()
                    if sound is not None:
                        self._speak(voice, sound)
            finally:
                with suppress(Exception):  # of a pin that was lost nothing can be given back
                    voice.close()
        finally:
            chip.close()

    def _next(self) -> Sound | None:
        """Wait for a word, and give it if it is news still. None at the end."""
        with self._news:
            self._news.wait_for(lambda: self._stopping.is_set() or self._waiting)
            if self._stopping.is_set():
                return None
            sound, at = self._waiting.popleft()
        return None if self._monotonic() > at + LATE else sound

    def _speak(self, voice: Voice, sound: Sound) -> None:
        with self._changing():
            self._words.append((sound, self._local()))
        voice.say(sound, lambda seconds: self._wait(self._stopping, seconds))
