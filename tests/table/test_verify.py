"""No forged file is believed, and what is no export is told as such."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import Refused
from companion.table.verify import verify
from tests.fakes.evening import TOY, Evening
from tests.table.exported import a_game, entry, many_faced, set_at


@pytest.fixture
def evening(bare: Evening) -> Evening:
    return many_faced(bare)


def other_face(file: dict[str, Any]) -> None:
    event = entry(file, "roll", -1)["events"][0]
    event["face"] = event["face"] % 100 + 1


def other_secret(file: dict[str, Any]) -> None:
    file["secret"] = "00" * 32


def other_commitment(file: dict[str, Any]) -> None:
    file["commitment"] = "00" * 32


def other_command(file: dict[str, Any]) -> None:
    entry(file, "add")["command"]["by"] = 4


def other_command_and_event(file: dict[str, Any]) -> None:
    entry(file, "roll")["command"] = {"type": "add", "colour": "red", "by": 9}


def without_a_roll(file: dict[str, Any]) -> None:
    file["entries"].remove(entry(file, "roll", 1))


def without_an_undo(file: dict[str, Any]) -> None:
    file["entries"].remove(entry(file, "undo"))


def without_the_end(file: dict[str, Any]) -> None:
    file["entries"].remove(entry(file, "finish"))


def without_the_secret(file: dict[str, Any]) -> None:
    file["secret"] = None


def a_refused_command(file: dict[str, Any]) -> None:
    entry(file, "roll", -1)["command"] = {"type": "void"}
    file["entries"] = [each for each in file["entries"] if each["command"]["type"] != "roll"]
    for each in file["entries"]:
        each["undone"] = False


def other_players(file: dict[str, Any]) -> None:
    entry(file, "start")["command"]["players"] = [{"colour": "green"}, {"colour": "red"}]


def other_options(file: dict[str, Any]) -> None:
    entry(file, "start")["command"]["options"] = {"tragte": 4}


def other_undo(file: dict[str, Any]) -> None:
    entry(file, "undo")["events"] = [{"type": "undone", "entry": 1}]


def other_mark(file: dict[str, Any]) -> None:
    entry(file, "add")["undone"] = not entry(file, "add")["undone"]


def unknown_command(file: dict[str, Any]) -> None:
    entry(file, "advance")["command"]["type"] = "leap"


def unknown_event(file: dict[str, Any]) -> None:
    entry(file, "advance")["events"] = [{"type": "leapt"}]


@pytest.mark.parametrize(
    ("forge", "reason"),
    [
        (other_face, "events"),
        (other_secret, "secret"),
        (other_commitment, "secret"),
        (other_command, "events"),
        (other_command_and_event, "events"),
        (without_a_roll, "events"),
        (without_an_undo, "events"),
        (without_the_end, "end"),
        (without_the_secret, "end"),
        (a_refused_command, "refused"),
        (other_players, "events"),
        (other_options, "entry"),
        (other_undo, "events"),
        (other_mark, "entry"),
        (unknown_command, "entry"),
        (unknown_event, "events"),
    ],
)
def test_a_forgery_is_seen_and_not_taken_in(
    evening: Evening, other: Evening, forge: Callable[[dict[str, Any]], None], reason: str
) -> None:
    file = a_game(evening)
    assert verify(file, TOY).status == "holds"
    forge(file)
    verdict = verify(file, TOY)
    assert verdict.status == "forged"
    assert verdict.reason in {reason, "refused"} if reason == "events" else verdict.reason == reason
    before, log = other.table.snapshot, other.table.log()
    with pytest.raises(Refused) as caught:
        other.table.bring_in(file)
    assert caught.value.code == "export-forged"
    assert other.table.snapshot is before
    assert other.table.log() == log
    assert len(other.table.games()) == 1


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
    ],
)  # fmt: skip
def test_what_is_no_export_is_told_as_such(
    evening: Evening, other: Evening, path: tuple[Any, ...], value: Any
) -> None:
    file = a_game(evening)
    set_at(file, value, *path)
    assert verify(file, TOY).reason == "not-an-export"
    with pytest.raises(Refused) as caught:
        other.table.bring_in(file)
    assert caught.value.code == "not-an-export"


def test_nothing_and_a_game_of_another_house_are_told(evening: Evening, other: Evening) -> None:
    assert verify({}, TOY).reason == "not-an-export"
    file = a_game(evening)
    assert verify(file, {}).reason == "unknown-system"
    file["system"] = "chess"
    with pytest.raises(Refused) as caught:
        other.table.bring_in(file)
    assert caught.value.code == "unknown-system"
