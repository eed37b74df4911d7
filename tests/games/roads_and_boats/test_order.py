"""The conflict procedure: who may demand it, who is asked, who chooses, and whose go it is."""

from __future__ import annotations

import pytest

from companion.games import Command
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    BuildMine,
    BuyBrick,
    CallForOrder,
    ChangeFleet,
    Correct,
    CountWealth,
    Done,
    Draw,
    DrawAll,
    End,
    Pray,
    RecordDraw,
    Research,
    SinkShaft,
    TakePosition,
)
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.state import Choosing, Praying
from companion.games.roads_and_boats.words import PHASES, Phase
from tests.fakes.box import MESSAGES
from tests.games.roads_and_boats.playing import CODEC, Play


def three() -> Play:
    """Red nearest the temple, then Blue, then Yellow."""
    return Play("red", "blue", "yellow", temple=["red", "blue", "yellow"])


@pytest.mark.rule(
    "TV-RB-CONF-01", "TV-RB-CONF-02", "TV-RB-CONF-03", "TV-RB-CONF-09", "TV-RB-CONF-10", "TV-RB-CONF-11"
)
@pytest.mark.rule("TV-RB-CONF-14", "RB-CONF-02", "RB-CONF-03", "RB-CONF-08", "RB-TURN-04", "RB-TURN-06")
def test_the_worked_example_of_a_turn_with_two_conflicts() -> None:
    play = three()
    play.to("building")
    play.do(BuildMine(1, "blue", "standard"), BuildMine(2, "red", "standard"))
    play.to("production")
    for number in (1, 2):
        assert play.refusal(CallForOrder("blue")) == ("mines-undrawn", "RB-MINE-10")
        play.do(RecordDraw(number, "gold"))

    play.do(CallForOrder("blue"))
    assert play.step() == Praying("red")
    play.do(Pray("red", keep=True))
    assert play.step() == Praying("blue", kept=("red",))
    play.do(Pray("blue", keep=False))
    assert play.state.temple == ("red", "yellow", "blue")
    assert play.view().fields["order"] == {"step": "choosing", "asks": "blue", "free": [1, 2, 3]}
    play.do(TakePosition("blue", 1), TakePosition("yellow", 2))
    assert play.state.sequence == ("blue", "yellow", "red")
    assert play.view().fields["acting"] == "blue"

    play.do(Advance())
    play.do(CallForOrder("red"), Pray("red", keep=False), Pray("yellow", keep=True))
    assert play.state.temple == ("yellow", "blue", "red")
    assert play.step() == Choosing("red", (1, 2, 3))
    play.do(TakePosition("red", 1), TakePosition("blue", 2))
    assert play.state.sequence == ("red", "blue", "yellow")

    play.do(Advance())
    assert (play.state.phase, play.view().fields["acting"]) == ("building", None)
    play.do(Advance())
    assert (play.state.phase, play.view().fields["acting"]) == ("wonder", None)
    play.do(Advance())
    assert play.state.bricks == (None, None)
    assert (play.state.turn, play.state.phase) == (3, "production")
    assert play.state.temple == ("yellow", "blue", "red")
    assert play.state.sequence == ("red", "blue", "yellow")


@pytest.mark.rule("RB-CONF-05")
def test_the_last_in_the_row_is_asked_by_a_house_rule_alone_and_to_the_same_end() -> None:
    plain = three()
    plain.do(CallForOrder("yellow"), Pray("red", keep=True), Pray("blue", keep=True))
    assert isinstance(plain.step(), Choosing)
    for keeps in (True, False):
        play = Play("red", "blue", temple=["red", "blue"], amb_31=True)
        play.do(CallForOrder("red"), Pray("red", keep=False))
        assert isinstance(play.step(), Praying)
        play.do(Pray("blue", keep=keeps))
        assert play.state.temple == ("blue", "red")


@pytest.mark.rule("RB-CONF-07")
def test_every_player_acts_once_in_the_order_of_the_sequence() -> None:
    play = three()
    play.determine(positions={"yellow": 2, "blue": 3})
    acted = []
    while play.state.acting:
        acted.append(play.state.acting)
        for colour in {*play.colours} - {play.state.acting}:
            refused = play.refused(Done(colour))
            assert (refused.code, refused.rule) == ("not-your-go", "RB-CONF-07")
            assert refused.params == {"colour": play.state.acting}
        play.do(Done(play.state.acting))
    assert tuple(acted) == play.state.sequence == ("red", "yellow", "blue")
    assert play.refusal(Done("red")) == ("nobody-acts", "RB-CONF-07")


