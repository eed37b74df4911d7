"""`companion backup` and `companion restore`: all games in one file, and such a file put back."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.cli.shared import FILE, Wrong, configured, spoken, with_config
from companion.journal.copies import CopyFailed, copy
from companion.journal.folder import OWN, inspect
from companion.language.text import text
from companion.table import opening
from companion.table.opening import NotACopy

_PIPE = "-"
"""As a file's name: standard output, or standard input."""


@click.command("backup", help="cli.backup")
@with_config
@click.argument("file", type=FILE)
def backup(config: Path | None, data: Path | None, settings: tuple[str, ...], file: Path) -> None:
    """Copy the journal of the data folder, also while a companion writes to it."""
    folder = opening.folder_of(configured(config, data, settings))
    with opening.refusing(Wrong):
        inspect(folder)
    if file.name.startswith(OWN) and file.absolute().parent.resolve() == folder.resolve():
        raise Wrong(text("copy.onto-the-games", file=str(file)))
    try:
        if str(file) == _PIPE:
            _into_the_pipe(folder)
        else:
            copy(folder, file)
    except CopyFailed as failed:
        raise Wrong(text("copy.failed", file=str(file), why=failed.why)) from failed


@click.command("restore", help="cli.restore")
@with_config
@click.argument("file", type=FILE)
def restore(config: Path | None, data: Path | None, settings: tuple[str, ...], file: Path) -> None:
    """Put a copy in the journal's place, while no companion writes to it."""
    with opening.refusing(Wrong), _as_a_file(file) as copied:
        aside = opening.restore(configured(config, data, settings), copied, str(file))
    click.echo(spoken().say(text("cli.restored" if aside else "cli.restored-first", aside=aside or "")))


def _into_the_pipe(folder: Path) -> None:
    """Raises `CopyFailed`."""
    with tempfile.TemporaryDirectory() as beside:
        whole = Path(beside) / "copy"
        copy(folder, whole)
        try:
            with whole.open("rb") as copied:
                shutil.copyfileobj(copied, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except OSError as failure:
            _turn_away(sys.stdout.fileno())
            raise CopyFailed(Path(_PIPE), failure.strerror or str(failure)) from failure


def _turn_away(number: int) -> None:
    """Let what a pipe did not take vanish, instead of being tried again at the end of the process."""
    nowhere = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
    os.dup2(nowhere, number)
    os.close(nowhere)


@contextmanager
def _as_a_file(file: Path) -> Iterator[Path]:
    """Raises `NotACopy`."""
    if str(file) != _PIPE:
        yield file
        return
    with tempfile.TemporaryDirectory() as beside:
        copied = Path(beside) / "copy"
        try:
            with copied.open("wb") as written:
                shutil.copyfileobj(sys.stdin.buffer, written)
        except OSError as failure:
            raise NotACopy("copy.unreadable", _PIPE, failure.strerror or str(failure)) from failure
        yield copied
