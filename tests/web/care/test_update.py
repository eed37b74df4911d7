"""The page of versions: what may be installed, what is refused before anybody is asked, and what came of
it.
"""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import __version__
from companion.system.changelog import News, news
from companion.system.updates import FOLDER, Places
from tests.fakes.sitting import START, Sitting, act

HERE = "/care/update"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """A box that was installed from a package with a key."""
    folder = tmp_path / "system"
    folder.mkdir()
    named = ("key", "installer", "previous.deb", "told", "os", "runs")
    places = Places(*(folder / each for each in named))
    places.key.write_text("a key")
    places.installer.write_text("#!")
    places.system.write_text('VERSION_CODENAME="trixie"\n')
    return places


@pytest.fixture
def sitting(tmp_path: Path, places: Places) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path / "data", places=places)
    yield sitting
    sitting.close()


@pytest.fixture
def phone(sitting: Sitting) -> FlaskClient:
    return sitting.phone()


def update(*names: str) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name in ("dists/trixie/InRelease", *names):
            archive.addfile(tarfile.TarInfo(name))
    return made.getvalue()


GOOD = update("pool/bookworm/companion_2.1~deb12_arm64.deb", "pool/trixie/companion_2.1~deb13_arm64.deb")


def sparse(name: str) -> bytes:
    """What a tar has of a file of 384 MB that is nothing but a hole, as GNU's writes it."""
    each = tarfile.TarInfo(name)
    each.type = tarfile.GNUTYPE_SPARSE
    head = bytearray(each.tobuf(tarfile.GNU_FORMAT))
    head[483:495] = b"%011o\0" % (384 << 20)
    head[148:156] = b"%06o\0 " % (sum(head[:148]) + sum(head[156:]) + 8 * ord(" "))
    return bytes(head + bytes(1024))


def bring(phone: FlaskClient, content: bytes) -> TestResponse:
    name = "companion-2.1.update"
    return phone.post(
        f"{HERE}/bring", data={"file": (BytesIO(content), name)}, content_type="multipart/form-data"
    )


def wish(sitting: Sitting) -> str | None:
    place = sitting.folder / FOLDER / "wish"
    return place.read_text() if place.exists() else None


def confirm(sitting: Sitting) -> str:
    standing = sitting.confirming.standing
    assert standing is not None
    sitting.confirming.answer(standing.number, yes=True)
    return standing.what


def test_the_page_says_which_version_runs_and_what_is_new_in_it(phone: FlaskClient) -> None:
    page = phone.get(HERE).text
    assert f"This is version {__version__}." in page
    assert "What is new in it" in page


def test_an_update_from_the_phone_is_asked_for_once_page_and_box_have_said_so(
    sitting: Sitting, phone: FlaskClient
) -> None:
    assert bring(phone, GOOD).status_code == 303
    assert "Version 2.1 has come in." in phone.get(HERE).text
    assert phone.post(f"{HERE}/install", data={"version": "2.1"}).status_code == 422, "not without the tick"
    assert phone.post(f"{HERE}/install", data={"version": "2.1", "sure": "1"}).status_code == 303
    assert wish(sitting) is None
    assert confirm(sitting) == "update"
    assert wish(sitting) == "install\n"
    assert (sitting.folder / FOLDER / "incoming.update").read_bytes() == GOOD
    assert "Another version is being installed." in phone.get(HERE).text


def test_what_the_box_says_no_to_is_not_installed(sitting: Sitting, phone: FlaskClient) -> None:
    bring(phone, GOOD)
    phone.post(f"{HERE}/install", data={"version": "2.1", "sure": "1"})
    standing = sitting.confirming.standing
    assert standing is not None
    sitting.confirming.answer(standing.number, yes=False)
    assert wish(sitting) is None


def test_an_update_on_the_stick_is_offered_and_taken(sitting: Sitting, phone: FlaskClient) -> None:
    assert sitting.caring.stick is not None
    sitting.caring.stick.mkdir()
    for name in ("companion-2.1.update", "companion-2.1 (1).update", "evil.update"):
        (sitting.caring.stick / name).write_bytes(GOOD)
    (sitting.caring.stick / "companion-x.update").symlink_to("/etc/passwd")
    page = phone.get(HERE).text
    assert "Take companion-2.1.update from the stick" in page
    assert "Take companion-2.1 (1).update from the stick" in page
    assert "evil" not in page
    assert "companion-x" not in page
    assert phone.post(f"{HERE}/stick", data={"file": "companion-2.1.update"}).status_code == 303
    assert sitting.caring.updates.found == "2.1"


