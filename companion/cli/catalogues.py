"""`companion catalogues`: how much of each language there is, and what is amiss in one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import click

from companion.cli.shared import Command, terminal_language
from companion.games.registry import folders, registered
from companion.language.comparison import CatalogueFault, CataloguePair, catalogue_pairs, plural_faults
from companion.language.messages import (
    CatalogueFolders,
    Language,
    Messages,
    catalogues,
    percent,
    rulebook_catalogues,
)
from companion.language.text import CompanionError, text
from companion.panel.measuring import display_faults


@click.command("catalogues", cls=Command, help="cli.catalogues")
@click.argument("code", required=False)
def catalogues_command(code: str | None) -> None:
    """Print a line for each language, or every fault of one; ends with status 1 if it has any."""
    games, terminal = folders(registered()), terminal_language()
    table, rules = catalogues(games), rulebook_catalogues(games)
    every = (Messages(table), Messages(rules))
    if code is None:
        for each in every[0].codes:
            click.echo(_share(each, every, terminal))
        return
    if code not in every[0].codes:
        raise CompanionError(text("catalogues.unknown-language", code=code, codes=every[0].codes))
    found = [*faults(table, code), *faults(rules, code)]
    for path, of_file in groupby(found, key=lambda fault: fault.path):
        click.echo(_short(path))
        for fault in of_file:
            click.echo(f"  {terminal.say(fault.what)}")
    click.echo(_share(code, every, terminal))
    click.echo(terminal.phrase("catalogues.found" if found else "catalogues.well", {"count": len(found)}))
    if found:
        raise SystemExit(1)


def faults(read: CatalogueFolders, code: str) -> Iterator[CatalogueFault]:
    """Every fault of a language, those of a file together. Raises `CatalogueUnreadable`."""
    pairs = list(_pairs(read, code))
    of_each = (fault for pair in pairs for fault in pair.faults())
    every = [*plural_faults(pairs), *of_each, *display_faults(pairs)]
    for pair in pairs:
        yield from (fault for fault in every if fault.path == pair.path)


def _pairs(read: CatalogueFolders, code: str) -> Iterator[CataloguePair]:
    for folder in read.common:
        yield from catalogue_pairs(folder, code, None)
    for system, folder in read.games.items():
        yield from catalogue_pairs(folder, code, system)


def _share(code: str, every: tuple[Messages, ...], terminal: Language) -> str:
    done, of = (sum(counts) for counts in zip(*(each.progress(code) for each in every), strict=True))
    params = {"language": code, "code": code, "done": done, "of": of, "percent": percent(done, of)}
    return terminal.phrase("catalogues.share", params)


def _short(path: str) -> str:
    """A path from where one stands, if it is below there."""
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path
