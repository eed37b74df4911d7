"""The files of words as gettext has them, and which of them are read at all."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import polib
import pytest

from companion.games.cupboard import folders
from companion.language.catalogue import Catalogue
from companion.language.messages import Messages, catalogues
from companion.language.text import text
from tests.fakes.every import every
from tests.tree import ROOT

FOLDERS = sorted({path.parent for path in (ROOT / "companion").rglob("catalogues/*/*.po")})
ODD = r"""# A remark before everything.
#, fuzzy
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\n"

#. what it is for
#: web/pages/log.py:12
msgid "plain"
msgstr "Plain \"words\", a back\\slash\tand\nmore: “È”"

msgid "long"
msgstr ""
"One line, "
"and another."
msgid "no-blank-line-before"
msgstr "Here."

#, fuzzy, python-brace-format
#| msgid "before"
msgid "guessed"
msgstr "Guessed"

#, python-brace-format
msgid "many"
msgid_plural "many"
msgstr[0] "{count} jeden"
msgstr[1] "{count} dwa"
msgstr[2] "{count} wiele"

msgid "half"
msgid_plural "half"
msgstr[0] "one"
msgstr[1] ""
msgstr[2] ""

msgid "empty"
msgstr ""

#~ msgid "gone"
#~ msgstr "Gone"

#, fuzzy
#~ msgid "gone-and-guessed"
#~ msgstr "Gone"
"""


def by_library(folder: Path) -> dict[str, tuple[str, ...]]:
    return {
        entry.msgid: tuple(entry.msgstr_plural.values()) if entry.msgid_plural else (entry.msgstr,)
        for path in sorted(folder.glob("*.po"))
        for entry in polib.pofile(str(path))
        if entry.translated()
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_folder_is_read_as_the_library_for_such_files_reads_it(folder: Path) -> None:
    assert Catalogue(folder).forms == by_library(folder)


def test_what_translators_tools_write_is_read_as_the_library_reads_it(tmp_path: Path) -> None:
    (tmp_path / "odd.po").write_text(ODD, encoding="utf-8")
    odd = Catalogue(tmp_path)
    assert odd.forms == by_library(tmp_path)
    assert set(odd.forms) == {"plain", "long", "no-blank-line-before", "many"}
    assert odd.said("plain") == 'Plain "words", a back\\slash\tand\nmore: “È”'
    assert [odd.said("many", count) for count in (1, 3, 5, 11, None)] == [
        "{count} jeden", "{count} dwa", "{count} wiele", "{count} wiele", "{count} jeden",
    ]  # fmt: skip
    assert odd.said("gone") is odd.said("") is None


def test_a_file_with_the_ends_of_lines_of_windows_says_the_same(tmp_path: Path) -> None:
    ends = tmp_path / "lines"
    ends.mkdir()
    (tmp_path / "odd.po").write_text(ODD, encoding="utf-8")
    (ends / "odd.po").write_bytes(ODD.replace("\n", "\r\n").encode())
    assert Catalogue(ends).forms == Catalogue(tmp_path).forms


def test_a_folder_that_is_not_there_says_nothing(tmp_path: Path) -> None:
    assert Catalogue(tmp_path / "nowhere").said("plain") is None


def test_only_the_words_in_use_are_read_and_a_file_again_where_one_of_its_own_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[Path] = []
    whole = Path.read_bytes

    def noted(path: Path) -> bytes:
        read.append(path)
        return whole(path)

    monkeypatch.setattr(Path, "read_bytes", noted)
    messages = Messages(catalogues(folders(every())))
    english = messages.language("en", "la-strada")
    assert read == []
    assert english.say(text("splash.title")) == "Companion"
    assert english.of(None).say(text("splash.starting")) == "One moment ..."
    assert read
    assert {path.parent.name for path in read} == {"en"}
    assert not any("roads_and_boats" in path.parts for path in read)
    assert messages.language("it", "la-strada").say(text("splash.starting")) == "Un momento ..."
    assert not any("roads_and_boats" in path.parts for path in read)
    again = [path for path, times in Counter(read).items() if times > 1]
    assert {path.read_text("utf-8").count('msgid "splash.') > 0 for path in again} == {True}
    assert max(Counter(read).values()) == 2


@pytest.mark.parametrize("gone", [False, True])
def test_files_that_an_update_puts_there_meanwhile_say_what_they_say(tmp_path: Path, *, gone: bool) -> None:
    first, second = tmp_path / "a.po", tmp_path / "b.po"
    first.write_text('msgid "one"\nmsgstr "One"\n', "utf-8")
    second.write_text('msgid "two"\nmsgstr "Two"\n', "utf-8")
    catalogue = Catalogue(tmp_path)
    assert catalogue.said("one") == "One"
    if gone:
        second.unlink()
    else:
        second.write_text(
            '# A remark.\nmsgid "three"\nmsgstr "Three"\n\nmsgid "two"\nmsgstr "Two!"\n', "utf-8"
        )
    assert catalogue.said("two") == (None if gone else "Two!")
    assert catalogue.said("three") == (None if gone else "Three")
    assert catalogue.said("one") == "One"
