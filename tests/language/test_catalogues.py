"""Every language is complete, with the same parameters; a new one needs only its catalogues."""

from __future__ import annotations

import re
import string
from functools import cache
from pathlib import Path

import polib
import pytest

from companion.games.registry import folders
from companion.language.messages import CatalogueFolders, Messages, catalogues, rulebook_catalogues
from companion.language.text import text
from tests.fakes.every import every, folder
from tests.tree import ROOT

GAMES = every()
FOLDERS = {system: folder(game) for system, game in GAMES.items()}
PROGRAM = (
    ROOT / "companion",
    *(each for each in FOLDERS.values() if not each.is_relative_to(ROOT / "companion")),
)
CATALOGUES = sorted(path for part in PROGRAM for path in part.rglob("catalogues/*/*.po"))
NAMES = ROOT / "companion/language/catalogues/en/languages.po"
"""Each language in its own words, which no other has to say."""
ENGLISH = [path for path in CATALOGUES if path.parent.name == "en" and path != NAMES]
OTHERS = [path for path in CATALOGUES if path.parent.name != "en"]


@cache
def sentences(path: Path) -> dict[str, tuple[str, ...]]:
    found = {}
    for entry in polib.pofile(str(path)):
        found[entry.msgid] = tuple(entry.msgstr_plural.values()) if entry.msgid_plural else (entry.msgstr,)
    return found


def names(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", sorted({"it", *(path.parent.name for path in OTHERS)}))
def test_a_language_has_a_catalogue_beside_every_english_one(language: str) -> None:
    assert {path.parents[1] / path.name for path in ENGLISH} == {
        path.parents[1] / path.name for path in OTHERS if path.parent.name == language
    }


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_language_has_every_code_of_english_with_the_same_parameters(path: Path) -> None:
    ours, theirs = sentences(path), sentences(path.parents[1] / "en" / path.name)
    assert set(ours) == set(theirs)
    for code, forms in ours.items():
        assert all(forms), f"{code} is empty"
        allowed = set.union(*(names(form) for form in theirs[code]))
        assert set.union(*(names(form) for form in forms)) == allowed, code


def test_every_language_names_itself_and_the_next_one() -> None:
    ours = sentences(NAMES)
    for code, _ in Messages(catalogues({})).names():
        for line in ("", ".ask", ".yes", ".next"):
            assert ours[f"language.{code}{line}"]
        assert names(ours[f"language.{code}.next"][0]) == {"next"}


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize(
    "read", [catalogues(folders(GAMES)), rulebook_catalogues(folders(GAMES))], ids=["table", "rules"]
)
def test_no_code_is_in_two_catalogues_that_are_read_together(read: CatalogueFolders, system: str) -> None:
    paths = [Path(str(folder)) for folder in read.for_game(system)]
    codes = [code for path in paths for file in path.glob("en/*.po") for code in sentences(file)]
    assert sorted({code for code in codes if codes.count(code) > 1}) == []


def naming_files() -> list[Path]:
    """The files that name codes: modules, and templates of games."""
    modules = (path for part in PROGRAM for path in part.rglob("*.py"))
    return sorted(
        (*modules, *(path for own in FOLDERS.values() for path in own.rglob("templates/**/*.html")))
    )


@pytest.mark.parametrize("path", naming_files(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_code_in_the_program_is_in_a_catalogue(path: Path) -> None:
    own = {system: each / "catalogues" for system, each in FOLDERS.items() if path.is_relative_to(each)}
    language = Messages(CatalogueFolders(catalogues({}).common, own)).language("en", *own)
    called = r"(?:text|Text|phrase|told)\(\s*\"" if path.suffix == ".py" else r"t\('"
    named = re.findall(
        rf"\b{called}([a-z0-9-]+\.[a-z0-9.-]+)[\"'](?! ?[~%])", path.read_text(encoding="utf-8")
    )
    assert [code for code in named if not language.has(code)] == []


def test_an_unknown_language_is_english_and_a_missing_message_is_its_code() -> None:
    messages = Messages(catalogues(folders(GAMES)))
    assert messages.language("xx").code == "en"
    assert messages.language("it").say(text("no.such.code")) == "no.such.code"


def test_a_language_is_one_more_folder_of_catalogues(tmp_path: Path) -> None:
    for code, words in (("en", "Hello {who}"), ("fi", "Hei {who}")):
        (tmp_path / code).mkdir()
        header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        (tmp_path / code / "all.po").write_text(f'{header}msgid "greeting"\nmsgstr "{words}"\n')
    messages = Messages(CatalogueFolders((tmp_path,)))
    assert messages.codes == ("en", "fi")
    assert messages.language("fi").say(text("greeting", who="Aino")) == "Hei Aino"
