"""Corrections agree with one another and leave what they do not name: turn, phase, bricks, mines, players.

Most were found at a table on which something was forgotten, entered late, or found out afterwards.
"""

from __future__ import annotations

import re
from itertools import permutations
from typing import Any

import pytest

from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    BuyBrick,
    CallForOrder,
    ChangeFleet,
    Correct,
    Done,
    Draw,
    DrawAll,
    RecordDraw,
    VoidDraw,
)
from companion.games.roads_and_boats.mines import free_bags, mine_of
from companion.games.roads_and_boats.words import Phase
from tests.games.invalid_values import validation_message
from tests.games.roads_and_boats.playing import Play


def drawn(play: Play) -> list[Any]:
    return [mine["drawn"] for mine in play.view().fields["mines"]]


def mining(*numbers: int, dice: int = 0) -> Play:
    """Production, with these mines to be drawn from."""
    play = Play("red", "blue", dice=dice)
    play.do(*(BuildMine(number, "red", "standard", late=True) for number in numbers))
    return play


def drawn_mine() -> Play:
    play = mining(3)
    play.do(Draw(3))
    return play


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", 0), ("turn", "3"), ("phase", "lunch"), ("temple", "red"), ("temple", ["pink"]),
        ("sequence", [1, 2]), ("bricks", [1]), ("bricks", None),
        ("bag", {"number": 1, "gold": -1, "iron": 0}),
        ("bag", {"number": 1, "gold": 1}), ("bag", {"number": 1, "gold": 1, "iron": 1, "clay": 1}),
        ("mine", {"number": 1}), ("mine", {"number": 1, "to": 41}), ("mine", {"number": 1, "to": "nine"}),
        ("fleet", {"red": {"cart": 1}}), ("fleet", {"red": {"raft": 100}}), ("fleet", {}),
        ("research", {"red": ["fire"]}), ("players", []), ("players", [{"name": "x"}]),
        ("option", {"amb_99": True}), ("option", {"mines": "many"}), ("option", {}),
        ("option", {"fleet": {"lnad": 5}}), ("option", {"fleet": {"donkey": None}}),
        ("option", {"fleet": {"land": -1}}), ("option", {"fleet": {"each": {"cart": 1}}}),
        ("option", {"fleet": {"total": "many"}}),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_form_is_no_correction_and_its_place_is_named(field: str, value: Any) -> None:
    assert re.search(r"at .*`\$\.value", validation_message(Correct, field, value))


@pytest.mark.parametrize(
    ("players", "code", "rule"),
    [
        ([{"colour": "red"}, {"colour": "black"}], "colour-needs-option", "RB-GEN-04"),
        ([{"colour": "red", "name": "\n!\n!"}, {"colour": "blue"}], "name-unprintable", None),
    ],
)
def test_corrected_players_fit(players: list[Any], code: str, rule: str | None) -> None:
    assert Play("red", "blue").refusal(Correct("players", players, "test")) == (code, rule)


def ores(play: Play, number: int, draws: int) -> list[Any]:
    """So many draws of a mine, a turn each; the last one's turn goes on."""
    given = []
    for turn in range(draws):
        if turn:
            play.to("production")
        play.do(DrawAll())
        given.append(mine_of(play.state, number).drawn)
    return given


@pytest.mark.rule("RB-MINE-08")
@pytest.mark.parametrize("dice", range(2))
def test_a_mine_gives_what_it_would_have_given_under_any_number_it_is_mended_to(dice: int) -> None:
    as_built = ores(mining(7, dice=dice), 7, 6)
    play = mining(7, dice=dice)
    play.do(Draw(7))
    play.correct(mine={"number": 7, "to": 9})
    play.do(VoidDraw(9, "mended first"))
    assert ores(play, 9, 3) == as_built[:3]
    play.correct(mine={"number": 9, "to": 18})
    play.do(VoidDraw(18, "again"), Draw(18))
    play.correct(mine={"number": 18, "to": 7})
    assert mine_of(play.state, 7).rolls_as is None
    play.to("production")
    assert ores(play, 7, 3) == as_built[3:]


@pytest.mark.rule("RB-TURN-07", "RB-MINE-08")
@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("phase", ["production", "wonder"])
def test_a_turn_mistyped_forward_and_put_back_owes_no_second_draw(by_hand: bool, phase: Phase) -> None:
    play = mining(3)
    play.do(RecordDraw(3, "gold") if by_hand else Draw(3))
    if phase == "wonder":
        play.to("wonder")
    mine = mine_of(play.state, 3)
    play.correct(turn=21)
    play.correct(turn=12, phase="movement")
    play.correct(phase="production")
    if phase == "wonder":
        play.correct(phase="wonder")
    play.correct(turn=1)
    assert mine_of(play.state, 3) == mine
    assert play.warned() == {}


