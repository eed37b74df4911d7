"""`companion rules`: the rulebook in the terminal and, in a checkout, its coverage by languages and tests."""

from __future__ import annotations

import runpy
import shutil
import sys
import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import click

from companion.cli.shared import Command, terminal_language, with_config
from companion.daemon.configuration import Configuration
from companion.games.registry import folders, registered
from companion.games.rulebook import Rulebooks, TranslatedRule, aid_titles
from companion.language.messages import Language, Messages, rulebook_catalogues
from companion.language.search import SearchResult
from companion.language.text import CompanionError, text
from companion.storage.files import DataFolderUnusable
from companion.table import data_folder

_MAX_WIDTH = 100
_FULL_ANSWERS = 5
"""Answers of a game that are printed whole; of further ones their titles."""
COVERAGE_SCRIPT = Path("tests", "rulebook", "coverage.py")
"""What counts, in a checkout; it ends the process with its own status."""


@click.command("rules", cls=Command, permanent_errors=CompanionError, help="cli.rules")
@with_config
@click.option("--coverage", is_flag=True, help="cli.option.coverage")
@click.argument("search", nargs=-1)
def rules_command(configuration: Configuration, coverage: bool, search: tuple[str, ...]) -> None:
    """Print the whole rulebook, the rules that answer a search, or the coverage."""
    if not coverage:
        words = " ".join(search).strip()
        lines = _search_results(words, _current_system(configuration)) if words else _all_rules()
        click.echo("\n".join(lines))
        return
    root = _checkout(Path.cwd())
    if root is None:
        raise CompanionError(text("rules.outside"), permanent=True)
    if find_spec("pytest") is None:
        raise CompanionError(text("rules.no-pytest"), permanent=True)
    sys.path.insert(0, str(root))
    runpy.run_path(str(root / COVERAGE_SCRIPT), run_name="__main__")


def _current_system(configuration: Configuration) -> str | None:
    """The game on the table, None also where the games cannot be read. Raises `ConfigError`."""
    folder = configuration.load()
    with suppress(DataFolderUnusable), data_folder.open_to_read(folder) as table:
        play = table.snapshot.play
        return None if play is None else play.game.system
    return None


def _books() -> Rulebooks:
    games = registered()
    return Rulebooks(
        {system: game.rulebook for system, game in games.items()},
        Messages(rulebook_catalogues(folders(games))),
    )


def _all_rules() -> Iterator[str]:
    """Every rule of every game, in lines."""
    books, language = _books(), terminal_language()
    for system in books.systems:
        game = _title_prefix(system, language, among=books.systems)
        for group in books.groups(system, language.code):
            yield from _title_lines(f"{game}{group.title}")
            for rule in group.rules:
                yield from _rule_lines(rule, language)
            yield ""


def _search_results(search: str, current_system: str | None) -> Iterator[str]:
    """What the pages find, in lines: the game on the table first, of each game the best answers whole. Of the
    others none answers whose rules have fewer words of the search than those of another game.

    Raises `CompanionError` where nothing is found.
    """
    games, books, language = registered(), _books(), terminal_language()
    answers: dict[str, SearchResult] = {}
    for system in sorted(books.systems, key=lambda each: each != current_system):
        own = language.for_game(system)
        answers[system] = books.search(system, own, search, aid_titles(games[system].aids, own))
    most = max((each.matched for each in answers.values()), default=0)
    found = {
        system: rules
        for system, answer in answers.items()
        if (system == current_system or answer.matched == most)
        and (rules := _rules_of(books, system, language.code, answer.names))
    }
    if not found:
        raise CompanionError(text("rules.none", search=search))
    for system, rules in found.items():
        yield from _answer_lines(rules, language, _title_prefix(system, language, among=found))


def _rules_of(
    books: Rulebooks, system: str, code: str, names: Iterable[str]
) -> list[tuple[str, TranslatedRule]]:
    """The rules among these names, each with its chapter's title."""
    told = {rule.rule.id: (group.title, rule) for group in books.groups(system, code) for rule in group.rules}
    return [told[name] for name in names if name in told]


def _answer_lines(
    rules: Sequence[tuple[str, TranslatedRule]], language: Language, game: str
) -> Iterator[str]:
    """The rules that were found, those at the top whole. game: what stands before each title."""
    for chapter, rule in rules[:_FULL_ANSWERS]:
        yield from _title_lines(f"{game}{chapter}")
        yield from _rule_lines(rule, language)
        yield ""
    if rules[_FULL_ANSWERS:]:
        yield f"{game}{language.phrase('rules.more')}"
        yield from (f"  {rule.rule.id}  {rule.title}" for _, rule in rules[_FULL_ANSWERS:])
        yield ""


def _title_prefix(system: str, language: Language, *, among: Collection[str]) -> str:
    """What stands before a chapter's title, since it may be called the same in two games."""
    return f"{language.for_game(system).phrase(f'system.{system}')}: " if len(among) > 1 else ""


def _title_lines(title: str) -> Iterator[str]:
    yield title
    yield "=" * len(title)


def _rule_lines(rule: TranslatedRule, language: Language) -> Iterator[str]:
    width = min(shutil.get_terminal_size().columns, _MAX_WIDTH)
    yield ""
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
    return next((folder for folder in (start, *start.parents) if (folder / COVERAGE_SCRIPT).is_file()), None)
