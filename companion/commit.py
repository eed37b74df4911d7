"""The commit that the program was made of: written into a package, asked of git in a checkout."""

from __future__ import annotations

import subprocess
from pathlib import Path

WRITTEN = "commit.txt"
"""Lies beside this file in a package, with the name of the commit. Building runs this file alone."""


def commit(package: Path = Path(__file__).parent) -> str | None:
    """The name of the commit, with `-dirty` when files were changed since; None where unknown."""
    try:
        return (package / WRITTEN).read_text(encoding="ascii").strip()
    except OSError:
        return of_checkout(package.parent)


def of_checkout(root: Path) -> str | None:
    """The output of git for the checkout at this folder; None when it is none, or there is no git."""
    if not (root / ".git").exists():
        return None
    try:
        asked = subprocess.run(
            ("/usr/bin/env", "git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"),
            cwd=root, check=True, capture_output=True, text=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return None
    return asked.stdout.strip()
