"""Who has finished while all play at the same time: said, seen, and never waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import Player
from companion.games.roads_and_boats import ready
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    CallForOrder,
    ChangeFleet,
    Done,
    Join,
    Leave,
    Ready,
)
from companion.games.roads_and_boats.view import picture
from companion.table.commands import Redo, Start, Undo
from companion.table.pile import PART
from companion.table.verify import verify
from tests.fakes.box import GAMES, Box, running
from tests.games.record import settled, table_for
from tests.games.roads_and_boats.boxed import to
from tests.games.roads_and_boats.playing import Play


@pytest.mark.rule("RB-TURN-03")
def test_whoever_has_finished_says_so_and_takes_it_back_and_the_others_are_missing() -> None:
    play = Play("red", "blue", "yellow", temple=["red", "blue", "yellow"])
    assert (play.view()["ready"], picture(play.state)["missing"]) == ([], ["yellow", "blue", "red"])
    play.do(Ready("yellow", ready=True), Ready("red", ready=True), Ready("red", ready=True))
    assert (play.view()["ready"], picture(play.state)["missing"]) == (["red", "yellow"], ["blue"])
    play.do(Ready("yellow", ready=False))
    assert (play.view()["ready"], picture(play.state)["missing"]) == (["red"], ["yellow", "blue"])
    assert play.refusal(Ready("green", ready=True)) == ("not-playing", "RB-SETUP-01")


@pytest.mark.rule("RB-TURN-03")
@pytest.mark.parametrize("phase", ["production", "movement", "building", "wonder"])
def test_nothing_waits_for_anybody_and_the_next_phase_begins_with_nobody_ready(phase: str) -> None:
    play = Play("red", "blue")
    while play.state.phase != phase:
        play.do(Advance())
    play.do(Ready("blue", ready=True), Advance())
    assert play.state.ready == ()


@pytest.mark.rule("RB-TURN-05")
def test_to_be_ready_is_nothing_done_in_the_phase_so_the_order_may_still_be_called_and_ends_it() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.do(Advance(), Ready("blue", ready=True))
    assert play.view()["may_call"]
    play.do(CallForOrder("red"))
    assert play.state.ready == ()
    assert play.refusal(Ready("red", ready=True)) == ("order-standing", "RB-CONF-03")


@pytest.mark.rule("RB-CONF-07")
def test_while_one_acts_after_the_other_nobody_says_ready_and_once_all_have_acted_they_may() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.do(Advance())
    play.determine()
    first = play.state.sequence[0]
    assert play.refusal(Ready("red", ready=True)) == ("ready-in-a-go", "RB-CONF-07")
    assert picture(play.state)["missing"] is None
    play.do(*(Done(colour) for colour in play.state.sequence))
    play.do(Ready(first, ready=True))
    assert play.state.ready == (first,)


@pytest.mark.rule("RB-TURN-03")
def test_whoever_leaves_is_missed_no_more_and_comes_back_without_having_said_anything() -> None:
    play = Play("red", "blue", "yellow", temple=["red", "blue", "yellow"])
    play.do(Ready("red", ready=True), Leave("red"))
    assert (play.view()["ready"], picture(play.state)["missing"]) == ([], ["yellow", "blue"])
    assert play.refusal(Ready("red", ready=True)) == ("has-left", "RB-SETUP-01")
    play.do(Join("red"))
    assert (play.view()["ready"], picture(play.state)["missing"]) == ([], ["yellow", "blue", "red"])
    play.do(Leave("red"), Leave("blue"))
    assert picture(play.state)["missing"] is None, "who is left alone waits for nobody"


@pytest.mark.rule("RB-TURN-03")
def test_undo_and_redo_of_a_leaving_leave_nobody_ready_who_does_not_play(box: Box) -> None:
    to(box, "movement")
    box.told(do="leave", colour="red")
    box.told(do="undo")
    box.told(do="ready", colour="red", ready=True)
    box.told(do="redo")
    assert (box.game["left"], box.game["ready"]) == (["red"], [])


@pytest.mark.rule("RB-TURN-03")
def test_players_set_right_are_ready_in_their_new_colours() -> None:
    play = Play("red", "blue")
    play.do(Ready("red", ready=True))
    play.correct(players=[{"colour": "yellow"}, {"colour": "blue"}])
    assert play.view()["ready"] == ["yellow"]


def test_alone_nobody_is_missing() -> None:
    play = Play("red")
    assert not ready.together(play.state)
    assert picture(play.state)["missing"] is None


@pytest.mark.rule("RB-TURN-03")
def test_it_is_no_step_undo_takes_back_what_was_done_in_the_game_and_everybody_stays_ready(box: Box) -> None:
    to(box, "building")
    box.told(do="build", building="sawmill", by=1)
    box.told(do="ready", colour="red", ready=True)
    box.told(do="ready", colour="blue", ready=True)
    assert box.game["undo"]["what"] == "build"
    box.told(do="undo")
    assert (box.game["buildings"], box.game["ready"]) == ({}, ["red", "blue"])
    box.told(do="ready", colour="red", ready=False)
    assert (box.game["redo"]["what"], box.game["ready"]) == ("build", ["blue"])
    box.told(do="redo")
    assert (box.game["buildings"], box.game["ready"]) == ({"sawmill": 1}, ["blue"])


@pytest.mark.rule("RB-TURN-03")
def test_a_phase_left_by_mistake_is_come_back_to_with_those_ready_who_were(box: Box) -> None:
    box.told(do="advance")
    box.told(do="ready", colour="blue", ready=True)
    box.told(do="advance")
    assert box.game["ready"] == []
    box.told(do="undo")
    assert (box.game["phase"], box.game["ready"]) == ("movement", ["blue"])
    box.told(do="call-for-order", colour="red")
    assert box.game["ready"] == []
    box.told(do="undo")
    assert box.game["ready"] == ["blue"]
    for _ in range(4):
        box.told(do="advance")
    assert (box.game["turn"], box.game["phase"], box.game["ready"]) == (2, "movement", [])


def test_it_outlives_a_pulled_plug_and_a_file_with_it_holds_and_comes_in_elsewhere(tmp_path: Path) -> None:
    with running(tmp_path / "here") as box:
        box.play("red", "blue")
        box.told(do="build", building="sawmill", by=1, late=True)
        box.told(do="ready", colour="blue", ready=True)
        box.told(do="undo")
    with running(tmp_path / "here") as box:
        assert (box.game["ready"], box.game["redo"]["what"]) == (["blue"], "build")
        log = box.table.log()
        assert [(each["command"]["type"], each["undone"]) for each in log[-3:]] == [
            ("build", True), ("ready", False), ("undo", False),
        ]  # fmt: skip
        box.told(do="end")
        file = box.table.export()
    verdict = verify(file, GAMES)
    assert verdict.status == "holds"
    with running(tmp_path / "elsewhere") as box:
        box.table.bring_in(file)


def test_a_players_own_button_says_ready_again_not_and_held_calls_and_the_display_says_so(box: Box) -> None:
    for phase, then in (("movement", "building"), ("building", "wonder")):
        to(box, phase)
        alone = f"Turn 1: {phase} Colour: ready or not Held: order of play Advance: {then}"
        assert box.says == alone
        box.press("select", "blue")
        assert box.game["ready"] == ["blue"]
        assert box.says.startswith(f"Turn 1: {phase} 1/2 Not ready: Y◆ R● Colour: ready or not")
        box.press("red", "yellow")
        assert box.says.startswith(f"Turn 1: {phase} 1/2 All are ready Colour: ready or not")
        box.press("blue", "red", "yellow")
        assert box.game["ready"] == []
        assert box.says == alone
    box.told(do="undo")
    box.hold("red")
    assert box.says.startswith("Red: keep praying?")


@pytest.mark.rule("RB-TURN-05")
def test_once_something_was_done_the_display_says_no_more_that_a_held_button_calls(box: Box) -> None:
    to(box, "building")
    box.phone(Build("sawmill", 1))
    assert box.says == "Turn 1: building Colour: ready or not Advance: wonder"
    box.press("blue")
    assert box.says == "Turn 1: building Not ready: Y◆ R● Colour: ready or not Advance: wonder"


def test_in_the_wonder_phase_a_button_still_buys_and_in_production_it_still_calls(box: Box) -> None:
    box.press("blue")
    assert box.game["order"]["asks"] == "red"
    box.told(do="undo")
    to(box, "wonder")
    box.told(do="ready", colour="red", ready=True)
    assert box.says.startswith("Turn 1: wonder 1/2 A brick costs 1 Not ready: Y◆ B■")
    box.press("blue")
    assert (box.game["wonder"]["bricks"], box.game["ready"]) == (["blue"], ["red"])


def test_two_presses_of_one_hand_do_not_take_back_what_they_said(box: Box) -> None:
    to(box, "movement")
    box.press("blue")
    box.press_again("blue", after=0.2)
    assert box.game["ready"] == ["blue"]


@pytest.mark.rule("RB-TURN-03")
def test_without_buttons_in_the_players_colours_the_table_pages_list_asks_who_is_ready(box: Box) -> None:
    to(box, "building")
    box.phone(Build("sawmill", 1))
    box.hold("select")
    assert box.says.startswith("Who is ready?")
    box.press("advance")
    assert box.says.startswith("Yellow: ready?")
    box.press("select", "advance")
    assert box.game["ready"] == ["blue"]
    assert box.says.startswith("Turn 1: building Not ready: Y◆ R●")
    box.hold("select")
    box.press("advance", "select", "select")
    assert box.says.startswith("Blue: not ready?")
    box.press("advance")
    assert box.game["ready"] == []


def test_however_many_steps_there_are_undo_and_redo_pass_over_all_that_was_said(tmp_path: Path) -> None:
    many = PART + 10
    table = table_for(tmp_path, bytes(range(32)))
    players = (Player("red"), Player("blue"))
    table.perform(Start("roads-and-boats", players, {}), source="phone")
    table.perform(Advance(), source="phone")
    for place in range(many):
        table.perform(ChangeFleet("red", "raft", 1 if place % 2 else 2), source="phone")
        table.perform(ChangeFleet("red", "raft", -2 if place % 2 else -1), source="phone")
        table.perform(Ready("blue", ready=place % 3 > 0), source="phone")
    game = settled(table)
    for command in (Undo(), Redo()):
        for _ in range(2 * many):
            table.perform(command, source="phone")
        assert settled(table)["ready"] == game["ready"] == ["blue"]
        assert settled(table)["fleets"]["red"] == {"donkey": 3}
    assert settled(table) == game
    table.close()
