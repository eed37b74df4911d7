"""The rulebooks in the languages of their readers, each put into words when it is first asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from companion.games import Game
from companion.games.rules_in_words import ToldGroup, ToldRule, matching, told
from companion.language.messages import FALLBACK, Messages, rulebook_catalogues


class Found(msgspec.Struct, frozen=True):
    """A rule where it stands: its game, its chapter, and its neighbours in the book, or None at its ends."""

    system: str
    group: ToldGroup
    told: ToldRule
    before: str | None
    after: str | None


class Rulebooks:
    """The rulebooks of these games. Safe for any thread."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self._messages = Messages(rulebook_catalogues(games))
        self._told: dict[tuple[str, str], tuple[ToldGroup, ...]] = {}
        self.systems = tuple(system for system, game in games.items() if game.rulebook.groups)

    def groups(self, system: str, code: str) -> tuple[ToldGroup, ...]:
        """A game's whole rulebook in the language of this code, or in English where that has none."""
        code = code if code in self._messages.codes else FALLBACK
        if (system, code) not in self._told:
            language = self._messages.language(code, system)
            self._told[system, code] = told(self._games[system].rulebook, language)
        return self._told[system, code]

    def wanted(self, system: str, code: str, search: str, phase: str) -> tuple[ToldGroup, ...]:
        """The chapters with what the search finds among the rules of the phase; empty words ask for all."""
        groups = self.groups(system, code)
        if phase:
            kept = (_only(group, phase) for group in groups)
            groups = tuple(group for group in kept if group.rules)
        return matching(groups, search)

    def phases(self, system: str) -> dict[str, int]:
        """The phases that the rules speak of, with how many rules each has."""
        counted = Counter(phase for rule in self._games[system].rulebook.rules() for phase in rule.phases)
        return dict(counted)

    def find(self, known_as: str, code: str) -> Found | None:
        """The rule of this ID, in whichever game, or None."""
        for system in self.systems:
            order = [rule.id for rule in self._games[system].rulebook.rules()]
            if known_as not in order:
                continue
            at = order.index(known_as)
            for group in self.groups(system, code):
                for each in group.rules:
                    if each.rule.id == known_as:
                        before = order[at - 1] if at else None
                        after = order[at + 1] if at + 1 < len(order) else None
                        return Found(system, group, each, before, after)
        return None


def _only(group: ToldGroup, phase: str) -> ToldGroup:
    return msgspec.structs.replace(
        group, rules=tuple(each for each in group.rules if phase in each.rule.phases)
    )
