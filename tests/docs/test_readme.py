"""What README.md and the guides lead to is there, and what they tell people to type works."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import polib
import pytest

from companion.games.registry import folders, registered
from companion.language.messages import Messages, catalogues
from tests.tree import ROOT

DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md")))
LINK = re.compile(r"\]\(([^)\s]+)\)")
MESSAGES = Messages(catalogues(folders(registered())))
GUIDES = sorted(DOCS.glob("playing.*.md"))


CALLED = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")
"""What a guide calls by the program's own words."""


def led_to(page: Path) -> list[Path]:
    """The files of the project that a page links to, or shows."""
    own = (each.partition("#")[0] for each in LINK.findall(page.read_text(encoding="utf-8")))
    return [(page.parent / each).resolve() for each in own if each and ":" not in each]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_within_the_project_leads_to_a_file_or_a_heading(page: Path) -> None:
    assert [each for each in led_to(page) if not each.exists()] == []
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        there, mark, part = link.partition("#")
        if mark and ":" not in there:
            words = (page.parent / there if there else page).resolve().read_text(encoding="utf-8")
            headings = re.findall(r"^#+ (.*)$", words, re.MULTILINE)
            assert part in {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}, link


def test_the_index_leads_to_everything_that_is_written() -> None:
    index = DOCS / "README.md"
    assert {*PAGES[1:], *ROOT.glob("*.md"), DOCS / "companion.toml"} - {index} <= set(led_to(index))


def test_every_picture_is_shown_somewhere() -> None:
    pages = (*PAGES, *ROOT.glob("hardware/*.md"))
    shown = {each for page in pages for each in led_to(page)}
    assert {each for each in (DOCS / "pictures").rglob("*") if each.is_file()} - shown == set()


def test_there_is_a_guide_in_every_language_with_the_same_parts() -> None:
    assert [each.name for each in GUIDES] == [f"playing.{code}.md" for code in MESSAGES.codes]
    shapes = []
    for guide in GUIDES:
        said = guide.read_text(encoding="utf-8")
        shapes.append(re.findall(r"^#+|^\| !|!\[", said, re.MULTILINE))
        assert 600 <= len(re.findall(r"\w+", said)) <= 1100, "two pages"
    assert shapes[1:] == shapes[:-1]


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_guide_calls_pages_and_questions_as_the_program_does(guide: Path) -> None:
    language = guide.name.split(".")[1]
    catalogues_of_it = (ROOT / "companion").rglob(f"catalogues/{language}/*.po")
    words = {entry.msgstr for path in catalogues_of_it for entry in polib.pofile(str(path))}
    called = CALLED.findall(guide.read_text(encoding="utf-8"))
    assert len(called) > 8
    assert [each for each in called if each not in words] == []


def test_make_demo_takes_another_port_and_game() -> None:
    assert "make demo PORT=8081" in PAGES[0].read_text(encoding="utf-8")
    asked = ["make", "-n", "demo", "PORT=8081", "GAME=la-strada"]
    made = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "companion demo --game la-strada --port 8081" in made.stdout
