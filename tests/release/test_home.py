"""Where the project lives: one place says it, and while nobody owns one nothing leads there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from release.control import control, copyright_file
from release.home import Home, home
from release.suites import ROOT, SUITES

PAGE = "https://example.org/companion"
_HOSTED = re.compile(r"(?:github|gitlab|codeberg)\.(?:com|org|io)/[\w./-]*companion", re.IGNORECASE)
_OURS = re.compile(r"https?://[\w.-]*companion[\w-]*\.(?!local\b|lan\b|invalid\b)[a-z]{2,}", re.IGNORECASE)


def texts() -> list[Path]:
    said = subprocess.run(("git", "ls-files", "-z"), cwd=ROOT, check=True, capture_output=True, text=True)
    named = (ROOT / name for name in said.stdout.split("\0") if name)
    return [each for each in named if each.is_file() and each != Path(__file__)]


def test_no_file_leads_to_a_page_of_ours_that_nobody_owns() -> None:
    """Only `[tool.companion]` of pyproject.toml may name one."""
    own, found = home(), []
    for path in texts():
        said = path.read_bytes().decode("utf-8", errors="ignore")
        named = [each[0] for kind in (_OURS, _HOSTED) for each in kind.finditer(said)]
        allowed = path.name == "pyproject.toml" and own != Home()
        found += [(path.relative_to(ROOT), each) for each in named if not allowed]
    assert found == []


@pytest.mark.parametrize("field", ["Homepage", "Source"])
def test_the_packages_papers_name_the_projects_page_only_when_it_has_one(field: str) -> None:
    def paper(where: Home) -> str:
        return (
            control(SUITES["deb13"], "arm64", "1", 1, where) if field == "Homepage" else copyright_file(where)
        )

    assert f"\n{field}: {PAGE}\n" in paper(Home(page=PAGE))
    assert f"{field}:" not in paper(Home())
    assert "@HOME@" not in paper(Home())
