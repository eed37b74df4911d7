"""Copies by phone: taken along without what nobody may know yet, brought back whole and confirmed, or
refused.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, TestResponse

from companion.storage.backup import write_backup
from companion.storage.incoming import Incoming
from companion.storage.recovery import GAMES
from companion.storage.settings import OWN_WIFI
from companion.table.carrying import MOST
from companion.table.received import RECEIVED, clear
from tests.fakes.sitting import START, Sitting, act

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
    place = sitting.folder / RECEIVED
    return sorted(each.name for each in place.iterdir()) if place.exists() else []


def test_all_games_are_taken_along_in_one_file_that_is_a_copy(sitting: Sitting, phone: FlaskClient) -> None:
    answer = phone.post(f"{HERE}/take")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="companion-2026')
    assert answer.headers["Cache-Control"] == "no-store"
    answer.close()
    assert left(sitting) == []
    assert bring(phone, answer.data).status_code == 303
    assert sitting.caring.carrying.brought is not None


def test_the_file_does_not_know_what_the_dice_will_show(sitting: Sitting, phone: FlaskClient) -> None:
    with phone.post(f"{HERE}/take") as answer:
        names = ZipFile(BytesIO(answer.data)).namelist()
    assert list((sitting.folder / GAMES).glob("*.secret"))
    assert [each for each in names if each.endswith(".secret")] == []


def test_the_file_does_not_know_the_password_of_the_boxs_own_wifi(
    sitting: Sitting, phone: FlaskClient
) -> None:
    sitting.journal.settings.set(OWN_WIFI, {"name": "Companion-4711", "password": "hunter2hunter2"})
    with phone.post(f"{HERE}/take") as answer, ZipFile(BytesIO(answer.data)) as taken:
        assert not any(b"hunter2" in taken.read(each) for each in taken.namelist())


def test_a_copy_is_put_back_once_page_and_box_have_said_so(
    sitting: Sitting, phone: FlaskClient, copied: bytes
) -> None:
    assert bring(phone, copied).headers["Location"] == HERE
    page = phone.get(HERE).text
    assert "The copy is whole" in page
    assert "A game is in progress" in page
    (name,) = left(sitting)
    assert phone.post(f"{HERE}/restore", data={"copy": name}).headers["Location"] == HERE
    assert sitting.put_back == []
    standing = sitting.confirming.standing
    assert standing is not None
    assert standing.what == "games"
    assert 'http-equiv="refresh"' in phone.get(HERE).text
    sitting.confirming.answer(standing.number, yes=True)
    assert sitting.put_back == [name]


@pytest.mark.parametrize("part", [b"x", b"\r\n", b"\0"])
def test_a_large_file_has_come_whole_whatever_is_in_it(phone: FlaskClient, part: bytes) -> None:
    answer = bring(phone, part * 150_000)
    assert "did not come whole" not in answer.text


def test_what_the_box_says_no_to_is_not_put_back(sitting: Sitting, phone: FlaskClient, copied: bytes) -> None:
    bring(phone, copied)
    phone.post(f"{HERE}/restore", data={"copy": left(sitting)[0]})
    standing = sitting.confirming.standing
    assert standing is not None
    sitting.confirming.answer(standing.number, yes=False)
    assert sitting.put_back == []
    assert sitting.confirming.standing is None


def test_the_phone_may_want_it_no_longer(sitting: Sitting, phone: FlaskClient, copied: bytes) -> None:
    bring(phone, copied)
    phone.post(f"{HERE}/restore", data={"copy": left(sitting)[0]})
    phone.post(f"{HERE}/forget")
    assert sitting.confirming.standing is None
    assert left(sitting) == []


def test_only_the_copy_that_was_read_of_is_put_back(
    sitting: Sitting, phone: FlaskClient, copied: bytes
) -> None:
    bring(phone, copied)
    answer = phone.post(f"{HERE}/restore", data={"copy": "../box.json"})
    assert answer.status_code == 422
    assert sitting.confirming.standing is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _whole: b"no copy",
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole[:300] + b"\xff" * 40 + whole[340:],
        lambda whole: b"\0" * len(whole),
        lambda _whole: b"SQLite format 3\0" * 300,
    ],
    ids=["a text", "half", "spoilt in the middle", "blanks", "of before 1.0"],
)
def test_a_file_that_is_no_whole_copy_is_refused_with_words(
    sitting: Sitting, phone: FlaskClient, copied: bytes, spoil: Callable[[bytes], bytes]
) -> None:
    version = sitting.version
    answer = bring(phone, spoil(copied))
    assert answer.status_code == 422
    assert "Nothing was changed" in answer.text
    assert left(sitting) == []
    assert sitting.version == version


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
    assert f"{MOST >> 20} MB are the most" in answer.text


def test_one_that_says_it_is_small_is_not_read_beyond_what_it_said(sitting: Sitting, tmp_path: Path) -> None:
    with Incoming(sitting.folder, tmp_path / "x", 10) as place, pytest.raises(Exception, match="too-large"):
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


def test_a_disk_that_takes_nothing_says_why(
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
    with sitting.caring.carrying.receiving() as place:
        answer = bring(phone, copied)
        assert (answer.status_code, "Another file is on its way" in answer.text) == (422, True)
        place.write(copied)
    assert sitting.caring.carrying.brought is not None


def test_while_the_box_asks_nothing_else_comes_in(
    sitting: Sitting, phone: FlaskClient, copied: bytes
) -> None:
    bring(phone, copied)
    phone.post(f"{HERE}/restore", data={"copy": left(sitting)[0]})
    answer = bring(phone, copied)
    assert (answer.status_code, "The box already asks" in answer.text) == (409, True)
    assert len(left(sitting)) == 1


def test_every_other_address_takes_no_more_than_before(sitting: Sitting, phone: FlaskClient) -> None:
    large: Any = {"file": (BytesIO(b"x" * 200_000), "x")}
    assert (
        phone.post("/care/copies/restore", data=large, content_type="multipart/form-data").status_code == 413
    )


def test_before_the_first_copy_the_page_says_that_there_is_none_yet(
    sitting: Sitting, phone: FlaskClient
) -> None:
    assert not sitting.caring.copies.exists()
    page = phone.get(HERE).text
    assert "On the card: no copy yet" in page
    assert "cannot be read" not in page


def test_a_folder_of_copies_that_cannot_be_read_is_said_to_be_so(
    sitting: Sitting, phone: FlaskClient
) -> None:
    sitting.caring.copies.write_bytes(b"not a folder")
    assert "The folder of copies on the card cannot be read." in phone.get(HERE).text


def test_the_page_says_how_the_stick_is(sitting: Sitting, phone: FlaskClient) -> None:
    assert "There is no stick in the box." in phone.get(HERE).text
    assert sitting.caring.stick is not None
    sitting.caring.stick.mkdir()
    assert "On the stick: no copy yet" in phone.get(HERE).text
    write_backup(sitting.folder, sitting.caring.stick / "companion-20261122T170000Z-3.zip")
    assert "On the stick: copies: 1, the last of 2026-11-22" in phone.get(HERE).text


def test_a_start_throws_away_what_nobody_waits_for(
    sitting: Sitting, phone: FlaskClient, copied: bytes
) -> None:
    bring(phone, copied)
    clear(sitting.folder)
    assert left(sitting) == []
