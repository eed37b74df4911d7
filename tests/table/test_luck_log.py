"""What players do to chance is allowed, counted and disclosed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.language.text import text
from companion.table.luck_log import LuckLog
from companion.table.verification import verify
from tests.fakes.evening import OTHER, START, TOY, Evening
from tests.table.exported import ADD, many_faced

NOTHING = {"by_hand": 0, "voided": 0, "corrected": 0, "taken_back": 0, "starts": 1, "seeds": 0,
    "known": 0, "moved": 0}  # fmt: skip
MEND: dict[str, Any] = {"type": "mend", "counter": 5}
UNDONE = ("roll", "roll", "undo", "undo", "redo")
AGAIN = ("roll", ADD, "roll", "undo", "undo", "undo", "roll")


@pytest.fixture
def evening(bare: Evening) -> Evening:
    return many_faced(bare)


def told(evening: Evening) -> dict[str, int]:
    """What is counted of the game on the table: the same after a restart, and by its file."""
    luck: dict[str, int] = evening.game["luck"]
    evening.restart()
    assert evening.game["luck"] == luck
    fairness = verify(evening.table.export(), TOY).luck_log
    assert fairness is not None
    assert {name: getattr(fairness, name) for name in luck if name != "seeds"} == {
        name: value for name, value in luck.items() if name != "seeds"
    }
    return {name: value for name, value in luck.items() if value != NOTHING[name]}


@pytest.mark.parametrize(
    ("steps", "counted"),
    [
        pytest.param(("roll", ADD, "undo", "redo", "roll", "finish"), {}, id="a game as it comes"),
        pytest.param(
            ("roll", "void", MEND, "roll", "void", "roll"),
            {"voided": 2, "corrected": 1},
            id="to void, to correct and to draw again",
        ),
        pytest.param(("roll", "void", MEND, "undo", "undo"), {}, id="both undone"),
        pytest.param(("roll", "void", MEND, "undo", "undo", "redo"), {"voided": 1}, id="one redone"),
        pytest.param((ADD, "advance", "undo", "undo", ADD), {}, id="undo past what rolled nothing"),
        pytest.param(("roll", "roll", "undo", "undo"), {}, id="redo may still bring them back"),
        pytest.param((*UNDONE, ADD), {"taken_back": 1}, id="the game has gone another way"),
        pytest.param((*UNDONE, ADD, "undo", "undo", "advance"), {"taken_back": 2}, id="and the other too"),
        pytest.param(AGAIN, {}, id="taken back and done again in the same way"),
        pytest.param((*AGAIN, ADD, "undo", "redo", "undo"), {}, id="the last roll may still come"),
        pytest.param((*AGAIN, ADD, "undo", "redo", "undo", ADD, "roll"), {}, id="it came"),
        pytest.param(
            (*AGAIN, ADD, "undo", "redo", "undo", ADD, "roll", "undo", "undo", "undo", "roll", "advance"),
            {"taken_back": 1},
            id="it came, was taken back and did not come again",
        ),
        pytest.param(("roll", "finish", "undo", ADD), {}, id="nothing was rolled with the secret known"),
        pytest.param(
            ("roll", "finish", "undo", ADD, "roll", "undo", "roll", "finish"),
            {"known": 2},
            id="each roll with the secret known, for good",
        ),
    ],
)
def test_what_is_done_to_chance_is_counted_and_what_takes_nothing_back_is_not(
    evening: Evening, steps: tuple[Any, ...], counted: dict[str, int]
) -> None:
    for body in steps:
        evening.do(body)
    assert told(evening) == counted
    assert evening.table.snapshot.play is not None
    shown = {each.code for each in evening.table.snapshot.play.luck}
    assert shown == {f"luck.{name.replace('_', '-')}" for name in counted}


def test_a_game_resumed_with_another_boxs_dice_shows_it(evening: Evening, other: Evening) -> None:
    evening.do("roll")
    other.do({"type": "resume", "game": other.table.import_game(evening.table.export())})
    assert told(other) == {"moved": 1}
    evening.do("finish")
    other.do("finish")
    back = other.table.export()
    assert verify(back, TOY).status == "holds"
    assert [each.code for each in (verify(back, TOY).luck_log or LuckLog()).texts()] == ["luck.moved"]


def test_a_new_secret_is_unknown_though_the_earlier_one_was_known(evening: Evening, other: Evening) -> None:
    for body in ("roll", "finish", "undo"):
        evening.do(body)
    other.do({"type": "resume", "game": other.table.import_game(evening.table.export())})
    other.do("roll")
    assert told(other) == {"moved": 1}
    assert other.game["warnings"] == []
    other.do("finish")
    assert not verify(other.table.export(), TOY).known_early


def test_restarts_until_the_start_suits_are_counted_and_logged(evening: Evening) -> None:
    first = evening.game["id"]
    evening.do(OTHER)
    evening.do(OTHER)
    assert told(evening) == {"starts": 3}
    assert [each.text.what for each in evening.table.log_entries(3)] == [
        "start-again",
        "start-again",
        "start",
    ]
    assert evening.table.log_entries(1)[0].text.params == {"system": "toy", "count": 3}
    evening.do({"type": "resume", "game": first})
    assert told(evening) == {}
    evening.do(OTHER)
    assert told(evening) == {"starts": 4}, "going back to an older game hides nothing"


def test_a_start_after_a_game_that_was_played_is_the_first(evening: Evening) -> None:
    """Whether the group ends its games or only begins another one the next time."""
    for last in (ADD, "finish", ADD):
        evening.do(OTHER)
        evening.do(OTHER)
        assert told(evening)["starts"] >= 2
        evening.clock.later(10)
        evening.do(last)
        evening.do(OTHER)
        assert told(evening) == {}


@pytest.mark.parametrize("hidden_by", [["finish"], [ADD, "undo"], ["finish", "undo"]])
def test_nothing_that_is_done_at_once_hides_a_start(evening: Evening, hidden_by: list[Any]) -> None:
    for body in hidden_by:
        evening.do(body)
    evening.clock.later(60)
    evening.do(OTHER)
    assert told(evening) == {"starts": 2}


def test_a_game_brought_in_from_another_box_is_no_start_of_this_one(evening: Evening, other: Evening) -> None:
    other.clock.later(10)
    other.do("finish")
    evening.do("finish")
    other.do({"type": "resume", "game": other.table.import_game(evening.table.export())})
    other.do(START)
    assert other.game["luck"] == NOTHING


def test_each_count_has_words_where_it_is_not_zero() -> None:
    assert LuckLog().texts() == ()
    every = LuckLog(by_hand=3, voided=1, corrected=2, taken_back=4, starts=5, seeds=("x",), redoable=6,
                     known=7, moved=8)  # fmt: skip
    assert every.texts() == (
        text("luck.by-hand", count=3), text("luck.voided", count=1), text("luck.corrected", count=2),
        text("luck.taken-back", count=4), text("luck.starts", count=5),
        text("luck.known", count=7), text("luck.moved", count=8),
    )  # fmt: skip
