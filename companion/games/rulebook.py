"""Rulebooks: rules in chapters, translated and searchable.

A game's `rulebook/` has chapters in `groups/*.json`, texts in `catalogues/`, and phrases to search for in
`asked/<language>.json`. Each is read when first needed.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from companion.language.letters import search_key
from companion.language.messages import FALLBACK, Language, Messages
from companion.language.search import Document, SearchIndex, SearchLanguage, SearchResult

Coverage = Literal["track", "compute", "explain"]
"""How the program covers a rule.

- track: it is enforced.
- compute: an aid computes it.
- explain: it is only in the rulebook.
"""

_ID = r"[A-Za-z]+(-[A-Za-z0-9]+)*-[0-9]+"
_MAX_OPEN_EXAMPLES = 5
_FIRST_EXAMPLES = 3
"""Examples that a rule shows at once: up to five, else the first three."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule without its texts."""

    id: str
    """Unique in all games."""
    coverage: Coverage
    phases: tuple[str, ...] = ()
    """The phases that it is about; empty for all."""
    switches: tuple[str, ...] = ()
    """House rules that change it."""
    examples: tuple[str, ...] = ()
    """IDs of its examples."""


class Group(msgspec.Struct, frozen=True):
    """A chapter. name: of its file, such as `02-setup`; the catalogue has its title as `rulegroup.<name>`."""

    name: str
    rules: tuple[Rule, ...]


class SearchPhrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How people search for rules in a language: `rulebook/asked/<language>.json`."""

    synonyms: Mapping[str, str] = msgspec.field(default_factory=dict, name="instead")
    """For words that the rules lack, words that they have."""
    questions: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict, name="asked")
    """By a rule's ID, or `aid.` and an aid's name: phrases that its title and text lack."""


class Rulebook(msgspec.Struct, frozen=True):
    """Every rule of a game in reading order, and how people search for them, by language code."""

    groups: tuple[Group, ...] = ()
    search_phrases: Mapping[str, SearchPhrases] = msgspec.field(default_factory=dict)

    def rules(self) -> Iterator[Rule]:
        """Every rule, chapter by chapter."""
        for group in self.groups:
            yield from group.rules

    def rule(self, rule_id: str) -> Rule | None:
        """The rule with this ID, or None."""
        return next((rule for rule in self.rules() if rule.id == rule_id), None)


_RULES = msgspec.json.Decoder(tuple[Rule, ...])
_SEARCH_PHRASES = msgspec.json.Decoder(SearchPhrases)


def read(folder: Traversable) -> Rulebook:
    """Read a game's folder `rulebook/`. Raises `msgspec.ValidationError` for an invalid file."""
    return Rulebook(
        tuple(Group(name, _RULES.decode(content)) for name, content in _files(folder.joinpath("groups"))),
        {name: _SEARCH_PHRASES.decode(content) for name, content in _files(folder.joinpath("asked"))},
    )


def _files(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    """The names and contents of a folder's JSON files, if it exists."""
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda each: each.name):
            if file.name.endswith(".json"):
                yield file.name.removesuffix(".json"), file.read_bytes()


class TranslatedRule(msgspec.Struct, frozen=True):
    """A rule in a language."""

    rule: Rule
    title: str
    """Its own, or its chapter's."""
    text: str
    reading: str | None
    """The interpretation, if sources disagree."""
    examples: tuple[tuple[str, str], ...]
    """IDs and texts."""

    @property
    def first_examples(self) -> tuple[tuple[str, str], ...]:
        """The examples that a page shows at once."""
        return self.examples[:_FIRST_EXAMPLES] if len(self.examples) > _MAX_OPEN_EXAMPLES else self.examples

    @property
    def more_examples(self) -> tuple[tuple[str, str], ...]:
        """The examples that a page folds."""
        return self.examples[len(self.first_examples) :]


class TranslatedGroup(msgspec.Struct, frozen=True):
    """A chapter in a language."""

    name: str
    title: str
    rules: tuple[TranslatedRule, ...]


def translate_rule(rule: Rule, language: Language, chapter: str = "") -> TranslatedRule:
    """Translate a rule. chapter: the chapter's title."""
    reading, title = f"reading.{rule.id}", f"title.{rule.id}"
    return TranslatedRule(
        rule,
        language.phrase(title) if language.has(title) else chapter,
        language.phrase(f"rule.{rule.id}"),
        language.phrase(reading) if language.has(reading) else None,
        tuple((each, language.phrase(f"example.{each}")) for each in rule.examples),
    )


def translate_rulebook(rulebook: Rulebook, language: Language) -> tuple[TranslatedGroup, ...]:
    """Translate a rulebook."""
    titles = {group.name: language.phrase(f"rulegroup.{group.name}") for group in rulebook.groups}
    return tuple(
        TranslatedGroup(
            group.name,
            titles[group.name],
            tuple(translate_rule(rule, language, titles[group.name]) for rule in group.rules),
        )
        for group in rulebook.groups
    )


def find_id(groups: Iterable[TranslatedGroup], rule_id: str) -> tuple[TranslatedGroup, ...]:
    """The chapters with the rule of this ID, else with rules that contain it: of a house rule or an example.

    The case does not matter.
    """
    wanted, everything = search_key(rule_id), tuple(groups)
    return _filter(everything, lambda rule: search_key(rule.rule.id) == wanted) or _filter(
        everything, lambda rule: wanted in search_key("\n".join(_texts(rule)))
    )


