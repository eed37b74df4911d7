"""`companion rules`: the rulebook in the terminal, and how much of it is told and tested."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from companion.citations import cited
from companion.cli.shared import Wrong, spoken, spoken_code
from companion.coverage import Book, Share, checkout, survey
from companion.games import folders
from companion.games.registry import registered
from companion.games.rulebook import GroupInWords, RuleInWords, in_words, matching
from companion.language.messages import Language, Messages, rulebook_catalogues
from companion.language.text import text

_WIDEST = 100


class OutsideACheckout(Wrong):
    """There are no tests to read here."""

    exit_code = 2


@click.command("rules", help="cli.rules")
@click.option("--coverage", is_flag=True, help="cli.option.coverage")
@click.argument("search", nargs=-1)
def rules(coverage: bool, search: tuple[str, ...]) -> None:
    """Print the rules in which the words of the search stand, or the coverage."""
    if coverage:
        _print_coverage()
    else:
        _print_rules(" ".join(search))


def _print_rules(search: str) -> None:
    games, language = registered(), spoken()
    messages = Messages(rulebook_catalogues(folders(games)))
    found = {
        system: groups
        for system, game in games.items()
        if (groups := matching(in_words(game.rulebook(), messages.language(spoken_code(), system)), search))
    }
    if not found:
        raise Wrong(text("rules.none", search=search))
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    for system, groups in found.items():
        # a chapter may be called the same in two games
        game = language.of(system).phrase(f"system.{system}") if len(found) > 1 else ""
        click.echo("\n".join(_lines(game, groups, language, width)))


def _lines(game: str, groups: Iterable[GroupInWords], language: Language, width: int) -> Iterator[str]:
    """The chapters in lines. game: named before each title, unless it is empty."""
    for group in groups:
        title = f"{game}: {group.title}" if game else group.title
        yield title
        yield "=" * len(title)
        for rule in group.rules:
            yield ""
            yield from _rule_lines(rule, language, width)
        yield ""


def _rule_lines(rule: RuleInWords, language: Language, width: int) -> Iterator[str]:
    yield rule.rule.id
    yield from _indented(rule.text, width)
    if rule.reading:
        yield from _indented(language.phrase("rules.reading", {"text": rule.reading}), width)
    for _, example in rule.examples:
        yield from _indented(language.phrase("rules.example", {"text": example}), width)


def _indented(words: str, width: int) -> Iterator[str]:
    yield from textwrap.wrap(
        words, width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
    )


def _print_coverage() -> None:
    root = checkout(Path.cwd())
    if root is None:
        raise OutsideACheckout(text("rules.outside"))
    games, messages = registered(), Messages(rulebook_catalogues(folders(registered())))
    books = [
        Book(game.rulebook(), {code: messages.said_by(code, system) for code in messages.codes})
        for system, game in games.items()
    ]
    report = survey(books, cited(root / "tests"))
    _print_missing("rules.untold", report.languages)
    _print_missing("rules.untested", report.tested)
    click.echo(str(report))
    sys.exit(0 if report.whole else 1)


def _print_missing(code: str, shares: Iterable[Share]) -> None:
    language = spoken()
    for share in shares:
        for missing in share.missing:
            click.echo(language.phrase(code, {"where": share.name, "missing": missing}))
