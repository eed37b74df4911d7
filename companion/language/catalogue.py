"""The words of one language in one folder: its `.po` files, looked through when the first word is asked for.

What is untranslated, fuzzy or obsolete is left out, as gettext's tools leave it out of what they compile. The
library that the tests read such files with does more, and takes ten times as long: a start would wait for it.
"""

from __future__ import annotations

import gettext
import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.resources.abc import Traversable
from zlib import crc32

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
_SUM, _FILE = 32, 24
"""How many bits lie below the sum of a code, and below the number of the file that has it."""
_REST, _PLACE = (1 << _SUM) - 1, (1 << _FILE) - 1
_GERMANIC = "n != 1"
"""Which form is for how many, in C, where the files do not say."""


class Catalogue:
    """What a folder, which may be missing, has for each code. Any thread may ask.

    Its files are looked through once, for the place of each entry by the sum of its code. A file of which a
    word is wanted is kept from then on as it is written, which takes least room: most words never are. One
    that has become another meanwhile, by an update, has all of them looked through again.
    """

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder
        self._looked: _Looked | None = None

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
        return {code: forms for code in _Looked(self._folder).codes() if (forms := self._forms(code))}

    def _forms(self, code: str) -> tuple[str, ...]:
        return _read(self._found(code)) if code else ()

    def _found(self, code: str) -> bytes:
        """What stands behind a code, the header behind none; nothing where there is none."""
        while True:
            looked = self._looked = self._looked or _Looked(self._folder)
            try:
                return looked.found(code.encode(errors="surrogatepass"))
            except _Changed:
                self._looked = None

    @cached_property
    def _form(self) -> Callable[[int], int]:
        """Which form is for so many."""
        plural = re.search(_PLURAL, "".join(_read(self._found(""))))
        form: Callable[[int], int] = gettext.c2py(plural[1] if plural else _GERMANIC)
        return form


class _Changed(Exception):
    """A file is not the one any more that was looked through. Never leaves this file."""


class _Looked:
    """The files of a folder, once they have been looked through: each entry is found by a number that has the
    sum of its code above that of its file and the place in it.
    """

    def __init__(self, folder: Traversable) -> None:
        every = folder.iterdir() if folder.is_dir() else ()
        self._files = sorted(
            (each for each in every if each.name.endswith(".po")), key=lambda each: each.name
        )
        self._sums: list[int] = []
        self._texts: dict[int, bytes] = {}
        places: list[int] = []
        for number, file in enumerate(self._files):
            text = _text(file)
            self._sums.append(crc32(text))
            for entry in _ENTRY.finditer(text):
                code = _code_of(entry)
                if not (code and entry[1]):  # of what is fuzzy the header alone counts
                    places.append(crc32(code) << _SUM | number << _FILE | entry.start())
        self._places = array("Q", sorted(places))

    def codes(self) -> Iterator[str]:
        """Every code, in the order of files and places. Raises `_Changed`."""
        for place in sorted(place & _REST for place in self._places):
            yield _code_of(self._entry(place)).decode()

    def found(self, code: bytes) -> bytes:
        """What stands behind a code, of several entries the last; nothing where there is none. Raises
        `_Changed`."""
        wanted = crc32(code)
        at = bisect_right(self._places, wanted << _SUM | _REST)
        while at and self._places[at - 1] >> _SUM == wanted:
            at -= 1
            entry = self._entry(self._places[at] & _REST)
            if _code_of(entry) == code:
                return entry[4]
        return b""

    def _entry(self, place: int) -> re.Match[bytes]:
        number = place >> _FILE
        if number not in self._texts:
            text = _text(self._files[number])
            if crc32(text) != self._sums[number]:
                raise _Changed
            self._texts[number] = text
        entry = _ENTRY.match(self._texts[number], place & _PLACE)
        if entry is None:
            raise _Changed
        return entry


def _text(file: Traversable) -> bytes:
    """What stands in a file; nothing in one that has just gone."""
    try:
        return file.read_bytes().replace(b"\r\n", b"\n")
    except FileNotFoundError:
        return b""


def _code_of(entry: re.Match[bytes]) -> bytes:
    code, more = entry.group(2, 3)
    return _unquoted(b'"%b"\n%b' % (code, more)).encode() if more or b"\\" in code else code


def _read(said: bytes) -> tuple[str, ...]:
    """The forms of an entry; none where one of them has still to be translated."""
    forms = tuple(_unquoted(each) for each in _FORM.findall(said))
    return forms if all(forms) else ()


def _unquoted(quoted: bytes) -> str:
    if b"\\" not in quoted and quoted.count(b'"') == 2:
        return quoted.split(b'"')[1].decode()
    return "".join(map(_LINE.decode, quoted.splitlines()))
