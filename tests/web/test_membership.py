"""Joining: the code, the tokens, what survives a restart, and who stays when too many join."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.notifier import Notifier
from companion.storage.settings import Settings
from companion.storage.storage import StorageFailed
from tests.fakes.sitting import Clock, counting
from web.errors import WrongField
from web.membership import AWAY_AFTER, Membership, TooManyCommands, WrongCode, holder_of


@pytest.fixture
def quick(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written to the disk, for the sake of time."""
    monkeypatch.setattr(settings, "set", lambda _name, _value: None)


@pytest.fixture
def clock() -> Clock:
    return Clock()


Sit = Callable[..., Membership]


@pytest.fixture
def sit(settings: Settings, clock: Clock) -> Sit:
    entropy = counting()

    def build(configured: str | None = None) -> Membership:
        return Membership(
            settings,
            configured=configured,
            colours=("red", "blue"),
            entropy=entropy,
            monotonic=clock.monotonic,
            notifier=Notifier(),
        )

    return build


def test_the_code_is_made_once_and_has_four_digits(sit: Sit) -> None:
    code = sit().code
    assert len(code) == 4
    assert code.isdigit()
    assert sit().code == code


def test_a_configured_code_wins_over_a_made_one_and_is_taken_in_any_case(sit: Sit) -> None:
    made = sit().code
    members = sit("Boats42")
    assert members.code == "Boats42"
    assert members.who(members.join(" bOATS42 ", "", None, "here")) is not None
    assert sit().code != made


def test_a_token_gives_name_and_colour_and_survives_a_restart(sit: Sit) -> None:
    before = sit()
    token = before.join(before.code, "  Anna ", "red", "here")
    member = sit().who(token)
    assert member is not None
    assert (member.name, member.colour) == ("Anna", "red")


def test_no_token_and_an_unknown_one_are_a_strangers(sit: Sit) -> None:
    members = sit()
    assert members.who(None) is None
    assert members.who("") is None
    assert members.who("\ud800") is None


def test_the_data_folder_does_not_hold_the_tokens(sit: Sit, settings: Settings) -> None:
    members = sit()
    token = members.join(members.code, "", None, "here")
    assert token not in str(settings.get("members", dict))


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


def test_a_new_code_differs_from_the_old_one(settings: Settings, clock: Clock) -> None:
    members = Membership(
        settings, configured=None, colours=(), entropy=bytes, monotonic=clock.monotonic, notifier=Notifier()
    )
    assert members.new_code() != "0000"


@pytest.mark.parametrize("name", ["thirteen char", "tab\tin", "new\nline", "\ud800", "nul\0"])
def test_a_name_that_no_display_can_show_is_refused(sit: Sit, name: str) -> None:
    members = sit()
    with pytest.raises(WrongField) as refused:
        members.join(members.code, name, None, "here")
    assert refused.value.params["field"] == "name"


def sits(members: Membership, *tokens: str) -> list[bool]:
    return [members.who(token) is not None for token in tokens]


def test_a_phone_that_joins_again_takes_its_own_place(sit: Sit, settings: Settings) -> None:
    members = sit()
    token = members.join(members.code, "Anna", "red", "here")
    again = members.join(members.code, "Berta", "blue", "elsewhere", token)
    assert sits(members, token, again) == [False, True]
    assert str(settings.get("members", dict)).count("name") == 1


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("address", ["a neighbour", "address {}"], ids=["one", "many"])
def test_a_flood_of_joins_replaces_no_member_at_the_table(sit: Sit, address: str) -> None:
    members = sit()
    table = [members.join(members.code, "", None, f"phone {number}") for number in range(8)]
    assert all(sits(members, *table))
    for number in range(600):
        sits(members, members.join(members.code, "", None, address.format(number)))
    assert all(sits(members, *table))


@pytest.mark.usefixtures("quick")
def test_joining_again_and_again_behind_one_router_replaces_no_other_member(sit: Sit, clock: Clock) -> None:
    members = sit()
    table = [members.join(members.code, "", None, "the router") for _ in range(8)]
    assert all(sits(members, *table))
    clock.seconds += AWAY_AFTER / 2  # they are asleep
    for number in range(500):
        token = members.join(members.code, "", None, "the router")
        if number % 2:  # and some of his are used
            assert sits(members, token) == [True]
        clock.seconds += 1
    assert all(sits(members, *table))


def test_of_an_address_that_is_full_a_phone_that_has_left_the_table_goes_first(
    sit: Sit, clock: Clock
) -> None:
    members = sit()
    tokens = [members.join(members.code, "", None, "the router") for _ in range(members.NEIGHBOURS)]
    assert all(sits(members, *tokens))
    clock.seconds += AWAY_AFTER - 1
    assert all(sits(members, *tokens[:7], *tokens[8:]))
    clock.seconds += 2
    tokens.append(members.join(members.code, "", None, "the router"))
    assert sits(members, *tokens) == [number != 7 for number in range(members.NEIGHBOURS + 1)]


def test_the_members_are_bounded_and_the_address_with_most_makes_room(
    sit: Sit, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Membership, "MEMBERS", 4)
    members = sit()
    one = members.join(members.code, "", None, "one")
    three = [members.join(members.code, "", None, "three") for _ in range(3)]
    newest = members.join(members.code, "", None, "newest")
    assert sits(members, one, *three, newest) == [True, False, True, True, True]
    assert str(settings.get("members", dict)).count("name") == 4


def test_after_a_restart_the_members_are_bounded_as_before(sit: Sit) -> None:
    before = sit()
    tokens = [before.join(before.code, "", None, "the router") for _ in range(before.NEIGHBOURS)]
    members = sit()
    assert all(sits(members, *tokens[1:]))
    newest = members.join(members.code, "", None, "the router")
    assert sits(members, tokens[0], *tokens[1:], newest) == [False] + [True] * members.NEIGHBOURS


def test_a_sign_of_a_phone_is_not_written_to_the_disk(
    sit: Sit, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = sit()
    token = members.join(members.code, "", None, "here")
    monkeypatch.setattr(settings, "set", None)
    assert sits(members, token, token) == [True, True]


def test_a_join_that_cannot_be_stored_replaces_no_member(
    sit: Sit, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_name: str, _value: str) -> None:
        raise StorageFailed("journal-full")

    members = sit()
    token = members.join(members.code, "", None, "here")
    monkeypatch.setattr(settings, "set", full)
    with pytest.raises(StorageFailed):
        members.join(members.code, "", None, "here", token)
    assert sits(members, token) == [True]


def test_joining_again_makes_no_phone_faster(sit: Sit) -> None:
    members = sit()
    token = members.join(members.code, "", None, "here")
    for _ in range(4):
        for _ in range(250):
            members.count(holder_of(token), "here")
        token = members.join(members.code, "", None, "here", token)
    with pytest.raises(TooManyCommands):
        members.count(holder_of(token), "here")


def test_a_newcomer_inherits_the_rate_limit_of_the_member_it_replaces(sit: Sit) -> None:
    members = sit()
    for _ in range(members.NEIGHBOURS):
        token = members.join(members.code, "", None, "here")
        assert sits(members, token) == [True]
    for _ in range(1000):
        members.count(holder_of(token), "here")  # the one who joined last
    newest = members.join(members.code, "", None, "here")
    with pytest.raises(TooManyCommands):
        members.count(holder_of(newest), "here")


@pytest.mark.parametrize("setting", ["members", "join-code"])
def test_unreadable_members_count_as_none(sit: Sit, settings: Settings, setting: str) -> None:
    settings.set(setting, ["broken"])
    assert sit().code.isdigit()
