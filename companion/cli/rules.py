"""`companion rules`: the rulebook in the terminal and, in a checkout, how much of it is told and tested."""

from __future__ import annotations

import runpy
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import click
from msgspec.structs import replace

from companion.cli.shared import Command, spoken, spoken_code
from companion.games.cupboard import folders
from companion.games.registry import registered
from companion.games.rulebook import GroupInWords, Rulebooks, RuleInWords, matching
from companion.language.messages import Language, Messages, rulebook_catalogues
from companion.language.text import CompanionError, text

_WIDEST = 100
_MOST = 5
COUNTING = Path("tests", "rulebook", "coverage.py")
"""What counts, in a checkout; it ends the process with its own status."""


@click.command("rules", cls=Command, heeds=CompanionError, help="cli.rules")
@click.option("--coverage", is_flag=True, help="cli.option.coverage")
@click.argument("search", nargs=-1)
def rules_command(coverage: bool, search: tuple[str, ...]) -> None:
    """Print the rules in which the words of the search stand, else those that answer it, or the coverage."""
    if not coverage:
        _print_rules(" ".join(search))
        return
    root = _checkout(Path.cwd())
    if root is None:
        raise CompanionError(text("rules.outside"), lasting=True)
    if find_spec("pytest") is None:
        raise CompanionError(text("rules.no-pytest"), lasting=True)
    sys.path.insert(0, str(root))
    runpy.run_path(str(root / COUNTING), run_name="__main__")


def _print_rules(search: str) -> None:
    games, language = registered(), spoken()
    books = Rulebooks(
        {system: game.rulebook for system, game in games.items()},
        Messages(rulebook_catalogues(folders(games))),
    )
    found = {
        system: groups
        for system in books.systems
        if (groups := matching(books.groups(system, spoken_code()), search))
    } or {system: groups for system in books.systems if (groups := _answers(books, system, language, search))}
    if not found:
        raise CompanionError(text("rules.none", search=search))
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    for system, groups in found.items():
        # a chapter may be called the same in two games
        game = language.of(system).phrase(f"system.{system}") if len(found) > 1 else ""
        click.echo("\n".join(_lines(game, groups, language, width)))


def _answers(books: Rulebooks, system: str, language: Language, search: str) -> tuple[GroupInWords, ...]:
    """What is meant by words that no rule has as they are, the best answer first, each in its chapter."""
    told = {
        rule.rule.id: replace(group, rules=(rule,))
        for group in books.groups(system, language.code)
        for rule in group.rules
    }
    names = books.answers(system, language.of(system), search, {}).names
    return tuple(told[name] for name in names[:_MOST])


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
    yield rule.title
    yield from _indented(rule.text, width)
    if rule.reading:
        yield from _indented(language.phrase("rules.reading", {"text": rule.reading}), width)
    for _, example in rule.examples:
        yield from _indented(language.phrase("rules.example", {"text": example}), width)
    yield f"  {rule.rule.id}"


def _indented(words: str, width: int) -> Iterator[str]:
    yield from textwrap.wrap(
        words, width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
    )


def _checkout(start: Path) -> Path | None:
    """The project's checkout at this folder or above it, or None."""
    return next((folder for folder in (start, *start.parents) if (folder / COUNTING).is_file()), None)
