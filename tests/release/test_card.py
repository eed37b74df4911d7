"""What lies in the archive for a new card."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from release.make_card import CARD, NAME, SUITE, pack
from release.project import version
from tests.fakes.box import MESSAGES

PACKAGE = f"companion_{version()}~deb13_arm64.deb"


@pytest.fixture
def archive(tmp_path: Path) -> zipfile.ZipFile:
    (tmp_path / PACKAGE).write_bytes(b"the package")
    made = pack(tmp_path / PACKAGE, tmp_path)
    assert made.name == NAME
    return zipfile.ZipFile(made)


def test_two_files_for_the_card_and_a_text_lie_in_it_and_nothing_else(archive: zipfile.ZipFile) -> None:
    assert sorted(archive.namelist()) == sorted(["READ-ME.txt", PACKAGE, "vendor-data"])
    assert archive.read("vendor-data") == (CARD / "vendor-data").read_bytes()
    assert archive.read(PACKAGE) == b"the package"


def test_the_text_has_five_lines_in_each_language_and_names_the_files(archive: zipfile.ZipFile) -> None:
    told = archive.read("READ-ME.txt").decode("utf-8-sig")
    lines = [line for line in told.split("\r\n") if line]
    assert len(lines) == 5 * len(MESSAGES.codes)
    for first in range(0, len(lines), 5):
        part = lines[first : first + 5]
        assert PACKAGE in part[2]
        assert "vendor-data" in part[2]
        assert SUITE.codename in part[1]
        assert "companion-log.txt" in part[4]
    assert "@" not in told


def test_the_same_commit_makes_the_same_archive(tmp_path: Path) -> None:
    (tmp_path / PACKAGE).write_bytes(b"the package")
    first = pack(tmp_path / PACKAGE, tmp_path).read_bytes()
    assert pack(tmp_path / PACKAGE, tmp_path).read_bytes() == first
