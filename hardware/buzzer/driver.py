"""The buzzer's driver: plays sounds on one pin, one after the other, and none in quiet hours."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

import gpiozero
import msgspec

from companion.config import BuzzerConfig
from companion.language.signals import Sound
from companion.parts import Parts
from hardware.buttons.pins import PIN_ERRORS
from hardware.buzzer.rhythm import pulses
from hardware.device import DeviceThread
from hardware.header import pin_label

log = logging.getLogger(__name__)

QUEUE_SIZE = 8
"""Sounds that wait at most, the oldest are dropped; as many played ones are remembered."""
MAX_AGE = 3.0
"""Seconds after which a waiting sound is dropped, no news any more."""
CLAIM_TIMEOUT = 1.0
"""Seconds that `start` waits at most until the pin is claimed."""


class QuietHours(msgspec.Struct, frozen=True):
    """Hours of the day, 0 to 23, from `begins` until before `ends`, also across midnight; none if equal."""

    begins: int
    ends: int

    def cover(self, hour: int) -> bool:
        """Whether this hour is quiet."""
        if self.begins <= self.ends:
            return self.begins <= hour < self.ends
        return hour >= self.begins or hour < self.ends


class Voice:
    """A buzzer's pin that plays sounds: an active one by levels, a passive one by tones. For one thread.

    pin: its GPIO number. pin_factory: a `hardware.buzzer.tones.BuzzerPinFactory` for this kind of buzzer.
    Raises one of `PIN_ERRORS` where the pin cannot be had.
    """

    def __init__(self, config: BuzzerConfig, pin: int, pin_factory: Any) -> None:
        self._active = config.driver == "active"
        self._volume = config.volume
        if self._active:
            self._device = gpiozero.Buzzer(pin, pin_factory=pin_factory)
        else:
            self._device = gpiozero.TonalBuzzer(pin, mid_tone="A5", pin_factory=pin_factory)

    def play(self, sound: Sound, wait: Callable[[float], object]) -> None:
        """Play a sound to its end. Raises one of `PIN_ERRORS` where the pin is lost.

        wait: waits for so many seconds; anything true that it returns breaks the sound off.
        """
        for pulse in pulses(sound, self._volume):
            if self._active:
                self._device.on()
            else:
                self._device.play(pulse.tone)
            stopped = wait(pulse.on_time)
            if self._active:
                self._device.off()
            else:
                self._device.stop()
            if stopped or wait(pulse.off_time):
                return

    def close(self) -> None:
        """Be silent and release the pin. Raises one of `PIN_ERRORS` for a lost pin."""
        self._device.close()


class Buzzer(DeviceThread):
    """Plays sounds on one pin.

    pin: its GPIO number.
    open_factory: opens the `pin_factory`, which is closed with `stop`.
    local: the machine's local time, for quiet hours.
    monotonic: seconds, for the age of sounds.
    retry: seconds between two tries to claim a missing pin.
    wait: as `Event.wait`.
    """

    expected = PIN_ERRORS

    def __init__(
        self,
        parts: Parts,
        config: BuzzerConfig,
        *,
        pin: int,
        open_factory: Callable[[], Any],
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
        self._open_factory = open_factory
        self._quiet = QuietHours(config.quiet_from, config.quiet_until)
        self._local = local
        self._monotonic = monotonic
        self._wait = wait
        self._queue: deque[tuple[Sound, float]] = deque(maxlen=QUEUE_SIZE)
        self._played: deque[tuple[Sound, datetime]] = deque(maxlen=QUEUE_SIZE)

    def start(self) -> None:
        """Start the thread; returns once the pin is claimed or missing, or after `CLAIM_TIMEOUT`."""
        super().start()
        self._wait_until(lambda: self._tried, CLAIM_TIMEOUT)

    def play(self, sounds: tuple[Sound, ...]) -> None:
        """Queue these sounds, unless the hour is quiet. Returns at once."""
        if self._quiet.cover(self._local().hour):
            return
        at = self._monotonic()
        with self._notifying():
            self._queue.extend((each, at) for each in sounds)

    @property
    def played(self) -> tuple[tuple[Sound, datetime], ...]:
        """The last sounds, the newest last, each with the local time of its beginning."""
        with self._condition:
            return tuple(self._played)

    def settle(self, timeout: float) -> bool:
        """Wait until a first sound has begun; False when `timeout` seconds were not enough."""
        return self._wait_until(lambda: bool(self._played), timeout)

    def _serve(self) -> None:
        pin_factory = self._open_factory()
        try:
            voice = Voice(self._config, self._pin, pin_factory)
            try:
                self._queue.clear()
                self._report_found()
                while not self._stopping.is_set():
                    sound = self._next()
                    if sound is not None:
                        self._play(voice, sound)
            finally:
                with suppress(Exception):  # a lost pin cannot be released
                    voice.close()
        finally:
            pin_factory.close()

    def _next(self) -> Sound | None:
        """Wait for the next sound; None for one that is too old, and at the end."""
        with self._condition:
            self._condition.wait_for(lambda: self._stopping.is_set() or self._queue)
            if self._stopping.is_set():
                return None
            sound, at = self._queue.popleft()
        return None if self._monotonic() > at + MAX_AGE else sound

    def _play(self, voice: Voice, sound: Sound) -> None:
        with self._notifying():
            self._played.append((sound, self._local()))
        voice.play(sound, lambda seconds: self._wait(self._stopping, seconds))
