"""What is different with two players."""

from __future__ import annotations

import pytest

from companion.games.la_strada.commands import CannotConnect, Connect, EndTurn
from companion.games.la_strada.events import (
    Connected,
    GameEnded,
    GivenUp,
    IncomePaid,
    IncomeTakenBack,
    TurnBegun,
    TurnEnded,
    TurnPassed,
)
from companion.games.la_strada.options import Options
from companion.games.la_strada.scoring import pays
from companion.games.la_strada.words import KINDS
from tests.games.la_strada.playing import Play


@pytest.mark.rule("LS-2P-01")
def test_the_table_says_that_two_take_opposite_seats_until_somebody_builds() -> None:
    play = Play("grey", "red")
    assert play.warned()["seats-opposite"] == {"players": ["grey", "red"]}
    play.link(1)
    assert not play.warned()
    assert "seats-opposite" not in Play("grey", "red", "black").warned()


@pytest.mark.rule("LS-2P-02", "LS-2P-03", "LS-SETUP-06")
def test_both_factories_of_each_are_placed_in_turn_beginning_with_the_first_player() -> None:
    play = Play("grey", "red")
    assert play.warned()["place-factories-twice"] == {
        "players": ["grey", "red", "grey", "red"],
        "colour": "red",
    }
    play.pass_on()
    assert not play.warned()


@pytest.mark.rule("LS-2P-04")
def test_the_second_player_takes_the_first_turn() -> None:
    play = Play("grey", "red")
    order = []
    for _ in range(5):
        order.append((play.state.turn, play.active))
        play.pass_on()
    assert order == [(1, "red"), (1, "grey"), (2, "red"), (2, "grey"), (3, "red")]


@pytest.mark.rule("LS-2P-05")
def test_the_second_to_link_a_colony_pays_the_road_and_places_no_merchant() -> None:
    play = Play("grey", "red")
    play.link(1)
    play.pass_on()
    assert play.do(Connect("grey", 1, plains=2)) == (
        Connected("grey", 1, plains=2, forests=0, hills=0, cost=4, merchant=False),
    )
    colony = play.colony(1)
    assert (colony.merchants, colony.linked) == (("red",), ("red", "grey"))
    grey = play.seat("grey")
    assert (grey.merchants, grey.plains, grey.resources) == (12, 16, 2)


@pytest.mark.rule("LS-2P-05", "LS-MKT-05")
def test_who_has_no_merchant_left_may_go_on_through_colonies_of_the_other() -> None:
    play = Play("grey", "red", supply={"merchants": 1})
    play.link(1)
    play.pass_on()
    play.link(2)
    assert play.refusal(Connect("grey", 3, plains=1)) == ("no-merchant", "LS-MKT-05")
    play.link(1)
    assert play.colony(1).linked == ("red", "grey")


@pytest.mark.rule("LS-2P-06")
def test_the_last_free_colony_ends_the_game_at_once() -> None:
    play = Play("grey", "red", kinds={"city": 1, "town": 1, "village": 1, "hamlet": 0})
    play.link(1)
    play.pass_on()
    assert play.warned()["colonies-low"] == {"count": 2}
    play.link(1, 2)
    play.pass_on()
    assert play.do(Connect("red", 3, plains=1))[1:] == (GameEnded("all-colonies"),)
    assert play.resources() == {"grey": 2, "red": 8}, "nothing is taken back"


@pytest.mark.rule("LS-2P-07", "LS-SCORE-08")
def test_every_merchant_earns_the_best_of_his_colony_though_both_have_linked_it() -> None:
    assert [pays(Options(), kind, 1, two=True) for kind in KINDS] == [5, 4, 3, 2]
    play = Play("grey", "red")
    play.link(1, 5)
    play.pass_on()
    play.link(1, 15)
    assert play.view().fields["scores"] == [
        {"colour": "red", "total": 9, "resources": 2, "rank": 1},
        {"colour": "grey", "total": 2, "resources": 2, "rank": 2},
    ]


