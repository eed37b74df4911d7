"""Translations: codes and parameters to sentences, from the catalogues of every language.

`companion/language/catalogues/<language>/*.po` is common; each game has its own `catalogues/<language>/*.po`,
and two games may use the same code for different sentences. A game's `rulebook/catalogues/` is loaded only
for its rulebook.
"""

from __future__ import annotations

import locale
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from companion.language.catalogue import Catalogue
from companion.language.text import Text

FALLBACK = "en"
LANGUAGE_NAME = "language."
"""Prefix of the codes of languages' names, each in its own language; English's catalogue has them all."""
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
_NAME = re.compile("[a-z_]+")
"""A name in the path of a field."""
_CACHE_SIZE = 1024
"""Phrases that a language caches."""
_MAX_CACHED = 100
"""Letters of the longest parameter that is cached: a phone may send sixty thousand, again and again."""


def locale_language(environment: Mapping[str, str]) -> str:
    """The code of the language that the usual variables name, whether it has catalogues or not."""
    wanted = next((environment[each] for each in _LOCALE if environment.get(each)), FALLBACK)
    return locale.normalize(wanted).partition("_")[0].partition(".")[0]


def without_form(name: str) -> str:
    """The name to which a form of a word has been added: `good` of `good_of`; empty where none has.

    Of a code it is the first part that has the form: `name_of.value` is a form of `name.value`.
    """
    first, dot, rest = name.partition(".")
    return first.rpartition("_")[0] + dot + rest


def percent(done: int, of: int) -> int:
    """Which part is done, in whole percent: 100 only where all is."""
    return done * 100 // of


class CatalogueFolders(msgspec.Struct, frozen=True):
    """The folders of catalogues: common ones, and each game's own by its system."""

    common: tuple[Traversable, ...] = ()
    games: Mapping[str, Traversable] = msgspec.field(default_factory=dict)

    def for_game(self, system: str | None) -> tuple[Traversable, ...]:
        """The common folders and the game's; with None the common ones and every game's."""
        if system is None:
            return (*self.common, *self.games.values())
        return (*self.common, *([self.games[system]] if system in self.games else ()))


def catalogues(games: Mapping[str, Traversable]) -> CatalogueFolders:
    """The program's catalogues and those of these games. games: each game's folder, by its system."""
    return CatalogueFolders(
        (files("companion.language").joinpath("catalogues"),),
        {system: folder.joinpath("catalogues") for system, folder in games.items()},
    )


def rulebook_catalogues(games: Mapping[str, Traversable]) -> CatalogueFolders:
    """The rulebooks' catalogues, for a `Messages` of their own."""
    return CatalogueFolders(
        games={system: folder.joinpath("rulebook", "catalogues") for system, folder in games.items()}
    )


class Language:
    """A language: its catalogues in order of priority, the fallback's among them.

    others: other games' catalogues, used last, for example for a game's name. scoped: makes this language
    for a game, or for none.
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
        self._cached_phrase = lru_cache(_CACHE_SIZE)(lambda code, *params: self._phrase(code, dict(params)))

    def for_game(self, system: str | None) -> Language:
        """The same language with the game's own sentences first; with None those of no game."""
        return self if self._scoped is None else self._scoped(system)

    def has(self, code: str) -> bool:
        """Whether there is a message for this code, here or in the fallback; other games' do not count."""
        return any(each.has(code) for each in self._catalogues)

    def prefers(self, variant: str, code: str) -> bool:
        """Whether a variant's message comes from a catalogue of at least the priority of the code's own.

        Else Italian would show the short English form of a sentence that it has in full.
        """
        for catalogue in self._catalogues:
            if catalogue.has(variant):
                return True
            if catalogue.has(code):
                break
        return False

    def say(self, what: Text) -> str:
        """Translate a text, with its game's own sentences if it names a game. Never raises."""
        return (self if what.system is None else self.for_game(what.system)).phrase(what.code, what.params)

    def phrase(self, code: str, params: Mapping[str, Any] | None = None) -> str:
        """Translate a code with plain parameters, each as `<name>.<value>`. An unknown code is returned.

        Cached if all parameters are short and plain.
        """
        if not params:
            return self._cached_phrase(code)
        for each in params.values():
            if type(each) is not int and (type(each) is not str or len(each) > _MAX_CACHED):
                return self._phrase(code, params)
        return self._cached_phrase(code, *params.items())

    def _phrase(self, code: str, params: Mapping[str, Any]) -> str:
        count = params.get("count")
        template = self._template(code, count if type(count) is int else None)
        words = _Words(lambda name: self._bent(name, params))
        for name, value in params.items():
            words[name] = self._word(name, value)
        return template.format_map(words)

    def _bent(self, name: str, params: Mapping[str, Any]) -> str:
        """A parameter in a form of its own: `good_of` is `good` in the words `good_of.<value>`."""
        base = without_form(name)
        return self._word(name, params[base]) if base in params else f"{{{name}}}"

    def join(self, words: Iterable[str]) -> str:
        """Join words as in "3, 5 and 7"."""
        *most, last = list(words) or [""]
        if not most:
            return last
        return self._template("list.last", None).format(", ".join(most), last)

    def _template(self, code: str, count: int | None) -> str:
        """The text of the first catalogue that has the code, else the code."""
        for catalogue in self._every:
            found = catalogue.get(code, count)
            if found is not None:
                return found
        return code

    def _word(self, name: str, value: Any) -> str:
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, list | tuple):
            return self.join([self._word(name, each) for each in value])
        if type(value) is int and (some := self._template(f"{name}.some", None)) != f"{name}.some":
            return some.format(value) if value else ""
        known = f"{name}.{str(value).lower() if isinstance(value, bool) else value}"
        word = self._template(known, None)
        if word == known and name == "field":  # a path: called as its last name is
            known = f"field.{''.join(_NAME.findall(str(value))[-1:])}"
            word = self._template(known, None)
        return str(value) if word == known else word


