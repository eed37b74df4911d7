"""Games as files: `companion games`, `export`, `import`, `verify` one by one, `backup` and `restore` all."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from string import hexdigits
from typing import Any

import click
import msgspec

from companion.cli.shared import FILE, PIPE, Command, terminal_language, with_config
from companion.daemon.configuration import Configuration
from companion.games.registry import registered
from companion.language.invisible import replace_invisible
from companion.language.text import CompanionError, Text, text
from companion.storage.backup import BackupFailed, write_backup
from companion.storage.files import NoGamesYet
from companion.storage.recovery import GAMES
from companion.table import data_folder
from companion.table.archive import GameSummary
from companion.table.chain import SHOWN_DIGITS
from companion.table.verification import Verdict, verify

_STATUS = {"holds": 0, "forged": 1, "not-ended": 2}


@click.command("games", cls=Command, help="cli.games")
@with_config
def games_command(configuration: Configuration) -> None:
    """Print a line for each game that is kept."""
    language = terminal_language()
    found: list[GameSummary] = []
    folder = configuration.load()
    with suppress(NoGamesYet), data_folder.open_to_read(folder) as table:
        found = table.games()[::-1]
    for game in found:
        players = language.join(
            player.name or language.phrase(f"colour.{player.colour}") for player in game.players
        )
        line = f"{game.id}  {game.started_at:%Y-%m-%d %H:%M}  {players}  {language.say(game.moment)}"
        click.echo(" ".join(replace_invisible(line).splitlines()))
    if not found:
        click.echo(language.phrase("cli.no-games"), err=True)


@click.command("export", cls=Command, help="cli.export")
@with_config
@click.option("--game", metavar="ID", help="cli.option.game")
@click.argument("file", type=FILE, required=False)
def export_command(configuration: Configuration, game: str | None, file: Path | None) -> None:
    """Write a game, by default the one on the table, to a file or to standard output."""
    with data_folder.open_to_read(configuration.load()) as table:
        written = msgspec.json.format(msgspec.json.encode(table.export(game)), indent=1)
    if file is None or str(file) == PIPE:
        click.echo(written)
        return
    try:
        file.write_bytes(written + b"\n")
    except OSError as error:
        raise CompanionError(text("cli.unwritable", file=str(file), why=error.strerror or "")) from error


@click.command("import", cls=Command, help="cli.import")
@with_config
@click.argument("file", type=FILE)
def import_command(configuration: Configuration, file: Path) -> None:
    """Put an exported game among the earlier ones, while no companion writes to the folder."""
    with data_folder.open_to_write(configuration.load()) as table:
        game = table.import_game(_read(file))
    click.echo(terminal_language().say(text("cli.imported", game=game)))


@click.command("verify", cls=Command, help="cli.verify")
@click.option("--head", metavar="HEX", help="cli.option.head")
@click.argument("file", type=FILE)
def verify_command(file: Path, head: str | None) -> None:
    """Judge an exported game. Status 0: it holds; 1: forged; 2: it has not ended."""
    verdict = verify(_read(file), registered(), None if head is None else _parse_head(head))
    language = terminal_language()
    for each in verdict_lines(verdict, asked=head is not None):
        click.echo(language.say(each))
    sys.exit(_STATUS[verdict.status])


def _parse_head(head: str) -> str:
    """A head as it was typed: in any case, with or without blanks. Raises `CompanionError`."""
    digits = "".join(head.split()).lower()
    if len(digits) < SHOWN_DIGITS or not set(digits) <= set(hexdigits):
        raise CompanionError(text("cli.head-unfit", least=SHOWN_DIGITS))
    return digits


def verdict_lines(verdict: Verdict, *, asked: bool) -> Iterator[Text]:
    """The lines about a file, the verdict first. asked: a chain head was given."""
    yield _verdict_text(verdict)
    if verdict.redacted and verdict.status != "forged":
        yield text("verify.nameless")
    if verdict.known_early:
        yield text("verify.secret-known")
    if verdict.unproven:
        yield text("verify.unproven", count=verdict.unproven)
    if verdict.head:
        yield text("verify.head", digits=verdict.head)
        if verdict.chance:
            yield text("verify.commitment", digits=verdict.commitment)
    if verdict.luck_log is None:
        return
    if asked:
        yield (
            text("verify.leads-beyond", count=verdict.entries_after)
            if verdict.entries_after
            else text("verify.leads")
        )
    if verdict.chance:
        seeds = len(verdict.luck_log.seeds)
        yield text("verify.seeds", count=seeds) if seeds else text("verify.no-seeds")
        if luck := verdict.luck_log.texts():
            yield text("verify.luck", luck=luck)


def _verdict_text(verdict: Verdict) -> Text:
    reason = text(f"forged.{verdict.reason}")
    if verdict.status == "forged" and verdict.entry is None:
        return reason
    without = "" if verdict.chance or verdict.status == "forged" else ".without-chance"
    code = f"verify.{verdict.status}{without}"
    return text(code, count=verdict.draws, entry=verdict.entry or 0, reason=reason)


def _read(file: Path) -> dict[str, Any]:
    try:
        written = sys.stdin.buffer.read() if str(file) == PIPE else file.read_bytes()
        return msgspec.json.decode(written, type=dict[str, Any])
    except OSError as error:
        raise CompanionError(text("cli.unreadable", file=str(file), why=error.strerror or "")) from error
    except (ValueError, RecursionError) as error:  # text that is no UTF-8 among it
        raise CompanionError(text("cli.not-an-export", file=str(file))) from error


@click.command("backup", cls=Command, help="cli.backup")
@with_config
@click.argument("file", type=FILE)
def backup_command(configuration: Configuration, file: Path) -> None:
    """Back up the games of the data folder, also while a companion writes to it."""
    chosen = configuration.load()
    folder = data_folder.folder_of(chosen)
    with data_folder.open_to_read(chosen) as table:  # damaged games are not backed up
        if not table.snapshot.version:
            raise NoGamesYet("data-folder.empty", folder)
    if (folder / GAMES).resolve() in file.absolute().resolve().parents:
        raise CompanionError(text("copy.onto-the-games", file=str(file)))
    if str(file) != PIPE:
        write_backup(folder, file)
        return
    with tempfile.TemporaryDirectory() as beside:
        whole = Path(beside) / "copy"
        try:
            write_backup(folder, whole)
            with whole.open("rb") as copied:
                shutil.copyfileobj(copied, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except BackupFailed as failed:
            raise BackupFailed("copy.failed", PIPE, failed.why) from failed
        except OSError as failure:
            _discard_unwritten(sys.stdout.fileno())
            raise BackupFailed("copy.failed", PIPE, failure.strerror or str(failure)) from failure


def _discard_unwritten(number: int) -> None:
    """Let what a pipe did not take vanish, instead of being tried again at the end of the process."""
    nowhere = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
    os.dup2(nowhere, number)
    os.close(nowhere)


@click.command("restore", cls=Command, help="cli.restore")
@with_config
@click.argument("file", type=FILE)
def restore_command(configuration: Configuration, file: Path) -> None:
    """Put a backup in the place of the games, while no companion writes to it."""
    with _backup_file(file) as copied:
        aside = data_folder.restore(configuration.load(), copied, str(file))
    click.echo(
        terminal_language().say(text("cli.restored" if aside else "cli.restored-first", aside=aside or ""))
    )


@contextmanager
def _backup_file(file: Path) -> Iterator[Path]:
    """The file, or what comes by standard input in one. Raises `BackupFailed`."""
    if str(file) != PIPE:
        yield file
        return
    with tempfile.TemporaryDirectory() as beside:
        copied = Path(beside) / "copy"
        try:
            with copied.open("wb") as written:
                shutil.copyfileobj(sys.stdin.buffer, written)
        except OSError as failure:
            raise BackupFailed("copy.unreadable", PIPE, failure.strerror or str(failure)) from failure
        yield copied
