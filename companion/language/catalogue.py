"""The words of one language in one folder: its `.po` files, read when the first word is asked for.

What is untranslated, fuzzy or obsolete is left out, as gettext's tools leave it out of what they compile. The
library that the tests read such files with does more, and takes ten times as long: a start would wait for it.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from functools import cached_property
from importlib.resources.abc import Traversable

import msgspec

_PART = re.compile(r'^(?:#,.*\b(fuzzy)\b|(msgid|msgstr)(?:\[\d+\])? ((?:".*"\n?)+))', re.MULTILINE)
"""A flag; or a keyword with what stands behind it in quotes, which are those of JSON, on one line or more."""
_PLURAL = re.compile(r"plural=([^;\n]+)")
_LINE = msgspec.json.Decoder(str)
_GERMANIC = "n != 1"
"""Which form is for how many, in C, where the files do not say."""


class Catalogue:
    """What a folder, which may be missing, has for each code. Read once; any thread may ask."""

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder

    def said(self, code: str, count: int | None = None) -> str | None:
        """What it has for a code, of several forms the one for so many, else for one; None for nothing."""
        forms = self.forms.get(code)
        if forms is None or len(forms) == 1:
            return forms and forms[0]
        return forms[self._form(1 if count is None else count)]

    @cached_property
    def forms(self) -> Mapping[str, tuple[str, ...]]:
        """By each code what is said: one form, or one for each plural of the language."""
        found: dict[str, tuple[str, ...]] = {}
        if self._folder.is_dir():
            for file in sorted(self._folder.iterdir(), key=lambda each: each.name):
                if file.name.endswith(".po"):
                    found |= _entries(file.read_text(encoding="utf-8"))
        plural = _PLURAL.search("".join(found.pop("", ())))
        self._form = gettext.c2py(plural[1] if plural else _GERMANIC)
        return found


def _entries(text: str) -> dict[str, tuple[str, ...]]:
    """The entries of a file, its header among them under no code."""
    found: dict[str, tuple[str, ...]] = {}
    code, fuzzy, left_out = "", False, False
    for flag, keyword, quoted in _PART.findall(text):
        if flag:
            fuzzy = True
        elif keyword == "msgid":
            code = _unquoted(quoted)
            left_out, fuzzy = fuzzy and code != "", False
        elif not left_out:
            found[code] = (*found.get(code, ()), _unquoted(quoted))
    return {code: forms for code, forms in found.items() if all(forms)}


def _unquoted(quoted: str) -> str:
    if "\\" not in quoted and quoted.count('"') == 2:
        return quoted.split('"')[1]
    return "".join(map(_LINE.decode, quoted.splitlines()))
