"""What the checkout says about the project: its addresses, version, last commit and uncommitted changes."""

from __future__ import annotations

import re
import subprocess
import tomllib
from email.utils import formatdate

import msgspec

from release.suites import ROOT

_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)


class ProjectUrls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[tool.companion]` of pyproject.toml: URLs without a slash at the end, "" for none."""

    page: str = ""
    """The project's page."""
    updates: str = ""
    """The folder written by `make apt-repository`, as it is served."""


def project_urls() -> ProjectUrls:
    """Read the URLs from pyproject.toml. Raises `msgspec.ValidationError` for any other key or type."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["companion"]
    return msgspec.convert(table, ProjectUrls)


def version() -> str:
    """The version in `companion/__init__.py`."""
    found = _VERSION.search((ROOT / "companion" / "__init__.py").read_text(encoding="utf-8"))
    if found is None:
        raise ValueError("companion/__init__.py has no version")
    return found[1]


def last_commit() -> int:
    """The time of the last commit, in seconds since 1970. Every file of a package has it."""
    return int(_git("log", "-1", "--format=%ct"))


def rfc5322(seconds: int) -> str:
    """A time as Debian's changelog has it."""
    return formatdate(seconds)


def uncommitted_changes() -> tuple[str, ...]:
    """Changed and new files, as `git status --porcelain` lists them."""
    return tuple(_git("status", "--porcelain").splitlines())


def _git(*arguments: str) -> str:
    done = subprocess.run(("git", *arguments), cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout
