"""Redaction: a game or a name is gone from the data folder for good, and what stays still proves itself."""

from __future__ import annotations

import errno
import math
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import registered
from companion.storage.backup import BACKUPS, backups_in, delete_stale, stale, write_backup
from companion.storage.files import DataFolderUnusable
from companion.storage.machine import Machine
from companion.storage.replacing import not_redacted, redact, restore
from companion.storage.settings import FORGOTTEN, MEMBERS
from companion.table.book import Book
from companion.table.redaction import RedactionRequest, RedactionResult, redact_folder
from companion.table.verification import verify
from tests.fakes.evening import Evening
from tests.fakes.folders import failing, game_file

STRADA = {"type": "start", "system": "la-strada", "players": [{"colour": "red"}, {"colour": "yellow"}]}
SYSTEMS = ("roads-and-boats", "la-strada")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path / "box", games=registered())
    yield evening
    evening.table.close()


def play(box: Evening, *names: str, system: str = "roads-and-boats", ends: bool = True) -> str:
    """Play a game of these names, the last one typed late; return its ID."""
    colours = registered()[system].colours
    players = [{"colour": colour, "name": name} for colour, name in zip(colours, names, strict=False)]
    without = [*players[:-1], {**players[-1], "name": "Nobody"}]
    box.do({"type": "start", "system": system, "players": without, "replace": True})
    box.do({"type": "correct", "field": "players", "value": players, "reason": "a name was wrong"})
    box.do("undo")
    box.do("redo")
    if ends:
        box.do("end")
    game: str = box.game["id"]
    return game


def forget(box: Evening, name: str = "", game: str = "") -> RedactionResult:
    """As a start does it, between two evenings."""
    with box.closed():
        return redact_folder(box.folder, RedactionRequest(name, game), at=box.clock(), entropy=box.entropy)


def holding(place: Path, said: str) -> list[str]:
    """The files below a folder in which these bytes are."""
    return sorted(
        each.name
        for each in place.rglob("*")
        if each.is_file() and said.casefold().encode() in each.read_bytes().lower()
    )


def names(box: Evening) -> set[str]:
    return {each.name for each in Book(box.table.inactive_games, box.table.history).update().people}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("typed", ["Quirin", "quirin", "  QUIRIN "])
def test_no_file_of_the_folder_has_a_forgotten_name_any_more(box: Evening, system: str, typed: str) -> None:
    play(box, "Quirin", "Anna", "Eva", system=system)
    play(box, "Anna", "qUIRIN", system=system)
    assert holding(box.folder, "quirin")
    assert forget(box, typed).games == 2
    assert holding(box.folder, "quirin") == []
    assert names(box) == {"Anna", "Eva"}


def test_a_forgotten_game_is_gone_with_every_entry_and_the_others_are_as_they_were(box: Evening) -> None:
    gone, stays = play(box, "Quirin", "Anna"), play(box, "Eva", "Bob")
    before, secret = box.table.export(stays), box.table.export(gone)["secret"]
    assert forget(box, game=gone).games == 1
    assert holding(box.folder, secret) == []
    assert gone not in {each["game"] for each in box.table.log()}
    assert holding(box.folder, "quirin") == []
    assert box.table.export(stays) == before
    assert [each.id for each in box.table.games()] == [stays]


def test_numbers_are_never_given_again_though_the_last_game_is_forgotten(box: Evening) -> None:
    play(box, "Eva", "Bob")
    gone = play(box, "Quirin", "Anna")
    last, epoch = box.table.snapshot.version, box.journal.epoch
    forget(box, game=gone)
    assert box.journal.next == last + 1
    assert box.journal.epoch != epoch, "nobody takes a version seen before for a present one"
    box.do({**STRADA, "replace": True})
    assert box.table.snapshot.version == last + 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_redacted_game_is_still_verified_and_shows_it(box: Evening, system: str) -> None:
    other, game = play(box, "Eva", "Bob"), play(box, "Quirin", "Anna", "Eva", system=system)
    others, before = box.table.export(other), box.table.export(game)
    assert verify(before, registered()).redacted is False
    forget(box, "Quirin")
    after = box.table.export(game)
    verdict = verify(after, registered())
    assert (verdict.status, verdict.redacted, verdict.draws) == (
        "holds", True, verify(before, registered()).draws,
    )  # fmt: skip
    noted = verify(after, registered(), before["head"])
    assert (noted.status, noted.reason) == ("forged", "other-head-nameless")
    after["entries"][-1]["at"] = "2026-11-21T23:59:59Z"
    assert verify(after, registered()).status == "forged", "it excuses no other change"
    assert box.table.export(other) == others


