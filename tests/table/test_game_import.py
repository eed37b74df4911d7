"""Another box takes a game in: it goes on where it stood, and remembers where it came from."""

from __future__ import annotations

import copy
import errno
import json
import os
from typing import Any

import pytest

from companion.storage.storage import StorageFailed
from companion.table.verification import verify
from tests.fakes.evening import TOY, Evening
from tests.fakes.folders import failing
from tests.table.exported import ADD, a_game, entry, many_faced, set_at
from tests.table.refusing import refused


@pytest.fixture
def evening(bare: Evening) -> Evening:
    return many_faced(bare)


def test_a_game_taken_in_is_an_earlier_one_and_comes_back_the_same(evening: Evening, other: Evening) -> None:
    file = a_game(evening)
    here, count = other.game, other.notifier.count
    game = other.table.import_game(file)
    assert game == file["game"]
    assert other.notifier.count == count + 1
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


def test_steps_that_one_undo_took_back_come_back_together_on_another_box(
    evening: Evening, other: Evening
) -> None:
    for body in ("roll", ADD, "roll"):
        evening.do(body)
        evening.do({"type": "pair-tag", "tag": "AABBCCDD", "number": 3})
    evening.do({"type": "undo", "to": 2})
    evening.do("redo")
    evening.do({"type": "undo", "to": 4})
    evening.do("finish")
    file = json.loads(json.dumps(evening.table.export()))
    assert verify(file, TOY).status == "holds"
    game = other.table.import_game(file)
    assert other.table.import_game(copy.deepcopy(file)) == game
    again = json.loads(json.dumps(other.table.export(game)))
    assert again["entries"][4]["n"] != file["entries"][4]["n"]
    assert again["head"] == file["head"]
    assert verify(again, TOY).status == "holds"
    set_at(again, 1, "entries", 4, "command", "to")
    assert verify(again, TOY).status == "forged"


def test_the_same_file_is_not_taken_in_twice(evening: Evening, other: Evening) -> None:
    file = a_game(evening)
    game = other.table.import_game(file)
    version = other.table.snapshot.version
    assert other.table.import_game(copy.deepcopy(file)) == game
    assert evening.table.import_game(file) == game
    assert other.table.snapshot.version == version


def test_the_same_game_gone_another_way_is_refused(evening: Evening, other: Evening) -> None:
    file = a_game(evening)
    other.table.import_game(file)
    evening.do("undo")
    evening.do(ADD)
    evening.do("finish")
    assert refused(lambda: other.table.import_game(evening.table.export())).code == "game-here"


def test_a_running_game_goes_on_elsewhere_with_a_new_secret_and_shows_it(
    evening: Evening, other: Evening
) -> None:
    file = a_game(evening, over=False)
    game = other.table.import_game(file)
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
    other.table.import_game(first)
    other.do({"type": "resume", "game": first["game"]})
    other.do("undo")
    second = other.table.export()
    third = Evening(other.folder.parent / "third", seed="third")
    third.do({"type": "resume", "game": third.table.import_game(second)})
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
    assert refused(lambda: other.table.import_game(file)).code == "export-forged"
    assert len(other.table.log()) == 1


def test_a_disk_that_fills_up_takes_in_nothing(
    evening: Evening, other: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = a_game(evening)
    before = other.table.snapshot
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", failing(errno.ENOSPC))
        with pytest.raises(StorageFailed):
            other.table.import_game(file)
    assert other.table.snapshot is before
    assert len(other.table.log()) == len(other.table.games()) == 1
