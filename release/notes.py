"""What is new, out of CHANGELOG.md, and which file is whose."""

from __future__ import annotations

import re

from release.control import debian_version
from release.home import Home
from release.suites import SUITES

UNRELEASED = "Unreleased"


def section(changelog: str, name: str) -> str | None:
    """What stands below a version's heading, `## 1.2.3` with or without a date; None when nothing does."""
    for part in re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]:
        heading, _, told = part.partition("\n")
        if heading.partition(" ")[0] == name:
            return told.strip() or None
    return None


def release_notes(version: str, new: str, home: Home) -> str:
    """The text that goes with a release. new: its section of the changelog."""
    page = f", and at {home.page}" if home.page else ""
    files = "\n".join(
        f"- {suite.system}: `companion_{debian_version(version, suite)}_arm64.deb`"
        for suite in SUITES.values()
    )
    return (
        f"# Companion {version}\n\n{new}\n\n"
        f"## Which file\n\nFor a new card `companion-card.zip`; a text in it says how. Else:\n\n{files}\n\n"
        "The case to print is `companion-case-body.stl` and `companion-case-lid.stl`. The files with `amd64`"
        " are for ordinary computers. How to build the box and how to install it stands in `docs/building.md`"
        f" and `docs/installing.md` of the source archive{page}. In the folder with what was fetched,"
        " `sha256sum -c --ignore-missing SHA256SUMS` says whether it came over whole.\n"
    )
