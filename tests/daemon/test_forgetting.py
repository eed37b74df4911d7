"""A box that forgets: it starts again for it, says what came of it, and its copies are made anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import SIMULATED, load
from companion.daemon.build import serving
from companion.daemon.wishes import Forget
from companion.journal.copies import kept
from companion.journal.offers import COPIES


def of(folder: Path) -> tuple[str, ...]:
    return (*SIMULATED, f"data.folder={folder}", "web.host=127.0.0.1", "web.port=0", "web.join_code=4821")


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
    assert any(b"Quirin" in each.read_bytes() for each in kept(folder / COPIES))
    wish = Forget(name="quirin") if what == "name" else Forget(game=game)
    with serving(config, shut_down=lambda: None, begins=wish) as served:
        came = served.came()
        assert came is not None
        assert came.code == f"panel.forgotten-{what}"
    served._copying._thread.join()
    found = [each.name for each in folder.rglob("*") if each.is_file() and b"Quirin" in each.read_bytes()]
    assert found == []


def test_a_box_that_cannot_forget_says_why_and_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = load(None, of(tmp_path))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.table.forgetting.forget", full)
    with serving(config, shut_down=lambda: None, begins=Forget(name="Anna")) as served:
        came = served.came()
        assert came is not None
        assert came.code == "panel.not-forgotten"
        assert served.alive()