@pytest.mark.rule("LS-SETUP-02")
def test_a_colony_that_was_renamed_to_a_forgotten_name_loses_it_and_the_game_is_still_proved(
    box: Evening,
) -> None:
    box.do({**STRADA, "options": {"names": {"1": "Roma"}}})
    box.do({"type": "correct", "field": "option", "value": {"names": {"1": "Bob"}}, "reason": "renamed"})
    box.do({"type": "connect", "colour": "yellow", "colony": 1, "plains": 1})
    box.do("end")
    game = box.game["id"]
    assert forget(box, "Bob").games == 1
    assert verify(box.table.export(game), registered()).status == "holds"


def test_undo_and_redo_go_on_across_what_was_forgotten(box: Evening) -> None:
    play(box, "Anna", "Quirin", ends=False)
    forget(box, "Quirin")
    assert [each["name"] for each in box.game["players"]] == ["Anna", ""]
    box.do("undo")
    assert [each["name"] for each in box.game["players"]] == ["Anna", "Nobody"]
    box.do("redo")
    assert [each["name"] for each in box.game["players"]] == ["Anna", ""]
    box.restart()
    assert [each["name"] for each in box.game["players"]] == ["Anna", ""]


def test_what_the_box_remembers_of_phones_forgets_the_name_and_lets_them_stay(box: Evening) -> None:
    play(box, "Quirin", "Anna")
    members = {"a": {"name": "Quirin", "colour": "red", "plays": "quirin "}, "b": {"name": "Anna"}}
    box.journal.settings.set(MEMBERS, members)
    box.journal.settings.set("own-wifi", {"name": "Quirin"})
    forget(box, "Quirin")
    assert box.journal.settings.get(MEMBERS, dict[str, Any]) == {
        "a": {"name": "", "colour": "red", "plays": ""}, "b": {"name": "Anna"},
    }  # fmt: skip
    assert box.journal.settings.get("own-wifi", dict[str, Any]) == {"name": "Quirin"}, "a network is nobody"


def test_an_unknown_name_changes_nothing(box: Evening) -> None:
    play(box, "Anna", "Bob")
    epoch = box.journal.epoch
    assert forget(box, "Quirin").games == 0
    assert (box.journal.epoch, box.journal.settings.get(FORGOTTEN, list[str])) == (epoch, None)


def test_backups_from_before_are_deleted_and_others_stay(box: Evening, tmp_path: Path) -> None:
    play(box, "Quirin", "Anna")
    own, other = box.folder / BACKUPS, Evening(tmp_path / "other", games=registered(), seed="other")
    own.mkdir()
    write_backup(box.folder, own / "companion-20261121T180000Z-5.zip")
    other.do(STRADA)
    write_backup(other.folder, own / "companion-20261121T180001Z-1.zip")
    other.table.close()
    forget(box, "Quirin")
    marks = box.journal.settings.get(FORGOTTEN, list[str]) or []
    write_backup(box.folder, own / "companion-20261121T180002Z-5.zip")
    assert [each.name for each in stale(own, marks)] == ["companion-20261121T180000Z-5.zip"]
    delete_stale(own, marks)
    assert [each.name[-5:-4] for each in backups_in(own)] == ["1", "5"]
    assert holding(box.folder, "quirin") == []


def test_copies_of_before_the_card_came_to_another_machine_are_known_as_well(
    box: Evening, tmp_path: Path
) -> None:
    box.machine = Machine("a")
    box.restart()
    play(box, "Quirin", "Anna")
    stick = tmp_path / "stick"
    stick.mkdir()
    write_backup(box.folder, stick / "companion-20261121T180000Z-5.zip")
    box.machine = Machine("b")
    box.restart()
    forget(box, "Quirin")
    delete_stale(stick, box.journal.settings.get(FORGOTTEN, list[str]) or [])
    assert backups_in(stick) == ()


def test_copies_of_before_the_disk_forgot_something_are_known_as_well(box: Evening) -> None:
    play(box, "Quirin", "Anna", ends=False)
    earlier = game_file(box.folder).read_bytes()
    box.do("advance")
    (box.folder / BACKUPS).mkdir()
    offered = box.folder / BACKUPS / f"companion-20261121T180000Z-{box.table.snapshot.version}.zip"
    write_backup(box.folder, offered)
    with box.closed():
        game_file(box.folder).write_bytes(earlier)
        (box.folder / "last").unlink()
    assert box.journal.damage is not None
    forget(box, "Quirin")
    assert stale(box.folder / BACKUPS, box.journal.settings.get(FORGOTTEN, list[str]) or []) == (offered,)


def test_a_stick_that_was_away_is_known_after_something_else_was_forgotten(
    box: Evening, tmp_path: Path
) -> None:
    play(box, "Quirin", "Anna")
    stick = tmp_path / "stick"
    stick.mkdir()
    write_backup(box.folder, stick / "companion-20261121T180000Z-5.zip", ended=())
    forget(box, "Quirin")
    play(box, "Eva", "Bob")
    forget(box, "Eva")
    delete_stale(stick, box.journal.settings.get(FORGOTTEN, list[str]) or [])
    assert backups_in(stick) == ()


