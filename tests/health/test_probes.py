"""What the doctor finds of disk, network, port and journal."""

from __future__ import annotations

import errno
import http.server
import json
import os
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.config import Config, DataConfig
from companion.health.findings import Finding
from companion.health.probes import (
    FULL,
    INTERVAL,
    MEGABYTE,
    NEARLY_FULL,
    TRIAL_INTERVAL,
    WriteTrial,
    disk,
    journal,
    network,
    port,
    running,
    running_backups_finding,
    write_error,
    writer_finding,
)
from companion.table.data_folder import open_to_read
from companion.table.table import Table
from tests.fakes.box import running as box_running
from tests.fakes.folders import game_file


def found(finding: Finding) -> tuple[str, str]:
    return finding.state, finding.said.code.rpartition(".")[2]


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    path = tmp_path / "mountinfo"
    path.write_text("27 1 179:2 / / rw,noatime - ext4 /dev/mmcblk0p2 rw\n")
    return path


def test_a_folder_that_is_not_there_yet_is_as_good_as_the_one_above_it(tmp_path: Path, listing: Path) -> None:
    finding = disk(tmp_path / "a" / "b", free=lambda _: 5000 * MEGABYTE, listing=listing)
    assert found(finding) == ("ok", "free")
    assert finding.said.params["free"] == 5000


@pytest.mark.parametrize(
    ("free", "what"),
    [
        (FULL - 1, ("missing", "full")),
        (FULL, ("warning", "nearly-full")),
        (NEARLY_FULL - 1, ("warning", "nearly-full")),
        (NEARLY_FULL, ("ok", "free")),
    ],
)
def test_a_disk_without_room(tmp_path: Path, listing: Path, free: int, what: tuple[str, str]) -> None:
    assert found(disk(tmp_path, free=lambda _: free, listing=listing)) == what


def test_a_card_that_the_system_has_locked(tmp_path: Path, listing: Path) -> None:
    listing.write_text("27 1 179:2 / / ro,noatime - ext4 /dev/mmcblk0p2 ro\n")
    finding = disk(tmp_path, listing=listing)
    assert found(finding) == ("missing", "read-only")
    assert finding.said.params["mount"] == "/"


def test_a_folder_that_forgets(tmp_path: Path, listing: Path) -> None:
    listing.write_text(f"27 1 0:2 / {tmp_path} rw - tmpfs tmpfs rw\n")
    assert found(disk(tmp_path, free=lambda _: NEARLY_FULL, listing=listing)) == ("warning", "forgets")


