"""Whose turn it is, set right: everybody has the income of a turn once, however often it is corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from companion.games.la_strada.commands import CannotConnect, Connect, Correct, Join, Leave
from companion.games.la_strada.correct_turn import ActiveCorrected, TurnCorrected
from companion.games.la_strada.events import IncomePaid, IncomeTakenBack, PlayerJoined, PlayerLeft, TurnBegun
from companion.games.la_strada.words import COLOURS
from tests.games.la_strada.evenings import tables, turning, turning_while_they_come_and_go
from tests.games.la_strada.playing import CODEC, Play


@pytest.mark.rule("LS-TURN-01", "LS-TURN-02")
def test_nobody_had_ended_two_turns_and_all_up_to_the_one_on_turn_have_their_income() -> None:
    play = Play("red", "grey", "black", "yellow")
    play.link(1)
    play.correct(active="black")
    assert play.happened[-1] == ActiveCorrected("black", 1, {"grey": 6, "black": 6})
    assert play.resources() == {"red": 4, "grey": 6, "black": 6, "yellow": 0}
    assert play.refusal(Connect("red", 2, plains=1)) == ("not-your-turn", "LS-TURN-01")
    play.pass_on()
    assert (play.active, play.resources()["yellow"]) == ("yellow", 6)


@pytest.mark.rule("LS-TURN-02")
def test_corrected_away_and_back_is_as_if_nothing_had_been_corrected() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    before = play.state
    for _ in range(3):
        play.correct(active="black")
        play.correct(active="grey")
        play.correct(active="red")
    assert play.resources() == {"red": 4, "grey": 0, "black": 0}
    assert (play.state.connected, play.state.gained) == (before.connected, before.gained)
    play.pass_on(2)
    assert play.resources() == {"red": 4, "grey": 6, "black": 6}
    play.pass_on()
    assert play.resources() == {"red": 10, "grey": 6, "black": 6}


@pytest.mark.rule("LS-TURN-02", "LS-TURN-06")
def test_a_turn_ended_twice_by_mistake_is_given_back_and_the_next_ones_income_comes_with_his_turn() -> None:
    play = Play("red", "grey", "black")
    play.pass_on(2)
    assert (play.active, play.resources()["black"]) == ("black", 6)
    play.correct(active="grey")
    assert play.happened[-1] == ActiveCorrected("grey", 1, {}, {"black": 6})
    assert play.resources() == {"red": 6, "grey": 6, "black": 0}
    play.link(1)
    play.pass_on()
    assert play.resources() == {"red": 6, "grey": 4, "black": 6}


@pytest.mark.rule("LS-TURN-02")
def test_who_has_built_too_early_keeps_what_it_was_built_with_and_gets_no_second_income() -> None:
    play = Play("red", "grey", "black")
    play.pass_on(2)
    play.link(1)
    play.correct(active="grey")
    assert play.resources() == {"red": 6, "grey": 6, "black": 4}
    play.pass_on()
    assert play.happened[-1] == TurnBegun("black", 1, gained=6, connected=True)
    assert play.resources()["black"] == 4
    assert play.refusal(CannotConnect("black")) == ("has-connected", "LS-END-01")
    play.pass_on(3)
    assert (play.state.turn, play.resources()["black"]) == (2, 10)


@pytest.mark.rule("LS-TURN-02", "LS-TURN-01")
def test_a_new_round_begun_too_early_is_taken_back_with_the_number_of_the_turn() -> None:
    play = Play("red", "grey", "black")
    play.pass_on(3)
    assert (play.state.turn, play.active, play.resources()["red"]) == (2, "red", 10)
    play.correct(active={"colour": "black", "turn": 1})
    assert (play.state.turn, play.active, play.resources()) == (1, "black", {"red": 6, "grey": 6, "black": 6})
    play.pass_on()
    assert (play.state.turn, play.active, play.resources()["red"]) == (2, "red", 10)


@pytest.mark.rule("LS-TURN-01")
def test_another_number_alone_changes_nobodys_income() -> None:
    play = Play("red", "grey", "black")
    play.pass_on()
    play.correct(active={"colour": "grey", "turn": 5})
    assert play.happened[-1] == TurnCorrected(5)
    play.correct(active="red")
    play.correct(active="grey")
    play.correct(turn=2)
    play.correct(active="red")
    assert play.resources() == {"red": 6, "grey": 0, "black": 0}
    play.pass_on(3)
    assert play.resources() == {"red": 10, "grey": 6, "black": 6}


@pytest.mark.rule("LS-TURN-03")
def test_an_income_is_paid_and_taken_back_as_far_as_there_was_room_for_it() -> None:
    play = Play("red", "grey", "black")
    play.correct(resources={"grey": 8})
    play.correct(active="grey")
    assert play.resources()["grey"] == 10
    play.correct(active="red")
    assert play.resources()["grey"] == 8


@pytest.mark.rule("LS-AMB-03", "LS-END-01")
def test_who_cannot_connect_gives_back_the_income_that_came_with_a_correction() -> None:
    play = Play("red", "grey", "black")
    play.correct(active="black")
    play.give_up()
    assert play.state.ended == "cannot-connect"
    assert play.resources() == {"red": 6, "grey": 6, "black": 0}


def test_a_correction_of_an_earlier_version_keeps_its_meaning() -> None:
    """Whoever it gave the turn to got nothing, and nobody lost anything."""
    play = Play("red", "grey", "black")
    stored = CODEC.events(b'[{"type":"active-corrected","colour":"black"}]')
    state = CODEC.folded(play.state, stored)
    assert [seat.resources for seat in state.seats] == [6, 0, 0]
    assert (state.active, state.gained, state.connected) == ("black", 0, False)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.rule("LS-2P-04", "LS-TURN-02")
def test_round_the_whole_table_and_back_everybody_has_one_income(players: int) -> None:
    play = Play(*COLOURS[:players])
    row = [*play.colours[1:], play.colours[0]] if players == 2 else [*play.colours]
    for colour in (*row, *reversed(row), *row):
        play.correct(active=colour)
    assert play.resources() == dict.fromkeys(play.colours, 6)
    play.pass_on()
    assert (play.state.turn, play.resources()[row[0]]) == (2, 10)


def incomes(play: Play) -> Iterator[tuple[Counter[tuple[str, int]], int]]:
    """How often everybody has had the income of which turn, after each event, and the number of the turn.

    Who joins when his turn of that number would be over has missed it, and counts as who has had it.
    """
    had: Counter[tuple[str, int]] = Counter()
    turn = 1
    active = play.colours[0]
    for event in play.happened:
        match event:
            case TurnBegun():
                turn, active = event.turn, event.colour
            case IncomePaid():
                had[event.colour, turn] += 1
            case IncomeTakenBack():
                had[event.colour, turn] -= 1
            case PlayerJoined():
                if play.colours.index(event.colour) <= play.colours.index(active):
                    had[event.colour, turn] = 1
            case ActiveCorrected():
                active = event.colour
                had.update({(colour, turn): 1 for colour in event.paid})
                had.subtract({(colour, turn): 1 for colour in event.taken})
            case PlayerLeft(cleared=True):
                had = Counter({key: number for key, number in had.items() if key[0] != event.colour})
            case _:
                pass
        yield had, turn


@settings(max_examples=80)
@given(tables(), turning())
@pytest.mark.rule("LS-TURN-02")
def test_whatever_is_corrected_nobody_has_the_income_of_a_turn_twice_or_never(
    play: Play, evening: list[Any]
) -> None:
    play.run(evening)
    had: Counter[tuple[str, int]] = Counter()
    turn = 1
    for had, at in incomes(play):
        assert set(had.values()) <= {0, 1}
        turn = at
    if play.state.ended is None:
        row = [*play.colours[1:], play.colours[0]] if play.state.two else [*play.colours]
        for colour in row[: row.index(play.active) + 1]:
            assert had[colour, turn] == 1


@pytest.mark.rule("LS-TURN-02")
def test_who_comes_back_is_owed_no_income_of_turns_that_he_was_away() -> None:
    play = Play("red", "grey", "black", "yellow")
    play.do(Leave("grey"))
    play.pass_on(4)
    assert (play.active, play.state.turn) == ("black", 2)
    play.do(Join("grey"))
    play.correct(active="yellow")
    assert play.resources() == {"red": 10, "grey": 0, "black": 10, "yellow": 10}
    play.pass_on(2)
    assert (play.active, play.resources()["grey"]) == ("grey", 6)


@pytest.mark.rule("LS-TURN-02")
def test_who_comes_back_in_the_turn_in_which_he_left_has_its_income_already() -> None:
    play = Play("red", "grey", "black", "yellow")
    play.do(Leave("red"), Join("red"))
    play.correct(active="red")
    assert play.resources() == {"red": 6, "grey": 0, "black": 0, "yellow": 0}


@pytest.mark.rule("LS-TURN-02")
def test_a_newcomer_has_one_income_however_his_first_turn_comes() -> None:
    for corrected in (False, True):
        play = Play("red", "grey", "black")
        play.pass_on(4)
        play.do(Join("yellow"))
        if corrected:
            play.correct(active="yellow")
        else:
            play.pass_on(2)
        assert (play.active, play.state.turn, play.resources()["yellow"]) == ("yellow", 2, 6)


@pytest.mark.rule("LS-TURN-01", "LS-TURN-02")
def test_who_has_left_gets_no_turn_and_no_income_by_a_correction() -> None:
    play = Play("red", "grey", "black", "yellow")
    play.do(Leave("grey"))
    play.correct(active="yellow")
    assert play.resources() == {"red": 6, "grey": 0, "black": 6, "yellow": 6}
    assert play.refusal(Correct("active", "grey", "test")) == ("has-left", "LS-SETUP-03")


@settings(max_examples=80)
@given(tables(), turning_while_they_come_and_go())
@pytest.mark.rule("LS-TURN-02")
def test_whoever_leaves_and_joins_nobody_has_the_income_of_a_turn_twice(
    play: Play, evening: list[Any]
) -> None:
    play.run(evening)
    for had, _ in incomes(play):
        assert set(had.values()) <= {0, 1}
