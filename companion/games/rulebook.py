"""Rulebooks: which rules a game has, their words in a language, and finding one.

Which rules there are, in which chapters, and what the program does about each, stands in the game's
`rulebook/groups/*.json`. The words are in catalogues of their own, read when somebody opens the rulebook; how
people ask for a rule stands in `rulebook/asked/<language>.json`, laid out when somebody first searches.
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
"""Held as state and enforced; answered from what is typed in; told in the rulebook only."""

_ID = r"[A-Za-z]+(-[A-Za-z0-9]+)*-[0-9]+"
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

    def rule(self, known_as: str) -> Rule | None:
        """The rule of this ID, or None."""
        return next((rule for rule in self.rules() if rule.id == known_as), None)


_RULES = msgspec.json.Decoder(tuple[Rule, ...])
_SEARCH_PHRASES = msgspec.json.Decoder(SearchPhrases)


def read(folder: Traversable) -> Rulebook:
    """The rulebook of `groups/*.json` in a game's folder `rulebook/`, the chapters by their files' names,
    with `asked/<language>.json` where there are any.

    Raises `msgspec.ValidationError` for a file that is not a list of rules, or not what people ask.
    """
    return Rulebook(
        tuple(Group(name, _RULES.decode(content)) for name, content in _files(folder.joinpath("groups"))),
        {name: _SEARCH_PHRASES.decode(content) for name, content in _files(folder.joinpath("asked"))},
    )


def _files(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    """The names and contents of a folder's JSON files; nothing of one that there is not."""
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda each: each.name):
            if file.name.endswith(".json"):
                yield file.name.removesuffix(".json"), file.read_bytes()


class RuleInWords(msgspec.Struct, frozen=True):
    """A rule in words.

    title: what it is about, its chapter's where it has none of its own. reading: which reading is taken where
    sources disagree, or None. examples: each ID with its words.
    """

    rule: Rule
    title: str
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


def rule_in_words(rule: Rule, language: Language, chapter: str = "") -> RuleInWords:
    """A rule in the words of the language; what it lacks is told in the fallback's. chapter: its title."""
    reading, title = f"reading.{rule.id}", f"title.{rule.id}"
    return RuleInWords(
        rule,
        language.phrase(title) if language.has(title) else chapter,
        language.phrase(f"rule.{rule.id}"),
        language.phrase(reading) if language.has(reading) else None,
        tuple((each, language.phrase(f"example.{each}")) for each in rule.examples),
    )


def in_words(rulebook: Rulebook, language: Language) -> tuple[GroupInWords, ...]:
    """The whole rulebook in words."""
    titles = {group.name: language.phrase(f"rulegroup.{group.name}") for group in rulebook.groups}
    return tuple(
        GroupInWords(
            group.name,
            titles[group.name],
            tuple(rule_in_words(rule, language, titles[group.name]) for rule in group.rules),
        )
        for group in rulebook.groups
    )


def naming(groups: Iterable[GroupInWords], known_as: str) -> tuple[GroupInWords, ...]:
    """The chapters with the rule of this ID alone; where no rule has it, with those in which it stands, such
    as a house rule's or an example's. Case aside.
    """
    wanted, everything = search_key(known_as), tuple(groups)
    return _kept(everything, lambda rule: search_key(rule.rule.id) == wanted) or _kept(
        everything, lambda rule: wanted in search_key("\n".join(_words(rule)))
    )


def _kept(groups: Iterable[GroupInWords], wanted: Callable[[RuleInWords], bool]) -> tuple[GroupInWords, ...]:
    found = (msgspec.structs.replace(group, rules=tuple(filter(wanted, group.rules))) for group in groups)
    return tuple(group for group in found if group.rules)


def _words(rule: RuleInWords) -> Iterator[str]:
    yield from (rule.rule.id, rule.title, rule.text, rule.reading or "")
    for example in rule.examples:
        yield from example


AID = "aid."
"""Before an aid's name where it stands among rules, and in the code of its title."""


def aid_titles(aids: Iterable[str], language: Language) -> dict[str, str]:
    """What aids are called, by `AID` and their names."""
    return {f"{AID}{name}": language.phrase(f"{AID}{name}") for name in aids}


class Place(msgspec.Struct, frozen=True):
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
        self._indexes: dict[tuple[str, str], SearchIndex] = {}
        self._phases: dict[str, dict[str, int]] = {}

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

    def wanted(self, system: str, code: str, phase: str) -> tuple[GroupInWords, ...]:
        """The chapters with the rules of a phase; without one all of them."""
        groups = self.groups(system, code)
        return _kept(groups, lambda rule: phase in rule.rule.phases) if phase else groups

    def answers(self, system: str, language: Language, search: str, aids: Mapping[str, str]) -> SearchResult:
        """What a search finds in a game's rulebook, the best answer first: rules by their IDs, and those of
        `aids`, as of `aid_titles`. No aid stands before the best rule, which answers at once. What looks like
        an ID finds what has it, and nothing else.

        language: has the habits of searching; the first search in it lays the rulebook out, which takes a
        while.
        """
        known = (system, language.code)
        if known not in self._indexes:
            self._indexes[known] = self._laid_out(system, language, aids)
        index = self._indexes[known]
        if re.fullmatch(_ID, search.strip()):
            found = naming(self.groups(system, language.code), search.strip())
            return index.without_highlights(rule.rule.id for group in found for rule in group.rules)
        every = index.find(search)
        best = next((name for name in every.names if name not in aids), None)
        names = tuple(sorted(every.names, key=lambda name: name != best))
        return msgspec.structs.replace(every, names=names)

    def _laid_out(self, system: str, language: Language, aids: Mapping[str, str]) -> SearchIndex:
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
        """The phases that the rules speak of, with how many rules each has."""
        if system not in self._phases:
            counted = Counter(phase for rule in self._books[system].rules() for phase in rule.phases)
            self._phases[system] = dict(counted)
        return self._phases[system]

    def title(self, known_as: str, code: str) -> str:
        """What a rule is about in the language of this code, or its ID where there is no such rule."""
        place = self._places.get(known_as)
        if place is None:
            return known_as
        system, chapter = place
        language = self._messages.language(code, system)
        title = f"title.{known_as}"
        return language.phrase(title if language.has(title) else f"rulegroup.{chapter}")

    @cached_property
    def _places(self) -> Mapping[str, tuple[str, str]]:
        """By each rule's ID its game and its chapter."""
        return {
            rule.id: (system, group.name)
            for system, book in self._books.items()
            for group in book.groups
            for rule in group.rules
        }

    def find(self, known_as: str, code: str) -> Place | None:
        """The rule of this ID, in whichever game, or None."""
        if known_as not in self._places:
            return None
        system, _ = self._places[known_as]
        every = [(group, rule) for group in self.groups(system, code) for rule in group.rules]
        ids = [rule.rule.id for _, rule in every]
        at = ids.index(known_as)
        before, after = ids[at - 1] if at else None, ids[at + 1] if at + 1 < len(ids) else None
        return Place(system, *every[at], before, after)
