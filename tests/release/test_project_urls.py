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


def test_no_file_links_to_a_project_page_that_does_not_exist() -> None:
    """Only `[tool.companion]` of pyproject.toml may name one."""
    allowed = ["pyproject.toml"] if project_urls() != ProjectUrls() else []
    this = Path(__file__).relative_to(ROOT).as_posix()
    words = ("git", "grep", "-IiE", "(https?://|github|gitlab|codeberg).*companion", "--", ".")
    beside = (f":!{each}" for each in (this, *allowed))
    said = subprocess.run((*words, *beside), cwd=ROOT, check=False, capture_output=True, text=True)
    assert said.stderr == ""
    assert [line for line in said.stdout.splitlines() if _OURS.search(line) or _HOSTED.search(line)] == []


@pytest.mark.parametrize("field", ["Homepage", "Source"])
def test_the_packages_papers_name_the_projects_page_only_when_it_has_one(field: str) -> None:
    def paper(where: ProjectUrls) -> str:
        return (
            control(SUITES["deb13"], "arm64", "1", 1, where) if field == "Homepage" else copyright_file(where)
        )

    assert f"\n{field}: {PAGE}\n" in paper(ProjectUrls(page=PAGE))
    assert f"{field}:" not in paper(ProjectUrls())
    assert "@HOME@" not in paper(ProjectUrls())
