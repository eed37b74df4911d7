"""The rulebook as a person reads and searches it, in one language."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable

import msgspec

from companion.games.rulebook import Group, Rule, Rulebook
from companion.language.messages import Language


class ToldRule(msgspec.Struct, frozen=True):
    """A rule in words.

    reading: which reading is taken where sources disagree, or None. examples: each ID with its words.
    """

    rule: Rule
    text: str
    reading: str | None
    examples: tuple[tuple[str, str], ...]


class ToldGroup(msgspec.Struct, frozen=True):
    """A chapter in words. name: the group's."""

    name: str
    title: str
    rules: tuple[ToldRule, ...]


def told_rule(rule: Rule, language: Language) -> ToldRule:
    """A rule in the words of the language; what it lacks is told in the fallback's."""
    reading = f"reading.{rule.id}"
    return ToldRule(
        rule,
        language.phrase(f"rule.{rule.id}"),
        language.phrase(reading) if language.knows(reading) else None,
        tuple((each, language.phrase(f"example.{each}")) for each in rule.examples),
    )


def told(rulebook: Rulebook, language: Language) -> tuple[ToldGroup, ...]:
    """The whole rulebook in words."""
    return tuple(_told_group(group, language) for group in rulebook.groups)


def matching(groups: Iterable[ToldGroup], search: str) -> tuple[ToldGroup, ...]:
    """The chapters with the rules in which every word of the search stands, case and accents aside.

    A rule's ID, words, reading and examples are searched, and its chapter's title. No words: every rule.
    A rule's whole ID finds that rule alone.
    """
    words = _folded(search).split()
    everything = tuple(groups)
    named = _kept(everything, lambda _, rule: [_folded(rule.rule.id)] == words)
    return named or _kept(everything, lambda group, rule: _has(words, group, rule))


def _kept(
    groups: Iterable[ToldGroup], wanted: Callable[[ToldGroup, ToldRule], bool]
) -> tuple[ToldGroup, ...]:
    found = (
        msgspec.structs.replace(group, rules=tuple(rule for rule in group.rules if wanted(group, rule)))
        for group in groups
    )
    return tuple(group for group in found if group.rules)


def _told_group(group: Group, language: Language) -> ToldGroup:
    rules = tuple(told_rule(rule, language) for rule in group.rules)
    return ToldGroup(group.name, language.phrase(f"rulegroup.{group.name}"), rules)


def _has(words: Iterable[str], group: ToldGroup, rule: ToldRule) -> bool:
    examples = (part for example in rule.examples for part in example)
    parts = (group.title, rule.rule.id, rule.text, rule.reading or "", *examples)
    everything = _folded("\n".join(parts))
    return all(word in everything for word in words)


def _folded(words: str) -> str:
    apart = unicodedata.normalize("NFKD", words.replace("’", "'"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()
