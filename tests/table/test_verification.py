"""No forged file passes, and what is no export is reported as such."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.table.chain import SHOWN_DIGITS
from companion.table.verification import verify
from tests.fakes.evening import START, TOY, Evening
from tests.table.exported import ADD, a_game, chained, entry, many_faced, set_at, taken_back
from tests.table.refusing import refused


@pytest.fixture
def evening(bare: Evening) -> Evening:
    return many_faced(bare)


Forge = Callable[[dict[str, Any]], None]


def changed(value: Any, *path: Any, of: str = "", which: int = 0) -> Forge:
    """Put a value into the file, or into its entry `which` of the type `of`."""
    return lambda file: set_at(entry(file, of, which) if of else file, value, *path)


def without(kind: str, which: int = 0) -> Forge:
    return lambda file: file["entries"].remove(entry(file, kind, which))


def other_face(file: dict[str, Any]) -> None:
    event = entry(file, "roll", -1)["events"][0]
    event["face"] = event["face"] % 100 + 1


def a_refused_command(file: dict[str, Any]) -> None:
    entry(file, "roll", -1)["command"] = {"type": "void"}
    file["entries"] = [each for each in file["entries"] if each["command"]["type"] != "roll"]
    for each in file["entries"]:
        each["undone"] = False


def other_mark(file: dict[str, Any]) -> None:
    entry(file, "add")["undone"] = not entry(file, "add")["undone"]


def two_swapped(file: dict[str, Any]) -> None:
    """Two steps, each under the other's number."""
    first, second = entry(file, "add", -2), entry(file, "add", -1)
    for name in ("at", "command", "events"):
        first[name], second[name] = second[name], first[name]


def set_by_hand(file: dict[str, Any]) -> None:
    """A roll is declared as added by a person, which the rules allow."""
    last = entry(file, "roll", -1)
    last["command"] = {"type": "add", "colour": "red", "by": 9}
    last["events"] = [{"type": "added", "by": 9}]


def without_an_end_and_its_undo(file: dict[str, Any]) -> None:
    end = file["entries"].index(entry(file, "finish"))
    del file["entries"][end : end + 2]


def without_the_last_entry_but_the_end(file: dict[str, Any]) -> None:
    del file["entries"][-2]


RULES_SEE: dict[str, tuple[Forge, str]] = {
    "another face": (other_face, "events"),
    "another secret": (changed("00" * 32, "secret"), "secret"),
    "another commitment": (changed("00" * 32, "commitment"), "secret"),
    "another value": (changed(4, "command", "by", of="add"), "events"),
    "another command": (changed({"type": "add", "colour": "red", "by": 9}, "command", of="roll"), "events"),
    "without a roll": (without("roll", 1), "events"),
    "without an undo": (without("undo"), "events"),
    "without the end": (without("finish"), "end"),
    "without the secret": (changed(None, "secret"), "end"),
    "a refused command": (a_refused_command, "refused"),
    "other players": (
        changed([{"colour": "green"}, {"colour": "red"}], "command", "players", of="start"),
        "events",
    ),
    "other options": (changed({"tragte": 4}, "command", "options", of="start"), "entry"),
    "another undo": (changed([{"type": "undone", "entry": 1}], "events", of="undo"), "events"),
    "another mark": (other_mark, "entry"),
    "an unknown command": (changed("leap", "command", "type", of="advance"), "entry"),
    "an unknown event": (changed([{"type": "leapt"}], "events", of="advance"), "events"),
}
"""What the rules and the secret find, even when all heads are made anew."""
CHAIN_SEES: dict[str, Forge] = {
    "another time": changed("2026-11-21T23:00:00Z", "at", of="roll", which=-1),
    "another name": changed("Bob", "name", of="add"),
    "another source": changed("panel", "from", of="add"),
    "two swapped": two_swapped,
    "set by hand": set_by_hand,
    "without an end and its undo": without_an_end_and_its_undo,
    "without the last roll": without("roll", -1),
    "without the last entry but the end": without_the_last_entry_but_the_end,
}
"""What the rules allow: only the chain tells that it was otherwise."""


def with_an_end_taken_back(evening: Evening) -> dict[str, Any]:
    a_game(evening)
    for body in ("undo", "advance", "roll", ADD, {**ADD, "by": 5}, "advance", "finish"):
        evening.do(body)
    exported: dict[str, Any] = json.loads(json.dumps(evening.table.export()))
    return exported


def first_changed(true: dict[str, Any], forged: dict[str, Any]) -> int:
    """The number of the first entry of the forged file that is not the true one's in its place."""

    def bare(each: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in each.items() if name not in {"n", "undone", "head"}}

    for one, other in zip(true["entries"], forged["entries"], strict=False):
        if bare(one) != bare(other):
            number: int = other["n"]
            return number
    raise AssertionError("nothing was forged")


def refused_whole(other: Evening, file: dict[str, Any]) -> None:
    """Another box does not take it in, and nothing of it stays there."""
    before, log = other.table.snapshot, other.table.log()
    assert refused(lambda: other.table.import_game(file)).code == "export-forged"
    assert other.table.snapshot is before
    assert other.table.log() == log
    assert len(other.table.games()) == 1


@pytest.mark.parametrize(("forge", "reason"), RULES_SEE.values(), ids=RULES_SEE)
def test_what_the_rules_do_not_allow_is_seen_with_a_chain_made_anew(
    evening: Evening, other: Evening, forge: Forge, reason: str
) -> None:
    file = a_game(evening)
    assert verify(file, TOY).status == "holds"
    forge(file)
    verdict = verify(chained(file), TOY)
    assert verdict.status == "forged"
    assert verdict.reason in {reason, "refused"} if reason == "events" else verdict.reason == reason
    refused_whole(other, file)


