"""How much of the rulebook is told in each language and held by tests: `python -m tests.rulebook.coverage`.

A test cites rules by `@pytest.mark.rule("ID", ...)` on itself, on its class or in its module's `pytestmark`.
Pytest says which tests there are and which marks they have. One that may be skipped, or that may fail, cites
nothing.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from companion.cli.shared import terminal_language
from companion.games.registry import folders, registered
from companion.games.rulebook import Coverage, Rule, Rulebook
from companion.language.messages import Messages, rulebook_catalogues
from tests.tree import ROOT

IDLE = ("skip", "skipif", "xfail")
"""Marks with which a test need not hold."""


def cited(tests: Iterable[pytest.Item]) -> frozenset[str]:
    """The IDs that these tests cite."""
    held = (test for test in tests if not any(test.get_closest_marker(mark) for mark in IDLE))
    return frozenset(each for test in held for mark in test.iter_markers("rule") for each in mark.args)


class Collected:
    """A plugin of pytest that keeps the tests that it finds."""

    def __init__(self) -> None:
        self.tests: list[pytest.Item] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.tests = session.items


def collected(folder: Path) -> list[pytest.Item]:
    """The tests below a folder, as pytest finds them, of those files that speak of rules. None of them runs.

    Raises `SystemExit` with what pytest says when it cannot read them.
    """
    every = sorted({*folder.rglob("test_*.py"), *folder.rglob("*_test.py")})
    files = [str(path) for path in every if "mark.rule" in path.read_text(encoding="utf-8")]
    if not files:
        return []
    plugin, said = Collected(), io.StringIO()
    with contextlib.redirect_stdout(said):
        status = pytest.main(["--collect-only", "-qq", *files], [plugin])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(said.getvalue())
    return plugin.tests


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


def tell(report: Report) -> None:
    """Print a line for each thing that is missing, in the terminal's language, and the counts."""
    language = terminal_language()
    for code, shares in (("rules.untold", report.languages), ("rules.untested", report.tested)):
        for share in shares:
            for missing in share.missing:
                print(language.phrase(code, {"where": share.name, "missing": missing}))
    print(report)


def main() -> None:
    """Count; status 0 when nothing is missing, else 1."""
    games = registered()
    messages = Messages(rulebook_catalogues(folders(games)))
    books = [
        Book(game.rulebook(), {code: messages.codes_of(code, system) for code in messages.codes})
        for system, game in games.items()
    ]
    report = survey(books, cited(collected(ROOT / "tests")))
    tell(report)
    sys.exit(not report.whole)


if __name__ == "__main__":
    main()
