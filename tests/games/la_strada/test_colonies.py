"""Merchants: who links a colony puts one there, and twelve are all there are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from companion.games.la_strada.colonies import distinct_colonies
from companion.games.la_strada.commands import Connect
from companion.games.la_strada.state import State
from companion.games.la_strada.words import COLOURS, KINDS
from tests.games.la_strada.playing import Play
from tests.games.la_strada.states import states


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
def test_twelve_merchants_never_stand_on_all_nineteen_colonies() -> None:
    play = Play(*COLOURS)
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
@settings(max_examples=25)
@given(states())
def test_of_each_kind_the_lowest_number_that_no_player_has_linked_or_named_comes_next(state: State) -> None:
    shown = distinct_colonies(state)
    known = [each for each in state.colonies if each.linked or each.name]
    assert [each for each in shown if each in known] == known
    for kind in KINDS:
        unknown = [each for each in state.colonies if each.kind == kind and each not in known]
        assert [each for each in shown if each.kind == kind and each not in known] == unknown[:1]
