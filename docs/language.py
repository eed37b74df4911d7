"""Begins a language, or brings one up to date with English: `make language CODE=fi`.

Every catalogue of English gets one of the language beside it, in the order of the English one. A sentence
that the language lacks stands there in English, marked `fuzzy`: the program does not use it before the mark
is taken away. What English does not have any more is taken out, translations stay as they are: marked
`fuzzy` where English has begun or ceased to have a form for each number. The names of languages are in
English's `languages.po` alone, where a new one adds its own by hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import polib
from babel import localedata
from babel.messages.plurals import get_plural

from companion.language.catalogue import DEFAULT_RULE, PLURAL_FORMS, plural_rule, texts
from companion.language.comparison import NAMES_FILE, CatalogueUnreadable, opened
from companion.language.messages import FALLBACK, Messages, catalogues
from tests.tree import ROOT

FOLDERS = (ROOT / "companion", ROOT / "tests" / "fakes" / "tally")
_CODE = re.compile("[a-z]{2,3}")


def main(words: Sequence[str]) -> None:
    """Begin or update the catalogues of one language. words: its code alone."""
    code = " ".join(words)
    if not (_CODE.fullmatch(code) and localedata.exists(code)):
        raise SystemExit(f"“{code}” is no code of a language; Finnish is begun by: make language CODE=fi")
    english = [path for folder in FOLDERS for path in folder.rglob("catalogues/en/*.po")]
    for changed in update(english, code, str(get_plural(code))):
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
    template = _opened(english)
    if path.is_file() and path.stat().st_size:
        file = _opened(path)
    else:
        file = polib.POFile(encoding="utf-8", wrapwidth=0)
        file.header = template.header
        file.metadata = {**template.metadata, "Language": code, PLURAL_FORMS: plural_forms}
    known = {entry.msgid: entry for entry in file if not entry.obsolete}
    rule = plural_rule(file.metadata.get(PLURAL_FORMS, "")) or DEFAULT_RULE
    file[:] = [_merged(entry, known.get(entry.msgid), rule.forms) for entry in template]
    return str(file).removeprefix("#\n")  # polib's for a file that begins with no comment


def _opened(path: Path) -> polib.POFile:
    try:
        return opened(path)
    except CatalogueUnreadable as unreadable:
        raise SystemExit(Messages(catalogues({})).language(FALLBACK).say(unreadable.message)) from None


def _merged(english: polib.POEntry, own: polib.POEntry | None, forms: int) -> polib.POEntry:
    """The language's entry with the comments of the English one; a new one in English.

    forms: how many the language has for numbers.
    """
    entry = english if own is None else own
    entry.comment = english.comment
    if own is None or bool(own.msgid_plural) != bool(english.msgid_plural):
        said = texts(entry)
        entry.flags = ["fuzzy"]
        entry.msgid_plural = english.msgid_plural
        entry.msgstr = "" if english.msgid_plural else said[-1]
        every = range(forms if english.msgid_plural else 0)
        entry.msgstr_plural = {form: said[min(form, len(said) - 1)] for form in every}
    return entry


if __name__ == "__main__":
    main(sys.argv[1:])