def test_a_journal_that_a_copy_has_replaced_forgets_too(box: Evening, tmp_path: Path) -> None:
    play(box, "Quirin", "Anna")
    play(box, "Eva", "Bob")
    other = Evening(tmp_path / "other", games=registered(), seed="other")
    other.do(STRADA)
    write_backup(other.folder, tmp_path / "copy")
    other.table.close()
    with box.closed():
        aside = restore(box.folder, tmp_path / "copy", "other", at=box.clock(), entropy=box.entropy)
    assert aside is not None
    forget(box, "Quirin")
    assert holding(box.folder, "quirin") == []
    assert holding(box.folder, "Eva")
    assert holding(box.folder, "Eva") == holding(box.folder / aside, "Eva")


def test_a_damaged_file_is_reported_and_never_changed(box: Evening) -> None:
    play(box, "Quirin", "Anna")
    damaged = box.folder / "damaged-20261121T180000Z"
    damaged.mkdir()
    (damaged / "game.jsonl").write_bytes(b"quirin")
    forget(box, "Quirin")
    assert not_redacted(box.folder) == (damaged.name,)
    assert holding(box.folder, "quirin") == ["game.jsonl"]


def test_a_damaged_game_is_set_aside_and_reported_and_the_rest_is_redacted(
    box: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An old one, which no start reads whole, and one that a backup has replaced."""
    monkeypatch.setattr("companion.storage.recovery.READ_AT_START", 0)
    play(box, "Quirin", "Anna")
    old = game_file(box.folder)
    (box.folder / "replaced-20261121T180000Z").mkdir()
    for damaged in (old, box.folder / "replaced-20261121T180000Z" / "game.jsonl"):
        damaged.write_bytes(old.read_bytes().replace(b'"advance"', b'"retreat"').replace(b'"end"', b'"and"'))
    play(box, "Quirin", "Anna", system="la-strada")
    assert forget(box, "Quirin").games == 2
    aside = not_redacted(box.folder)
    assert len(aside) == 2
    assert set(holding(box.folder, "quirin")) == {old.name, *(each for each in aside if "." in each)}
    assert box.table.snapshot.set_aside is not None


class Pulled(BaseException):
    """The plug."""


@pytest.mark.parametrize("moment", range(10))
def test_a_plug_pulled_at_any_moment_leaves_the_games_as_they_were_or_as_they_shall_be(
    box: Evening, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    """Each name that is changed in the folder, each file deleted, is a moment."""
    game = play(box, "Quirin", "Anna")
    before = box.table.export(game)
    left_to_do: float = math.inf
    rename, unlink = Path.rename, Path.unlink

    def pull() -> None:
        nonlocal left_to_do
        if left_to_do == 0:
            raise Pulled
        left_to_do -= 1

    def begun(*given: Any) -> int:
        nonlocal left_to_do
        left_to_do = moment
        return redact(*given)

    def renamed(self: Path, target: Any) -> Path:
        pull()
        return rename(self, target)

    def unlinked(self: Path, missing_ok: bool = False) -> None:
        if os.path.lexists(self):
            pull()
        unlink(self, missing_ok=missing_ok)

    with box.closed(), monkeypatch.context() as patched:
        patched.setattr("companion.table.redaction.redact", begun)
        patched.setattr(Path, "rename", renamed)
        patched.setattr(Path, "unlink", unlinked)
        with suppress(Pulled):
            redact_folder(box.folder, RedactionRequest("Quirin"), at=box.clock(), entropy=box.entropy)
    assert box.table.snapshot.set_aside is None
    now = box.table.export(game)
    verdict = verify(now, registered())
    assert verdict.status == "holds"
    if verdict.redacted:
        assert holding(box.folder, "quirin") == []
    else:
        assert now == before


def test_a_full_disk_changes_nothing_and_leaves_nothing_beside(
    box: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play(box, "Quirin", "Anna")
    before = box.table.export(game)

    with monkeypatch.context() as patched:
        patched.setattr("companion.storage.replacing.create", failing(errno.ENOSPC))
        with pytest.raises(DataFolderUnusable):
            forget(box, "Quirin")
    assert not list(box.folder.glob("*.new"))
    assert box.table.export(game) == before


def test_nothing_is_forgotten_while_a_companion_has_the_folder(box: Evening) -> None:
    play(box, "Quirin", "Anna")
    with pytest.raises(DataFolderUnusable):
        redact_folder(box.folder, RedactionRequest("Quirin"), at=box.clock(), entropy=box.entropy)
    assert holding(box.folder, "quirin")
