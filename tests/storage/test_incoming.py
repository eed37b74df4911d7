"""A file that is sent to the box: written whole or refused, and never in the place of another."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.language.text import text
from companion.storage.backup import BackupFailed
from companion.storage.incoming import Incoming

MEGABYTE = 1 << 20


def test_what_is_written_is_read_from_the_beginning_and_counted(tmp_path: Path) -> None:
    with Incoming(tmp_path, tmp_path / "incoming" / "file", MEGABYTE) as file:
        assert file.write(b"one") + file.write(b"two") == file.size == 6
        assert file.seek(0) == 0
        file.settle()
    assert (tmp_path / "incoming" / "file").read_bytes() == b"onetwo"


def test_a_byte_too_many_is_refused_with_the_most_that_it_may_have(tmp_path: Path) -> None:
    with Incoming(tmp_path, tmp_path / "file", 2 * MEGABYTE) as file:
        file.name = "copy.zip"
        file.write(bytes(2 * MEGABYTE))
        with pytest.raises(BackupFailed) as refused:
            file.write(b"x")
    assert refused.value.message == text("incoming.too-large", file="copy.zip", why="2")


def test_a_link_in_its_place_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"a game")
    (tmp_path / "file").symlink_to(tmp_path / "other")
    with Incoming(tmp_path, tmp_path / "file", MEGABYTE) as file:
        file.write(b"new")
    assert (tmp_path / "other").read_bytes() == b"a game"
    assert (tmp_path / "file").read_bytes() == b"new"
