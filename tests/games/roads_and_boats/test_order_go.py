"""Whose go it is binds: what another player does meanwhile is refused, with a way round (RB-CONF-07)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games import Question
from companion.games.roads_and_boats import order
from companion.games.roads_and_boats.commands import (
    BuildMine,
    BuyBrick,
    CallForOrder,
    ChangeFleet,
    Done,
    DrawAll,
    Research,
    SinkShaft,
)
from companion.games.roads_and_boats.events import MineBuilt
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.words import Phase
from tests.fakes.box import MESSAGES
from tests.games.roads_and_boats.playing import Play

pytestmark = pytest.mark.rule("RB-CONF-07")

Owned = Research | ChangeFleet | BuildMine | SinkShaft | BuyBrick

OWNED: tuple[tuple[Phase, Owned], ...] = (
    ("production", Research("blue", "truck")),
    ("production", ChangeFleet("blue", "donkey", 1)),
    ("movement", ChangeFleet("blue", "donkey", -1)),
    ("building", BuildMine(3, "blue", "standard")),
    ("building", SinkShaft(1, "blue", "standard")),
    ("wonder", BuyBrick("blue")),
    ("wonder", BuyBrick("blue", 2, 3)),
)


def in_yellows_go(phase: Phase) -> Play:
    """Yellow acts, then Blue, then Red; Blue may sink shafts, and mine 1 is built."""
    play = Play("red", "blue", "yellow", temple=["red", "blue", "yellow"])
    play.know("blue", "new-shaft")
    play.do(BuildMine(1, "blue", "standard", late=True))
    play.to(phase)
    if phase == "production":
        play.to("production")
        play.do(DrawAll())
    play.determine(positions={"yellow": 1, "blue": 2})
    assert play.state.acting == "yellow"
    return play


@pytest.mark.parametrize(("phase", "entry"), OWNED)
def test_a_command_in_anothers_turn_is_refused_unless_it_is_said_to_be_out_of_order(
    phase: Phase, entry: Owned
) -> None:
    play, in_time, afterwards = (in_yellows_go(phase) for _ in range(3))
    refused = play.refused(entry)
    assert (refused.code, refused.params) == ("out-of-order", {"colour": "yellow"})
    events = play.do(replace(entry, out_of_order=True))
    assert play.state.acting == "yellow", "and it stays his go"
    in_time.do(Done("yellow"))
    assert events == in_time.do(entry), "what comes of it is the same"
    afterwards.do(Done("yellow"), Done("blue"), Done("red"), entry)
    said = MESSAGES.language("en", GAME.system).say
    told = said(GAME.log_text(replace(entry, out_of_order=True), events).text())
    assert told == said(GAME.log_text(entry, events).text()) + " (out of order)"


@pytest.mark.parametrize("entry", [each for _, each in OWNED if not isinstance(each, ChangeFleet | BuyBrick)])
def test_what_was_forgotten_belongs_to_no_go_of_a_later_phase_and_in_its_own_nothing_is_late(
    entry: Research | BuildMine | SinkShaft,
) -> None:
    late = replace(entry, late=True)
    assert in_yellows_go("production" if isinstance(entry, Research) else "building").refused(late)
    play = in_yellows_go("wonder")
    told = MESSAGES.language("en", GAME.system).say(GAME.log_text(late, play.do(late)).text())
    assert told.endswith(" (late)")


def test_any_other_refusal_comes_first_so_that_out_of_order_is_refused_last() -> None:
    play = in_yellows_go("building")
    assert play.refused(BuildMine(1, "blue", "standard")).code == "mine-built"
    assert play.refused(BuildMine(3, "blue", "big")).code == "needs-research"
    assert play.refused(BuyBrick("blue")).code == "not-in-phase"
    play.do(BuildMine(3, "blue", "standard", out_of_order=True))
    assert isinstance(play.last(), MineBuilt)


@pytest.mark.rule("RB-SETUP-13")
def test_start_tiles_are_chosen_in_the_order_of_the_sequence_before_anything_else() -> None:
    play = Play("red", "blue", "yellow", temple=["red", "blue", "yellow"])
    assert play.view().start_tiles == ("yellow", "blue", "red")
    for entry in (Research("red", "truck"), BuildMine(1, "red", "standard", late=True), CallForOrder("red")):
        begun = Play("red", "blue", "yellow", temple=["red", "blue", "yellow"])
        begun.do(entry)
        assert begun.view().start_tiles == ()
    play.to("movement")
    assert order.choose_start_tiles(play.state) == ()
    assert order.choose_start_tiles(Play("red").state) == ()


@pytest.mark.rule("RB-END-02")
def test_after_the_last_go_of_the_last_turn_the_box_asks_for_the_end() -> None:
    play = Play("red", "blue", neutral=1)
    play.to("wonder")
    play.determine()
    play.do(Done(play.state.sequence[0]))
    asked = GAME.press(play.view(), "table", "advance", False)
    assert isinstance(asked, Question)
    assert asked.choices[0].screen.title.code == "display.next.end"
    assert play.view().onward == "end"
