"""The join code: right, it is always taken; guessed at too often, it becomes longer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.notifier import Notifier
from companion.storage.settings import Settings
from companion.storage.storage import StorageFailed
from tests.fakes.sitting import Clock, counting
from web.join_code import MAX_GUESSES
from web.membership import Membership, TooManyWrongCodes, WrongCode

MANY = MAX_GUESSES.size + 1
Sit = Callable[..., Membership]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def notifier() -> Notifier:
    return Notifier()


@pytest.fixture
def sit(settings: Settings, clock: Clock, notifier: Notifier) -> Sit:
    entropy = counting()

    def build(configured: str | None = None) -> Membership:
        return Membership(
            settings,
            configured=configured,
            colours=(),
            entropy=entropy,
            monotonic=clock.monotonic,
            notifier=notifier,
        )

    return build


def guess(members: Membership, times: int = 1, address: str = "") -> None:
    """Wrong codes, each from an address of its own unless one is given."""
    for number in range(times):
        with pytest.raises((WrongCode, TooManyWrongCodes)):
            members.join("no such", "", None, address or f"guesser {number}")


@pytest.mark.parametrize("address", ["elsewhere", "the guesser"])
def test_the_right_code_is_accepted_after_any_wrong_ones(sit: Sit, address: str) -> None:
    members = sit()
    guess(members, 100, "the guesser")
    guess(members, 150)
    assert members.join(members.code, "", None, address)


def test_guessing_too_fast_is_refused_with_a_wait(sit: Sit, clock: Clock) -> None:
    members = sit()
    for _ in range(5):
        with pytest.raises(WrongCode):
            members.join("no such", "", None, "here")
    with pytest.raises(TooManyWrongCodes) as waits:
        members.join("no such", "", None, "here")
    assert waits.value.headers == {"Retry-After": "15"}
    with pytest.raises(WrongCode):
        members.join("no such", "", None, "elsewhere")
    clock.seconds += 15
    with pytest.raises(WrongCode):
        members.join("no such", "", None, "here")


def test_a_code_that_is_guessed_at_too_often_becomes_longer_and_notifies(
    sit: Sit, notifier: Notifier, caplog: pytest.LogCaptureFixture
) -> None:
    members = sit()
    token = members.join(members.code, "", None, "here")
    short, count = members.code, notifier.count
    guess(members, MANY - 1)
    assert (members.code, notifier.count, members.guessed) == (short, count, False)
    guess(members)
    assert (len(members.code), notifier.count, members.guessed) == (6, count + 1, True)
    assert members.code.isdigit()
    assert "too many wrong join codes" in caplog.text
    assert members.code not in caplog.text
    with pytest.raises(WrongCode):
        members.join(short, "", None, "here")
    assert members.join(members.code, "", None, "here")
    assert members.who(token) is not None, "who has joined stays"


def test_each_longer_code_bears_ten_times_as_many_guesses_as_the_one_before(sit: Sit, clock: Clock) -> None:
    members = sit()
    guess(members, MANY, "here")
    guess(members, 10 * MAX_GUESSES.size, "here")
    assert len(members.code) == 6
    guess(members, 1, "here")
    assert len(members.code) == 8


def test_the_longest_code_gives_way_to_another_as_long(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.join_code.MAX_DIGITS", 6)
    members = sit("123456")
    guess(members, 10 * MANY, "here")
    assert members.code != "123456"
    assert len(members.code) == 6


def test_a_patient_guesser_gets_one_guess_more_in_ten_minutes(sit: Sit, clock: Clock) -> None:
    members = sit()
    guess(members, MANY - 1)
    for _ in range(50):
        clock.seconds += 600
        guess(members)
    assert len(members.code) == 4
    guess(members)
    assert len(members.code) == 6


@pytest.mark.parametrize(("configured", "longer"), [("4821", 6), ("48215", 6), ("Roads", 6), ("Boats42", 6)])
def test_a_configured_code_gives_way_until_another_is_configured(
    sit: Sit, configured: str, longer: int
) -> None:
    members = sit(configured)
    guess(members, 950, "here")
    assert len(members.code) == longer
    assert sit(configured).code == members.code
    assert members.new_code() == sit(configured).code
    assert sit("Roads7").code == "Roads7"


def test_the_longer_code_outlives_a_restart_and_a_new_one_is_short_again(sit: Sit) -> None:
    before = sit()
    guess(before, MANY)
    members = sit()
    assert (members.code, members.guessed) == (before.code, True)
    assert (len(members.new_code()), members.guessed) == (4, False)
    guess(members, MANY - 1)
    assert len(members.code) == 4


def test_a_flood_of_wrong_codes_is_not_written_to_the_disk(
    sit: Sit, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = sit()
    written: list[str] = []
    monkeypatch.setattr(settings, "set", lambda name, _value: written.append(name))
    guess(members, MANY + 2000, "here")
    assert written == ["join-code"]


def test_a_disk_that_takes_nothing_does_not_keep_the_short_code_in_force(
    sit: Sit, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_name: str, _value: str) -> None:
        raise StorageFailed("journal-full")

    members = sit()
    monkeypatch.setattr(settings, "set", full)
    guess(members, MANY)
    assert len(members.code) == 6
