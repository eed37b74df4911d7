"""Players leave a game of La Strada that goes on, join it, and come back to what was theirs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.la_strada import leaving
from companion.games.la_strada.checklist import checklist
from companion.games.la_strada.commands import CannotConnect, Connect, End, EndTurn, Join, Leave
from companion.games.la_strada.display import pages
from companion.games.la_strada.events import IncomePaid
from companion.games.la_strada.pictures import scores
from companion.games.la_strada.view import picture
from companion.games.la_strada.words import COLOURS, Colour
from companion.language.picture import Counts
from tests.games.la_strada.evenings import entries, tables
from tests.games.la_strada.playing import GAME, Play
from tests.games.la_strada.wholeness import whole

ROW: tuple[Colour, ...] = ("red", "grey", "black")


def three(**options: Any) -> Play:
    """Red begins, then Grey, then Black."""
    return Play(*ROW, **options)


@pytest.mark.rule("LS-TURN-01", "LS-TURN-02")
def test_in_his_turn_it_passes_to_the_next_with_his_income() -> None:
    play = three()
    play.link(5)
    play.do(Leave("red"))
    assert (play.active, play.state.turn, play.resources()["grey"]) == ("grey", 1, 6)
    assert play.view()["left"] == ["red"]
    assert play.resources()["red"] == 4, "what he had waits for him"


@pytest.mark.rule("LS-TURN-01")
def test_his_turns_are_passed_over_and_each_round_has_one_number() -> None:
    play = three()
    play.pass_on()
    play.do(Leave("red"))
    assert (play.active, play.view()["first"]) == ("grey", "grey")
    went = []
    for _ in range(4):
        play.pass_on()
        went.append((play.active, play.state.turn))
    assert went == [("black", 1), ("grey", 2), ("black", 2), ("grey", 3)]


@pytest.mark.rule("LS-TURN-01", "LS-TURN-02")
@pytest.mark.parametrize("at", range(6))
@pytest.mark.parametrize("who", ROW)
@pytest.mark.parametrize("board", ["stays", "cleared"])
def test_whoever_leaves_and_comes_back_has_one_turn_and_one_income_a_round(
    at: int, who: Colour, board: Any
) -> None:
    play = three()
    went = [(play.active, play.state.turn)]
    for done in range(9):
        if done == at:
            play.do(Leave(who, board), Join(who))
        else:
            play.pass_on()
        if went[-1] != (play.active, play.state.turn):
            went.append((play.active, play.state.turn))
    assert len(set(went)) == len(went), "nobody comes twice in a round"
    paid = [event.colour for event in play.happened if isinstance(event, IncomePaid)]
    assert paid == [colour for colour, _ in went]


@pytest.mark.rule("LS-TURN-02")
def test_nobody_gets_an_income_for_anothers_leaving() -> None:
    play = three()
    before = play.resources()
    play.do(Leave("black"))
    assert (play.resources(), play.active) == (before, "red")


@pytest.mark.rule("LS-SETUP-04", "LS-SETUP-08")
def test_a_newcomer_gets_what_everybody_starts_with_and_sits_clockwise_last() -> None:
    play = three(supply={"plains": 9})
    play.pass_on(2)
    play.do(Join("yellow", " Ylva "))
    assert play.view()["players"][-1] == {"colour": "yellow", "name": "Ylva"}
    start = {"plains": 9, "forests": 8, "hills": 5, "merchants": 12}
    assert (play.view()["supplies"]["yellow"], play.resources()["yellow"]) == (start, 0)
    play.pass_on()
    assert (play.active, play.state.turn, play.resources()["yellow"]) == ("yellow", 1, 6)
    play.pass_on()
    assert (play.active, play.state.turn) == ("red", 2)


def test_with_merchants_taken_off_his_roads_can_be_entered_anew() -> None:
    play = three()
    play.link(1, plains=2)
    play.do(Leave("red", "cleared"), Join("red"))
    assert picture(play.state)["roads"] == []
    play.pass_on(2)
    play.link(1, plains=1)
    laid = {"plains": 1, "forests": 0, "hills": 0}
    (road,) = picture(play.state)["roads"]
    assert (road["known_as"], road["cost"], road["laid"]) == ("red-1", 2, laid)


@pytest.mark.rule("LS-SETUP-06")
def test_the_set_up_list_asks_nobody_for_a_factory_who_has_left() -> None:
    play = three()
    play.do(Leave("red"))
    whose = [each.colour for each in checklist(play.state, 3, play.state.options) if each.colour]
    assert whose == ["grey", "black"]


@pytest.mark.rule("LS-SCORE-02")
@pytest.mark.parametrize(("board", "each"), [("stays", 4), ("cleared", 5)])
def test_his_merchants_stay_and_count_or_are_taken_off(board: Any, each: int) -> None:
    play = three()
    play.link(1)
    play.pass_on()
    play.link(1)
    play.do(Leave("red", board))
    there = ("grey",) if board == "cleared" else ("red", "grey")
    assert (play.colony(1).merchants, play.colony(1).linked) == (there, there)
    scores = {score["colour"]: score for score in play.view()["scores"]}
    assert scores["grey"]["total"] == each
    assert (scores["red"]["left"], scores["red"]["rank"], "left" in scores["grey"]) == (True, 3, False)


@pytest.mark.parametrize("board", ["stays", "cleared"])
def test_who_comes_back_sits_where_he_sat_with_what_was_his(board: Any) -> None:
    play = three()
    play.pass_on()
    play.link(1)
    play.do(Leave("grey", board), Join("grey"))
    assert [seat.colour for seat in play.state.seats] == list(ROW)
    seat = play.seat("grey")
    assert (seat.merchants, seat.plains, seat.resources) == (
        (12, 18, 0) if board == "cleared" else (11, 17, 4)
    )
    assert (1 in [each.number for each in play.state.colonies if "grey" in each.linked]) == (board == "stays")
    play.pass_on(2)
    assert play.active == "grey"


@pytest.mark.rule("LS-COMP-01")
def test_two_must_stay_and_the_cure_works() -> None:
    play = three()
    play.do(Leave("grey"))
    assert play.refusal(Leave("red")) == ("two-must-stay", "LS-COMP-01")
    assert leaving.may_leave(play.state) == ()
    play.do(Join("yellow"), Leave("red"), End())
    assert play.view()["ended"]["reason"] == "called"


@pytest.mark.rule("LS-2P-01", "LS-COMP-01")
def test_a_game_for_two_keeps_its_two() -> None:
    play = Play("red", "grey")
    assert play.refusal(Join("black")) == ("two-stay-two", "LS-2P-01")
    assert play.refusal(Leave("grey")) == ("two-stay-together", "LS-2P-01"), "nobody could join in his place"
    assert GAME.picture(play.state)["leaving"] == {"leave": [], "join": [], "left": []}


@pytest.mark.rule("LS-2P-01", "LS-SCORE-02")
def test_three_of_whom_one_has_left_do_not_play_by_the_rules_of_two() -> None:
    play = three()
    play.link(1)
    play.do(Leave("black"))
    play.pass_on()
    play.link(1)
    assert play.colony(1).merchants == ("red", "grey")
    assert play.view()["scores"][0]["total"] == 4


def test_nobody_joins_in_a_colour_that_plays_and_who_left_does_nothing_more() -> None:
    play = three()
    assert play.refusal(Join("grey")) == ("already-plays", "LS-SETUP-03")
    play.do(Leave("grey"))
    for command in (Leave("grey"), Connect("grey", 1, 1), CannotConnect("grey")):
        assert play.refusal(command) == ("has-left", "LS-SETUP-03")
    assert play.refused(play.correction("active", "grey")).code == "has-left"
    assert "grey" not in {each for params in play.warned().values() for each in params.get("players", ())}


@pytest.mark.rule("LS-END-01")
def test_the_game_ends_when_the_next_one_can_link_nothing() -> None:
    play = three()
    play.correct(stuck={"grey": True})
    play.do(Leave("red"))
    assert play.view()["ended"]["reason"] == "cannot-connect"
    assert play.refused(Join("red")).code == "game-ended"


@pytest.mark.rule("LS-SCORE-08", "LS-AMB-10")
def test_who_has_left_wins_nothing_and_ties_with_nobody() -> None:
    play = three()
    play.link(1)
    play.do(Leave("red"), End())
    assert [(each["colour"], each["rank"]) for each in play.view()["scores"]] == [
        ("grey", 1), ("black", 2), ("red", 3),
    ]  # fmt: skip
    assert GAME.picture(play.state)["tie"] == "resources"


@settings(max_examples=40)
@given(tables(), entries(), st.sampled_from(COLOURS), st.sampled_from(COLOURS))
def test_whoever_leaves_and_joins_somebody_may_always_go_on(
    play: Play, evening: list[Any], goes: Colour, comes: Colour
) -> None:
    play.run(evening)
    for command in (Leave(goes), Leave(comes, "cleared"), Join(comes), Join(goes)):
        play.attempt(command)
        assert whole(play.state)
    before = play.state
    if not GAME.ended(before):
        play.do(EndTurn())
        assert GAME.ended(play.state) or (play.active, play.state.turn) != (before.active, before.turn)
    assert play.refolded() == play.state


@pytest.mark.rule("LS-SCORE-08")
def test_who_has_left_does_not_stand_beside_the_winner_on_the_display() -> None:
    play = three()
    play.link(1)
    play.do(Leave("red"), End())
    (others,) = scores(play.state).bands[-1].left
    assert isinstance(others, Counts)
    assert [each.colour for each in others.each] == ["black"]
    shown = pages(play.state, ())[0].screen
    assert [line.code for line in shown.lines][1:] == ["display.score", "display.score", "display.score.left"]
