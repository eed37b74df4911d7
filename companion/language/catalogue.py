"""The `.po` files of a language in one folder, parsed at the first look-up."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from sys import intern

import msgspec
import polib

PLURAL_FORMS = "Plural-Forms"
"""The line of a file's head that says how texts for numbers are chosen."""
DEFAULT_PLURALS = "nplurals=2; plural=n != 1;"
"""For files without that line."""
_PLURALS = re.compile(r"\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=([^;]+);?\s*")
_TRIED = range(201)
"""The counts with which a rule is tried: most depend on a count's last two digits."""


class PluralRule(msgspec.Struct, frozen=True):
    """How texts for numbers are chosen. forms: how many there are. form: the index of that for a count."""

    forms: int
    form: Callable[[int], int]


def plural_rule(plurals: str) -> PluralRule | None:
    """The rule in a `Plural-Forms` line; None if it is none, or some count has a form that there is not."""
    found = _PLURALS.fullmatch(plurals)
    if found is None:
        return None
    forms = int(found[1])
    try:
        form = gettext.c2py(found[2].strip())
        return PluralRule(forms, form) if all(0 <= form(count) < forms for count in _TRIED) else None
    except (ValueError, ArithmeticError, SyntaxError):
        return None


DEFAULT_RULE = PluralRule(2, lambda count: int(count != 1))


class Catalogue:
    """The texts of a folder by code; none if it is missing. Safe for any thread.

    Untranslated, fuzzy and obsolete entries are skipped, as gettext skips them.
    """

    def __init__(self, folder: Traversable) -> None:
        self._folder = str(folder)

    def get(self, code: str, count: int | None = None) -> str | None:
        """The text of a code in the plural form of this count (default 1), or None."""
        forms = self.forms.get(code, (None,))
        return forms[self._rule.form(1 if count is None else count)] if len(forms) > 1 else forms[0]

    def has(self, code: str) -> bool:
        """Whether there is a text for this code."""
        return code in self.forms

    @property
    def forms(self) -> Mapping[str, tuple[str, ...]]:
        """The texts by code: one form, or one for each plural form of the language."""
        return _parsed(self._folder)[0]

    @property
    def _rule(self) -> PluralRule:
        return _parsed(self._folder)[1]


def texts(entry: polib.POEntry) -> tuple[str, ...]:
    """An entry's text, or one for each plural form."""
    return tuple(entry.msgstr_plural.values()) or (entry.msgstr,)


@cache
def _parsed(folder: str) -> tuple[Mapping[str, tuple[str, ...]], PluralRule]:
    """The texts by code, and how those for numbers are chosen: by the default where the files do not tell."""
    forms: dict[str, tuple[str, ...]] = {}
    plurals = ""
    for path in sorted(Path(folder).glob("*.po")):
        file = polib.pofile(str(path), encoding="utf-8")
        plurals = file.metadata.get(PLURAL_FORMS, plurals)
        for entry in file:
            if entry.translated():
                forms[intern(entry.msgid)] = texts(entry)
    return forms, plural_rule(plurals) or DEFAULT_RULE
