"""Forged backups and updates: they exhaust neither memory nor time, and are never believed."""

from __future__ import annotations

import resource
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from companion.storage.backup import write_backup
from companion.storage.game_file import create, read
from companion.storage.replacing import restore
from companion.system.updates import MAX_SIZE, NoUpdate
from companion.table.backup_transfer import RECEIVED_FOLDER
from tests.fakes.sitting import START, Sitting, act, counting
from tests.web.admin.scenes import installed
from web.membership import holder_of

SPARE = 200 << 20
"""Bytes of memory that an attempt may take: as many as the service has in all."""


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path / "data", paths=installed(tmp_path))
    act(sitting.phone(), START)
    yield sitting
    sitting.close()


@pytest.fixture
def phone(sitting: Sitting) -> FlaskClient:
    """One that looks after the box."""
    return sitting.phone("Ada", "blue")


@contextmanager
def little_memory() -> Iterator[None]:
    """What takes much more memory than the process has now is refused it."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + SPARE, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def copied(sitting: Sitting, target: Path) -> Path:
    write_backup(sitting.folder, target)
    return target


def bring(phone: FlaskClient, content: bytes, what: str = "copies") -> TestResponse:
    """Bring it, as a copy or an update."""
    head = b'--between\r\nContent-Disposition: form-data; name="file"; filename="evening"\r\n\r\n'
    kind = "multipart/form-data; boundary=between"
    return phone.post(f"/care/{what}/bring", data=head + content + b"\r\n--between--\r\n", content_type=kind)


def rebuilt(file: Path, **members: bytes | None) -> bytes:
    """A backup with other members, by their names with `_` for a dot; None leaves one out."""
    wanted = {name.replace("_", "."): content for name, content in members.items()}
    made = BytesIO()
    with ZipFile(file) as whole, ZipFile(made, "w", ZIP_DEFLATED, compresslevel=1) as other:
        for each in whole.namelist():
            if each not in wanted:
                other.writestr(each, whole.read(each))
        for name, content in wanted.items():
            if content is not None:
                other.writestr(name, content)
    return made.getvalue()


def named(content: bytes, name: str, mode: int = 0o100600) -> bytes:
    """A backup with one more member of this name."""
    made = BytesIO(content)
    with ZipFile(made, "a", ZIP_DEFLATED) as archive:
        member = ZipInfo(name)
        member.external_attr = mode << 16
        archive.writestr(member, b"/etc/passwd")
    return made.getvalue()


def many(content: bytes, count: int) -> bytes:
    """A backup with as many empty members more."""
    made = BytesIO(content)
    with ZipFile(made, "a") as archive:
        for each in range(count):
            archive.writestr(f"{each}.jsonl", b"")
    return made.getvalue()


BOMBS: dict[str, Callable[[Path], bytes]] = {
    "a gigabyte of zeros in several": lambda file: rebuilt(
        file, **{f"a{n}_jsonl": b"0" * (15 << 20) for n in range(40)}
    ),
    "a member that is too long": lambda file: rebuilt(file, a_jsonl=b"0" * (17 << 20)),
    "a secret of many bytes": lambda file: rebuilt(file, a_secret=b"0" * (15 << 20)),
    "members without end": lambda file: many(file.read_bytes(), 30_000),
    "a name that climbs": lambda file: named(file.read_bytes(), "../../box.json"),
    "a whole path": lambda file: named(file.read_bytes(), "/etc/cron.d/x.jsonl"),
    "a folder": lambda file: named(file.read_bytes(), "more/"),
    "settings": lambda file: named(file.read_bytes(), "box.json"),
    "a link": lambda file: named(file.read_bytes(), "x.jsonl", 0o120777),
    "something behind its end": lambda file: file.read_bytes() + b"x",
    "no word of what it holds": lambda file: rebuilt(file, backup_json=None),
    "a time of no calendar": lambda file: rebuilt(
        file, backup_json=b'{"name":"x","at":"0001-01-01T00:00:00Z","last":1}'
    ),
    "no games": lambda file: rebuilt(file, **{f"{game(file)}_jsonl": None}),
    "no secret": lambda file: rebuilt(file, **{f"{game(file)}_secret": b"no secret at all"}),
}


def game(file: Path) -> str:
    """The id of the one game in a backup."""
    with ZipFile(file) as whole:
        return next(name for name in whole.namelist() if name.endswith(".jsonl")).removesuffix(".jsonl")


@pytest.mark.parametrize("bomb", BOMBS)
def test_an_archive_that_would_exhaust_memory_or_time_is_refused(
    sitting: Sitting, phone: FlaskClient, tmp_path: Path, bomb: str
) -> None:
    content = BOMBS[bomb](copied(sitting, tmp_path / "copy"))
    with little_memory():
        answer = bring(phone, content)
    assert answer.status_code == 422
    assert "no whole copy" in answer.text
    assert list((sitting.folder / RECEIVED_FOLDER).iterdir()) == []
    assert not (tmp_path / "box.json").exists()
    assert act(sitting.phone(), {"type": "advance", "draw_rest": True}).status_code == 200, "the game goes on"


def forged(file: Path, which: int, **fields: Any) -> bytes:
    """The backup with an entry of other fields, and its right checks."""
    name = game(file)
    with ZipFile(file) as whole:
        lines = file.with_name(f"{name}.jsonl")
        lines.write_bytes(whole.read(lines.name))
    content = read(lines)
    entries = list(content.entries)
    entries[which] = replace(entries[which], **fields)
    secret = content.commitments.get(content.entries[0].n)
    create(lines, name, [(each, None if place else secret) for place, each in enumerate(entries)])
    return rebuilt(file, **{f"{name}_jsonl": lines.read_bytes()})


@pytest.mark.parametrize(
    ("which", "fields"),
    [
        (0, {"command": b'{"type":"start","system":"../../x"}'}),
        (0, {"command": b'{"type":"start","system":[1]}'}),
        (0, {"events": b"[]"}),
        (0, {"command": b'{"system":' * 100_000}),
        (-1, {"events": b"[" * 100_000}),
        (-1, {"events": b"\xff"}),
        (-1, {"n": 2**31}),
        (-1, {"at": datetime(1, 1, 1, tzinfo=UTC)}),
    ],
    ids=[
        "a game's name that climbs", "one that is none", "no beginning", "too deep", "ever on", "no text",
        "a number that spoils all that follow", "a time of no calendar",
    ],
)  # fmt: skip
def test_a_backup_that_no_start_could_load_is_refused(
    sitting: Sitting, phone: FlaskClient, tmp_path: Path, which: int, fields: dict[str, Any]
) -> None:
    """Its checks are right. Found out only by the start, it would have to be got rid of in safe mode."""
    content = forged(copied(sitting, tmp_path / "copy"), which, **fields)
    answer = bring(phone, content)
    assert answer.status_code == 422
    assert "no whole copy" in answer.text
    assert list((sitting.folder / RECEIVED_FOLDER).iterdir()) == []


def test_restoring_an_earlier_backup_brings_back_no_member(sitting: Sitting, tmp_path: Path) -> None:
    token = sitting.token()
    sitting.membership.set_admin(holder_of(token), is_admin=True)
    file = copied(sitting, tmp_path / "copy")
    sitting.admin_access.claim()
    code = sitting.membership.new_code()
    owner = sitting.membership.join(code, "Ada", None, "here")
    sitting.close()
    restore(sitting.folder, file, "copy", at=sitting.clock.now(), entropy=counting())
    after = Sitting(sitting.folder)
    assert after.membership.who(token) is None
    assert after.membership.who(owner) is not None
    assert after.membership.code == code
    assert not after.admin_access.unclaimed
    after.close()


# Updates.


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME])
def test_an_update_with_a_name_of_a_hundred_megabytes_takes_no_memory(
    sitting: Sitting, phone: FlaskClient, tmp_path: Path, kind: bytes
) -> None:
    updates = sitting.admin.updates
    head = tarfile.TarInfo("pool/trixie/companion_9.9~deb13_arm64.deb")
    head.size, head.type = MAX_SIZE - (1 << 20), kind

    def comes() -> None:
        with updates.receiving() as incoming:
            incoming.write(head.tobuf(tarfile.USTAR_FORMAT))
            incoming.seek(MAX_SIZE - 512)  # a hole: it takes no room here
            incoming.write(b"\0" * 512)

    with little_memory(), pytest.raises(NoUpdate):
        comes()
    assert updates.found is None


def update(version: str) -> bytes:
    made = BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        archive.addfile(tarfile.TarInfo(f"pool/trixie/companion_{version}~deb13_arm64.deb"))
    return made.getvalue()


def test_what_is_confirmed_at_the_box_is_the_version_that_stands_there_and_no_other(
    sitting: Sitting, phone: FlaskClient
) -> None:
    """Of two who look after the box one has begun to send another before the first one asked."""
    updates = sitting.admin.updates
    bring(phone, update("2.1"), "update")
    with updates.receiving() as incoming:  # this phone was let go on while nothing stood at the box
        updates._found = "2.1"
        assert phone.post("/care/update/install", data={"version": "2.1", "sure": "1"}).status_code == 303
        incoming.write(update("6.6"))
    pending = sitting.confirmations.pending
    assert pending is not None
    with pytest.raises(NoUpdate):
        sitting.confirmations.answer(pending.number, yes=True)
    assert not updates.waits