@pytest.mark.rule("RB-TURN-06")
def test_a_temple_corrected_once_a_player_acted_leaves_the_sequence_alone() -> None:
    acted = Play("red", "blue", temple=["red", "blue"])
    acted.do(ChangeFleet("red", "donkey", 1))
    later = Play("red", "blue", temple=["red", "blue"])
    later.do(Advance())
    settled = Play("red", "blue", temple=["red", "blue"])
    settled.determine()
    for play in (acted, later, settled):
        play.correct(temple=["blue", "red"])
        assert play.view().fields["sequence"] == ["blue", "red"]


@pytest.mark.rule("RB-WON-05", "RB-WON-11")
@pytest.mark.parametrize("order", [*permutations(("turn", "bricks", "phase"))])
@pytest.mark.parametrize("fixed", [False, True])
def test_going_back_over_a_turns_end_in_any_order_counts_what_was_bought_in_that_turn(
    order: tuple[str, ...], fixed: bool
) -> None:
    play = Play("red", "blue", amb_08=fixed)
    earlier = [None] * 15 + ["red"]
    play.correct(bricks=earlier, turn=16, phase="wonder")
    play.do(BuyBrick("red", 2), BuyBrick("blue"))
    paid = play.view().fields["wonder"]["prices"]
    bricks = play.view().fields["wonder"]["bricks"]
    play.do(Advance())
    right = {"turn": 16, "bricks": bricks, "phase": "wonder"}
    play.correct(**{field: right[field] for field in order})
    assert play.view().fields["wonder"]["prices"] == paid


@pytest.mark.rule("RB-MINE-10", "RB-CONF-02")
@pytest.mark.parametrize("field", ["turn", "bag"])
def test_an_order_being_determined_waits_for_a_draw_that_a_correction_makes_owed(field: str) -> None:
    play = Play("red", "blue", "yellow")
    play.do(BuildMine(3, "red", "standard", late=True))
    if field == "bag":
        play.correct(bag={"number": 3, "gold": 0, "iron": 0})
    else:
        play.do(Draw(3))
    play.do(CallForOrder("red"))
    play.correct(**{field: {"turn": 2, "bag": {"number": 3, "gold": 1, "iron": 0}}[field]})
    assert play.refusal(CallForOrder("red")) == ("mines-undrawn", "RB-MINE-10")
    play.do(Draw(3), CallForOrder("red"))


@pytest.mark.rule("RB-END-02")
def test_the_last_neutral_brick_ends_the_game_also_where_the_phase_would_be_finished() -> None:
    play = Play("red", "blue", marks={"2": 5}, neutral=3, amb_09=True)
    play.to("wonder")
    play.correct(bricks=[None, None, None, "red", "red"])
    assert play.state.ended


@pytest.mark.rule("RB-MINE-08")
@pytest.mark.parametrize("order", [*permutations(("turn", "bricks", "phase"))])
def test_a_turn_that_begins_again_after_going_back_over_its_start_keeps_its_draws(
    order: tuple[str, ...],
) -> None:
    play = drawn_mine()
    play.to("wonder")
    play.do(Advance(), Draw(3))
    ore = drawn(play)
    right = {"turn": 1, "bricks": [], "phase": "wonder"}
    play.correct(**{field: right[field] for field in order})
    play.do(Advance())
    assert (play.state.turn, play.state.phase, drawn(play)) == (2, "production", ore)
    assert play.refusal(Draw(3)) == ("already-drawn", "RB-MINE-08")


@pytest.mark.rule("RB-TURN-05", "RB-CONF-07")
@pytest.mark.parametrize("fields", [("turn",), ("turn", "bricks"), ("bricks", "turn")])
def test_a_later_turn_by_mistake_leaves_an_order_that_was_determined(fields: tuple[str, ...]) -> None:
    play = Play("red", "blue")
    play.to("wonder")
    play.determine(positions={"blue": 1, "red": 2})
    play.do(Done("blue"))
    later, right = {"turn": 2, "bricks": [None]}, {"turn": 1, "bricks": []}
    play.correct(**{field: later[field] for field in fields})
    play.correct(**{field: right[field] for field in fields})
    assert play.state.acting == "red"
    assert play.refusal(CallForOrder("red")) == ("order-too-late", "RB-TURN-05")


def test_a_mine_under_a_wrong_number_keeps_bag_and_draws_under_the_right_one() -> None:
    play = mining(7)
    play.do(RecordDraw(7, "gold"))
    before = play.state.mines[0]
    play.correct(mine={"number": 7, "to": 9})
    (mine,) = play.state.mines
    assert (mine.number, mine.rolls_as) == (9, 7)
    assert (mine.gold, mine.iron, mine.drawn, mine.past) == (2, 3, "gold", before.past)
    assert play.refusal(Draw(9)) == ("already-drawn", "RB-MINE-08")
    assert {7, 9} & {*free_bags(play.state)} == {7}
    play.do(BuildMine(7, "blue", "standard", late=True))
    play.correct(mine={"number": 7, "to": None})
    assert [mine.number for mine in play.state.mines] == [9]


