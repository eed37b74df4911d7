"""Who has finished while all play at the same time: said, seen, and never waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import Player
from companion.games.roads_and_boats import order
from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    ChangeFleet,
    Done,
    Draw,
    Join,
    Leave,
    Ready,
)
from companion.language.text import text
from companion.table.commands import Redo, Start, Undo
from companion.table.verification import verify
from tests.fakes.box import GAMES, running
from tests.games.record import settled, table_for
from tests.games.roads_and_boats.playing import Play


@pytest.mark.rule("RB-TURN-03")
def test_a_finished_player_sets_ready_and_revokes_it_and_the_others_are_missing() -> None:
    play = Play("red", "blue", "yellow", temple=["red", "blue", "yellow"])
    assert (play.view().fields["ready"], play.view().missing) == ([], ("yellow", "blue", "red"))
    play.do(Ready("yellow", ready=True), Ready("red", ready=True), Ready("red", ready=True))
    assert (play.view().fields["ready"], play.view().missing) == (["red", "yellow"], ("blue",))
    play.do(Ready("yellow", ready=False))
    assert (play.view().fields["ready"], play.view().missing) == (["red"], ("yellow", "blue"))
    assert play.refusal(Ready("green", ready=True)) == ("not-playing", "RB-SETUP-01")


@pytest.mark.rule("RB-CONF-07")
def test_where_the_order_was_called_no_player_is_asked_to_be_ready() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.do(Advance())
    play.determine()
    assert play.refusal(Ready("red", ready=True)) == ("ready-in-a-go", "RB-CONF-07")
    assert play.view().missing is None
    play.do(*(Done(colour) for colour in play.state.sequence))
    assert play.view().missing is None
    assert play.view().now.code == "acted"
    table = play.game.pages(play.view())[0].screen
    assert (table.lines[0].code, table.hint) == (
        "display.all-acted",
        text("display.advance.phase", phase="building"),
    )


@pytest.mark.rule("RB-MINE-08")
def test_what_the_mines_gave_is_all_that_they_gave_in_the_turn_also_before_the_rest_was_drawn() -> None:
    play = Play("red", "blue")
    play.do(BuildMine(1, "red", "standard", late=True), BuildMine(2, "red", "standard", late=True))
    play.do(Draw(1), Advance(draw_rest=True))
    assert [each.number for each in play.view().gave] == [1, 2]


@pytest.mark.rule("RB-TURN-03")
def test_a_player_who_leaves_is_not_waited_for_and_comes_back_not_ready() -> None:
    play = Play("red", "blue", "yellow", temple=["red", "blue", "yellow"])
    play.do(Ready("red", ready=True), Leave("red"))
    assert (play.view().fields["ready"], play.view().missing) == ([], ("yellow", "blue"))
    assert play.refusal(Ready("red", ready=True)) == ("has-left", "RB-SETUP-01")
    play.do(Join("red"))
    assert (play.view().fields["ready"], play.view().missing) == ([], ("yellow", "blue", "red"))
    play.do(Leave("red"), Leave("blue"))
    assert play.view().missing is None, "who is left alone waits for nobody"


@pytest.mark.rule("RB-TURN-03")
def test_after_a_correction_of_players_a_colour_is_not_ready_for_its_former_player(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.play("blue", "green")
        box.post(do="ready", colour="blue", ready=True)
        players = [{"colour": "green", "name": "Bob"}, {"colour": "blue", "name": "Ann"}]
        box.post(do="correct", field="players", value=players, reason="they sat the other way round")
        assert box.game["ready"] == []
        box.post(do="ready", colour="blue", ready=True)
        box.post(do="undo")
        assert box.game["ready"] == []


def test_alone_no_player_is_missing() -> None:
    play = Play("red")
    assert not order.plays_together(play.state)
    assert play.view().missing is None


def test_it_outlives_a_pulled_plug_and_a_file_with_it_holds_and_comes_in_elsewhere(tmp_path: Path) -> None:
    with running(tmp_path / "here") as box:
        box.play("red", "blue")
        box.post(do="build", building="sawmill", by=1, late=True)
        box.post(do="ready", colour="blue", ready=True)
        box.post(do="undo")
    with running(tmp_path / "here") as box:
        assert (box.game["ready"], box.game["redo"]["what"]) == (["blue"], "build")
        log = box.table.log()
        assert [(each["command"]["type"], each["undone"]) for each in log[-3:]] == [
            ("build", True), ("ready", False), ("undo", False),
        ]  # fmt: skip
        box.post(do="end")
        file = box.table.export()
    verdict = verify(file, GAMES)
    assert verdict.status == "holds"
    with running(tmp_path / "elsewhere") as box:
        box.table.import_game(file)


def test_undo_and_redo_pass_over_any_number_of_readiness_steps(tmp_path: Path) -> None:
    many = 42
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