@pytest.mark.parametrize("what", [*CHAIN_SEES, *RULES_SEE])
def test_the_chain_names_the_first_changed_entry(evening: Evening, other: Evening, what: str) -> None:
    file = with_an_end_taken_back(evening)
    true = copy.deepcopy(file)
    assert verify(file, TOY).status == "holds"
    forge = CHAIN_SEES[what] if what in CHAIN_SEES else RULES_SEE[what][0]
    forge(file)
    verdict = verify(file, TOY)
    assert verdict.status == "forged"
    if what in CHAIN_SEES:
        assert (verdict.reason, verdict.entry) == ("chain", first_changed(true, file))
    refused_whole(other, file)


@pytest.mark.parametrize("forge", CHAIN_SEES.values(), ids=CHAIN_SEES)
def test_recomputed_heads_do_not_lead_to_a_noted_head(evening: Evening, forge: Forge) -> None:
    file = with_an_end_taken_back(evening)
    noted = evening.game["head"][:SHOWN_DIGITS]
    assert verify(file, TOY, noted).status == "holds"
    forge(file)
    chained(file)
    for each in file["entries"]:
        each["undone"] = each["n"] in taken_back(file)
    assert verify(file, TOY).status == "holds", "by the rules alone nothing is amiss"
    verdict = verify(file, TOY, noted)
    assert (verdict.status, verdict.reason) == ("forged", "other-head")


def test_a_file_that_ends_too_early_names_its_last_entry(evening: Evening) -> None:
    file = a_game(evening, over=False)
    del file["entries"][-1]
    verdict = verify(file, TOY)
    assert (verdict.status, verdict.reason, verdict.entry) == ("forged", "cut", file["entries"][-1]["n"])


@pytest.mark.parametrize("which", [0, 3, -1])
def test_a_head_that_is_missing_is_seen(evening: Evening, which: int) -> None:
    file = a_game(evening)
    whole = copy.deepcopy(file)
    del file["entries"][which]["head"]
    assert verify(file, TOY).reason == "chain"
    del whole["head"]
    assert verify(whole, TOY).reason == "not-an-export"


def test_a_head_noted_in_the_middle_gives_the_number_of_later_entries(evening: Evening) -> None:
    evening.do("roll")
    noted = evening.game["head"][:SHOWN_DIGITS].upper()
    file = a_game(evening)
    verdict = verify(file, TOY, noted)
    assert (verdict.status, verdict.entries_after) == ("holds", len(file["entries"]) - 2)
    assert verify(file, TOY, file["head"]).entries_after == 0


def test_a_file_with_a_start_of_another_game_is_forged(evening: Evening) -> None:
    file = a_game(evening)
    file["entries"][0]["command"]["system"] = "twin"
    assert verify(chained(file), TOY).reason == "entry"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "something-else"), (("game",), ""), (("game",), 5), (("secret",), "zz"),
        (("secret",), "00"), (("commitment",), "00"), (("commitment",), "ü"), (("entries",), []),
        (("entries",), [1]), (("entries", 0, "n"), 99), (("entries", 0, "at"), "yesterday"),
        (("entries", 0, "at"), "2026-11-21T18:00:03+00:00"), (("entries", 0, "from"), "phoen"),
        (("entries", 0, "game"), "other"), (("entries", 0, "command"), {}), (("entries", 1, "events"), [{}]),
        (("entries", 1, "command"), {"type": "start"}), (("entries", 1, "command"), {"type": "import"}),
        (("inherited",), {"commitments": [], "entries": 99}), (("inherited",), 1),
        (("entries", 0, "n"), 0), (("entries", 0, "n"), -1),
        (("entries", 1, "at"), "0001-01-01T00:00:00+14:00"), (("entries", 1, "at"), "0001-01-01T00:00:00Z"),
        (("entries", 1, "at"), "9999-12-31T23:59:59Z"),
    ],
)  # fmt: skip
def test_what_is_no_export_is_not_an_export(
    evening: Evening, other: Evening, path: tuple[Any, ...], value: Any
) -> None:
    file = a_game(evening)
    set_at(file, value, *path)
    assert verify(file, TOY).reason == "not-an-export"
    assert refused(lambda: other.table.import_game(file)).code == "not-an-export"


@pytest.mark.parametrize("years", [57, 126, 1000])
def test_a_game_by_a_clock_that_is_wrong_by_centuries_is_proved_and_taken_in(
    bare: Evening, other: Evening, years: int
) -> None:
    bare.clock.later(minutes=-years * 366 * 24 * 60)
    bare.do(START)
    file = a_game(bare)
    assert int(file["entries"][0]["at"][:4]) < 1970
    assert verify(file, TOY).status == "holds"
    assert other.table.import_game(file) == file["game"]
    assert other.table.export(file["game"])["entries"][0]["at"] == file["entries"][0]["at"]


def test_an_empty_file_and_an_unknown_system_have_their_reasons(evening: Evening, other: Evening) -> None:
    assert verify({}, TOY).reason == "not-an-export"
    file = a_game(evening)
    assert verify(file, {}).reason == "unknown-system"
    file["system"] = "chess"
    assert refused(lambda: other.table.import_game(file)).code == "unknown-system"
