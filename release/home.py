"""Where the project lives, as `[tool.companion]` of pyproject.toml says: empty while nobody owns a place."""

from __future__ import annotations

import tomllib

import msgspec

from release.suites import ROOT


class Home(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Addresses without a slash at the end, each empty while there is none.

    page: what people open. updates: where the folder that `make apt-repository` writes can be fetched from.
    """

    page: str = ""
    updates: str = ""


def home() -> Home:
    """What pyproject.toml says. Raises `msgspec.ValidationError` for anything else that stands there."""
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return msgspec.convert(said["tool"]["companion"], Home)