class _Words(dict[str, Any]):
    """Parameters in words. missing: what stands for a name that is none of them."""

    def __init__(self, missing: Callable[[str], str]) -> None:
        super().__init__()
        self._missing = missing

    def __missing__(self, name: str) -> str:
        return self._missing(name)


class Messages:
    """All languages. A folder is read once, at the first look-up."""

    def __init__(self, folders: CatalogueFolders) -> None:
        self._folders = folders
        self._read: dict[tuple[str | None, str], tuple[Catalogue, ...]] = {}
        self._languages: dict[tuple[str, str | None], Language] = {}
        self._progress: dict[str, tuple[int, int]] = {}
        self.codes: tuple[str, ...] = tuple(
            sorted({each.name for folder in folders.for_game(None) if folder.is_dir()
                    for each in folder.iterdir() if each.is_dir()})
        )  # fmt: skip

    def language(self, code: str, system: str | None = None) -> Language:
        """The language of this code for a game; English if there is none.

        Its messages are looked up in the game's catalogues, then the common ones, then both in English;
        without a game in the common ones, then in every game's.
        """
        if code not in self.codes:
            code = FALLBACK
        system = system if system in self._folders.games else None
        if (code, system) not in self._languages:
            self._languages[code, system] = self._build(code, system)
        return self._languages[code, system]

    def names(self) -> tuple[tuple[str, str], ...]:
        """Each language's code and own name, or the code again where English's catalogue has no name of it.

        None of them but English is read.
        """
        english = self.language(FALLBACK)
        names = ((code, LANGUAGE_NAME + code) for code in self.codes)
        return tuple((code, english.phrase(name) if english.has(name) else code) for code, name in names)

    def progress(self, code: str) -> tuple[int, int]:
        """How many of the English messages a language has, and how many there are. Reads both.

        The names of languages do not count: English's catalogue alone has them.
        """
        if code not in self._progress:
            done = of = 0
            for folder in self._folders.for_game(None):
                every = Catalogue(folder.joinpath(FALLBACK)).forms
                english = {each for each in every if not each.startswith(LANGUAGE_NAME)}
                done += len(english & Catalogue(folder.joinpath(code)).forms.keys())
                of += len(english)
            self._progress[code] = done, of
        return self._progress[code]

    def codes_of(self, code: str, system: str | None = None) -> frozenset[str]:
        """The message codes that this language's own catalogues have, for a game or for all."""
        return frozenset(
            each
            for folder in self._folders.for_game(system)
            for each in Catalogue(folder.joinpath(code)).forms
        )

    def _build(self, code: str, system: str | None) -> Language:
        games = tuple(self._folders.games)
        first = (None, *games) if system is None else (system, None)
        last = tuple(each for each in games if each not in first)
        codes = (code,) if code == FALLBACK else (code, FALLBACK)
        return Language(
            code,
            [each for language in codes for scope in first for each in self._catalogues_of(scope, language)],
            [each for language in codes for scope in last for each in self._catalogues_of(scope, language)],
            lambda other: self.language(code, other),
        )

    def _catalogues_of(self, scope: str | None, code: str) -> tuple[Catalogue, ...]:
        """A game's own catalogues in one language, or the common ones."""
        if (scope, code) not in self._read:
            folders = self._folders.common if scope is None else (self._folders.games[scope],)
            self._read[scope, code] = tuple(Catalogue(folder.joinpath(code)) for folder in folders)
        return self._read[scope, code]
