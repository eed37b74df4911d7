"""What a start found wrong is told in the log; a copy that somebody wants is put back, and that is said."""

from __future__ import annotations

import http.client
import logging
import threading
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from msgspec.structs import replace

from companion.config import SIMULATED, load
from companion.daemon.build import serving
from companion.daemon.wishes import PutBack
from companion.storage.backup import add_backup, backups_in
from tests.fakes.box import running
from tests.fakes.damaged import OFFERED, leave
from tests.patience import PATIENCE
from web.callers import MEMBER_COOKIE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Games whose last one is in its first phase, and a copy of them in which it is in its second."""
    (tmp_path / "backups").mkdir()
    with running(tmp_path) as box:
        box.play("red", "blue")
        box.told(do="advance")
        add_backup(tmp_path, tmp_path / "backups", 5)
        box.told(do="undo")
    (copy,) = backups_in(tmp_path / "backups")
    leave(tmp_path, replace(OFFERED, copy=copy.name, copied=2))
    return tmp_path


def of(folder: Path) -> tuple[str, ...]:
    return (*SIMULATED, f"data.folder={folder}", "web.host=127.0.0.1", "web.port=0", "web.join_code=4821")


def test_the_box_and_a_phone_have_it_put_back_by_who_serves(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = load(None, of(folder))
    (copy,) = backups_in(folder / "backups")
    for by_phone in (False, True):
        stopped = threading.Event()
        with serving(config, shut_down=stopped.set) as served:
            box = served.box.simulated
            assert box is not None
            assert "nobody has seen yet" in caplog.text
            assert box.screen_json()["title"].startswith("Damage found")
            if by_phone:
                phone = http.client.HTTPConnection(urlsplit(served.url).netloc, timeout=PATIENCE)
                token = served._membership.join("4821", "Ada", "red", "here")
                form = urlencode({"copy": copy.name, "page": "/log"})
                headers = {"Content-Type": "application/x-www-form-urlencoded"}
                headers["Cookie"] = f"{MEMBER_COOKIE}={token}"
                phone.request("POST", "/copies/put-back", form, headers)
                assert phone.getresponse().status == 202
                phone.close()
            else:
                for button in ("advance", "advance", "select", "advance"):
                    box.press(button, held=False)
            assert stopped.is_set()
            assert served.ending.wanted == PutBack(copy.name)
            assert not served.ending.off, "the machine stays on"


def test_after_it_was_put_back_the_games_are_the_copy_s_and_the_display_says_so(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = load(None, of(folder))
    (copy,) = backups_in(folder / "backups")
    with (
        caplog.at_level(logging.INFO),
        serving(config, shut_down=lambda: None, begins=PutBack(copy.name)) as served,
    ):
        assert "replaced-" in caplog.text
        box = served.box.simulated
        assert box is not None
        assert box.screen_json()["title"].startswith("Resumed")
        assert box.screen_json()["lines"][0] == "The copy of"
        snapshot = served._table.snapshot
        assert snapshot.set_aside is None
        assert snapshot.body["game"]["phase"] == "movement"


def test_a_copy_that_is_gone_leaves_the_games_as_they_are_and_that_is_said(folder: Path) -> None:
    gone = "companion-20261121T183200Z-9.zip"
    with serving(load(None, of(folder)), shut_down=lambda: None, begins=PutBack(gone)) as served:
        box = served.box.simulated
        assert box is not None
        assert box.screen_json()["title"].startswith("Damage found"), "what nobody has seen comes first"
        for button in ("advance", "select", "advance"):
            box.press(button, held=False)
        said = ""
        for _ in range(5):
            said += " ".join([*box.screen_json()["lines"], ""])
            box.press("select", held=False)
        assert "The copy was not put back" in said
        assert served._table.snapshot.body["game"]["phase"] == "production"