@pytest.mark.rule("LS-2P-06", "LS-END-01", "LS-END-03", "TV-LS-15", "LS-AMB-04")
def test_a_turn_that_begins_without_merchants_passes_by_itself() -> None:
    play = Play("grey", "red", supply={"merchants": 1})
    play.link(1)
    assert play.warned()["turns-pass"] == {"colour": "red", "why": "no-merchants"}
    play.pass_on()
    assert play.do(EndTurn()) == (
        TurnEnded("grey", 6),
        TurnBegun("red", 2),
        IncomePaid("red", 6, 0),
        TurnPassed("red", "no-merchants"),
        TurnBegun("grey", 2),
        IncomePaid("grey", 4, 2),
    )


@pytest.mark.rule("LS-2P-06", "LS-END-04")
def test_it_passes_without_tiles_too_and_when_neither_can_go_on_the_game_ends() -> None:
    play = Play("grey", "red", supply={"plains": 2, "forests": 0, "hills": 0})
    play.link(1, 2)
    play.pass_on()
    play.link(3)
    play.pass_on()
    assert (play.active, play.state.turn, play.state.ended) == ("grey", 2, None)
    play.link(4)
    resources = play.resources()
    play.pass_on()
    assert (play.state.ended, play.active) == ("no-tiles", "red")
    assert play.resources() == resources


@pytest.mark.rule("LS-2P-06", "LS-END-02", "LS-AMB-04")
def test_who_says_that_he_is_blocked_keeps_his_resources_and_passes_from_then_on() -> None:
    play = Play("grey", "red")
    assert play.give_up() == (
        GivenUp("red"),
        TurnPassed("red", "cannot-connect"),
        TurnBegun("grey", 1),
        IncomePaid("grey", 6, 0),
    )
    assert play.view().fields["stuck"] == ["red"]
    play.link(1)
    play.pass_on()
    assert (play.active, play.state.turn) == ("grey", 2)
    assert play.seat("red").resources == 10, "his income goes on"
    assert play.do(CannotConnect("grey")) == (
        GivenUp("grey"),
        IncomeTakenBack("grey", 6),
        GameEnded("cannot-connect"),
    )
    assert play.resources() == {"grey": 4, "red": 10}


@pytest.mark.rule("LS-2P-06", "LS-END-02", "LS-END-03")
def test_one_without_merchants_and_one_who_says_he_is_blocked_end_the_game() -> None:
    play = Play("grey", "red", supply={"merchants": 1})
    play.link(1)
    play.pass_on()
    assert play.give_up()[-1] == GameEnded("cannot-connect")


@pytest.mark.rule("LS-2P-06", "LS-END-01", "LS-AMB-04")
@pytest.mark.parametrize("keeps", [False, True])
def test_by_a_house_rule_it_ends_as_with_more_players(keeps: bool) -> None:
    play = Play("grey", "red", amb_04=True, amb_03=keeps)
    play.give_up()
    assert (play.state.ended, play.seat("red").resources) == ("cannot-connect", 6 if keeps else 0)
    play = Play("grey", "red", amb_04=True, supply={"merchants": 1})
    play.link(1)
    assert play.warned()["ends-at-turn"] == {"colour": "red", "why": "no-merchants"}
    play.pass_on(2)
    assert play.state.ended == "no-merchants"


@pytest.mark.rule("LS-2P-01")
def test_all_other_rules_hold() -> None:
    play = Play("grey", "red")
    assert play.seat().merchants == 12
    assert play.refusal(Connect("grey", 1, plains=1)) == ("not-your-turn", "LS-TURN-01")
    assert play.refusal(Connect("red", 1, plains=4)) == ("too-dear", "LS-TURN-04")
    assert play.refusal(Connect("red", 1, plains=19)) == ("tiles-short", "LS-BUILD-11")
    assert play.refusal(Connect("red", 1)) == ("road-needs-a-tile", "LS-BUILD-06")
    play.link(1)
    assert play.refusal(CannotConnect("red")) == ("has-connected", "LS-END-01")
