"""The project's URLs stand in one place; without them nothing links there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from release.control import control, copyright_file
from release.project import ProjectUrls, project_urls
from release.suites import ROOT, SUITES

PAGE = "https://example.org/companion"
_HOSTED = re.compile(r"(?:github|gitlab|codeberg)\.(?:com|org|io)/[\w./-]*companion", re.IGNORECASE)
_OURS = re.compile(r"https?://[\w.-]*companion[\w-]*\.(?!local\b|lan\b|invalid\b)[a-z]{2,}", re.IGNORECASE)


def texts() -> list[Path]:
    said = subprocess.run(("git", "ls-files", "-z"), cwd=ROOT, check=True, capture_output=True, text=True)
    named = (ROOT / name for name in said.stdout.split("\0") if name)
    return [each for each in named if each.is_file() and each != Path(__file__)]


def test_no_file_links_to_a_project_page_that_does_not_exist() -> None:
    """Only `[tool.companion]` of pyproject.toml may name one."""
    own, found = project_urls(), []
    for path in texts():
        said = path.read_bytes().decode("utf-8", errors="ignore")
        named = [each[0] for kind in (_OURS, _HOSTED) for each in kind.finditer(said)]
        allowed = path.name == "pyproject.toml" and own != ProjectUrls()
        found += [(path.relative_to(ROOT), each) for each in named if not allowed]
    assert found == []


@pytest.mark.parametrize("field", ["Homepage", "Source"])
def test_the_packages_papers_name_the_projects_page_only_when_it_has_one(field: str) -> None:
    def paper(where: ProjectUrls) -> str:
        return (
            control(SUITES["deb13"], "arm64", "1", 1, where) if field == "Homepage" else copyright_file(where)
        )

    assert f"\n{field}: {PAGE}\n" in paper(ProjectUrls(page=PAGE))
    assert f"{field}:" not in paper(ProjectUrls())
    assert "@HOME@" not in paper(ProjectUrls())