def test_a_folder_of_another_user(tmp_path: Path, listing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert found(disk(tmp_path, listing=listing)) == ("missing", "locked")


def test_a_folder_below_one_that_may_not_be_entered(locked: Path, listing: Path) -> None:
    assert found(disk(locked / "companion" / "games", listing=listing)) == ("missing", "locked")


def test_a_file_where_the_folder_should_be(tmp_path: Path, listing: Path) -> None:
    (tmp_path / "file").touch()
    assert found(disk(tmp_path / "file", listing=listing)) == ("missing", "locked")
    assert found(disk(tmp_path / "file" / "games", listing=listing)) == ("missing", "locked")


def test_the_network(tmp_path: Path) -> None:
    both = ("192.168.1.7:8080", "10.42.0.1:8080")
    assert found(network(lambda: both, "pi.local:8080", tmp_path)) == ("ok", "named")
    assert found(network(lambda: both, "pi.local:8080", tmp_path / "none")) == ("ok", "nameless")
    assert found(network(lambda: both[:1], None, tmp_path)) == ("ok", "reached")
    assert found(network(lambda: ("127.0.0.1:8080",), "pi.local:8080", tmp_path)) == ("ok", "alone")
    assert found(network(tuple, "pi.local:8080", tmp_path, lambda: False)) == ("warning", "none")
    assert found(network(tuple, "pi.local:8080", tmp_path, lambda: True)) == ("warning", "radio-off")
    assert found(network(lambda: both, None, tmp_path, lambda: True)) == ("ok", "reached"), "by a cable"


def nobody() -> Mapping[str, str]:
    return {}


def test_a_port_that_is_free_and_one_that_is_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        assert found(port("127.0.0.1", number, nobody)) == ("missing", "busy")
        assert found(port("127.0.0.1", number, lambda: {"reader": "ok"})) == ("ok", "ours")
    assert found(port("127.0.0.1", number, nobody)) == ("ok", "free")
    assert found(port("127.0.0.1", 0, nobody)) == ("ok", "any")
    assert found(port("192.0.2.77", 8080, nobody)) == ("missing", "elsewhere")


@pytest.mark.parametrize(("number", "what"), [(errno.EACCES, "no-rights"), (errno.ENOMEM, "broken")])
def test_a_port_that_the_system_refuses(number: int, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing(socket.socket):
        def bind(self, _: Any) -> None:
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr(socket, "socket", Refusing)
    assert found(port("127.0.0.1", 80, nobody)) == ("missing", what)


@contextmanager
def answering(body: bytes) -> Iterator[str]:
    """A server that gives the same answer to every request."""

    class Answers(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_running_companion_is_known_by_its_answer() -> None:
    parts = {"display": "ok", "buttons": "off", "reader": "missing"}
    with answering(json.dumps({"status": "ok", "version": 3, **parts}).encode()) as address:
        assert running(address) == parts
    with answering(json.dumps({"version": 3, **parts, "broker": "twin"}).encode()) as address:
        assert running(address) == {**parts, "broker": "twin"}


@pytest.mark.parametrize("body", [b"", b"hello", b"[]", b'{"status": "ok"}', b"\xff"])
def test_another_program_is_not_taken_for_one(body: bytes) -> None:
    with answering(body) as address:
        assert running(address) == {}


def test_without_an_answer_there_is_no_companion() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
    assert running(address) == {}


def of(folder: Path) -> AbstractContextManager[Table]:
    return open_to_read(Config(data=DataConfig(folder=str(folder))))


def test_a_folder_without_games_has_nothing_to_be_checked(tmp_path: Path) -> None:
    assert found(journal(lambda: of(tmp_path / "none"))) == ("ok", "empty")
    assert not (tmp_path / "none").exists()


def test_a_whole_journal_is_counted_also_while_it_is_written(tmp_path: Path) -> None:
    with box_running(tmp_path) as box:
        box.pair(3)
        assert found(journal(lambda: of(tmp_path))) == ("ok", "whole")
        box.play("red", "blue")
        finding = journal(lambda: of(tmp_path))
    assert found(finding) == ("ok", "whole-and-playing")
    assert (finding.said.params["entries"], finding.said.params["count"]) == (2, 1)


def test_a_damaged_journal_is_reported_and_not_touched(tmp_path: Path) -> None:
    with box_running(tmp_path) as box:
        box.play("red", "blue")
    file = game_file(tmp_path)
    damaged = b"nothing of the kind" * 1000
    file.write_bytes(damaged)
    finding = journal(lambda: of(tmp_path))
    assert (finding.state, finding.said.code) == ("missing", "data-folder.damaged")
    assert file.read_bytes() == damaged


def test_a_game_that_this_version_cannot_read_is_kept_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with box_running(tmp_path) as box:
        box.play("red", "blue")
    monkeypatch.setattr("companion.table.data_folder.registered", dict)
    assert found(journal(lambda: of(tmp_path))) == ("warning", "unreadable")


class Card:
    """A card that is tried; it takes nothing while there is a `why`."""

    def __init__(self) -> None:
        self.why: str | None = None
        self.tries = 0
        self.written = 0
        self.time = 0.0
        self.trial = WriteTrial(lambda: self.written, lambda: self.time, self.refuse)

    def refuse(self, _: Path) -> str | None:
        self.tries += 1
        return self.why

    def look(self, *, after: float = INTERVAL, written: int = 0) -> str | None:
        self.time += after
        self.written += written
        return self.trial(Path())


def test_a_card_is_tried_at_first_then_once_a_minute() -> None:
    card = Card()
    assert [card.look() or card.tries for _ in range(6)] == [1, 1, 2, 2, 3, 3]


def test_a_card_that_has_just_taken_an_entry_is_not_tried() -> None:
    card = Card()
    card.look()
    assert [card.look(written=1) or card.tries for _ in range(10)] == [1] * 10


def test_a_card_that_has_refused_is_tried_at_every_look_until_it_is_well() -> None:
    card = Card()
    card.why = "Input/output error"
    assert [card.look() for _ in range(3)] == [card.why] * 3
    assert card.tries == 3
    card.why = None
    assert card.look() is None
    card.why = "Input/output error"
    assert card.look(after=TRIAL_INTERVAL) == card.why
    assert card.look(written=1) is None, "it has taken an entry"


def test_a_trial_leaves_nothing_behind(tmp_path: Path) -> None:
    assert write_error(tmp_path) is None
    assert list(tmp_path.iterdir()) == []
    assert write_error(tmp_path / "not there") == "No such file or directory"


def test_a_disk_that_takes_nothing_is_reported(tmp_path: Path, listing: Path) -> None:
    finding = disk(tmp_path, write_error=lambda _: "Input/output error", listing=listing)
    assert found(finding) == ("missing", "unwritable")
    assert finding.said.params["why"] == "Input/output error"


def test_a_full_disk_is_not_tried(tmp_path: Path, listing: Path) -> None:
    def never(_: Path) -> str | None:
        raise AssertionError

    assert found(disk(tmp_path, write_error=never, free=lambda _: 0, listing=listing)) == ("missing", "full")


@pytest.mark.parametrize("code", ["full", "read-only", "failed", "unsure", "gone", "damaged"])
def test_trouble_with_the_journal_is_reported_by_the_doctor_as_by_the_companion(
    code: str,
) -> None:
    assert found(writer_finding(lambda: f"journal-{code}")) == ("missing", code)

    def others() -> Mapping[str, str]:
        return {"display": "ok", "why": f"disk-full journal-{code}"}

    def never() -> AbstractContextManager[Table]:
        raise AssertionError

    assert journal(never, others) == writer_finding(lambda: f"journal-{code}")


def test_failing_backups_are_reported_by_the_doctor_as_by_the_companion() -> None:
    assert found(running_backups_finding(lambda: {"display": "ok", "why": "copies-failing"})) == (
        "missing",
        "failing",
    )
    assert found(running_backups_finding(lambda: {"display": "ok"})) == ("ok", "well")
    assert found(running_backups_finding(dict)) == ("off", "unknown")
