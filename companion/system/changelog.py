"""A version's section of the changelog that is shipped with the program."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

PLACES = (
    Path("/usr/share/doc/companion/changelog.gz"),
    Path(__file__).parents[2] / "CHANGELOG.md",
)
"""Paths of the changelog: from the package, and in a checkout."""
_UNRELEASED = "Unreleased"


class News(msgspec.Struct, frozen=True):
    """A piece of the section. kind: `heading`, `point` or `text`."""

    kind: Literal["heading", "point", "text"]
    said: str


def news(version: str, places: tuple[Path, ...] = PLACES) -> tuple[News, ...]:
    """The section of a version, or of `Unreleased`; empty without a changelog."""
    for place in places:
        try:
            content = gzip.decompress(place.read_bytes()) if place.suffix == ".gz" else place.read_bytes()
        except (OSError, EOFError):
            continue
        lines = content.decode("utf-8", "replace").splitlines()
        return _pieces(_section(lines, version) or _section(lines, _UNRELEASED))
    return ()


def _section(lines: list[str], name: str) -> list[str]:
    heads = [n for n, line in enumerate(lines) if line.startswith("## ")]
    for n, after in zip(heads, [*heads[1:], len(lines)], strict=True):
        title = lines[n].removeprefix("## ").strip()
        if title.partition(" ")[0].strip("[]") == name:
            return lines[n + 1 : after]
    return []


def _pieces(lines: list[str]) -> tuple[News, ...]:
    found: list[News] = []
    open_ = False
    for line in lines:
        said = line.strip().replace("`", "")
        if line.startswith("### "):
            found.append(News("heading", said.removeprefix("### ")))
        elif line.startswith("- "):
            found.append(News("point", said.removeprefix("- ")))
        elif said and open_:
            found[-1] = replace(found[-1], said=f"{found[-1].said} {said}")
        elif said:
            found.append(News("text", said))
        open_ = bool(said) and not line.startswith("### ")
    return tuple(found)
