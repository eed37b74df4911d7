"""Joining: the code, the tokens, what survives a restart, and wrong codes slowed down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from web.errors import WrongField
from web.membership import Membership, TooManyWrongCodes, WrongCode

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Clock:
    """A monotonic clock that a test turns on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def counting() -> Callable[[int], bytes]:
    """Entropy that differs each time and is the same in each run."""
    state = iter(range(7, 10_000))
    return lambda size: next(state).to_bytes(8, "big").rjust(size, b"\1")[-size:]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path, at=NOON, entropy=bytes)
    yield journal
    journal.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sit(journal: Journal, clock: Clock) -> Callable[..., Membership]:
    entropy = counting()

    def build(configured: str | None = None) -> Membership:
        return Membership(
            journal, configured=configured, colours=("red", "blue"), entropy=entropy, monotonic=clock
        )

    return build


Sit = Callable[..., Membership]


def test_the_code_is_made_once_and_has_four_digits(sit: Sit) -> None:
    code = sit().code
    assert len(code) == 4
    assert code.isdigit()
    assert sit().code == code


def test_a_configured_code_wins_over_a_made_one(sit: Sit) -> None:
    made = sit().code
    assert sit("Boats42").code == "Boats42"
    assert sit().code != made


def test_the_code_is_taken_in_any_case_and_with_spaces_around_it(sit: Sit) -> None:
    members = sit("Boats42")
    assert members.who(members.join(" bOATS42 ", "", None, "here")) is not None


def test_a_token_tells_name_and_colour_and_survives_a_restart(sit: Sit) -> None:
    before = sit()
    token = before.join(before.code, "  Anna ", "red", "here")
    member = sit().who(token)
    assert member is not None
    assert (member.name, member.colour) == ("Anna", "red")


def test_nobody_holds_no_token_or_an_unknown_one(sit: Sit) -> None:
    members = sit()
    assert members.who(None) is None
    assert members.who("") is None
    assert members.who("\ud800") is None


def test_the_data_folder_does_not_hold_the_tokens(sit: Sit, journal: Journal) -> None:
    members = sit()
    token = members.join(members.code, "", None, "here")
    assert token not in str(journal.setting("members"))


def test_a_new_code_ends_every_token_also_after_a_restart(sit: Sit) -> None:
    members = sit()
    old = members.code
    token = members.join(old, "", None, "here")
    assert members.new_code() == members.code != old
    assert members.who(token) is None
    again = sit()
    assert again.code == members.code
    assert again.who(token) is None
    with pytest.raises(WrongCode):
        again.join(old, "", None, "here")


def test_a_new_code_replaces_a_configured_one_until_another_is_configured(sit: Sit) -> None:
    members = sit("Boats42")
    made = members.new_code()
    assert made != "Boats42"
    assert sit("Boats42").code == made
    assert sit("Roads7").code == "Roads7"


def test_a_new_code_is_another_one_whatever_the_dice_say(journal: Journal, clock: Clock) -> None:
    members = Membership(journal, configured=None, colours=(), entropy=bytes, monotonic=clock)
    assert members.new_code() != "0000"


@pytest.mark.parametrize("name", ["thirteen char", "tab\tin", "new\nline", "\ud800", "nul\0"])
def test_a_name_that_no_display_can_show_is_refused(sit: Sit, name: str) -> None:
    members = sit()
    with pytest.raises(WrongField) as refused:
        members.join(members.code, name, None, "here")
    assert refused.value.params["field"] == "name"


def test_a_colour_must_be_of_a_game(sit: Sit) -> None:
    members = sit()
    with pytest.raises(WrongField) as refused:
        members.join(members.code, "", "beige", "here")
    assert refused.value.params["field"] == "colour"


def wrong(members: Membership, address: str = "here") -> None:
    with pytest.raises(WrongCode):
        members.join("no such", "", None, address)


def test_five_wrong_codes_are_looked_at_and_then_even_the_right_one_waits(sit: Sit, clock: Clock) -> None:
    members = sit()
    for _ in range(5):
        wrong(members)
    with pytest.raises(TooManyWrongCodes) as waits:
        members.join(members.code, "", None, "here")
    assert waits.value.params == {"count": 15}
    clock.now += 14.5
    with pytest.raises(TooManyWrongCodes) as waits:
        members.join(members.code, "", None, "here")
    assert waits.value.params == {"count": 1}
    clock.now += 0.5
    assert members.join(members.code, "", None, "here")


def test_one_who_guesses_does_not_keep_the_others_out(sit: Sit) -> None:
    members = sit()
    for _ in range(5):
        wrong(members)
    assert members.join(members.code, "", None, "elsewhere")


def test_many_addresses_share_a_bucket_too(sit: Sit, clock: Clock) -> None:
    members = sit()
    for guess in range(30):
        wrong(members, f"address {guess}")
    with pytest.raises(TooManyWrongCodes) as waits:
        members.join(members.code, "", None, "a new one")
    assert waits.value.params == {"count": 5}
    clock.now += 5
    wrong(members, "a new one")


def test_the_throttle_remembers_few_addresses(
    sit: Sit, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.membership.Throttle.ADDRESSES", 3)
    monkeypatch.setattr("web.membership.Throttle.ALL", (1000, 1.0))
    members = sit()
    for guess in range(3):
        wrong(members, f"address {guess}")
    clock.now += 15
    for _ in range(5):
        wrong(members, "the busy one")
    for guess in range(2):
        wrong(members, f"another {guess}")
    with pytest.raises(TooManyWrongCodes):
        members.join(members.code, "", None, "the busy one")
    wrong(members, "one more makes the oldest go")
    assert members.join(members.code, "", None, "the busy one")


def test_the_newest_members_stay_when_there_are_too_many(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Membership, "MEMBERS", 3)
    members = sit()
    tokens = [members.join(members.code, "", None, "here") for _ in range(4)]
    assert [members.who(token) is not None for token in tokens] == [False, True, True, True]


@pytest.mark.parametrize("setting", ["members", "join-code"])
def test_what_nobody_can_read_counts_as_nothing(sit: Sit, journal: Journal, setting: str) -> None:
    journal.set(setting, "{broken")
    assert sit().code.isdigit()
