"""A game's rulebook: which rules there are, in which groups, and what the program does about each.

The rules' words are in catalogues (`companion.language.messages`), which are read when somebody opens the
rulebook; `companion.games.rules_in_words` puts both together.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

Coverage = Literal["track", "compute", "explain"]
"""Held as state and enforced; answered from what is typed in; told in the rulebook only."""


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

    def of_phase(self, phase: str) -> tuple[Rule, ...]:
        """The rules that matter in this phase above others."""
        return tuple(rule for rule in self.rules() if phase in rule.phases)


def read(folder: Traversable) -> Rulebook:
    """The rulebook of `groups/*.json` in a game's folder `rulebook/`, the chapters by their files' names.

    Raises `msgspec.ValidationError` for a file that is not a list of rules.
    """
    files = sorted(folder.joinpath("groups").iterdir(), key=lambda file: file.name)
    return Rulebook(
        tuple(
            Group(
                file.name.removesuffix(".json"), msgspec.json.decode(file.read_bytes(), type=tuple[Rule, ...])
            )
            for file in files
            if file.name.endswith(".json")
        )
    )
