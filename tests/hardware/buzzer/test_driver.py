"""The buzzer's driver over gpiozero's mock pins. Time is a number that its waiting moves on."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from queue import SimpleQueue
from typing import Any, Literal, get_args

import pytest
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin
from gpiozero.tones import Tone

from companion.config import BuzzerConfig
from companion.language.signals import Sound
from hardware.buzzer.driver import MAX_AGE, QUEUE_SIZE, Buzzer, QuietHours
from hardware.buzzer.rhythm import pulses
from hardware.gpio import ChipNotFound, LineBusy
from tests.fakes.bench import PartsWatch
from tests.patience import PATIENCE

PIN = 18
NEVER = (0, 0)
SOUNDS: tuple[Sound, ...] = get_args(Sound)
Played = tuple[float, float | None, float]
"""The level, the tone in hertz, and for how many seconds."""


class Room:
    """Records the pin while the driver waits, and moves the time on by as much."""

    def __init__(self, kind: Literal["active", "passive"]) -> None:
        self.kind = kind
        self.chip: Any = MockFactory(revision="a02082", pin_class=MockPin if kind == "active" else MockPWMPin)
        self.now = 100.0
        self.hour = 12
        self.over = threading.Event()
        self.held = threading.Event()
        self.held.set()
        self.played: SimpleQueue[Played] = SimpleQueue()

    def wait(self, over: threading.Event, seconds: float) -> bool:
        pin, self.over = self.chip.pin(PIN), over
        self.played.put((float(pin.state), pin.frequency, seconds))
        assert self.held.wait(PATIENCE)
        self.now += seconds
        return over.is_set()

    def pulse(self) -> Played:
        """Wait until the driver waits."""
        return self.played.get(timeout=PATIENCE)

    def local(self) -> datetime:
        return datetime(2026, 11, 22, self.hour, 30, tzinfo=UTC)

    def expects(self, *sounds: Sound, volume: int = 2) -> None:
        """Wait until these sounds have been played, and no other before them."""
        for sound in sounds:
            for pulse in pulses(sound, volume):
                level, tone = (0.5, Tone(pulse.tone).frequency) if self.kind == "passive" else (1.0, None)
                assert self.played.get(timeout=PATIENCE) == (level, tone, pulse.on_time), sound
                assert self.played.get(timeout=PATIENCE) == (0.0, None, pulse.off_time), sound


Make = Callable[..., Buzzer]


@pytest.fixture(params=["active", "passive"])
def room(request: pytest.FixtureRequest) -> Room:
    return Room(request.param)


@pytest.fixture
def make(room: Room, watch: PartsWatch) -> Iterator[Make]:
    made: list[Buzzer] = []

    def build(volume: int = 2, quiet: tuple[int, int] = NEVER, **changes: Any) -> Buzzer:
        config = BuzzerConfig(room.kind, PIN, volume, *quiet)
        settings: dict[str, Any] = {
            "pin": PIN,
            "open_factory": lambda: room.chip,
            "local": room.local,
            "monotonic": lambda: room.now,
            "wait": room.wait,
        }
        made.append(Buzzer(watch.parts, config, **settings | changes))
        return made[-1]

    yield build
    room.held.set()
    for each in made:
        each.stop()
    assert "buzzer" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize("volume", [1, 2, 3])
def test_each_sound_is_on_the_pin_as_its_word_and_the_pin_is_silent_between(
    make: Make, room: Room, watch: PartsWatch, volume: int
) -> None:
    buzzer = make(volume=volume)
    buzzer.start()
    assert watch.parts.states()["buzzer"] == "ok"
    for sound in SOUNDS:
        buzzer.play((sound,))
        room.expects(sound, volume=volume)
        assert buzzer.played[-1][0] == sound


def test_nothing_is_played_in_quiet_hours_by_the_local_clock_nor_afterwards(make: Make, room: Room) -> None:
    buzzer = make(quiet=(22, 8))
    buzzer.start()
    for hour in (22, 23, 0, 7):
        room.hour = hour
        buzzer.play(("rare",))
    room.hour = 8
    buzzer.play(("go",))
    room.expects("go")
    room.hour = 21
    buzzer.play(("end",))
    room.expects("end")


def test_of_what_waits_the_newest_is_kept(make: Make, room: Room) -> None:
    buzzer = make()
    buzzer.start()
    room.held.clear()
    buzzer.play(("common",))
    room.pulse()
    buzzer.play(("common",) * 50)
    buzzer.play(("go",))
    room.held.set()
    room.pulse()
    for _ in range(QUEUE_SIZE - 1):
        room.expects("common")
    room.expects("go")


def test_a_late_sound_is_dropped(make: Make, room: Room) -> None:
    buzzer = make()
    buzzer.start()
    room.held.clear()
    buzzer.play(("common",))
    room.pulse()
    buzzer.play(("rare",))
    room.now += MAX_AGE
    buzzer.play(("end",))
    room.held.set()
    room.pulse()
    room.expects("end")


def test_stopped_during_a_sound_it_is_silent_and_releases_the_pin(make: Make, room: Room) -> None:
    buzzer = make()
    buzzer.start()
    room.held.clear()
    buzzer.play(("end", "end"))
    assert room.pulse()[0] > 0
    stopping = threading.Thread(target=buzzer.stop)
    stopping.start()
    assert room.over.wait(PATIENCE)
    room.held.set()
    stopping.join(PATIENCE)
    pin = room.chip.pin(PIN)
    assert (float(pin.state), pin.frequency, pin.function) == (0.0, None, "input")
    assert room.played.empty(), "the word was broken off"
    buzzer.play(("go",))
    assert room.played.empty()


@pytest.mark.parametrize(
    "missing",
    [
        ChipNotFound(rights=False),
        ChipNotFound(rights=True),
        LineBusy("somebody"),
        AttributeError("no such chip"),
    ],
    ids=["none", "rights", "taken", "unexpected"],
)
def test_a_missing_pin_is_reported_and_found_once_it_is_there(
    make: Make, room: Room, watch: PartsWatch, missing: Exception
) -> None:
    tries = iter([missing, missing, room.chip])

    def opened() -> Any:
        found = next(tries)
        if isinstance(found, Exception):
            raise found
        return found

    buzzer = make(open_factory=opened, retry=0.0)
    buzzer.play(("rare",))
    buzzer.start()
    watch.wait_for("buzzer", "ok")
    buzzer.play(("go",))
    room.expects("go")


@pytest.mark.parametrize(
    "fault", [OSError(errno.ENODEV, "No such device"), ValueError("no such tone")], ids=["gone", "unexpected"]
)
def test_a_pin_that_is_lost_while_it_sounds_is_missing_and_taken_again(
    make: Make, room: Room, watch: PartsWatch, fault: Exception
) -> None:
    lost = iter([fault])

    def wait(over: threading.Event, seconds: float) -> bool:
        for each in lost:
            raise each
        return room.wait(over, seconds)

    buzzer = make(retry=0.0, wait=wait)
    buzzer.start()
    count = watch.notifier.count
    buzzer.play(("refused",))
    while (seen := watch.notifier.count) < count + 2:
        assert watch.notifier.wait(seen, PATIENCE) > seen
    assert watch.parts.states()["buzzer"] == "ok"
    buzzer.play(("common",))
    room.expects("common")


def test_no_sound_is_played_without_one(make: Make, room: Room) -> None:
    buzzer = make()
    buzzer.start()
    buzzer.play(())
    buzzer.play(("common",))
    room.expects("common")
    assert room.played.empty()


@pytest.mark.parametrize(
    ("begins", "ends", "quiet"),
    [
        (22, 8, {22, 23, *range(8)}),
        (0, 7, set(range(7))),
        (13, 15, {13, 14}),
        (23, 0, {23}),
        (8, 8, set()),
        (0, 0, set()),
    ],
)
def test_it_is_quiet_from_one_hour_until_another_also_across_midnight(
    begins: int, ends: int, quiet: set[int]
) -> None:
    assert {hour for hour in range(24) if QuietHours(begins, ends).cover(hour)} == quiet
