"""The words of one language in one folder: its `.po` files, read when the first word is asked for.

What is untranslated, fuzzy or obsolete is left out, as gettext's tools leave it out of what they compile. The
library that the tests read such files with does more, and takes ten times as long: a start would wait for it.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib.resources.abc import Traversable

import msgspec

_ENTRY = re.compile(
    rb'^(#,.*\bfuzzy\b.*\n(?:#.*\n)*)?msgid "(.*)"\n((?:".*"\n)*)((?:msg(?!id ).*\n?(?:".*"\n?)*)+)',
    re.MULTILINE,
)
"""A mark that it is fuzzy, its code as it is in quotes, the code's further lines, and all that is said."""
_FORM = re.compile(rb'^msgstr(?:\[\d+\])? ((?:".*"\n?)+)', re.MULTILINE)
"""What is said, in quotes, which are those of JSON, on one line or more."""
_PLURAL = r"plural=([^;\n]+)"
_LINE = msgspec.json.Decoder(str)
_GERMANIC = "n != 1"
"""Which form is for how many, in C, where the files do not say."""


class Catalogue:
    """What a folder, which may be missing, has for each code. Read once; any thread may ask.

    Its entries are told apart at once, and each is read when it is asked for: most never are. Until then they
    are kept as they stand in the file, which takes least room.
    """

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder

    def said(self, code: str, count: int | None = None) -> str | None:
        """What it has for a code, of several forms the one for so many, else for one; None for nothing."""
        forms = self._forms(code)
        if len(forms) > 1:
            return forms[self._form(1 if count is None else count)]
        return forms[0] if forms else None

    def knows(self, code: str) -> bool:
        """Whether it has anything for this code."""
        return bool(self._forms(code))

    @property
    def forms(self) -> Mapping[str, tuple[str, ...]]:
        """By each code what is said: one form, or one for each plural of the language."""
        return {code: forms for code in self._entries if code and (forms := self._forms(code))}

    def _forms(self, code: str) -> tuple[str, ...]:
        if not code or code not in self._entries:
            return ()
        return _read(self._entries[code])

    @cached_property
    def _entries(self) -> Mapping[str, bytes]:
        """What stands behind each code, the header behind none."""
        found: dict[str, bytes] = {}
        if self._folder.is_dir():
            for file in sorted(self._folder.iterdir(), key=lambda each: each.name):
                if file.name.endswith(".po"):
                    found |= _told_apart(file.read_bytes().replace(b"\r\n", b"\n"))
        return found

    @cached_property
    def _form(self) -> Callable[[int], int]:
        """Which form is for so many."""
        plural = re.search(_PLURAL, "".join(_read(self._entries.get("", b""))))
        form: Callable[[int], int] = gettext.c2py(plural[1] if plural else _GERMANIC)
        return form


def _told_apart(text: bytes) -> dict[str, bytes]:
    """The entries of a file by their codes, none of them fuzzy but the header."""
    return {
        _unquoted(b'"%b"\n%b' % (code, more)) if more or b"\\" in code else code.decode(): said
        for fuzzy, code, more, said in _ENTRY.findall(text)
        if not fuzzy or not (code or more)
    }


def _read(said: bytes) -> tuple[str, ...]:
    """The forms of an entry; none where one of them has still to be translated."""
    forms = tuple(_unquoted(each) for each in _FORM.findall(said))
    return forms if all(forms) else ()


def _unquoted(quoted: bytes) -> str:
    if b"\\" not in quoted and quoted.count(b'"') == 2:
        return quoted.split(b'"')[1].decode()
    return "".join(map(_LINE.decode, quoted.splitlines()))