@pytest.mark.rule("RB-TURN-07", "RB-MINE-08")
@pytest.mark.parametrize(
    ("numbers", "field", "value", "luck"),
    [
        ((3,), "turn", 2, ("corrected",)),
        ((3,), "mine", {"number": 3, "to": 9}, ("corrected",)),
        ((3,), "mine", {"number": 3, "to": None}, ("corrected",)),
        ((), "turn", 2, ()),
    ],
)
def test_a_correction_of_what_the_dice_draw_from_is_logged_as_such(
    numbers: tuple[int, ...], field: str, value: Any, luck: tuple[str, ...]
) -> None:
    play = mining(*numbers)
    play.do(*(Draw(number) for number in numbers))
    assert play.view().luck(play.do(play.correction(field, value))) == luck


@pytest.mark.rule("RB-MINE-08", "RB-TURN-07")
def test_a_draw_stays_in_its_turn_whatever_turn_is_corrected_afterwards() -> None:
    play = drawn_mine()
    first = mine_of(play.state, 3)
    play.correct(turn=2)
    assert (drawn(play), play.warned()["mines-undrawn"]) == ([None], {"mines": [3]})
    play.do(Draw(3))
    second = mine_of(play.state, 3)
    assert second.gold + second.iron == 4
    play.correct(bricks=[None])
    assert (mine_of(play.state, 3), play.warned()) == (second, {})
    play.correct(turn=1)
    assert mine_of(play.state, 3) == second
    play.correct(bricks=[])
    play.do(VoidDraw(3, "not turn 2 yet"))
    assert mine_of(play.state, 3) == first
    assert play.refusal(Draw(3)) == ("already-drawn", "RB-MINE-08")
    play.correct(bricks=[None])
    assert drawn(play) == [None], "the turn is known from the bricks alone"
    play.do(Draw(3), VoidDraw(3, "two came out"), Draw(3))
    play.do(VoidDraw(3, "none yet"))
    play.correct(bricks=[])
    assert (mine_of(play.state, 3), play.warned()) == (first, {})


def small_wonder(phase: Phase = "wonder", **options: Any) -> Play:
    play = Play("red", "blue", marks={"2": 5}, **options)
    play.to(phase)
    return play


@pytest.mark.rule("RB-WON-12", "AMB-09")
@pytest.mark.parametrize(
    ("field", "mistake", "right"),
    [("option", {"amb_09": False}, {"amb_09": True}), ("phase", "building", "wonder")],
)
def test_a_complete_wonders_phase_is_finished_once_whatever_was_corrected_by_mistake(
    field: str, mistake: Any, right: Any
) -> None:
    play = small_wonder(amb_09=True)
    play.do(BuyBrick("red", 5))
    play.correct(**{field: mistake})
    play.correct(**{field: right})
    play.do(BuyBrick("blue"), Advance())
    assert play.state.ended == "wonder-complete"
    play.correct(**{field: mistake})
    play.correct(**{field: right})
    assert play.state.ended == "wonder-complete"


@pytest.mark.rule("RB-TURN-04", "RB-CONF-02", "RB-CONF-07")
def test_after_an_end_by_mistake_the_turn_returns_to_its_player_or_the_order_is_called_for_anew() -> None:
    play = small_wonder()
    play.determine(positions={"blue": 1, "red": 2})
    play.do(Done("blue"), BuyBrick("red", 5))
    play.correct(bricks=["red", "red"])
    assert (play.state.ended, play.view().fields["acting"]) == (None, "red")
    play = small_wonder("production")
    play.do(CallForOrder("red"))
    play.correct(bricks=["red"] * 5)
    play.correct(bricks=[])
    play.do(CallForOrder("red"))


@pytest.mark.rule("RB-TURN-05", "RB-MINE-08")
@pytest.mark.parametrize(
    "mistakes",
    [[("turn", 3), ("turn", 2)], [("turn", 2), ("turn", 3)], [("turn", 2), ("phase", "movement")]],
    ids=["backward", "forward", "into another phase"],
)
def test_a_later_turn_by_mistake_leaves_what_was_done_in_the_phase(mistakes: list[tuple[str, Any]]) -> None:
    play = drawn_mine()
    play.to("wonder")
    play.do(BuyBrick("red"), VoidDraw(3, "two came out"))
    for field, value in (*mistakes, ("turn", 1)):
        play.correct(**{field: value})
    assert play.view().fields["may_call"] == (play.state.phase == "movement")
    play.do(Draw(3, late=True))
