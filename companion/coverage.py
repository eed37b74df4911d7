"""How much of the rulebook is told in each language and held by tests."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import msgspec

from companion.games.rulebook import Coverage, Rule, Rulebook

PROJECT = '\nname = "companion"\n'


class Share(msgspec.Struct, frozen=True):
    """How many of something are there. name: a language's code or a `Coverage`.

    missing: what is not there, in the rulebook's order: codes of a language, IDs of rules.
    """

    name: str
    there: int
    of: int
    missing: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name} {self.there}/{self.of}"


class Report(msgspec.Struct, frozen=True):
    """languages: what each tells, by code. tested: the rules that are tracked, and those computed."""

    languages: tuple[Share, ...]
    tested: tuple[Share, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing is missing anywhere."""
        return all(share.there == share.of for share in (*self.languages, *self.tested))

    def __str__(self) -> str:
        return " ".join(str(share) for share in (*self.languages, *self.tested))


class Book(msgspec.Struct, frozen=True):
    """A game's rulebook. said: the codes that each language has words for, in this game."""

    rulebook: Rulebook
    said: Mapping[str, Collection[str]]


def survey(books: Sequence[Book], cited: Collection[str]) -> Report:
    """Count over all games together. cited: the IDs that tests cite."""
    rulebooks = [book.rulebook for book in books]
    codes = sorted({code for book in books for code in book.said})
    return Report(
        tuple(_told(code, books) for code in codes),
        tuple(_tested(kind, rulebooks, cited) for kind in ("track", "compute")),
    )


def checkout(start: Path) -> Path | None:
    """The project's checkout at this folder or above it, or None."""
    for folder in (start, *start.parents):
        project = folder / "pyproject.toml"
        if (
            (folder / "tests").is_dir()
            and project.is_file()
            and PROJECT in project.read_text(encoding="utf-8")
        ):
            return folder
    return None


def _told(code: str, books: Sequence[Book]) -> Share:
    there, of, missing = 0, 0, []
    for book in books:
        said = book.said.get(code, ())
        for group in book.rulebook.groups:
            title = f"rulegroup.{group.name}"
            missing += [] if title in said else [title]
            for rule in group.rules:
                lacking = [each for each in _codes(rule) if each not in said]
                missing += lacking
                there += title in said and not lacking
                of += 1
    return Share(code, there, of, tuple(missing))


def _codes(rule: Rule) -> tuple[str, ...]:
    return (f"rule.{rule.id}", *(f"example.{each}" for each in rule.examples))


def _tested(kind: Coverage, rulebooks: Sequence[Rulebook], cited: Collection[str]) -> Share:
    rules = [rule.id for rulebook in rulebooks for rule in rulebook.rules() if rule.coverage == kind]
    missing = tuple(each for each in rules if each not in cited)
    return Share(kind, len(rules) - len(missing), len(rules), missing)
