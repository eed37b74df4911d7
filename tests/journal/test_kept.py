"""What an earlier version has left on a disk is read as that version left it.

The folder `kept` was written by the version of November 2026, commit c6dbd76, with its own commands: a
journal with an ended game of each system and one that goes on, the snapshot and the log that it then answered
with, what `export` made of each game, and a configuration as `setup` and its owner wrote it, with the values
that it said.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.config import load
from companion.games.registry import registered
from companion.journal.file import check
from companion.journal.names import NAME
from companion.table.verify import verify
from tests.fakes.evening import Evening

KEPT = Path(__file__).parent / "kept"
EXPORTED = {"ended": "holds", "la-strada": "holds", "running": "not-ended"}
"""The exported games, and what `verify` said of each."""


def kept(name: str) -> Any:
    return msgspec.json.decode((KEPT / f"{name}.json").read_bytes())


def plain(value: Any) -> Any:
    """As it is sent."""
    return msgspec.json.decode(msgspec.json.encode(value))


def snapshot_of_then(evening: Evening) -> Any:
    """The snapshot without the fields that have come since."""
    body = plain(evening.body)
    assert body.pop("next")["seeds"] == 0
    assert body.pop("set_aside") is None
    assert body.pop("house_rules") == {}
    assert body.pop("box") == evening.journal.box
    assert len(body["game"].pop("head")) == 64
    assert body["game"].pop("luck")["starts"] == 1
    assert (body["game"].pop("left"), body["game"].pop("ready")) == ([], [])
    assert body["game"]["options"].pop("phase_card") is True
    return body


def export_of_then(evening: Evening, game: str) -> Any:
    """A game's file without the fields that have come since."""
    file = plain(evening.table.export(game))
    assert verify(file, registered()).chained
    assert file.pop("head").startswith([each.pop("head") for each in file["entries"]][-1])
    return file


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with the kept journal in it, not opened yet."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(KEPT / NAME, folder / NAME)
    return folder


@pytest.fixture
def again(data: Path) -> Iterator[Evening]:
    """The kept journal, opened by this version."""
    evening = Evening(data, registered())
    yield evening
    evening.table.close()


def test_the_journal_is_whole(data: Path) -> None:
    check(data / NAME)


def test_the_journal_is_opened_as_it_lies_there(again: Evening) -> None:
    assert (again.journal.aside, again.journal.damage) == (None, None)
    assert again.journal.kept is not None
    assert check(again.folder / again.journal.kept).number == check(KEPT / NAME).number == 1
    assert again.journal.epoch == kept("table")["epoch"]


def test_the_snapshot_and_the_log_are_what_they_were(again: Evening) -> None:
    assert snapshot_of_then(again) == kept("table")
    assert plain({"entries": again.table.log()}) == kept("log")


@pytest.mark.parametrize("name", EXPORTED)
def test_every_game_is_exported_as_it_was_and_judged_the_same(again: Evening, name: str) -> None:
    exported = kept(name)
    assert export_of_then(again, exported["game"]) == exported
    verdict = verify(exported, registered())
    assert verdict.status == EXPORTED[name]
    assert verdict.draws == (1 if name == "ended" else 0)
    assert not verdict.chained


def test_the_ended_game_s_secret_is_told_and_the_running_one_s_is_not(again: Evening) -> None:
    ended, running = kept("ended"), kept("running")
    secret = again.journal.secret(ended["game"])
    assert secret is not None
    assert secret.hex() == ended["secret"]
    assert again.journal.secret(running["game"]) is not None
    assert running["secret"] is None


def test_the_game_goes_on_where_it_stood(again: Evening) -> None:
    before = kept("table")
    assert again.do("redo").version == before["version"] + 1
    assert again.game["research"]["green"] == ["rowboat"]
    again.do("undo")
    again.do("advance")
    again.restart()
    assert again.game["phase"] == "movement"
    assert again.body["version"] == before["version"] + 3
    assert again.body["tags"] == before["tags"] == {"0F0184F07B": 7}


def test_a_key_of_then_is_still_the_same_action(again: Evening) -> None:
    start = kept("log")["entries"][2]["command"]
    assert again.do(start, key="begin-1").version == 3
    assert snapshot_of_then(again) == kept("table")


@pytest.mark.parametrize("name", EXPORTED)
def test_an_export_is_taken_in_by_another_box_and_gone_on_with(tmp_path: Path, name: str) -> None:
    exported = kept(name)
    with_game = Evening(tmp_path / "other", registered(), seed="other")
    with_game.do({"type": "resume", "game": with_game.table.bring_in(exported)})
    assert (with_game.game["system"], with_game.game["ended"] is None) == (
        exported["system"],
        name == "running",
    )
    with_game.do("undo")
    with_game.table.close()


def test_the_configuration_says_the_values_that_it_said() -> None:
    said = msgspec.to_builtins(load(KEPT / "companion.toml"))
    assert said["web"].pop("names") == ()  # has come since
    assert said["box"].pop("own_wifi") is False  # has come since
    assert (said["oled"].pop("mirror"), said["oled"].pop("offset")) == (False, None)  # have come since
    assert said["rfid"].pop("gain") is None  # has come since
    assert {said.pop(part)["driver"] for part in ("lamps", "buzzer")} == {"none"}  # have come since
    assert said.pop("mqtt")["url"] == ""  # has come since
    assert said == kept("companion")