@pytest.mark.rule("RB-TURN-04", "RB-TURN-05", "RB-WON-09")
@pytest.mark.parametrize(
    ("phase", "entry"),
    [
        ("production", Research("red", "truck")),
        ("production", ChangeFleet("red", "donkey", 1)),
        ("building", Build("sawmill", 1)),
        ("building", BuildMine(3, "red", "standard")),
        ("building", SinkShaft(1, "red", "standard")),
        ("wonder", BuyBrick("red")),
    ],
)
def test_the_order_may_be_called_for_once_a_phase_and_until_its_first_entry(
    phase: Phase, entry: Command
) -> None:
    play = three()
    play.know("red", "new-shaft")
    play.do(BuildMine(1, "red", "standard", late=True), Draw(1))
    play.to(phase)
    if phase == "production":
        assert play.refusal(CallForOrder("red")) == ("mines-undrawn", "RB-MINE-10")
        play.do(Draw(1))
    assert play.view().fields["may_call"]
    play.do(entry)
    assert not play.view().fields["may_call"]
    assert play.refusal(CallForOrder("blue")) == ("order-too-late", "RB-TURN-05")
    assert play.view().fields["acting"] is None
    play.do(Advance(draw_rest=True))
    assert play.view().fields["may_call"] == (play.state.phase != "production")
    play.do(DrawAll() if play.state.phase == "production" else CallForOrder("blue"))


@pytest.mark.rule("RB-MINE-10", "RB-TURN-05")
def test_a_call_that_came_before_the_first_entry_counts_and_is_logged_as_such() -> None:
    play = three()
    play.do(BuildMine(3, "red", "standard", late=True), ChangeFleet("red", "donkey", 1))
    before = CallForOrder("blue", late=True)
    for call in (CallForOrder("blue"), before):
        assert play.refusal(call) == ("mines-undrawn", "RB-MINE-10"), "it is kept, and run after the draws"
    play.do(Draw(3))
    events = play.do(before)
    assert play.step() == Praying("red")
    said = MESSAGES.language("en", GAME.system).say
    assert said(GAME.log_text(before, events).text()).endswith(" (called before)")
    assert not said(GAME.log_text(CallForOrder("blue"), events).text()).endswith(" (called before)")


@pytest.mark.rule("RB-TURN-05", "RB-MINE-10", "RB-FLEET-12")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    ("entry", "its_own"),
    [
        (Research("red", "truck", late=True), "production"),
        (ChangeFleet("red", "donkey", 1), "production"),
        (Build("sawmill", 1, late=True), "building"),
        (BuildMine(3, "red", "standard", late=True), "building"),
        (SinkShaft(1, "red", "standard", late=True), "building"),
        (Correct("fleet", {"red": {"donkey": 4}}, "one was forgotten"), None),
        (Correct("research", {"red": ["truck", "new-shaft"]}, "one was forgotten"), None),
        (Correct("bag", {"number": 1, "gold": 2, "iron": 3}, "counted"), None),
        (Correct("bricks", ["red", None], "one was forgotten"), None),
        (CountWealth("red", 1, 0, 0), None),
    ],
)
def test_what_is_entered_late_or_corrected_leaves_the_call_open_and_in_its_own_phase_nothing_is_late(
    entry: Command,
    its_own: Phase | None,
    phase: Phase,
) -> None:
    play = three()
    play.know("red", "new-shaft")
    play.do(BuildMine(1, "red", "standard", late=True))
    play.to(phase)
    play.do(*([DrawAll()] if phase == "production" else []), entry)
    if phase == "production" and isinstance(entry, BuildMine):
        assert play.refusal(CallForOrder("blue")) == ("mines-undrawn", "RB-MINE-10")
        play.do(Draw(3))
    assert play.view().fields["may_call"] == (phase != its_own)


@pytest.mark.rule("RB-TURN-05")
def test_what_an_earlier_version_wrote_down_of_late_entries_still_closed_the_call() -> None:
    play = three()
    written = b'{"type":"researched","colour":"red","subject":"truck"}'
    state = play.state
    for event in CODEC.events(b"[" + written + b"]"):
        state = CODEC.game.apply(state, event)
    assert CODEC.game.view(state).fields["may_call"] is False


@pytest.mark.rule("RB-CONF-03")
def test_while_the_order_is_determined_little_else_is_taken() -> None:
    play = three()
    play.do(CallForOrder("red"))
    for command in (Advance(), CallForOrder("blue"), Done("red"), Research("red", "truck"), Draw(1)):
        refused = play.refused(command)
        assert (refused.code, refused.rule) == ("order-standing", "RB-CONF-03")
        assert refused.params == {"colour": "red"}
    play.do(CountWealth("blue", 1, 0, 0), Correct("turn", 4, "miscounted"))
    assert play.step() == Praying("red")
    play.do(End())
    assert play.step() is None
