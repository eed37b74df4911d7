"""What the checkout itself says of a release: its version, the time of its commit, whether it is clean."""

from __future__ import annotations

import re
import subprocess
from email.utils import formatdate

from release.suites import ROOT

_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)


def version() -> str:
    """The version, from the one place where it stands."""
    found = _VERSION.search((ROOT / "companion" / "__init__.py").read_text(encoding="utf-8"))
    if found is None:
        raise ValueError("companion/__init__.py has no longer its version")
    return found[1]


def last_commit() -> int:
    """The time of the last commit, in seconds since 1970: the age of everything in the package."""
    return int(_git("log", "-1", "--format=%ct"))


def when(seconds: int) -> str:
    """A time as Debian's changelog has it."""
    return formatdate(seconds)


def changes() -> tuple[str, ...]:
    """What differs from the last commit, new files too, as git lists it."""
    return tuple(_git("status", "--porcelain").splitlines())


def _git(*words: str) -> str:
    asked = subprocess.run(("git", *words), cwd=ROOT, check=True, capture_output=True, text=True)
    return asked.stdout