def test_a_stick_that_cannot_be_read_is_told_of(
    sitting: Sitting, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sitting.caring.stick is not None
    sitting.caring.stick.mkdir()
    (sitting.caring.stick / "companion-2.1.update").write_bytes(GOOD)

    def broken(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("companion.system.updates.shutil.copyfileobj", broken)
    answer = phone.post(f"{HERE}/stick", data={"file": "companion-2.1.update"})
    assert answer.status_code == 422
    said = "companion-2.1.update cannot be read from the stick: Input/output error. Nothing was changed."
    assert said in answer.get_data(as_text=True)
    assert sitting.caring.updates.found is None


@pytest.mark.parametrize(
    "name", ["../journal.sqlite", "/etc/passwd", "companion-2.1.update", "", "companion-../x.update"]
)
def test_nothing_but_an_update_is_taken_from_the_stick(
    sitting: Sitting, phone: FlaskClient, name: str
) -> None:
    assert sitting.caring.stick is not None
    sitting.caring.stick.mkdir()
    answer = phone.post(f"{HERE}/stick", data={"file": name})
    assert answer.status_code == 422
    assert sitting.caring.updates.found is None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"no update", "is no update of the companion"),
        (update(), "is no update of the companion"),
        (GOOD[:700], "is no update of the companion"),
        (update("pool/bookworm/companion_2.1~deb12_arm64.deb"), "is for another system: bookworm"),
        (update("../../pool/trixie/companion_2.1~deb13_arm64.deb"), "is no update of the companion"),
        (update("pool/trixie/evil_2.1~deb13_arm64.deb"), "is no update of the companion"),
        (
            GOOD[: 3 * 512] + sparse("pool/trixie/companion_9.9.9~deb13_arm64.deb"),
            "is no update of the companion",
        ),
    ],
)
def test_what_is_no_update_for_this_box_is_refused(
    sitting: Sitting, phone: FlaskClient, content: bytes, words: str
) -> None:
    answer = bring(phone, content)
    assert answer.status_code == 422
    assert words in answer.text
    assert list((sitting.folder / FOLDER).iterdir()) == []


def test_without_a_key_the_page_says_that_updates_come_signed_only(
    sitting: Sitting, phone: FlaskClient, places: Places
) -> None:
    places.key.unlink()
    assert "come with signed packages only" in phone.get(HERE).text
    assert "come with signed packages only" in bring(phone, GOOD).text
    assert not (sitting.folder / FOLDER).exists()


def test_without_a_package_the_page_says_so(phone: FlaskClient, places: Places) -> None:
    places.installer.unlink()
    assert "was not installed from its package" in phone.get(HERE).text


def test_the_way_back_is_on_the_page_and_confirmed_as_well(
    sitting: Sitting, phone: FlaskClient, places: Places, tmp_path: Path
) -> None:
    assert "The way back" not in phone.get(HERE).text
    assert phone.post(f"{HERE}/back", data={"version": "1.0", "sure": "1"}).status_code == 422
    package(tmp_path, places.previous)
    assert "Install 1.0" in phone.get(HERE).text
    assert phone.post(f"{HERE}/back", data={"version": "0.9", "sure": "1"}).status_code == 422
    phone.post(f"{HERE}/back", data={"version": "1.0", "sure": "1"})
    assert wish(sitting) is None
    assert confirm(sitting) == "earlier"
    assert wish(sitting) == "back\n"


def test_a_game_in_progress_is_asked_about(sitting: Sitting, phone: FlaskClient) -> None:
    act(phone, START)
    bring(phone, GOOD)
    assert "although a game is in progress" in phone.get(HERE).text


@pytest.mark.parametrize("what", ["installed", "went-back", "signature", "older", "failed"])
def test_what_came_of_it_is_told(phone: FlaskClient, places: Places, what: str) -> None:
    places.told.write_text(json.dumps({"what": what, "version": "2.1", "why": "<b>"}))
    page = phone.get(HERE).text
    assert 'id="came"' in page
    assert "update.came" not in page
    assert "<b>" not in page


def test_while_one_is_installed_nothing_else_comes_in(phone: FlaskClient, places: Places) -> None:
    places.runs.mkdir()
    answer = bring(phone, GOOD)
    assert (answer.status_code, "is being installed already" in answer.text) == (422, True)


def test_a_wish_that_nobody_takes_up_can_be_taken_back(sitting: Sitting, phone: FlaskClient) -> None:
    bring(phone, GOOD)
    phone.post(f"{HERE}/install", data={"version": "2.1", "sure": "1"})
    confirm(sitting)
    assert "Do not do it" in phone.get(HERE).text
    phone.post(f"{HERE}/forget")
    assert wish(sitting) is None
    assert "Send to the box" in phone.get(HERE).text


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


def package(folder: Path, made: Path) -> None:
    tree = folder / "tree"
    (tree / "DEBIAN").mkdir(parents=True)
    about = "Version: 1.0~deb13\nArchitecture: all\nMaintainer: A <a@b.c>\nDescription: a box\n"
    (tree / "DEBIAN" / "control").write_text(f"Package: companion\n{about}")
    command = ("dpkg-deb", "--root-owner-group", "-Zgzip", "--build", tree, made)
    subprocess.run(command, check=True, capture_output=True)
