"""What a release consists of, and when there is none."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from companion import __version__
from release.make_release import CHECKSUMS, UNRELEASED, checksums, refusals, release_notes, section
from release.project import ProjectUrls, rfc5322, version
from release.suites import ROOT

CHANGELOG = """# Changelog

## Unreleased

- Not yet.

## 1.10.0 - 2026-11-21

- The tenth.
- With `## code` in it.

## 1.1.0

- The first.

## 1.0.0
"""


def test_the_version_stands_in_one_place() -> None:
    assert version() == __version__


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("1.10.0", "- The tenth.\n- With `## code` in it."),
        ("1.1.0", "- The first."),
        ("Unreleased", "- Not yet."),
        ("1.1", None),
        ("1.0.0", None),
    ],
)
def test_what_is_new_is_the_section_of_the_version(name: str, told: str | None) -> None:
    assert section(CHANGELOG, name) == told


def test_the_notes_have_the_news_the_files_and_the_projects_page_where_it_has_one() -> None:
    page = "https://example.org/companion"
    notes = release_notes("1.1.0", "- The first.", ProjectUrls())
    assert notes.startswith("# Companion 1.1.0\n\n- The first.\n")
    assert "- Raspberry Pi OS bookworm: `companion_1.1.0~deb12_arm64.deb`\n" in notes
    assert "http" not in notes
    assert f"and at {page}." in release_notes("1.1.0", "- The first.", ProjectUrls(page=page))


def test_the_changelog_has_the_present_version_and_copied_commands_name_its_files() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert section(changelog, __version__) or section(changelog, UNRELEASED)
    for guide in ("installing", "terminal"):
        words = (ROOT / "docs" / f"{guide}.md").read_text(encoding="utf-8")
        assert set(re.findall(r"companion_(\S+?)~deb\d+_arm64\.deb", words)) == {__version__}


def test_only_a_clean_tree_of_a_version_in_the_changelog_is_released() -> None:
    assert refusals("1.1.0", CHANGELOG, ()) == ()
    assert refusals("1.2.0", CHANGELOG, ()) == ("CHANGELOG.md has no section 1.2.0",)
    (said,) = refusals("1.1.0", CHANGELOG, (" M README.md", "?? new.py"))
    assert said == "2 files are not committed, M README.md the first"


def test_every_file_has_its_sum_but_the_sums(tmp_path: Path) -> None:
    for name in ("b.deb", "a.whl", CHECKSUMS):
        (tmp_path / name).write_text(name)
    assert checksums(tmp_path) == (
        f"{hashlib.sha256(b'a.whl').hexdigest()}  a.whl\n{hashlib.sha256(b'b.deb').hexdigest()}  b.deb\n"
    )


def test_times_are_written_as_debian_reads_them() -> None:
    assert rfc5322(0) == "Thu, 01 Jan 1970 00:00:00 -0000"
