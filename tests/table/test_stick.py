"""A backup on a stick, which may be lost: it has no secret of a running game, and its games go on with new
ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from companion.storage.backup import write_backup
from companion.storage.replacing import restore
from companion.storage.settings import OWN_WIFI
from companion.table.commitment import SETTING
from companion.table.verification import verify
from tests.fakes.evening import OTHER, START, TOY, Evening

ROLL = "roll"


def secret_of(evening: Evening, game: str) -> bytes:
    secret = evening.journal.secret(game)
    assert secret is not None
    return secret


def unpacked(copied: Path) -> str:
    """All that stands in the files of a backup."""
    with ZipFile(copied) as backup:
        return "".join(backup.read(each).decode() for each in backup.namelist())


@pytest.fixture
def two_games(bare: Evening) -> Evening:
    """One that has ended, and one that goes on; each has rolled."""
    for start in (START, OTHER):
        bare.do(start)
        bare.do(ROLL)
        if start is START:
            bare.do("finish")
    return bare


def restored(evening: Evening, copied: Path, seed: str = "another") -> Evening:
    """The evening on another card, from the copy alone, put in the place of what was there."""
    folder = copied.parent / "another-card"
    restore(folder, copied, "copy", at=evening.clock(), entropy=evening.entropy)
    return Evening(folder, TOY, seed=seed)


def test_the_password_of_the_boxs_own_wifi_and_the_next_secret_stay_at_home(
    two_games: Evening, tmp_path: Path
) -> None:
    two_games.journal.settings.set(OWN_WIFI, {"password": "hunter2hunter2"})
    coming = (two_games.journal.settings.get(SETTING, dict[str, Any]) or {})["secret"]
    write_backup(two_games.folder, tmp_path / "copy", ended=())
    said = unpacked(tmp_path / "copy")
    assert "hunter2" not in said
    assert coming not in said


def test_a_game_restored_from_a_stick_goes_on_and_shows_what_that_costs(
    two_games: Evening, tmp_path: Path
) -> None:
    before = two_games.game
    write_backup(two_games.folder, tmp_path / "copy", ended=two_games.table.ended_games())
    there = restored(two_games, tmp_path / "copy")
    luck = {**before["luck"], "moved": 1}
    assert {**there.game, "commitment": None} == {**before, "commitment": None, "luck": luck}
    assert there.game["commitment"] != before["commitment"]
    assert there.table.log_entries(1)[0].text.what == "new-secret"
    assert secret_of(there, before["id"]) != secret_of(two_games, before["id"])
    there.do(ROLL)
    there.do("finish")
    verdict = verify(there.table.export(), TOY)
    assert (verdict.status, verdict.unproven, verdict.draws) == ("holds", 2, 1)
    there.restart()
    assert verify(there.table.export(), TOY) == verdict
    there.table.close()


def test_a_stick_put_back_twice_knows_of_both_boxes_before(two_games: Evening, tmp_path: Path) -> None:
    first, game = tmp_path / "first", two_games.game["id"]
    first.mkdir()
    write_backup(two_games.folder, first / "copy", ended=())
    there = restored(two_games, first / "copy")
    there.do(ROLL)
    write_backup(there.folder, tmp_path / "copy", ended=())
    last = restored(there, tmp_path / "copy")
    promised = [two_games.game["commitment"], there.game["commitment"]]
    assert last.table.export(game)["inherited"] == {"commitments": promised, "entries": 3}
    assert last.game["head"] == there.game["head"]
    for evening in (there, last):
        evening.table.close()


def test_each_restore_of_the_same_backup_is_counted(two_games: Evening, tmp_path: Path) -> None:
    """Each time the dice are new: who did not like what came could else have thrown once more, unseen."""
    game = two_games.game["id"]
    write_backup(two_games.folder, tmp_path / "copy", ended=())
    promised = [two_games.game["commitment"]]
    there = restored(two_games, tmp_path / "copy")
    for times in (1, 2, 3):
        assert there.game["luck"]["moved"] == times
        assert there.table.export(game)["inherited"] == {"commitments": promised, "entries": 2}
        there.do(ROLL)
        promised.append(there.game["commitment"])
        there.table.close()
        there = restored(two_games, tmp_path / "copy", f"chance {times}")
    there.do(ROLL)
    there.do("finish")
    verdict = verify(there.table.export(), TOY)
    assert (verdict.status, verdict.unproven) == ("holds", 2)
    there.table.close()