def _filter(
    groups: Iterable[TranslatedGroup], wanted: Callable[[TranslatedRule], bool]
) -> tuple[TranslatedGroup, ...]:
    found = (msgspec.structs.replace(group, rules=tuple(filter(wanted, group.rules))) for group in groups)
    return tuple(group for group in found if group.rules)


def _texts(rule: TranslatedRule) -> Iterator[str]:
    yield from (rule.rule.id, rule.title, rule.text, rule.reading or "")
    for example in rule.examples:
        yield from example


AID = "aid."
"""The prefix of an aid's name among rules, and of its title's code."""


def aid_titles(aids: Iterable[str], language: Language) -> dict[str, str]:
    """The titles of aids by `aid.<name>`."""
    return {f"{AID}{name}": language.phrase(f"{AID}{name}") for name in aids}


class RuleEntry(msgspec.Struct, frozen=True):
    """A translated rule with its game, its chapter, and the IDs of the rules before and after it."""

    system: str
    group: TranslatedGroup
    words: TranslatedRule
    before: str | None
    after: str | None


class Rulebooks:
    """The rulebooks of all games, read and translated when first needed. Safe for any thread.

    books: read functions by system. messages: of `rulebook_catalogues`.
    """

    def __init__(self, books: Mapping[str, Callable[[], Rulebook]], messages: Messages) -> None:
        self._read = books
        self._messages = messages
        self._translated: dict[tuple[str, str], tuple[TranslatedGroup, ...]] = {}
        self._indexes: dict[tuple[str, str], SearchIndex] = {}
        self._phases: dict[str, dict[str, int]] = {}

    @cached_property
    def _books(self) -> Mapping[str, Rulebook]:
        return {system: read_book() for system, read_book in self._read.items()}

    @property
    def systems(self) -> tuple[str, ...]:
        """The games with a rulebook."""
        return tuple(system for system, book in self._books.items() if book.groups)

    def groups(self, system: str, code: str) -> tuple[TranslatedGroup, ...]:
        """A game's rulebook in the language of this code, or in English."""
        code = code if code in self._messages.codes else FALLBACK
        if (system, code) not in self._translated:
            language = self._messages.language(code, system)
            self._translated[system, code] = translate_rulebook(self._books[system], language)
        return self._translated[system, code]

    def of_phase(self, system: str, code: str, phase: str) -> tuple[TranslatedGroup, ...]:
        """The chapters with the rules of a phase; with "" all."""
        groups = self.groups(system, code)
        return _filter(groups, lambda rule: phase in rule.rule.phases) if phase else groups

    def search(self, system: str, language: Language, query: str, aids: Mapping[str, str]) -> SearchResult:
        """Search a game's rulebook: IDs of rules and names of aids, best first but with a rule in front.

        A query like an ID finds that ID only. aids: as of `aid_titles`. The first search in a language builds
        the index, which takes a while.
        """
        key = (system, language.code)
        if key not in self._indexes:
            self._indexes[key] = self._index(system, language, aids)
        index = self._indexes[key]
        if re.fullmatch(_ID, query.strip()):
            found = find_id(self.groups(system, language.code), query.strip())
            return index.without_highlights(rule.rule.id for group in found for rule in group.rules)
        every = index.find(query)
        best = next((name for name in every.names if name not in aids), None)
        names = tuple(sorted(every.names, key=lambda name: name != best))
        return msgspec.structs.replace(every, names=names)

    def _index(self, system: str, language: Language, aids: Mapping[str, str]) -> SearchIndex:
        phrases = self._books[system].search_phrases.get(language.code, SearchPhrases())
        rules = (
            Document(
                rule.rule.id,
                rule.title,
                rule.text,
                phrases.questions.get(rule.rule.id, ()),
                " ".join((group.title, rule.reading or "", *(words for _, words in rule.examples))),
            )
            for group in self.groups(system, language.code)
            for rule in group.rules
        )
        others = (
            Document(name, "", title, questions=phrases.questions.get(name, ()))
            for name, title in aids.items()
        )
        return SearchIndex((*rules, *others), SearchLanguage(language, phrases.synonyms))

    def phases(self, system: str) -> Mapping[str, int]:
        """The phases with the number of their rules."""
        if system not in self._phases:
            counted = Counter(phase for rule in self._books[system].rules() for phase in rule.phases)
            self._phases[system] = dict(counted)
        return self._phases[system]

    def title(self, rule_id: str, code: str) -> str:
        """A rule's title in the language of this code, or its ID if there is no such rule."""
        location = self._locations.get(rule_id)
        if location is None:
            return rule_id
        system, chapter = location
        language = self._messages.language(code, system)
        title = f"title.{rule_id}"
        return language.phrase(title if language.has(title) else f"rulegroup.{chapter}")

    @cached_property
    def _locations(self) -> Mapping[str, tuple[str, str]]:
        """The game and the chapter of each rule, by ID."""
        return {
            rule.id: (system, group.name)
            for system, book in self._books.items()
            for group in book.groups
            for rule in group.rules
        }

    def find(self, rule_id: str, code: str) -> RuleEntry | None:
        """The rule with this ID in any game, or None."""
        if rule_id not in self._locations:
            return None
        system, _ = self._locations[rule_id]
        every = [(group, rule) for group in self.groups(system, code) for rule in group.rules]
        ids = [rule.rule.id for _, rule in every]
        at = ids.index(rule_id)
        before, after = ids[at - 1] if at else None, ids[at + 1] if at + 1 < len(ids) else None
        return RuleEntry(system, *every[at], before, after)
