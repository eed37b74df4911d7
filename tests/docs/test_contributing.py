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
IN = re.compile(r"`(\w+)`\s+(?:of|in)\s+`([\w/]+\.py)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_for_contributors_is_short(page: Path) -> None:
    assert len(page.read_bytes()) <= LONGEST.get(page, 3_000)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_is_there(page: Path) -> None:
    named = [each for each in PATH.findall(page.read_text(encoding="utf-8")) if "<your" not in each]
    assert [each for each in named if not list(ROOT.glob(re.sub(r"<[a-z]+>", "*", each)))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_called_by_name_stands_where_it_is_looked_for(page: Path) -> None:
    called = IN.findall(page.read_text(encoding="utf-8"))
    assert [
        (name, path)
        for name, path in called
        if not re.search(
            rf"^(?:def|class) {name}\b|^ *{name}\b.*=|^ +def {name}\(",
            (ROOT / path).read_text(),
            re.MULTILINE,
        )
    ] == []


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
    return {
        str(keyword.value.value)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and re.search(r"\b(Thread|Poller)\b", ast.unparse(node.func))
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
