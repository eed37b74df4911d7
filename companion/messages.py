"""Codes into sentences: the catalogues of every language, read from `.po` files.

A language is a folder `<language>/` of `.po` files beside those of the others: under
`companion/catalogues/` and under each game's own `catalogues/`. Each message's id is a code, its text a
template whose braces name parameters. The rulebooks' words stand apart, under each game's
`rulebook/catalogues/`, so that they are read only when somebody opens a rulebook.
"""

from __future__ import annotations

import gettext
import io
import string
from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import polib

from companion.games import Game
from companion.screen import Text

FALLBACK = "en"


def catalogues(games: Mapping[str, Game]) -> tuple[Traversable, ...]:
    """The folders of catalogues: the program's own and each game's."""
    return (
        files("companion").joinpath("catalogues"),
        *(game.folder.joinpath("catalogues") for game in games.values()),
    )


def rulebook_catalogues(games: Mapping[str, Game]) -> tuple[Traversable, ...]:
    """The folders of the rulebooks' catalogues: what a `Messages` of their own is made from."""
    return tuple(game.folder.joinpath("rulebook", "catalogues") for game in games.values())


class Language:
    """One language's catalogues, falling back to another's where a message is missing."""

    def __init__(self, code: str, catalogue: gettext.NullTranslations) -> None:
        self.code = code
        self._catalogue = catalogue
        self._formatter = string.Formatter()

    def say(self, what: Text) -> str:
        """Put a text into words. What no catalogue knows is said by its code; never raises."""
        return self.phrase(what.code, what.params)

    def knows(self, code: str) -> bool:
        """Whether there is a message for this code, here or in the fallback."""
        return self._catalogue.gettext(code) != code

    def phrase(self, code: str, params: Mapping[str, Any] | None = None) -> str:
        """Put a code and plain parameters into words, each parameter's word looked up as `name.word`."""
        params = params or {}
        count = params.get("count")
        template = (
            self._catalogue.ngettext(code, code, count)
            if isinstance(count, int) and not isinstance(count, bool)
            else self._catalogue.gettext(code)
        )
        words = {name: self._word(name, value) for name, value in params.items()}
        return self._formatter.vformat(template, (), _Blanks(words))

    def listed(self, words: Iterable[str]) -> str:
        """Join words as in "3, 5 and 7"."""
        *most, last = list(words) or [""]
        if not most:
            return last
        return self._catalogue.gettext("list.last").format(", ".join(most), last)

    def _word(self, name: str, value: Any) -> str:
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, list | tuple):
            return self.listed(self._word(name, each) for each in value)
        known = f"{name}.{str(value).lower() if isinstance(value, bool) else value}"
        word = self._catalogue.gettext(known)
        return str(value) if word == known else word


class _Blanks(dict[str, str]):
    """Parameters; one that is missing is shown as its name, so that a sentence is never lost."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


class Messages:
    """The languages there are, each read when it is first asked for."""

    def __init__(self, folders: Iterable[Traversable]) -> None:
        self._folders = tuple(folders)
        self._languages: dict[str, Language] = {}
        self.codes: tuple[str, ...] = tuple(
            sorted({each.name for folder in self._folders for each in folder.iterdir() if each.is_dir()})
        )

    def language(self, code: str) -> Language:
        """The language of this code, or English where there is none."""
        if code not in self.codes:
            code = FALLBACK
        if code not in self._languages:
            catalogue = gettext.GNUTranslations(io.BytesIO(self._read(code)))
            if code != FALLBACK:
                catalogue.add_fallback(gettext.GNUTranslations(io.BytesIO(self._read(FALLBACK))))
            self._languages[code] = Language(code, catalogue)
        return self._languages[code]

    def said_by(self, code: str) -> frozenset[str]:
        """The codes for which this language's own catalogues have words, English left aside."""
        return frozenset(entry.msgid for entry in self._whole(code) if entry.translated())

    def _read(self, code: str) -> bytes:
        return bytes(self._whole(code).to_binary())

    def _whole(self, code: str) -> polib.POFile:
        whole = polib.POFile()
        for folder in self._folders:
            language = folder.joinpath(code)
            if not language.is_dir():
                continue
            for file in sorted(language.iterdir(), key=lambda each: each.name):
                if file.name.endswith(".po"):
                    part = polib.pofile(file.read_text(encoding="utf-8"))
                    whole.metadata = part.metadata
                    whole.extend(part)
        return whole
