"""Claiming that an earlier edition of the rules began a game makes nothing else of its file."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.games import Refused
from companion.games.registry import registered
from companion.table.chain import SHOWN
from companion.table.verify import verify
from tests.fakes.evening import Evening
from tests.table.earlier import LATER, Unchanged, of_the_first, plain, said_to_be_of, words
from tests.table.exported import chained, entry, many_faced, unchained


@pytest.fixture
def evening(bare: Evening) -> Evening:
    return many_faced(bare)


def another_face(file: dict[str, Any]) -> None:
    rolled = entry(file, "roll", -1)["events"][0]
    rolled["face"] = rolled["face"] % 100 + 1


def another_first_player(file: dict[str, Any]) -> None:
    begun = file["entries"][0]["events"][0]
    begun["first"] = "red" if begun["first"] == "blue" else "blue"


def a_roll_in_another_command(file: dict[str, Any]) -> None:
    entry(file, "advance")["events"].append({"type": "rolled", "face": 100})


def a_second_roll(file: dict[str, Any]) -> None:
    entry(file, "roll")["events"] *= 2


def rolls_in_another_order(file: dict[str, Any]) -> None:
    one, two = entry(file, "roll"), entry(file, "roll", 1)
    one["events"], two["events"] = two["events"], one["events"]


def a_roll_left_out_before_another(file: dict[str, Any]) -> None:
    entry(file, "roll")["events"] = [{"type": "added", "by": 1}]


def another_undo(file: dict[str, Any]) -> None:
    entry(file, "undo")["events"] = [{"type": "undone", "entry": entry(file, "add")["n"]}]


def an_undo_that_does_something(file: dict[str, Any]) -> None:
    entry(file, "undo")["events"] = [{"type": "added", "by": 1}]


def the_table_s_own(file: dict[str, Any]) -> None:
    entry(file, "advance")["command"] = {"type": "pair-tag", "tag": "AABBCCDD", "number": 3}


def no_event(file: dict[str, Any]) -> None:
    entry(file, "advance")["events"] = []


def an_unknown_event(file: dict[str, Any]) -> None:
    entry(file, "advance")["events"] = [{"type": "leapt"}]


def an_edition_in_the_middle(file: dict[str, Any]) -> None:
    entry(file, "advance")["events"].append({"type": "ruled", "edition": 1})


def two_editions(file: dict[str, Any]) -> None:
    file["entries"][0]["events"] += [{"type": "ruled", "edition": 1}, {"type": "ruled", "edition": 2}]


def an_edition_before_the_game_s_own(file: dict[str, Any]) -> None:
    file["entries"][0]["events"].insert(0, {"type": "ruled", "edition": 1})


def other_seeds(file: dict[str, Any]) -> None:
    file["entries"][0]["command"]["seed"] = "mine"


def another_secret(file: dict[str, Any]) -> None:
    file["secret"] = "00" * 32


def players_that_are_none(file: dict[str, Any]) -> None:
    file["entries"][0]["command"]["players"] = 7


def without_an_end(file: dict[str, Any]) -> None:
    entry(file, "finish")["events"] = [{"type": "added", "by": 1}]


@pytest.mark.parametrize(
    "forge",
    [
        another_face, another_first_player, a_roll_in_another_command, a_second_roll, rolls_in_another_order,
        a_roll_left_out_before_another, another_undo, an_undo_that_does_something, the_table_s_own, no_event,
        an_unknown_event, an_edition_in_the_middle, two_editions, an_edition_before_the_game_s_own,
        other_seeds, another_secret, players_that_are_none, without_an_end,
    ],
)  # fmt: skip
@pytest.mark.parametrize("rewritten", [chained, unchained])
def test_claiming_an_earlier_edition_makes_no_roll_and_nothing_of_the_table_s_own_another(
    evening: Evening,
    tmp_path: Path,
    forge: Callable[[dict[str, Any]], None],
    rewritten: Callable[[dict[str, Any]], dict[str, Any]],
) -> None:
    file = said_to_be_of(of_the_first(evening), None)
    assert verify(file, LATER).status == "holds"
    forge(file)
    assert verify(rewritten(file), LATER).status == "forged"
    box = Evening(tmp_path / "later", LATER, seed="later")
    with pytest.raises(Refused, match="export-forged"):
        box.table.bring_in(file)
    box.table.close()


def added_much(file: dict[str, Any]) -> None:
    entry(file, "advance")["events"].append({"type": "added", "by": 99})


def typed_instead_of_rolled(file: dict[str, Any]) -> None:
    entry(file, "roll", -1)["events"] = [{"type": "added", "by": 99}]


def ended_by_adding(file: dict[str, Any]) -> None:
    entry(file, "finish")["command"] = {"type": "add", "colour": "red", "by": 9}


FREE: list[Callable[[dict[str, Any]], None]] = [added_much, typed_instead_of_rolled, ended_by_adding]
"""What can be forged with an earlier edition claimed that could not before: all of it is told."""


@pytest.mark.parametrize("forge", FREE)
def test_what_claiming_an_earlier_edition_lets_pass_is_counted_told_and_seen_by_the_fingerprint(
    bare: Evening, tmp_path: Path, forge: Callable[[dict[str, Any]], None]
) -> None:
    box = Evening(tmp_path / "unchanged", {"toy": Unchanged()})
    file = of_the_first(many_faced(box))
    noted, games = box.game["head"][:SHOWN], {"toy": Unchanged()}
    box.table.close()
    true = copy.deepcopy(file)
    assert not verify(file, games).earlier
    forge(file)
    assert verify(file, games).reason == "chain"
    assert verify(chained(file), games).status == "forged", "of its own edition nothing passes"
    claimed = verify(said_to_be_of(file, None), games)
    assert (claimed.status, claimed.earlier) == ("holds", True)
    wrong = [each["n"] for each, other in zip(file["entries"][1:], true["entries"][1:], strict=True)
             if (each["command"], each["events"]) != (other["command"], other["events"])]  # fmt: skip
    assert (claimed.otherwise, claimed.first_otherwise) == (len(wrong), wrong[0])
    assert f"number {wrong[0]}" in words(claimed)[2]
    assert verify(file, games, noted).reason == "other-head"
    assert "It was begun by an earlier edition of the rules." in words(verify(file, games))
    assert not verify(unchained(file), games).chained


def test_a_draw_that_counts_no_more_or_came_by_hand_is_told_of_chance_whatever_the_edition(
    evening: Evening,
) -> None:
    file = said_to_be_of(of_the_first(evening), None)
    face = entry(file, "roll")["events"][0]["face"]
    entry(file, "advance")["events"] = [{"type": "mended", "counter": 4}, {"type": "voided", "face": face}]
    verdict = verify(chained(file), LATER)
    assert verdict.fairness is not None
    assert (verdict.fairness.corrected, verdict.fairness.voided) == (1, 1)
    assert verdict.otherwise > 0


@pytest.mark.parametrize(
    ("ore", "said"),
    [
        ("gold", {"type": "bag-corrected", "number": 3, "gold": 6, "iron": 0}),
        ("iron", {"type": "game-ended", "reason": "called"}),
        ("iron", {"type": "readied", "colours": ["blue"], "turn": 1, "phase": "production", "called": False}),
    ],
)
def test_what_is_said_aside_carries_nothing_else_into_a_file_whatever_edition_it_claims(
    tmp_path: Path, ore: str, said: dict[str, Any]
) -> None:
    """Nothing aside is counted among what bears on chance: a bag corrected so would be found nowhere."""
    box = Evening(tmp_path / "data", registered())
    for body in (
        {"type": "start", "system": "roads-and-boats", "players": [{"colour": "red"}, {"colour": "blue"}]},
        {"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard", "late": True},
        {"type": "ready", "colour": "red", "ready": True},
        {"type": "draw", "number": 3},
        {"type": "end"},
    ):
        box.do(body)
    file = said_to_be_of(plain(box.table.export()), 1)
    box.table.close()
    assert (verify(file, registered()).status, verify(file, registered()).otherwise) == ("holds", 0)
    entry(file, "ready")["events"] = [said]
    entry(file, "draw")["events"][0]["ore"] = ore
    forged = verify(chained(file), registered())
    assert (forged.status, forged.reason, forged.entry) == ("forged", "events", entry(file, "ready")["n"])
