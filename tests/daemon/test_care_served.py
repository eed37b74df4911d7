"""Games that a phone brings, over a real connection to a whole box: confirmed on its panel, there after a
start.
"""

from __future__ import annotations

import http.client
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from companion.config import Config
from companion.daemon.build import RunningBox, running_box
from companion.daemon.pending import Restore
from companion.daemon.startup import perform_action
from companion.system.updates import FOLDER, REQUEST
from companion.table.backup_transfer import RECEIVED_FOLDER
from tests.daemon.serving import config_of, person, press, serve
from tests.fakes.box import running
from tests.fakes.folders import game_file
from tests.patience import PATIENCE
from web.auth import MEMBER_COOKIE

BOUNDARY = "between"


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Games with one in its second phase."""
    with running(tmp_path / "games") as box:
        box.play("red", "blue")
        box.post(do="advance")
    return config_of(tmp_path / "games")


class Phone:
    """One that looks after a box on which Advance was never pressed."""

    def __init__(self, served: RunningBox) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(served.url).netloc, timeout=PATIENCE)
        self.cookie = f"{MEMBER_COOKIE}={served.service.membership.join('4821', 'Ada', 'red', 'here')}"

    def post(self, path: str, body: bytes = b"", kind: str = "", **fields: str) -> tuple[int, bytes]:
        kind = kind or "application/x-www-form-urlencoded"
        said = body or urlencode(fields).encode()
        self.connection.request("POST", path, said, {"Content-Type": kind, "Cookie": self.cookie})
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def send(self, path: str, content: bytes) -> tuple[int, bytes]:
        head = (
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x.zip"\r\n'
            f"Content-Type: application/octet-stream\r\n\r\n"
        )
        body = head.encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
        return self.post(path, body, f"multipart/form-data; boundary={BOUNDARY}")


def phase(served: RunningBox) -> object:
    game: Mapping[str, object] | None = served.table.snapshot.body["game"]
    return None if game is None else game["phase"]


def test_games_are_taken_along_changed_and_brought_back(config: Config) -> None:
    with running_box(config) as served:
        phone = Phone(served)
        status, taken = phone.post("/care/copies/take")
        assert (status, taken[:2]) == (200, b"PK")
        box = person(served.box)
        before = phase(served)
        status, _ = phone.send("/care/copies/bring", taken)
        assert status == 303
        name = next((Path(config.data.folder) / RECEIVED_FOLDER).iterdir()).name
        assert phone.post("/care/copies/restore", copy=name)[0] == 303
        for _ in range(30):
            if box.screen_json()["title"].startswith("The box"):
                break
            box.press("select", held=False)
        box.press("select", held=True)
        box.press("select", held=False)
        assert box.screen_json()["title"].startswith("Other games?")
        for _ in range(2):
            box.press("advance", held=False)
        assert served.pending.action == Restore(name)
        phone.connection.close()
    folder = Path(config.data.folder)
    assert (folder / RECEIVED_FOLDER / name).exists()
    perform_action(Restore(name), config)
    with running_box(config, Restore(name)) as served:
        assert phase(served) == before
        assert any(each.name.startswith("replaced-") for each in folder.iterdir())
        assert list((folder / RECEIVED_FOLDER).iterdir()) == []
        assert not served.service.admin_access.unclaimed, "a hand has been at this box"


def test_a_file_of_many_megabytes_that_is_no_copy_is_refused_over_the_wire(config: Config) -> None:
    with running_box(config) as served:
        phone = Phone(served)
        status, said = phone.send("/care/copies/bring", b"\0" * (9 << 20))
        assert (status, b"no whole copy" in said) == (422, True)
        assert phone.post("/care/copies/take")[0] == 200, "and the connection serves on"
        phone.connection.close()


def test_a_new_code_drops_pending_requests(config: Config) -> None:
    """It is what the owner does who finds the box beset by guests."""
    with running_box(config) as served:
        served.service.admin_access.claim()
        guest, eve = Phone(served), served.service.membership.join("4821", "Eve", None, "there")
        assert guest.post("/care/ask")[0] == 303
        served.service.admit_admin(served.service.status().admin_requests[0], yes=True)
        status, taken = guest.post("/care/copies/take")
        assert status == 200
        guest.send("/care/copies/bring", taken)
        name = next((Path(config.data.folder) / RECEIVED_FOLDER).iterdir()).name
        assert guest.post("/care/copies/restore", copy=name)[0] == 303
        served.service.admin_access.request(eve, "there")
        assert served.service.status().confirmation is not None
        assert len(served.service.status().admin_requests) == 1
        served.service.new_code()
        assert (served.service.status().confirmation, served.service.status().admin_requests) == (None, ())
        assert guest.post("/care/copies/take")[0] == 303
        guest.connection.close()


def test_a_damaged_journal_does_not_open_the_box_to_every_member(config: Config) -> None:
    folder = Path(config.data.folder)
    with running_box(config) as served:
        served.service.admin_access.claim()
    for each in (game_file(folder), folder / "box.json"):
        each.write_bytes(b"\xff" * 4096)
    with running_box(config) as served:
        assert served.table.snapshot.set_aside is not None
        assert not served.service.admin_access.unclaimed
        assert not served.service.admin_access.is_admin(
            served.service.membership.join("4821", "Eve", None, "there")
        )


def test_a_box_without_buttons_shows_a_number_on_its_display_however_it_was_set_up(config: Config) -> None:
    """Only who has written so, or was found to have none, has a box without buttons."""
    with serve(Path(config.data.folder), "buttons.driver=none") as served:
        guest = served.service.membership.join("4821", "Eve", None, "there")
        assert not served.service.admin_access.is_admin(guest)
        served.service.admin_access.request(guest, "there")
        (code,) = served.service.status().admin_codes
        assert served.service.admin_access.enter_code(guest, code)
        assert served.service.admin_access.is_admin(guest)


def test_while_another_version_takes_over_the_display_shows_that(config: Config) -> None:
    with running_box(config) as served:
        box = person(served.box)
        asked = Path(config.data.folder) / FOLDER
        asked.mkdir()
        phone = Phone(served)
        assert phone.post("/care/update/forget")[0] == 303
        phone.connection.close()
        (asked / REQUEST).write_text("install\n")
    assert box.screen_json()["title"] == "Updating"
    assert not any(any(each["pixel"]) for each in box.lamps_json().values())


def test_the_first_press_of_advance_claims_a_box_and_select_does_not(config: Config) -> None:
    with running_box(config) as served:
        press(served.box, "select")
        assert served.service.admin_access.unclaimed, "an Advance that is wired wrong could let no phone in"
        press(served.box, "advance")
        assert not served.service.admin_access.unclaimed
