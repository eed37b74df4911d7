"""Players are remembered: their seats and phones in the next game, and their names in the log."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games import Player
from tests.fakes.sitting import GAMES, Sitting, act
from web.membership import Member
from web.people import proposed_players

STRADA = {"type": "start", "system": "la-strada", "replace": True}
RB, LS = GAMES["roads-and-boats"], GAMES["la-strada"]


def players(**names: str) -> list[dict[str, Any]]:
    """Players by colour."""
    return [{"colour": colour, "name": name} for colour, name in names.items()]


def start(sitting: Sitting, system: str, **names: str) -> None:
    """Begin a game with these players."""
    command = {"type": "start", "system": system, "replace": True, "players": players(**names)}
    assert act(sitting.phone("", None), command).status_code == 200


def sits(sitting: Sitting, system: str) -> dict[str, str]:
    """Who would play, by colour."""
    return {each.colour: each.name for each in proposed_players(sitting.site, GAMES[system])}


@pytest.mark.parametrize(
    ("member", "colour"),
    [
        (Member("Anna", "red"), "yellow"),
        (Member(" anna", "red"), "yellow"),
        (Member("", "red", plays="Anna"), "yellow"),
        (Member("", "grey"), "grey"),
        (Member("", "red"), None),
        (Member("Zoe", "black"), "black"),
        (Member("Zoe", "grey"), None),
        (Member("Zoe", "grey", plays="Bruno"), "grey"),
        (Member("Bruno"), "grey"),
        (Member("", None), None),
    ],
)
def test_a_player_is_recognised_by_name_else_by_a_colour_that_is_free(
    member: Member, colour: str | None
) -> None:
    game = (Player("yellow", "Anna"), Player("grey", "Bruno"), Player("black"))
    assert member.among(game) == colour


def test_the_start_form_has_the_members(sitting: Sitting) -> None:
    for name, colour in (("Anna", "blue"), ("Bruno", None), ("", "red"), ("", None)):
        sitting.phone(name, colour)
    assert sits(sitting, "roads-and-boats") == {"blue": "Anna", "red": "", "yellow": "Bruno"}
    assert sits(sitting, "la-strada") == {"red": "", "black": "Anna", "grey": "Bruno"}
    sitting.clock.seconds += 13 * 3600
    assert sits(sitting, "roads-and-boats") == {}, "they have left long ago"


def test_without_members_it_has_the_last_players_in_their_order(sitting: Sitting) -> None:
    start(sitting, "la-strada", red="Carla", black="Anna", yellow="")
    assert list(sits(sitting, "la-strada").items()) == [("red", "Carla"), ("black", "Anna"), ("yellow", "")]
    assert sits(sitting, "roads-and-boats") == {"red": "Carla", "yellow": "", "green": "Anna"}
    sitting.phone("Dora", "green")
    assert "Dora" in sits(sitting, "roads-and-boats").values()
    assert len(sits(sitting, "roads-and-boats")) == 4


def test_each_player_gets_the_colour_last_played_in_this_game(sitting: Sitting) -> None:
    start(sitting, "roads-and-boats", green="Anna", blue="Bruno")
    start(sitting, "la-strada", black="Anna", red="Bruno")
    assert sits(sitting, "roads-and-boats") == {"green": "Anna", "blue": "Bruno"}
    assert sits(sitting, "la-strada") == {"black": "Anna", "red": "Bruno"}


def test_more_than_four_sit_down_only_where_the_last_game_had_more(sitting: Sitting) -> None:
    names = ("Anna", "Bruno", "Carla", "Dora", "Emil", "Fred")
    phones = [sitting.phone(name, colour) for name, colour in zip(names, RB.colours[::-1], strict=True)]
    assert set(sits(sitting, "roads-and-boats")) == set(RB.colours[:4])
    six = dict(zip(RB.colours, names, strict=True))
    command = {"type": "start", "system": "roads-and-boats", "players": players(**six)}
    assert act(phones[0], {**command, "options": {"more_players": True}}).status_code == 200
    assert sits(sitting, "roads-and-boats") == six


def test_the_form_is_filled_without_a_script(sitting: Sitting) -> None:
    phone = sitting.phone("Anna", "blue")
    sitting.phone("Bruno", "red")
    for page in ("/games", "/setup?system=roads-and-boats"):
        text = phone.get(page).get_data(as_text=True)
        assert re.findall(r'id="tick-roads-and-boats-(\w+)"[^>]* checked', text) == ["red", "blue"]
        assert re.search(r'aria-label="Name of Blue" value="Anna"', text)


def test_the_form_for_la_strada_has_them_by_place(sitting: Sitting) -> None:
    start(sitting, "la-strada", red="Carla", black="Anna", yellow="Dora")
    text = sitting.phone("Anna", "black").get("/games").get_data(as_text=True)
    form = text.partition('id="f-new-la-strada"')[2]
    assert re.findall(r'<option value="(\w*)" selected', form)[:4] == ["red", "black", "yellow", ""]
    assert re.findall(r'name="players.@\d.name" value="(\w*)"', form)[:4] == ["Carla", "Anna", "Dora", ""]


def test_a_phone_keeps_its_person_when_the_colour_changes(sitting: Sitting) -> None:
    start(sitting, "roads-and-boats", red="Anna", blue="Bruno")
    anna, nameless = sitting.phone("Anna", "red"), sitting.phone("", "blue")
    start(sitting, "la-strada", yellow="Anna", red="Bruno", grey="Carla")
    assert 'class="tok yellow"' in anna.get("/table").text.partition("</header>")[0]
    assert 'class="tok red"' in nameless.get("/table").text.partition("</header>")[0]
    assert (
        act(anna, {"type": "correct", "field": "active", "value": "red", "reason": "so"}).status_code == 200
    )
    assert act(nameless, {"type": "end-turn"}).status_code == 200
    assert [each.by for each in sitting.table.log_entries(2)] == ["red", "yellow"]
    start(sitting, "roads-and-boats", green="Bruno", red="Zita")
    assert 'class="tok' not in anna.get("/table").text.partition("</header>")[0], "red is another's now"
    assert 'class="tok green"' in nameless.get("/table").text.partition("</header>")[0]


def test_in_its_game_a_chosen_colour_outweighs_the_name(sitting: Sitting) -> None:
    start(sitting, "roads-and-boats", red="Anna", blue="Bruno")
    other = sitting.phone("Anna", "blue")
    assert 'class="tok blue"' in other.get("/table").text.partition("</header>")[0]
    start(sitting, "roads-and-boats", green="Anna", red="Carla")
    assert 'class="tok green"' in other.get("/table").text.partition("</header>")[0]
