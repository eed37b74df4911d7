"""Copies and updates that somebody has made by hand: they take no memory, no time, and nobody's word."""

from __future__ import annotations

import resource
import sqlite3
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from companion.journal.copies import copy, put_back
from companion.journal.entry import Entry
from companion.journal.file import dial
from companion.journal.foreign import LONGEST
from companion.journal.names import FORGOTTEN, HANDS, JOIN_CODE, MEMBERS, NAME, OF_THE_BOX, OWN_WIFI, RENEWED
from companion.journal.rows import INSERT, SELECT, SET, Held, read_row, row_of, setting_of
from companion.system.updates import MOST, NoUpdate, Places
from companion.table.received import RECEIVED
from tests.fakes.sitting import START, Sitting, act, counting
from web.membership import holder_of

SPARE = 200 << 20
"""Bytes of memory that an attempt may take: as many as the service has in all."""
EVIL = "ee" * 24
"""The token of a phone that nobody has let in."""


@pytest.fixture
def places(tmp_path: Path) -> Places:
    system = tmp_path / "system"
    system.mkdir()
    places = Places(*(system / each for each in ("key", "installer", "previous.deb", "told", "os", "runs")))
    for each in (places.key, places.installer):
        each.write_text("there")
    places.system.write_text('VERSION_CODENAME="trixie"\n')
    return places


@pytest.fixture
def sitting(tmp_path: Path, places: Places) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path / "data", places=places)
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
    copy(sitting.folder, target)
    return target


def bring(phone: FlaskClient, content: bytes, what: str = "copies") -> TestResponse:
    """Bring it, as a copy or an update."""
    head = b'--between\r\nContent-Disposition: form-data; name="file"; filename="evening"\r\n\r\n'
    kind = "multipart/form-data; boundary=between"
    return phone.post(f"/care/{what}/bring", data=head + content + b"\r\n--between--\r\n", content_type=kind)


def a_setting(file: sqlite3.Connection, *names: str, value: str) -> None:
    file.executemany(SET, [setting_of(each, value) for each in names])


def an_entry(file: sqlite3.Connection, size: int) -> None:
    """One more entry, in all that a journal's reader looks at like the others, of so many bytes."""
    last = read_row(file.execute(SELECT + "ORDER BY n DESC LIMIT 1").fetchone())
    entry = Entry(
        last.entry.n + 1,
        last.entry.at,
        None,
        "phone",
        None,
        "x",
        None,
        b'{"type":"x"}',
        b"[" + b" " * size + b"]",
    )
    file.execute(INSERT, row_of(Held(entry, None, None, last.entry.n)))


