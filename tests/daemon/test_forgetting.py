"""A box that forgets: it starts again for it, says what came of it, and its copies are made anew."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.config import SIMULATED, load
from companion.daemon.build import serving
from companion.daemon.wishes import Forget
from companion.storage.backup import BACKUPS, backups_in


def of(folder: Path) -> tuple[str, ...]:
    return (*SIMULATED, f"data.folder={folder}", "web.host=127.0.0.1", "web.port=0", "web.join_code=4821")


def holding(folder: Path) -> list[str]:
    """The files of a folder in which the name is, those in backups as well."""
    files = {each.name: each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    for path in backups_in(folder / BACKUPS):
        with ZipFile(path) as backup:
            files |= {f"{path.name}/{each}": backup.read(each) for each in backup.namelist()}
    return sorted(name for name, content in files.items() if b"Quirin" in content)


@pytest.mark.parametrize("what", ["name", "game"])
def test_what_is_forgotten_is_gone_from_journal_and_copies_once_the_box_serves_again(
    tmp_path: Path, what: str
) -> None:
    folder = tmp_path / "data"
    config = load(None, of(folder))
    with serving(config, shut_down=lambda: None) as served:
        table = served._table
        players = [{"colour": "red", "name": "Quirin"}, {"colour": "blue", "name": "Anna"}]
        start = {"type": "start", "system": "roads-and-boats", "players": players}
        table.perform(table.read(start), source="phone")
        table.perform(table.read({"type": "end"}), source="phone")
        game = table.snapshot.body["game"]["id"]
    served._copying._thread.join()
    assert holding(folder)
    assert backups_in(folder / BACKUPS)
    wish = Forget(name="quirin") if what == "name" else Forget(game=game)
    with serving(config, shut_down=lambda: None, begins=wish) as served:
        came = served.came()
        assert came is not None
        assert came.code == f"panel.forgotten-{what}"
    served._copying._thread.join()
    assert holding(folder) == []


def test_a_box_that_cannot_forget_says_why_and_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = load(None, of(tmp_path))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with serving(config, shut_down=lambda: None) as served:
        players = [{"colour": "red", "name": "Anna"}, {"colour": "blue"}]
        start = {"type": "start", "system": "roads-and-boats", "players": players}
        served._table.perform(served._table.read(start), source="phone")
    monkeypatch.setattr("companion.storage.replacing.create", full)
    with serving(config, shut_down=lambda: None, begins=Forget(name="Anna")) as served:
        came = served.came()
        assert came is not None
        assert came.code == "panel.not-forgotten"
        assert served.alive()
