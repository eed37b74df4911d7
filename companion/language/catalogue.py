"""The `.po` files of a language in one folder, parsed at the first look-up."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from sys import intern

import polib

_DEFAULT_PLURALS = "nplurals=2; plural=n != 1;"
"""For files without a `Plural-Forms` header."""


class Catalogue:
    """The texts of a folder by code; none if it is missing. Safe for any thread.

    Untranslated, fuzzy and obsolete entries are skipped, as gettext skips them.
    """

    def __init__(self, folder: Traversable) -> None:
        self._folder = str(folder)

    def get(self, code: str, count: int | None = None) -> str | None:
        """The text of a code in the plural form of this count (default 1), or None."""
        forms = self.forms.get(code, (None,))
        return forms[self._form(1 if count is None else count)] if len(forms) > 1 else forms[0]

    def has(self, code: str) -> bool:
        """Whether there is a text for this code."""
        return code in self.forms

    @property
    def forms(self) -> Mapping[str, tuple[str, ...]]:
        """The texts by code: one form, or one for each plural form of the language."""
        return _parsed(self._folder)[0]

    @property
    def _form(self) -> Callable[[int], int]:
        """The index of the plural form for a count."""
        return _parsed(self._folder)[1]


@cache
def _parsed(folder: str) -> tuple[Mapping[str, tuple[str, ...]], Callable[[int], int]]:
    """The texts by code, and the index of the plural form for a count."""
    forms: dict[str, tuple[str, ...]] = {}
    plurals = _DEFAULT_PLURALS
    for path in sorted(Path(folder).glob("*.po")):
        file = polib.pofile(str(path), encoding="utf-8")
        plurals = file.metadata.get("Plural-Forms", plurals)
        for entry in file:
            if entry.translated():
                forms[intern(entry.msgid)] = tuple(entry.msgstr_plural.values()) or (entry.msgstr,)
    return forms, gettext.c2py(plurals.partition("plural=")[2].rstrip().rstrip(";"))
