"""The catalogue of one language in one folder: its `.po` files, parsed at the first look-up."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from sys import intern

import polib

_GERMANIC = "nplurals=2; plural=n != 1;"
"""The plural forms where the files do not name any."""


class Catalogue:
    """What a folder, which may be missing, has for each code. Any thread may ask.

    Untranslated, fuzzy and obsolete entries are left out, as gettext's tools leave them out.
    """

    def __init__(self, folder: Traversable) -> None:
        self._folder = str(folder)

    def said(self, code: str, count: int | None = None) -> str | None:
        """The text of a code, of several forms the one for this count, else for one. None without a text."""
        forms = self.forms.get(code, (None,))
        return forms[self._form(1 if count is None else count)] if len(forms) > 1 else forms[0]

    def knows(self, code: str) -> bool:
        """Whether it has a text for this code."""
        return code in self.forms

    @property
    def forms(self) -> Mapping[str, tuple[str, ...]]:
        """The texts by code: one form, or one for each plural of the language."""
        return _parsed(self._folder)[0]

    @property
    def _form(self) -> Callable[[int], int]:
        """The index of the form for a count."""
        return _parsed(self._folder)[1]


@cache
def _parsed(folder: str) -> tuple[Mapping[str, tuple[str, ...]], Callable[[int], int]]:
    """The texts by code, and the index of the form for a count."""
    forms: dict[str, tuple[str, ...]] = {}
    plurals = _GERMANIC
    for path in sorted(Path(folder).glob("*.po")):
        file = polib.pofile(str(path), encoding="utf-8")
        plurals = file.metadata.get("Plural-Forms", plurals)
        for entry in file:
            if entry.translated():
                forms[intern(entry.msgid)] = tuple(entry.msgstr_plural.values()) or (entry.msgstr,)
    return forms, gettext.c2py(plurals.partition("plural=")[2].rstrip().rstrip(";"))
