"""Copies by phone: taken along without the secrets of running games, brought back whole and confirmed, or
refused.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, TestResponse

from companion.storage.backup import backup_time, write_backup
from companion.storage.incoming import Incoming
from companion.storage.recovery import GAMES
from companion.storage.settings import OWN_WIFI
from companion.table.backup_transfer import MAX_SIZE, RECEIVED_FOLDER, clear_received
from tests.fakes.sitting import START, Sitting, act
from web.membership import holder_of

HERE = "/care/copies"


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path)
    act(sitting.phone(), START)
    yield sitting
    sitting.close()


@pytest.fixture
def phone(sitting: Sitting) -> FlaskClient:
    """One that looks after the box."""
    return sitting.phone("Ada", "blue")


@pytest.fixture
def copied(sitting: Sitting, tmp_path: Path) -> bytes:
    """A whole copy of the games as they stand."""
    target = tmp_path / "copy"
    write_backup(sitting.folder, target)
    return target.read_bytes()


def bring(phone: FlaskClient, content: bytes, name: str = "evening.zip") -> TestResponse:
    return phone.post(
        f"{HERE}/bring", data={"file": (BytesIO(content), name)}, content_type="multipart/form-data"
    )


def left(sitting: Sitting) -> list[str]:
    """What lies in the folder of what phones bring."""
    place = sitting.folder / RECEIVED_FOLDER
    return sorted(each.name for each in place.iterdir()) if place.exists() else []


def test_all_games_are_taken_along_in_one_file_that_is_a_copy(sitting: Sitting, phone: FlaskClient) -> None:
    answer = phone.post(f"{HERE}/take")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="companion-2026')
    assert answer.headers["Cache-Control"] == "no-store"
    answer.close()
    assert left(sitting) == []
    assert bring(phone, answer.data).status_code == 303
    brought = sitting.admin.carrying.received
    assert brought is not None
    assert backup_time(brought.name) == brought.at, "so it is called by one time throughout"


def test_the_file_has_no_members_and_knows_neither_what_the_dice_will_show_nor_the_boxs_own_password(
    sitting: Sitting, phone: FlaskClient
) -> None:
    sitting.journal.settings.set(OWN_WIFI, {"name": "Companion-4711", "password": "hunter2hunter2"})
    cookie = phone.get_cookie("companion")
    assert cookie is not None
    with phone.post(f"{HERE}/take") as answer, ZipFile(BytesIO(answer.data)) as taken:
        for secret in (b"hunter2", holder_of(cookie.value).encode()):
            assert not any(secret in taken.read(each) for each in taken.namelist())
    assert list((sitting.folder / GAMES).glob("*.secret"))
    assert {Path(each).suffix for each in taken.namelist()} == {".json", ".jsonl"}


def test_a_large_upload_is_complete(phone: FlaskClient) -> None:
    for part in (b"x", b"\r\n", b"\0"):
        assert "did not come whole" not in bring(phone, part * 150_000).text


def test_an_empty_file_and_a_form_without_one_are_refused(sitting: Sitting, phone: FlaskClient) -> None:
    for answer in (
        bring(phone, b""),
        bring(phone, b"x", ""),
        phone.post(f"{HERE}/bring", data={"file": "text"}),
        phone.post(f"{HERE}/bring", data={"a": "b"}, content_type="multipart/form-data"),
    ):
        assert answer.status_code in (400, 422)
        assert "Choose a file." in answer.text
    assert left(sitting) == []


def test_a_file_of_two_gigabytes_is_refused_before_it_is_read(sitting: Sitting, phone: FlaskClient) -> None:
    answer = phone.post(
        f"{HERE}/bring",
        content_type="multipart/form-data; boundary=x",
        environ_overrides={"CONTENT_LENGTH": str(2 << 30)},
    )
    assert answer.status_code == 422
    assert f"{MAX_SIZE >> 20} MB are the most" in answer.text
    with (
        Incoming(sitting.folder, sitting.folder / "x", 10) as place,
        pytest.raises(Exception, match="too-large"),
    ):
        place.write(b"12345678901")


def test_an_upload_that_is_broken_off_is_refused(sitting: Sitting, phone: FlaskClient, copied: bytes) -> None:
    whole = EnvironBuilder(method="POST", data={"file": (BytesIO(copied), "a.zip")})
    environ = whole.get_environ()
    body = environ["wsgi.input"].read()
    answer = phone.post(
        f"{HERE}/bring",
        input_stream=BytesIO(body[: len(body) // 2]),
        content_type=environ["CONTENT_TYPE"],
        headers={"Content-Length": str(len(body))},
    )
    assert answer.status_code == 422
    assert "did not come whole" in answer.text
    assert left(sitting) == []


def test_a_full_disk_takes_no_copy_and_keeps_what_the_games_need(
    sitting: Sitting, phone: FlaskClient, copied: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(sitting.folder)
    monkeypatch.setattr(
        "companion.storage.backup.shutil.disk_usage", lambda _folder: usage._replace(free=1 << 20)
    )
    answer = bring(phone, copied)
    assert (answer.status_code, "There is no room" in answer.text) == (422, True)
    assert left(sitting) == []


def test_a_failing_disk_is_reported_with_its_cause(
    sitting: Sitting, phone: FlaskClient, copied: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_handle: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("companion.storage.incoming.os.fsync", broken)
    answer = bring(phone, copied)
    assert "Input/output error" in answer.text
    assert left(sitting) == []


def test_a_disk_that_gives_back_what_it_was_not_given_is_found_out(
    sitting: Sitting, phone: FlaskClient, copied: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    flush = os.fsync

    def lying(handle: int) -> None:
        os.pwrite(handle, b"\0" * 64, 200)
        flush(handle)

    monkeypatch.setattr("companion.storage.incoming.os.fsync", lying)
    assert "no whole copy" in bring(phone, copied).text
    assert left(sitting) == []


def test_of_two_uploads_at_a_time_the_second_is_refused(
    sitting: Sitting, phone: FlaskClient, copied: bytes
) -> None:
    with sitting.admin.carrying.receive() as place:
        answer = bring(phone, copied)
        assert (answer.status_code, "Another file is on its way" in answer.text) == (422, True)
        place.write(copied)
    assert sitting.admin.carrying.received is not None
    clear_received(sitting.folder)
    assert left(sitting) == [], "a start deletes what was abandoned"


def test_every_other_address_takes_no_more_than_before(sitting: Sitting, phone: FlaskClient) -> None:
    large: Any = {"file": (BytesIO(b"x" * 200_000), "x")}
    assert (
        phone.post("/care/copies/restore", data=large, content_type="multipart/form-data").status_code == 413
    )


def test_an_unreadable_folder_of_backups_is_reported(sitting: Sitting, phone: FlaskClient) -> None:
    sitting.admin.copies.write_bytes(b"not a folder")
    assert "The folder of copies on the card cannot be read." in phone.get(HERE).text
