"""Codes into sentences: the catalogues of every language, read from `.po` files.

A language is a folder `<language>/` of `.po` files beside those of the others: under
`companion/language/catalogues/` and under each game's own `catalogues/`. Each message is known by a code, its
text a template whose braces name parameters. Two games may use the same code for sentences of their own: who
asks for a game's language gets its sentence. The rulebooks' words stand apart, under each game's
`rulebook/catalogues/`, so that they are read only when somebody opens a rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from companion.language.catalogue import Catalogue
from companion.language.text import Text

FALLBACK = "en"
_KEPT = 1024
"""How many phrases a language remembers: words that people typed are among them."""
_LONGEST = 100
"""Letters of the longest word that is remembered: a phone may send sixty thousand, again and again."""


class Folders(msgspec.Struct, frozen=True):
    """Where catalogues are. common: for every game. games: each game's own, by its system."""

    common: tuple[Traversable, ...] = ()
    games: Mapping[str, Traversable] = msgspec.field(default_factory=dict)

    def of(self, system: str | None) -> tuple[Traversable, ...]:
        """The folders that are read together for a game; without one the common ones and every game's."""
        if system is None:
            return (*self.common, *self.games.values())
        return (*self.common, *([self.games[system]] if system in self.games else ()))


def catalogues(games: Mapping[str, Traversable]) -> Folders:
    """The folders of catalogues, the program's own among them. games: each game's folder, by its system."""
    return Folders(
        (files("companion.language").joinpath("catalogues"),),
        {system: folder.joinpath("catalogues") for system, folder in games.items()},
    )


def rulebook_catalogues(games: Mapping[str, Traversable]) -> Folders:
    """The folders of the rulebooks' catalogues: what a `Messages` of their own is made from."""
    return Folders(
        games={system: folder.joinpath("rulebook", "catalogues") for system, folder in games.items()}
    )


class Language:
    """One language's catalogues in the order in which they are asked, those of the fallback among them.

    others: asked when none of them knows a code, for a game's name where another game is on the table.
    scoped: this language as a game speaks it, or as none does.
    """

    def __init__(
        self,
        code: str,
        catalogues: Iterable[Catalogue],
        others: Iterable[Catalogue] = (),
        scoped: Callable[[str | None], Language] | None = None,
    ) -> None:
        self.code = code
        self._catalogues = tuple(catalogues)
        self._every = (*self._catalogues, *others)
        self._scoped = scoped
        self._put = lru_cache(_KEPT)(lambda code, *params: self._phrase(code, dict(params)))

    def of(self, system: str | None) -> Language:
        """The same language as the game `system` speaks it: its own words come first. None: no game's."""
        return self if self._scoped is None else self._scoped(system)

    def knows(self, code: str) -> bool:
        """Whether there is a message for this code, here or in the fallback; other games' do not count."""
        return any(each.knows(code) for each in self._catalogues)

    def knows_beside(self, wanted: str, code: str) -> bool:
        """Whether the catalogue that says the second code, or one before it, has a message for the first."""
        for catalogue in self._catalogues:
            if catalogue.knows(wanted):
                return True
            if catalogue.knows(code):
                break
        return False

    def say(self, what: Text) -> str:
        """Put a text into words, in its own game's if it names one. What no catalogue knows is said by its
        code; never raises."""
        return (self if what.system is None else self.of(what.system)).phrase(what.code, what.params)

    def phrase(self, code: str, params: Mapping[str, Any] | None = None) -> str:
        """Put a code and plain parameters into words, each parameter's word looked up as `name.word`.

        What is short and plain is remembered: it depends on the catalogues alone, which do not change.
        """
        if not params:
            return self._put(code)
        for each in params.values():
            if type(each) is not int and (type(each) is not str or len(each) > _LONGEST):
                return self._phrase(code, params)
        return self._put(code, *params.items())

    def _phrase(self, code: str, params: Mapping[str, Any]) -> str:
        count = params.get("count")
        template = self._template(code, count if type(count) is int else None)
        words = _Blanks(params)
        for name, value in params.items():
            words[name] = self._word(name, value)
        return template.format_map(words)

    def listed(self, words: Iterable[str]) -> str:
        """Join words as in "3, 5 and 7"."""
        *most, last = list(words) or [""]
        if not most:
            return last
        return self._template("list.last", None).format(", ".join(most), last)

    def _template(self, code: str, count: int | None) -> str:
        """What the first catalogue that knows the code has for it; the code where none does."""
        for catalogue in self._every:
            found = catalogue.said(code, count)
            if found is not None:
                return found
        return code

    def _word(self, name: str, value: Any) -> str:
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, list | tuple):
            return self.listed([self._word(name, each) for each in value])
        if type(value) is int and (some := self._template(f"{name}.some", None)) != f"{name}.some":
            return some.format(value) if value else ""  # none of it needs no words
        known = f"{name}.{str(value).lower() if isinstance(value, bool) else value}"
        word = self._template(known, None)
        return str(value) if word == known else word


class _Blanks(dict[str, Any]):
    """Parameters; one that is missing is shown as its name, so that a sentence is never lost."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


class Messages:
    """The languages there are. Each folder of a language is read once, when it is first asked for a word."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._read: dict[tuple[str | None, str], tuple[Catalogue, ...]] = {}
        self._languages: dict[tuple[str, str | None], Language] = {}
        self.codes: tuple[str, ...] = tuple(
            sorted({each.name for folder in folders.of(None) if folder.is_dir()
                    for each in folder.iterdir() if each.is_dir()})
        )  # fmt: skip

    def language(self, code: str, system: str | None = None) -> Language:
        """The language of this code as a game speaks it, or English where there is none.

        A code is looked up in the game's own catalogues, then in the common ones, then in the same order
        in English; without a game in the common ones and then in every game's, in the order of the games.
        """
        if code not in self.codes:
            code = FALLBACK
        system = system if system in self._folders.games else None
        if (code, system) not in self._languages:
            self._languages[code, system] = self._made(code, system)
        return self._languages[code, system]

    def said_by(self, code: str, system: str | None = None) -> frozenset[str]:
        """The codes for which this language's own catalogues have words, English left aside: those that are
        read together for a game, or all."""
        return frozenset(
            each for folder in self._folders.of(system) for each in Catalogue(folder.joinpath(code)).forms
        )

    def _made(self, code: str, system: str | None) -> Language:
        games = tuple(self._folders.games)
        first = (None, *games) if system is None else (system, None)
        last = tuple(each for each in games if each not in first)
        codes = (code,) if code == FALLBACK else (code, FALLBACK)
        return Language(
            code,
            [each for spoken in codes for scope in first for each in self._of(scope, spoken)],
            [each for spoken in codes for scope in last for each in self._of(scope, spoken)],
            lambda other: self.language(code, other),
        )

    def _of(self, scope: str | None, code: str) -> tuple[Catalogue, ...]:
        """A game's own catalogues in one language, or the common ones."""
        if (scope, code) not in self._read:
            folders = self._folders.common if scope is None else (self._folders.games[scope],)
            self._read[scope, code] = tuple(Catalogue(folder.joinpath(code)) for folder in folders)
        return self._read[scope, code]