def instead(table: str, rows: str) -> str:
    return f"ALTER TABLE {table} RENAME TO real; CREATE VIEW {table} AS {rows}"


ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT"
BOMBS: dict[str, str | Callable[[sqlite3.Connection], object]] = {
    "settings that compute a gigabyte": instead(
        "settings", "SELECT 'x' AS name, hex(zeroblob(400000000)) AS value, 1 AS sum"
    ),
    "settings without end": instead("settings", f"{ENDLESS} n || '' AS name, '' AS value, 0 AS sum FROM c"),
    "entries without end": instead("entries", f"{ENDLESS} n, '' AS at, NULL AS game FROM c"),
    "entries of the first format without end": instead(
        "entries", f"{ENDLESS} n, '' AS at, NULL AS game FROM c"
    )
    + "; PRAGMA user_version=1",
    "a computed column": (
        "DROP TABLE settings; CREATE TABLE settings (name TEXT, sum);"
        " INSERT INTO settings VALUES ('400000000', 0);"
        " ALTER TABLE settings ADD COLUMN value AS (hex(zeroblob(name)))"
    ),
    "a check that computes": (
        "PRAGMA ignore_check_constraints=1;"
        "CREATE TABLE more (a CHECK (length(hex(zeroblob(a))) > 0)); INSERT INTO more VALUES (400000000)"
    ),
    "an index that computes": "CREATE INDEX more ON entries (n) WHERE n < length(hex(zeroblob(1)))",
    "a trigger": "CREATE TRIGGER more AFTER INSERT ON settings BEGIN SELECT 1; END",
    "one more table": "CREATE TABLE more (a)",
    "a table of 200 columns": (
        "DROP TABLE settings; CREATE TABLE settings (" + ", ".join(f"c{n}" for n in range(200)) + ")"
    ),
    "a setting that is too long": lambda file: a_setting(file, "x", value="x" * LONGEST),
    "too many settings": lambda file: a_setting(
        file, *(f"{n}" for n in range(20)), value="x" * (LONGEST // 2)
    ),
    "an entry that is too long": lambda file: an_entry(file, LONGEST),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_copy_that_would_take_the_boxs_memory_or_its_time_is_none(
    sitting: Sitting, phone: FlaskClient, tmp_path: Path, bomb: str
) -> None:
    file, does = copied(sitting, tmp_path / "copy"), BOMBS[bomb]
    with closing(sqlite3.connect(file, isolation_level=None)) as made:
        if isinstance(does, str):
            made.executescript(does)
        else:
            does(made)
    with little_memory():
        answer = bring(phone, file.read_bytes())
    assert answer.status_code == 422
    assert "no whole copy" in answer.text
    assert list((sitting.folder / RECEIVED).iterdir()) == []
    assert act(sitting.phone(), {"type": "advance", "draw_rest": True}).status_code == 200, "the game goes on"


def test_a_long_entry_that_may_be_one_of_ours_is_taken(
    sitting: Sitting, phone: FlaskClient, tmp_path: Path
) -> None:
    file = copied(sitting, tmp_path / "copy")
    with closing(sqlite3.connect(file, isolation_level=None)) as made:
        an_entry(made, LONGEST // 2)
    assert bring(phone, file.read_bytes()).status_code == 303


def changed(file: sqlite3.Connection, which: int, **fields: Any) -> None:
    """Write an entry of the file with other fields, and its right sum."""
    held = [read_row(row) for row in file.execute(SELECT + "ORDER BY n").fetchall()][which]
    file.execute("DELETE FROM entries WHERE n = ?", (held.entry.n,))
    file.execute(INSERT, row_of(replace(held, entry=replace(held.entry, **fields))))


@pytest.mark.parametrize(
    ("which", "fields"),
    [
        (0, {"command": b'{"type":"start","system":"../../x"}'}),
        (0, {"command": b'{"type":"start","system":[1]}'}),
        (0, {"events": b"[]"}),
        (0, {"command": b'{"system":' * 100_000}),
        (-1, {"events": b"[" * 100_000}),
        (-1, {"events": b"\xff"}),
    ],
    ids=["a game's name that climbs", "one that is none", "no beginning", "too deep", "ever on", "no text"],
)
def test_a_copy_by_which_no_start_would_come_about_is_none(
    sitting: Sitting, phone: FlaskClient, tmp_path: Path, which: int, fields: dict[str, Any]
) -> None:
    """Its sums are right. Found out only by the start, it would have to be got rid of in safe mode."""
    file = copied(sitting, tmp_path / "copy")
    with closing(sqlite3.connect(file, isolation_level=None)) as made:
        changed(made, which, **fields)
    answer = bring(phone, file.read_bytes())
    assert answer.status_code == 422
    assert "no whole copy" in answer.text
    assert list((sitting.folder / RECEIVED).iterdir()) == []


def settings_in(file: Path) -> dict[str, str]:
    with closing(dial(file, "ro")) as read:
        return dict(read.execute("SELECT name, value FROM settings").fetchall())


def test_what_leaves_the_house_says_neither_who_has_joined_nor_by_which_code(
    sitting: Sitting, phone: FlaskClient, tmp_path: Path
) -> None:
    sitting.caretaking.pressed()
    sitting.journal.set(OWN_WIFI, '{"name": "Companion-4711", "password": "hunter2hunter2"}')
    sitting.journal.set(FORGOTTEN, '["4711 2026-11-21T18:00:00Z"]')
    sitting.journal.set(RENEWED, '{"20261121-0400": ["' + "ab" * 32 + '"]}')
    assert set(settings_in(sitting.folder / NAME)) >= set(OF_THE_BOX)
    token = sitting.token()
    sitting.membership.let_care(holder_of(token), cares=True)
    taken = tmp_path / "taken"
    client = sitting.app.test_client()
    with client.post("/care/copies/take", headers={"Authorization": f"Bearer {token}"}) as answer:
        taken.write_bytes(answer.data)
    assert set(settings_in(taken)).isdisjoint(OF_THE_BOX)
    assert holder_of(token).encode() not in taken.read_bytes()


def test_a_copy_says_nothing_of_who_may_join_and_look_after_the_box(
    sitting: Sitting, phone: FlaskClient, tmp_path: Path
) -> None:
    """A guest's, brought by whomever, in which he has let himself in."""
    file = copied(sitting, tmp_path / "copy")
    with closing(sqlite3.connect(file, isolation_level=None)) as made:
        a_setting(made, MEMBERS, value=f'{{"{holder_of(EVIL)}":{{"name":"Eve","cares":true}}}}')
        a_setting(made, JOIN_CODE, value='{"code":"0000","configured":"4821"}')
        a_setting(made, HANDS, value="false")
    assert bring(phone, file.read_bytes()).status_code == 303
    (brought,) = (sitting.folder / RECEIVED).iterdir()
    assert set(settings_in(brought)).isdisjoint(OF_THE_BOX)


def test_an_earlier_copy_lets_nobody_in_whom_a_new_code_has_sent_away(
    sitting: Sitting, tmp_path: Path
) -> None:
    token = sitting.token()
    sitting.membership.let_care(holder_of(token), cares=True)
    file = copied(sitting, tmp_path / "copy")
    sitting.caretaking.pressed()
    code = sitting.membership.new_code()
    owner = sitting.membership.join(code, "Ada", None, "here")
    sitting.close()
    put_back(sitting.folder, file, "copy", at=sitting.clock.now(), entropy=counting())
    after = Sitting(sitting.folder)
    assert after.membership.who(token) is None
    assert after.membership.who(owner) is not None
    assert after.membership.code == code
    assert not after.caretaking.untouched
    after.close()


# Updates.


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME])
def test_an_update_with_a_name_of_a_hundred_megabytes_takes_no_memory(
    sitting: Sitting, phone: FlaskClient, tmp_path: Path, kind: bytes
) -> None:
    updates = sitting.caring.updates
    head = tarfile.TarInfo("pool/trixie/companion_9.9~deb13_arm64.deb")
    head.size, head.type = MOST - (1 << 20), kind

    def comes() -> None:
        with updates.receiving() as incoming:
            incoming.write(head.tobuf(tarfile.USTAR_FORMAT))
            incoming.seek(MOST - 512)  # a hole: it takes no room here
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
    updates = sitting.caring.updates
    bring(phone, update("2.1"), "update")
    with updates.receiving() as incoming:  # this phone was let go on while nothing stood at the box
        updates._found = "2.1"
        assert phone.post("/care/update/install", data={"version": "2.1", "sure": "1"}).status_code == 303
        incoming.write(update("6.6"))
    standing = sitting.confirming.standing
    assert standing is not None
    with pytest.raises(NoUpdate):
        sitting.confirming.answer(standing.number, yes=True)
    assert not updates.waits
