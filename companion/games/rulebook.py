"""Rulebooks: which rules a game has, their words in a language, and finding one.

Which rules there are, in which chapters, and what the program does about each, stands in the game's
`rulebook/groups/*.json`. The words are in catalogues of their own, read when somebody opens the rulebook.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from companion.language.messages import FALLBACK, Language, Messages

Coverage = Literal["track", "compute", "explain"]
"""Held as state and enforced; answered from what is typed in; told in the rulebook only."""

_MOST_EXAMPLES = 5
_FIRST_EXAMPLES = 3
"""How many examples stand open beside a rule: all of up to five, else the first three."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule without its words.

    id: unique in all games. phases: the game's own phases in which it matters, empty for always.
    switches: options of the game that change how it is read. examples: IDs of the examples told beside it.
    """

    id: str
    coverage: Coverage
    phases: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


class Group(msgspec.Struct, frozen=True):
    """A chapter. name: its file's, such as `02-setup`; the catalogue calls its title `rulegroup.<name>`."""

    name: str
    rules: tuple[Rule, ...]


class Rulebook(msgspec.Struct, frozen=True):
    """Every rule of a game, in the order in which they are read."""

    groups: tuple[Group, ...] = ()

    def rules(self) -> Iterator[Rule]:
        """Every rule, chapter by chapter."""
        for group in self.groups:
            yield from group.rules

    def rule(self, known_as: str) -> Rule | None:
        """The rule of this ID, or None."""
        return next((rule for rule in self.rules() if rule.id == known_as), None)


_RULES = msgspec.json.Decoder(tuple[Rule, ...])


def read(folder: Traversable) -> Rulebook:
    """The rulebook of `groups/*.json` in a game's folder `rulebook/`, the chapters by their files' names.

    Raises `msgspec.ValidationError` for a file that is not a list of rules.
    """
    files = sorted(folder.joinpath("groups").iterdir(), key=lambda file: file.name)
    return Rulebook(
        tuple(
            Group(file.name.removesuffix(".json"), _RULES.decode(file.read_bytes()))
            for file in files
            if file.name.endswith(".json")
        )
    )


class RuleInWords(msgspec.Struct, frozen=True):
    """A rule in words.

    reading: which reading is taken where sources disagree, or None. examples: each ID with its words.
    """

    rule: Rule
    text: str
    reading: str | None
    examples: tuple[tuple[str, str], ...]

    @property
    def first_examples(self) -> tuple[tuple[str, str], ...]:
        """The examples that a page shows at once: all, or the first of very many."""
        return self.examples[:_FIRST_EXAMPLES] if len(self.examples) > _MOST_EXAMPLES else self.examples

    @property
    def more_examples(self) -> tuple[tuple[str, str], ...]:
        """The examples that a page folds away, those after the first ones."""
        return self.examples[len(self.first_examples) :]


class GroupInWords(msgspec.Struct, frozen=True):
    """A chapter in words. name: the group's."""

    name: str
    title: str
    rules: tuple[RuleInWords, ...]


def rule_in_words(rule: Rule, language: Language) -> RuleInWords:
    """A rule in the words of the language; what it lacks is told in the fallback's."""
    reading = f"reading.{rule.id}"
    return RuleInWords(
        rule,
        language.phrase(f"rule.{rule.id}"),
        language.phrase(reading) if language.knows(reading) else None,
        tuple((each, language.phrase(f"example.{each}")) for each in rule.examples),
    )


def in_words(rulebook: Rulebook, language: Language) -> tuple[GroupInWords, ...]:
    """The whole rulebook in words."""
    return tuple(
        GroupInWords(
            group.name,
            language.phrase(f"rulegroup.{group.name}"),
            tuple(rule_in_words(rule, language) for rule in group.rules),
        )
        for group in rulebook.groups
    )


def matching(groups: Iterable[GroupInWords], search: str) -> tuple[GroupInWords, ...]:
    """The chapters with the rules in which every word of the search stands, case and accents aside.

    A rule's ID, words, reading and examples are searched, and its chapter's title. No words: every rule.
    A rule's whole ID finds that rule alone.
    """
    words = _folded(search).split()
    everything = tuple(groups)
    named = _kept(everything, lambda _, rule: [_folded(rule.rule.id)] == words)
    return named or _kept(everything, lambda group, rule: _has(words, group, rule))


def _kept(
    groups: Iterable[GroupInWords], wanted: Callable[[GroupInWords, RuleInWords], bool]
) -> tuple[GroupInWords, ...]:
    found = (
        msgspec.structs.replace(group, rules=tuple(rule for rule in group.rules if wanted(group, rule)))
        for group in groups
    )
    return tuple(group for group in found if group.rules)


def _has(words: Iterable[str], group: GroupInWords, rule: RuleInWords) -> bool:
    examples = (part for example in rule.examples for part in example)
    parts = (group.title, rule.rule.id, rule.text, rule.reading or "", *examples)
    everything = _folded("\n".join(parts))
    return all(word in everything for word in words)


def _folded(words: str) -> str:
    apart = unicodedata.normalize("NFKD", words.replace("’", "'"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()


class Found(msgspec.Struct, frozen=True):
    """A rule where it stands: its game, its chapter, its words, and its neighbours in the book, or None."""

    system: str
    group: GroupInWords
    words: RuleInWords
    before: str | None
    after: str | None


class Rulebooks:
    """The rulebooks by their games' systems, in words. Safe for any thread.

    books: reads each, once somebody opens one. messages: made of `rulebook_catalogues`.
    """

    def __init__(self, books: Mapping[str, Callable[[], Rulebook]], messages: Messages) -> None:
        self._read = books
        self._messages = messages
        self._in_words: dict[tuple[str, str], tuple[GroupInWords, ...]] = {}

    @cached_property
    def _books(self) -> Mapping[str, Rulebook]:
        return {system: read_book() for system, read_book in self._read.items()}

    @property
    def systems(self) -> tuple[str, ...]:
        """The games that have a rulebook."""
        return tuple(system for system, book in self._books.items() if book.groups)

    def groups(self, system: str, code: str) -> tuple[GroupInWords, ...]:
        """A game's whole rulebook in the language of this code, or in English where that has none."""
        code = code if code in self._messages.codes else FALLBACK
        if (system, code) not in self._in_words:
            language = self._messages.language(code, system)
            self._in_words[system, code] = in_words(self._books[system], language)
        return self._in_words[system, code]

    def wanted(self, system: str, code: str, search: str, phase: str) -> tuple[GroupInWords, ...]:
        """The chapters with what the search finds among the rules of the phase; empty words ask for all."""
        groups = self.groups(system, code)
        if phase:
            groups = _kept(groups, lambda _, rule: phase in rule.rule.phases)
        return matching(groups, search)

    def phases(self, system: str) -> dict[str, int]:
        """The phases that the rules speak of, with how many rules each has."""
        counted = Counter(phase for rule in self._books[system].rules() for phase in rule.phases)
        return dict(counted)

    def find(self, known_as: str, code: str) -> Found | None:
        """The rule of this ID, in whichever game, or None."""
        for system in self.systems:
            if self._books[system].rule(known_as) is None:
                continue
            every = [(group, rule) for group in self.groups(system, code) for rule in group.rules]
            ids = [rule.rule.id for _, rule in every]
            at = ids.index(known_as)
            before, after = ids[at - 1] if at else None, ids[at + 1] if at + 1 < len(ids) else None
            return Found(system, *every[at], before, after)
        return None
