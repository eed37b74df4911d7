"""What contributors read is short and so: every path is there, and every name where it is looked for."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from docs import rooms
from tests.tree import ROOT

CONTRIBUTING = ROOT / "CONTRIBUTING.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
GLOSSARY = ROOT / "docs" / "glossary.md"
LONGEST = {
    CONTRIBUTING: 6_000,
    ARCHITECTURE: 6_000,
    GLOSSARY: 8_000,
    ROOT / "docs" / "howto" / "game.md": 10_100,
}
"""Bytes, and of any other page 3,000: one screen."""
PAGES = (CONTRIBUTING, ARCHITECTURE, GLOSSARY, *sorted((ROOT / "docs" / "howto").glob("*.md")))
PATH = re.compile(r"`((?:companion|hardware|web|tests|docs|release|systemd|benchmarks)/[^`\s]*)`")
STARTS = re.compile(r"\b(Thread|Poller)\b")
IN = re.compile(r"`(\w+)`\s+(?:of|in)\s+`([\w/]+\.py)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_for_contributors_is_short_and_names_what_is_there(page: Path) -> None:
    words = page.read_text(encoding="utf-8")
    assert len(words.encode()) <= LONGEST.get(page, 3_000)
    named = [each for each in PATH.findall(words) if "<your" not in each]
    assert [each for each in named if not list(ROOT.glob(re.sub(r"<[a-z]+>", "*", each)))] == []
    for name, path in IN.findall(words):
        defined = rf"^(?:def|class) {name}\b|^ *{name}\b.*=|^ +def {name}\("
        assert re.search(defined, (ROOT / path).read_text(), re.MULTILINE), (name, path)


def test_no_replaced_name_of_the_glossary_is_used_again() -> None:
    rows = re.findall(r"^\|.*\| ([^|]*) \|$", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)
    replaced = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert replaced
    used = [
        (name, path.relative_to(ROOT).as_posix())
        for folder in ("companion", "web", "hardware")
        for path in (ROOT / folder).rglob("*.py")
        for name in {path.stem, *re.findall(r"^ *(?:class|def) (\w+)", path.read_text(), re.MULTILINE)}
        if name in replaced
    ]
    assert used == []


def thread_names(path: Path) -> set[str]:
    """The names that a module gives to its threads and pollers."""
    written = path.read_text(encoding="utf-8")
    if not STARTS.search(written):
        return set()
    return {
        str(keyword.value.value)
        for node in ast.walk(ast.parse(written))
        if isinstance(node, ast.Call) and STARTS.search(ast.unparse(node.func))
        for keyword in node.keywords
        if keyword.arg == "name" and isinstance(keyword.value, ast.Constant)
    }


def test_every_thread_of_a_box_stands_in_the_architecture() -> None:
    folders = ("companion", "web", "hardware")
    names = {each for name in folders for path in (ROOT / name).rglob("*.py") for each in thread_names(path)}
    architecture = set(re.findall(r"\w+", ARCHITECTURE.read_text(encoding="utf-8")))
    assert {"panel", "web", "network"} <= names
    assert names - {"set-up"} <= architecture  # before there is a box


def test_the_picture_of_the_rooms_is_as_they_are() -> None:
    assert rooms.PICTURE.read_text(encoding="utf-8") == rooms.picture()
