"""Walking through the panel's pages, and what they say."""

from __future__ import annotations

from pathlib import Path

from tests.fakes.box import running


def test_an_earlier_game_is_offered_where_none_is_on_the_table(tmp_path: Path) -> None:
    with running(tmp_path / "old") as old:
        old.play("red", "blue")
        old.post(do="advance")
        exported = old.table.export()
    with running(tmp_path / "new") as box:
        box.press("advance")
        assert box.frame.title == "Code 4821", "with nothing to go on with, phones are wanted"
        box.press("back")
        game = box.table.import_game(exported)
        assert "Advance: earlier game" in box.shown_text
        box.press("advance")
        assert box.shown_text == "Resume this game? turn 1, movement started 2026-11-21 Advance: yes Back: no"
        box.press("advance")
        assert box.game["id"] == game
        assert box.frame.title == "Turn 1: movement"
