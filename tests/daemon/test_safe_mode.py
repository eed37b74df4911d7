"""After five failed starts the box serves what is wrong, and does what somebody at it chooses."""

from __future__ import annotations

import http.client
import json
import re
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from urllib.parse import urlencode, urlsplit

import pytest

from companion.daemon.build import running_box
from companion.daemon.pending import START, Action, Restore
from companion.daemon.safe_mode import SafeMode, in_safe_mode
from companion.daemon.start_failures import MAX_FAILURES
from companion.language.text import text
from companion.storage.backup import add_backup
from companion.storage.files import DataFolderUnusable
from companion.table.data_folder import backup_folders
from tests.daemon import serving
from tests.daemon.serving import config_of
from tests.daemon.starts import failed, started
from tests.fakes.box import running
from tests.patience import PATIENCE

WHY = text("safe-mode.stopped", what="UnboundLocalError")
BUG = """
from companion.daemon import startup
def stumbling(*given, **named): raise ZeroDivisionError
startup.Storage = stumbling
"""


@pytest.fixture
def copy(tmp_path: Path) -> str:
    """Leave a game in the folder, and a copy of it; the copy's name."""
    with running(tmp_path) as played:
        played.play("red", "blue")
    (own,) = backup_folders(config_of(tmp_path))
    own.mkdir(exist_ok=True)
    add_backup(tmp_path, own, 8)
    return max(each.name for each in own.iterdir())


@pytest.fixture
def requested() -> SimpleQueue[Action]:
    return SimpleQueue()


@pytest.fixture
def mode(tmp_path: Path, copy: str, requested: SimpleQueue[Action]) -> Iterator[SafeMode]:
    assert copy
    with in_safe_mode(config_of(tmp_path), WHY, requested.put) as mode:
        yield mode


def ask(
    mode: SafeMode, method: str, path: str, *, language: str = "en", **form: str
) -> tuple[int, str, str | None]:
    """The status, the body and the type of an answer."""
    url = urlsplit(mode.url)
    headers = {"Accept-Language": language}
    if form:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    with closing(http.client.HTTPConnection(url.hostname or "", url.port, timeout=PATIENCE)) as connection:
        connection.request(method, path, urlencode(form) if form else None, headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.getheader("Content-Type")


def press(mode: SafeMode, *buttons: str) -> str:
    """What the display says after these presses."""
    serving.press(mode.box, *buttons)
    return serving.screen(mode.box)


def test_after_five_failed_starts_the_box_waits_and_serves_once_requested(
    tmp_path: Path, notify: socket.socket
) -> None:
    failed(tmp_path, WHY)
    with started(tmp_path, environment={"NOTIFY_SOCKET": notify.getsockname()}) as box:
        box.ready()
        assert notify.recv(100) == b"READY=1"
        said = "".join(box.read_error() for _ in range(3))
        code = re.search(r"page: (\w{8})\n", said)
        assert code is not None, said
        assert (box.health()["status"], box.health()["why"]) == ("degraded", ["safe-mode"])
        status, page = box.ask("GET", "/table")
        assert status == 503
        assert "UnboundLocalError" in page
        assert box.ask("POST", "/safe-mode", code="WRONG", do="again")[0] == 403
        assert box.health()["status"] == "degraded"
        assert box.ask("POST", "/safe-mode", code=code[1].lower(), do="again")[0] == 200
        assert notify.recv(100) == b"READY=1"
        assert box.health()["status"] == "ok"
        box.process.terminate()
        assert "Traceback" not in box.errors()
        assert box.process.returncode == 0
    with started(tmp_path) as after:
        after.ready()
        assert after.health()["status"] == "ok", "nothing is left of the failures"


def test_the_fifth_failed_start_ends_in_safe_mode_as_each_does_that_is_tried_from_there(
    tmp_path: Path,
) -> None:
    failed(tmp_path, WHY, MAX_FAILURES - 1)
    with started(tmp_path, before=BUG) as box:
        box.ready()
        for _ in range(2):
            said = box.read_error()
            while "The code for its page: " not in said:
                said = box.read_error()
            assert "ZeroDivisionError" in box.ask("GET", "/table")[1]
            assert box.ask("POST", "/safe-mode", code=said.split()[-1], do="again")[0] == 200
        box.process.terminate()
        box.errors()
    assert box.process.returncode == 0


def test_the_display_shows_the_fault_and_puts_a_copy_back_or_tries_again_after_two_questions(
    mode: SafeMode, copy: str, requested: SimpleQueue[Action]
) -> None:
    assert press(mode).startswith("Safe mode Unexpected stop: UnboundLocalError")
    assert "Try again?" in press(mode, "select")
    assert "Roads & Boats" in press(mode, "select")
    assert mode.code in press(mode, "select")
    press(mode, "select", "select", "select", "advance", "advance")
    assert requested.empty()
    press(mode, "advance", "select", "advance")
    assert requested.get(timeout=PATIENCE) == Restore(copy)
    press(mode, "back", "select", "advance", "select", "advance")
    assert requested.get(timeout=PATIENCE) == START


def test_the_page_restores_a_backup_with_the_code(
    mode: SafeMode, copy: str, requested: SimpleQueue[Action]
) -> None:
    status, page, _ = ask(mode, "GET", "/")
    assert status == 503
    assert f'value="{copy}"' in page
    assert mode.code not in page
    assert "Il companion non parte" in ask(mode, "GET", "/", language="it")[1]
    assert f'value="{mode.code}"' in ask(mode, "GET", f"/R/{mode.code}")[1], "as it is scanned"
    assert "<script" not in page
    for code, do, answered in (("", copy, 403), ("4821", copy, 403), (mode.code, "../x", 400)):
        assert ask(mode, "POST", "/safe-mode", code=code, do=do)[0] == answered
    assert requested.empty()
    assert ask(mode, "POST", "/safe-mode", code=mode.code, do=copy)[0] == 200
    assert requested.get(timeout=PATIENCE) == Restore(copy)


def test_a_program_is_refused_in_the_one_shape(mode: SafeMode) -> None:
    status, said, kind = ask(mode, "POST", "/api/v1/commands", type="advance")
    assert (status, kind) == (503, "application/json")
    error = json.loads(said)["error"]
    assert error["code"] == "safe-mode"
    assert "UnboundLocalError" in error["message"]
    assert {"code", "message", "rule", "params", "version"} == error.keys()


def test_no_request_causes_a_server_error(mode: SafeMode, caplog: pytest.LogCaptureFixture) -> None:
    for path in ("/safe-mode", "/healthz", "/%ff", "/R/" + "x" * 5000, "/language/xx"):
        for method in ("GET", "POST", "PUT"):
            assert ask(mode, method, path)[0] in (200, 303, 403, 503)
    odd = "\udcff".encode(errors="surrogatepass").decode("latin1")
    assert ask(mode, "POST", "/safe-mode", code=odd)[0] == 403
    assert caplog.records == []


def test_beside_a_running_companion_there_is_no_safe_mode(
    tmp_path: Path, requested: SimpleQueue[Action]
) -> None:
    with (
        running_box(config_of(tmp_path)),
        pytest.raises(DataFolderUnusable),
        in_safe_mode(config_of(tmp_path), WHY, requested.put),
    ):
        raise AssertionError
