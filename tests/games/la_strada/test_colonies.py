"""Merchants: who links a colony puts one there, and twelve are all there are."""

from __future__ import annotations

import pytest
from hypothesis import given

from companion.games.la_strada.colonies import distinct_colonies
from companion.games.la_strada.commands import Connect
from companion.games.la_strada.state import State
from companion.games.la_strada.words import COLOURS, KINDS
from tests.games.la_strada.playing import Play
from tests.games.la_strada.states import states


@pytest.mark.rule("LS-MKT-01", "LS-MKT-02", "LS-MKT-03")
def test_every_player_puts_one_merchant_on_a_colony_and_each_lowers_its_value() -> None:
    play = Play(*COLOURS)
    for number, colour in enumerate(COLOURS, start=1):
        assert play.active == colour
        play.link(4)
        assert play.colony(4).merchants == COLOURS[:number]
        assert play.colony(4).linked == COLOURS[:number]
        each = 6 - number
        totals = {score["colour"]: score["total"] for score in play.view().fields["scores"]}
        assert totals == {seat: each if seat in COLOURS[:number] else 0 for seat in COLOURS}
        assert play.seat().merchants == 11
        assert play.refusal(Connect(colour, 4, plains=1)) == ("already-linked", "LS-BUILD-08")
        play.pass_on()


@pytest.mark.rule("LS-MKT-05")
@pytest.mark.parametrize("players", [3, 4])
def test_without_a_merchant_no_further_colony_can_be_linked(players: int) -> None:
    play = Play(*COLOURS[:players], supply={"merchants": 2})
    play.link(1, 2)
    refused = play.refused(Connect(play.active, 3, plains=1))
    assert (refused.code, refused.rule) == ("no-merchant", "LS-MKT-05")
    assert play.state.ended is None, "his turn goes on"


@pytest.mark.rule("LS-MKT-05", "LS-END-03")
def test_the_table_warns_when_merchants_run_low() -> None:
    play = Play("red", "grey", "black", supply={"merchants": 3})
    assert "merchants-low" not in play.warned()
    play.link(1)
    assert play.warned()["merchants-low"] == {"colour": "red", "count": 2}
    play.link(2, 3)
    assert "merchants-low" not in play.warned()
    assert play.warned()["ends-at-turn"] == {"colour": "red", "why": "no-merchants"}
    play.correct(resources={"red": 2})
    assert play.refusal(Connect("red", 4, plains=1)) == ("no-merchant", "LS-MKT-05")
    play.pass_on(3)
    assert (play.state.ended, play.active) == ("no-merchants", "red")


@pytest.mark.rule("TV-LS-16")
@pytest.mark.parametrize("players", [3, 4])
def test_twelve_merchants_never_stand_on_all_nineteen_colonies(players: int) -> None:
    play = Play(*COLOURS[:players])
    first, turns = play.active, 0
    while not play.state.ended:
        if play.active == first:
            for colony in (each for each in play.state.colonies if first not in each.linked):
                if play.attempt(Connect(first, colony.number, plains=1)) is None:
                    break
        play.pass_on()
        turns += 1
        assert turns < 50
    assert play.state.ended == "no-merchants"
    assert sum(first in each.merchants for each in play.state.colonies) == 12


@pytest.mark.rule("LS-SETUP-02")
@given(states())
def test_of_each_kind_the_lowest_number_that_no_player_has_linked_or_named_comes_next(state: State) -> None:
    shown = distinct_colonies(state)
    known = [each for each in state.colonies if each.linked or each.name]
    assert [each for each in shown if each in known] == known
    for kind in KINDS:
        unknown = [each for each in state.colonies if each.kind == kind and each not in known]
        assert [each for each in shown if each.kind == kind and each not in known] == unknown[:1]
