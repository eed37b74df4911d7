"""The end: who can link no colony at the start of his turn, as far as the table can know it."""

from __future__ import annotations

import pytest

from companion.games.la_strada.commands import CannotConnect, Connect, End, EndTurn
from companion.games.la_strada.events import (
    GameEnded,
    GivenUp,
    IncomePaid,
    IncomeTakenBack,
    TurnBegun,
    TurnEnded,
)
from companion.games.la_strada.words import COLOURS
from tests.games.la_strada.playing import Play


@pytest.mark.rule("LS-END-01", "LS-END-02", "LS-AMB-03")
def test_who_can_link_nothing_says_so_at_the_start_of_his_turn_and_gives_his_income_back() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    play.pass_on()
    assert play.give_up() == (GivenUp("grey"), IncomeTakenBack("grey", 6), GameEnded("cannot-connect"))
    assert play.resources() == {"red": 4, "grey": 0, "black": 0}
    assert play.view().fields["ended"]["reason"] == "cannot-connect"
    assert play.view().fields["ended"]["scores"] == play.view().fields["scores"]


@pytest.mark.rule("LS-END-01", "LS-TURN-03")
def test_only_what_came_this_turn_is_taken_back() -> None:
    play = Play("red", "grey", "black")
    play.correct(resources={"red": 7})
    play.pass_on(3)
    play.give_up()
    assert play.seat("red").resources == 7


@pytest.mark.rule("LS-END-01", "LS-AMB-03")
def test_by_a_house_rule_he_keeps_it() -> None:
    play = Play("red", "grey", "black", amb_03=True)
    assert play.give_up() == (GivenUp("red"), GameEnded("cannot-connect"))
    assert play.seat("red").resources == 6


@pytest.mark.rule("LS-END-01")
def test_who_has_linked_a_colony_in_this_turn_can_say_so_only_in_the_next() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    refused = play.refused(CannotConnect("red"))
    assert (refused.code, refused.rule, refused.params) == (
        "has-connected", "LS-END-01", {"colour": "red"},
    )  # fmt: skip
    play.pass_on(3)
    play.give_up()
    assert play.state.ended == "cannot-connect"


@pytest.mark.rule("LS-END-01", "LS-END-03", "TV-LS-15")
@pytest.mark.parametrize("players", [3, 4])
def test_a_turn_that_begins_without_merchants_ends_the_game_at_once_and_without_income(players: int) -> None:
    play = Play(*COLOURS[:players], supply={"merchants": 2})
    first = play.active
    play.link(1, 2)
    play.pass_on(players - 1)
    ended = play.do(EndTurn())
    assert ended[1:] == (TurnBegun(first, 2), GameEnded("no-merchants"))
    assert (play.seat(first).resources, play.state.gained) == (2, None)


@pytest.mark.rule("LS-END-03", "TV-LS-15", "LS-AMB-03")
def test_by_a_house_rule_the_income_comes_first() -> None:
    play = Play("red", "grey", "black", supply={"merchants": 1}, amb_03=True)
    play.link(1)
    play.pass_on(2)
    assert play.do(EndTurn()) == (
        TurnEnded("black", 6), TurnBegun("red", 2), IncomePaid("red", 6, 0), GameEnded("no-merchants"),
    )  # fmt: skip
    assert play.seat("red").resources == 10


@pytest.mark.rule("LS-END-01", "LS-END-04")
def test_a_turn_that_begins_without_any_tile_ends_the_game() -> None:
    play = Play("red", "grey", "black", supply={"plains": 3, "forests": 0, "hills": 0})
    play.link(1, plains=3)
    assert play.warned()["ends-at-turn"] == {"colour": "red", "why": "no-tiles"}
    play.pass_on(3)
    assert (play.state.ended, play.active) == ("no-tiles", "red")


@pytest.mark.rule("LS-END-04")
def test_a_tile_of_any_terrain_keeps_the_game_going() -> None:
    play = Play("red", "grey", "black", supply={"plains": 3, "forests": 0, "hills": 1})
    play.link(1, plains=3)
    play.pass_on(3)
    assert play.state.ended is None


@pytest.mark.rule("LS-END-02")
def test_who_has_linked_every_colony_there_is_ends_the_game_without_saying_so() -> None:
    play = Play("red", "grey", "black", kinds={"city": 1, "town": 0, "village": 0, "hamlet": 1})
    play.link(1, 2)
    assert play.warned()["ends-at-turn"] == {"colour": "red", "why": "cannot-connect"}
    play.pass_on(3)
    assert play.state.ended == "cannot-connect"


@pytest.mark.rule("LS-END-05")
def test_too_few_resources_end_nothing() -> None:
    play = Play("red", "grey", "black", supply={"plains": 0, "forests": 0})
    play.link(1, plains=0, hills=1)
    play.pass_on(3)
    assert (play.state.ended, play.seat().resources) == (None, 8)
    play.correct(resources={"red": 0})
    assert play.refusal(Connect("red", 2, hills=1)) == ("too-dear", "LS-TURN-04")
    assert play.state.ended is None


def test_the_group_may_end_the_game_and_everybody_keeps_what_he_has() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    assert play.do(End()) == (GameEnded("called"),)
    assert play.resources() == {"red": 4, "grey": 0, "black": 0}


@pytest.mark.rule("LS-END-01")
def test_after_the_end_nothing_but_corrections_is_taken() -> None:
    play = Play("red", "grey", "black")
    play.give_up()
    for command in (Connect("red", 1, plains=1), EndTurn(), CannotConnect("red"), End()):
        refused = play.refused(command)
        assert (refused.code, refused.rule) == ("game-ended", "LS-END-01")
    play.correct(resources={"black": 3})
    assert play.state.ended == "cannot-connect"
    assert play.view().fields["ended"]["scores"][0]["colour"] == "black"
