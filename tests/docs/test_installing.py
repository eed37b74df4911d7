"""What the guide to installing names is there: words of the program, targets, commands, choices and paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from companion.cli import COMMANDS
from tests.docs.test_readme import CALLED
from tests.tree import ROOT

GUIDE = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")
ENGLISH = ROOT / "companion" / "language" / "catalogues" / "en"
SHOWN = re.compile(r"(display|panel|first-start|splash|safe-mode)\.")
"""How the names of sentences begin that the display may show."""
HOLE = re.compile(r"\{\w+\}")
FEWEST = 5
"""Letters that a sentence has beside what is filled in: else it would be any sentence."""


def entries() -> Iterator[polib.POEntry]:
    for path in sorted(ENGLISH.glob("*.po")):
        yield from polib.pofile(str(path))


def said(words: str, of: str) -> bool:
    """Whether the sentence of a catalogue comes to these words, with something filled in."""
    if len(HOLE.sub("", of)) < FEWEST:
        return words == of
    return re.fullmatch(r".+".join(map(re.escape, HOLE.split(of))), words) is not None


def unknown(called: list[str], sentences: list[str]) -> list[str]:
    return [each for each in called if not any(said(each, of) for of in sentences)]


def test_pages_buttons_and_sentences_are_called_as_the_program_calls_them() -> None:
    called = CALLED.findall(GUIDE)
    assert len(called) > 40
    assert unknown(called, [each.msgstr for each in entries() if each.msgstr]) == []


def test_what_the_display_is_said_to_say_it_may_say() -> None:
    table = GUIDE.partition("| The display says |")[2].partition("\n\n")[0]
    called = [words for row in table.splitlines() for words in CALLED.findall(row.partition(" | ")[0])]
    assert len(called) > 15
    assert unknown(called, [each.msgstr for each in entries() if SHOWN.match(each.msgid)]) == []


def test_every_target_of_make_is_there() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = set(re.findall(r"(?:`|^    )make ([a-z-]+)", GUIDE, re.MULTILINE))
    assert {"card", "release", "apt-repository", "deb"} <= named
    assert named - set(targets) == set()


def test_every_command_is_there() -> None:
    named = set(re.findall(r"(?:sudo |`)companion ([a-z]+)", GUIDE))
    assert {"setup", "doctor", "report", "backup", "restore", "export", "import"} <= named
    assert named - set(COMMANDS) == set()


def test_every_choice_that_is_named_stands_in_the_file() -> None:
    every = set(
        re.findall(r"^#? ?(\w+) = ", (ROOT / "docs" / "companion.toml").read_text("utf-8"), re.MULTILINE)
    )
    named = set(re.findall(r"`(\w+)(?: = [^`]*)?` (?:below|leaves)|`(\w+) = ", GUIDE))
    choices = {each for pair in named for each in pair if each}
    assert {"own_wifi", "show_code", "names", "stick"} <= choices
    assert choices - every == set()


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"/((?:etc|usr|var)/[\w./-]*companion[\w./-]*\w)", GUIDE)))
)
def test_every_path_of_ours_is_one_that_the_package_has(path: str) -> None:
    written = "".join(
        each.read_text(encoding="utf-8", errors="replace")
        for room in ("release", "systemd", "companion/daemon", "companion/journal", "companion/system")
        for each in (ROOT / room).rglob("*")
        if each.is_file() and each.suffix != ".pyc"
    )
    known = [path, str(Path(path).parent)]
    assert any(each in written for each in known), path
