"""Who has finished while all play at the same time: said, seen, and never waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.roads_and_boats.commands import (
    Advance,
    Done,
    Join,
    Leave,
    Ready,
)
from companion.language.text import text
from tests.fakes.box import running
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
