"""A game as a file: proved by its secret, taken in by another box, and no forgery believed."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import Refused
from companion.journal import JournalFailed
from companion.verify import verify
from tests.companion.evening import START, TOY, Evening

ADD: dict[str, Any] = {"type": "add", "colour": "red", "by": 3}


@pytest.fixture
def evening(bare: Evening) -> Evening:
    """A game whose die has so many faces that no two rolls are alike."""
    bare.do({**START, "options": {"target": 900, "faces": 100}})
    return bare


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Evening]:
    """Another box, with another game on its table."""
    evening = Evening(tmp_path / "other", seed="other")
    evening.do(START)
    yield evening
    evening.table.close()


def a_game(evening: Evening, *, over: bool = True) -> dict[str, Any]:
    """A game with steps of every kind, as a file that has been on a disk."""
    for body in ("roll", ADD, "undo", "redo", "undo", "undo", "roll", "roll", "void", "roll", "advance"):
        evening.do(body)
        evening.do({"type": "pair-tag", "tag": "AABBCCDD", "number": 3})
    if over:
        evening.do("finish")
    exported: dict[str, Any] = json.loads(json.dumps(evening.table.export()))
    return exported


def test_a_file_has_the_fields_of_the_contract(evening: Evening) -> None:
    file = a_game(evening)
    assert list(file) == ["format", "game", "system", "commitment", "secret", "entries"]
    assert (file["format"], file["system"]) == ("companion-game", "toy")
    assert file["secret"] == evening.game["secret"]
    kinds = [entry["command"]["type"] for entry in file["entries"]]
    assert kinds[:3] == ["start", "roll", "add"]
    assert "pair-tag" not in kinds
    log = {entry["n"]: entry for entry in evening.table.log()}
    assert all(log[entry["n"]] == entry for entry in file["entries"])


def test_a_running_game_s_file_holds_no_secret(evening: Evening) -> None:
    file = a_game(evening, over=False)
    secret = evening.journal.secret(evening.game["id"])
    assert secret is not None
    assert file["secret"] is None
    assert secret.hex() not in json.dumps(file)
    assert verify(file, TOY).status == "not-ended"


def test_a_true_file_holds_and_says_how_much_was_rolled(evening: Evening) -> None:
    verdict = verify(a_game(evening), TOY)
    assert (verdict.status, verdict.reason, verdict.known_early, verdict.unproven) == (
        "holds",
        None,
        False,
        0,
    )
    assert verdict.draws == 3, "who begins, and two rolls: what came again was no roll of its own"


def test_a_roll_after_the_secret_had_been_seen_is_told(evening: Evening) -> None:
    evening.do("finish")
    evening.do("undo")
    evening.do("finish")
    assert not verify(evening.table.export(), TOY).known_early
    evening.do("undo")
    evening.do("roll")
    assert verify(evening.table.export(), TOY).status == "not-ended"
    evening.do("finish")
    verdict = verify(evening.table.export(), TOY)
    assert (verdict.status, verdict.known_early) == ("holds", True)


def entry(file: dict[str, Any], kind: str, which: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = [each for each in file["entries"] if each["command"]["type"] == kind][which]
    return found


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


def set_at(file: dict[str, Any], value: Any, *path: Any) -> None:
    *most, last = path
    there: Any = file
    for step in most:
        there = there[step]
    there[last] = value


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


def test_a_game_taken_in_is_an_earlier_one_and_comes_back_the_same(evening: Evening, other: Evening) -> None:
    file = a_game(evening)
    here, rings = other.game, other.bell.rings
    game = other.table.bring_in(file)
    assert game == file["game"]
    assert other.bell.rings == rings + 1
    assert other.game == here
    version = other.table.snapshot.version
    assert version == other.table.log()[-1]["n"] == 1 + 1 + len(file["entries"])
    before = other.body
    other.restart()
    assert other.body == before, "also its time: what was brought in happened elsewhere"
    other.do({"type": "resume", "game": game})
    assert {**other.game, "id": ""} == {**evening.game, "id": ""}
    assert verify(other.table.export(game), TOY) == verify(file, TOY)
    other.restart()
    assert other.game["id"] == game
    other.do("undo")
    other.do("advance")
    other.do("roll")
    other.do("finish")
    assert verify(other.table.export(game), TOY).known_early


def test_the_same_file_is_not_taken_in_twice(evening: Evening, other: Evening) -> None:
    file = a_game(evening)
    game = other.table.bring_in(file)
    version = other.table.snapshot.version
    assert other.table.bring_in(copy.deepcopy(file)) == game
    assert evening.table.bring_in(file) == game
    assert other.table.snapshot.version == version


def test_the_same_game_gone_another_way_is_refused(evening: Evening, other: Evening) -> None:
    file = a_game(evening)
    other.table.bring_in(file)
    evening.do("undo")
    evening.do(ADD)
    evening.do("finish")
    with pytest.raises(Refused) as caught:
        other.table.bring_in(evening.table.export())
    assert caught.value.code == "game-here"


def test_a_running_game_goes_on_elsewhere_with_a_new_secret_and_says_so(
    evening: Evening, other: Evening
) -> None:
    file = a_game(evening, over=False)
    game = other.table.bring_in(file)
    other.do({"type": "resume", "game": game})
    assert other.game["rolls"] == evening.game["rolls"]
    assert other.game["commitment"] != file["commitment"]
    other.do("undo")
    other.do("roll")
    other.do("finish")
    proof = json.loads(json.dumps(other.table.export()))
    assert proof["inherited"] == {"commitments": [file["commitment"]], "entries": len(file["entries"])}
    verdict = verify(proof, TOY)
    assert (verdict.status, verdict.unproven, verdict.draws) == ("holds", len(file["entries"]), 1)
    entry(proof, "roll", -1)["events"][0]["face"] += 1
    assert verify(proof, TOY).status == "forged"


def test_a_game_handed_on_twice_remembers_both_boxes(evening: Evening, other: Evening) -> None:
    first = a_game(evening, over=False)
    other.table.bring_in(first)
    other.do({"type": "resume", "game": first["game"]})
    other.do("undo")
    second = other.table.export()
    third = Evening(other.folder.parent / "third", seed="third")
    third.do({"type": "resume", "game": third.table.bring_in(second)})
    inherited = third.table.export()["inherited"]
    assert inherited["commitments"] == [first["commitment"], second["commitment"]]
    assert inherited["entries"] == len(second["entries"])
    third.table.close()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("entries", 1, "events"), [{"type": "leapt"}]),
        (("entries", 1, "events"), [{"type": "rolled", "face": "six"}]),
        (("entries", 0, "events"), [{"type": "rolled", "face": 6}]),
        (("entries", 0, "events"), []),
        (("entries", 0, "command", "players"), 7),
        (("entries", 0, "command", "system"), "chess"),
        (("entries", 3, "events"), []),
        (("entries", 3, "events"), [{"type": "undone", "entry": 99}]),
        (("entries", 3, "events"), [{"type": "undone", "entry": []}]),
    ],
)
def test_a_running_game_that_cannot_be_played_is_not_taken_in(
    evening: Evening, other: Evening, path: tuple[Any, ...], value: Any
) -> None:
    file = a_game(evening, over=False)
    set_at(file, value, *path)
    with pytest.raises(Refused) as caught:
        other.table.bring_in(file)
    assert caught.value.code == "export-forged"
    assert len(other.table.log()) == 1


def test_a_disk_that_fills_up_takes_in_nothing(evening: Evening, other: Evening) -> None:
    file = a_game(evening)
    writer = other.journal._writer
    assert writer is not None
    (pages,) = writer.execute("PRAGMA page_count").fetchone()
    writer.execute(f"PRAGMA max_page_count={pages + 1}")
    before = other.table.snapshot
    with pytest.raises(JournalFailed):
        other.table.bring_in(file)
    assert other.table.snapshot is before
    assert len(other.table.log()) == len(other.table.games()) == 1


def test_an_export_of_a_game_that_is_not_there_is_refused(bare: Evening) -> None:
    for game, code in ((None, "no-game"), ("nobody", "no-such-game")):
        with pytest.raises(Refused) as caught:
            bare.table.export(game)
        assert caught.value.code == code
