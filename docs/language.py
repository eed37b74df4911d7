"""Begins a language, or brings one up to date with English: `make language CODE=fi`.

Every catalogue of English gets one of the language beside it, in the order of the English one. A sentence
that the language lacks stands there in English, marked `fuzzy`: the program does not use it before the mark
is taken away. What English does not have any more is taken out, translations stay as they are. The names of
languages are in English's `languages.po` alone, where a new one adds its own by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import polib
from babel.core import Locale, UnknownLocaleError
from babel.messages.plurals import get_plural

from companion.language.comparison import NAMES_FILE
from tests.tree import ROOT

FOLDERS = (ROOT / "companion", ROOT / "tests" / "fakes" / "tally")


def main() -> None:
    """Do so for the language whose code is the first word of the command line."""
    code = "".join(sys.argv[1:])
    try:
        forms = str(get_plural(Locale(code)))
    except UnknownLocaleError:
        raise SystemExit(f"“{code}” is no language. For Finnish: make language CODE=fi") from None
    english = [path for folder in FOLDERS for path in folder.rglob("catalogues/en/*.po")]
    for changed in update(english, code, forms):
        print(changed.relative_to(ROOT))


def update(english: Iterable[Path], code: str, plural_forms: str) -> list[Path]:
    """Write the language's file for each of these English ones; return those that are new or other now.

    plural_forms: what the head of a new file says of them.
    """
    wanted = (each for each in sorted(english) if each.name != NAMES_FILE)
    return [path for each in wanted if (path := _update(each, code, plural_forms)) is not None]


def _update(english: Path, code: str, plural_forms: str) -> Path | None:
    path = own_file(english, code)
    written = brought_up_to_date(english, code, plural_forms)
    if path.is_file() and written == path.read_text(encoding="utf-8"):
        return None
    path.parent.mkdir(exist_ok=True)
    path.write_text(written, encoding="utf-8")
    return path


def own_file(english: Path, code: str) -> Path:
    """The language's file beside an English one."""
    return english.parents[1] / code / english.name


def brought_up_to_date(english: Path, code: str, plural_forms: str) -> str:
    """What the language's file is to hold."""
    path = own_file(english, code)
    template = polib.pofile(str(english), encoding="utf-8", wrapwidth=0)
    if path.is_file() and path.stat().st_size:
        file = polib.pofile(str(path), encoding="utf-8", wrapwidth=0)
    else:
        file = polib.POFile(encoding="utf-8", wrapwidth=0)
        file.header = template.header
        file.metadata = {**template.metadata, "Language": code, "Plural-Forms": plural_forms}
    known = {entry.msgid: entry for entry in file if not entry.obsolete}
    file[:] = [_merged(entry, known.get(entry.msgid), file.metadata) for entry in template]
    return str(file).removeprefix("#\n")  # polib's for a file that begins with no comment


def _merged(english: polib.POEntry, own: polib.POEntry | None, head: dict[str, str]) -> polib.POEntry:
    """The language's entry with the comments of the English one; a new one in English."""
    if own is not None and bool(own.msgid_plural) == bool(english.msgid_plural):
        own.comment = english.comment
        return own
    english.flags = ["fuzzy"]
    if english.msgid_plural:
        count = int(head["Plural-Forms"].partition("nplurals=")[2].partition(";")[0])
        english.msgstr_plural = {form: english.msgstr_plural[min(form, 1)] for form in range(count)}
    return english


if __name__ == "__main__":
    main()
