"""The page of versions: what is new, and a stick that fails."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.system.changelog import News, news
from tests.fakes.sitting import Sitting
from tests.web.admin.scenes import Playing

HERE = "/care/update"


def test_an_unreadable_stick_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = Playing(tmp_path)
    playing.do_stick("companion-2.1.update")

    def broken(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("companion.system.updates.shutil.copyfileobj", broken)
    answer = playing.sitting.phone().post(f"{HERE}/stick", data={"file": "companion-2.1.update"})
    assert answer.status_code == 422
    message = "companion-2.1.update cannot be read from the stick: Input/output error. Nothing was changed."
    assert message in answer.text
    assert playing.sitting.admin.updates.found is None
    playing.close()


def test_the_page_shows_the_news_of_the_running_version(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    assert "What is new in it" in sitting.phone().get(HERE).text
    sitting.close()


def test_the_news_are_those_of_the_version_else_of_what_is_not_released(tmp_path: Path) -> None:
    place = tmp_path / "CHANGELOG.md"
    place.write_text("# C\n\n## Unreleased\n\nText.\n\n## 1.0\n\n### Table\n\n- One\n  `two`.\n- Three.\n")
    assert news("1.0", (place,)) == (
        News("heading", "Table"),
        News("point", "One two."),
        News("point", "Three."),
    )
    assert news("2.0", (place,)) == (News("text", "Text."),)
    assert news("2.0", (tmp_path / "none",)) == ()
