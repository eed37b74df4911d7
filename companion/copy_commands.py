"""`companion backup` and `companion restore`: all games in one file, and such a file put back."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion import data_folder
from companion.copies import CopyFailed, copy
from companion.journal_file import inspect
from companion.options import FILE, configured, with_config
from companion.screen import text
from companion.terminal import Wrong, spoken

_PIPE = "-"
"""As a file's name: standard output, or standard input."""


@click.command("backup", help="cli.backup")
@with_config
@click.argument("file", type=FILE)
def backup(config: Path | None, data: Path | None, settings: tuple[str, ...], file: Path) -> None:
    """Copy the journal of the data folder, also while a companion writes to it."""
    folder = data_folder.folder_of(configured(config, data, settings))
    with data_folder.refusing(Wrong):
        inspect(folder)
    with tempfile.TemporaryDirectory() as beside:
        target = Path(beside) / "copy" if str(file) == _PIPE else file
        try:
            copy(folder, target)
        except CopyFailed as failed:
            raise Wrong(text("copy.failed", file=str(file), why=failed.why)) from failed
        if target != file:
            sys.stdout.buffer.write(target.read_bytes())


@click.command("restore", help="cli.restore")
@with_config
@click.argument("file", type=FILE)
def restore(config: Path | None, data: Path | None, settings: tuple[str, ...], file: Path) -> None:
    """Put a copy in the journal's place, while no companion writes to it."""
    with data_folder.refusing(Wrong), _as_a_file(file) as copied:
        aside = data_folder.restore(configured(config, data, settings), copied)
    click.echo(spoken().say(text("cli.restored" if aside else "cli.restored-first", aside=aside or "")))


@contextmanager
def _as_a_file(file: Path) -> Iterator[Path]:
    if str(file) != _PIPE:
        yield file
        return
    with tempfile.TemporaryDirectory() as beside:
        copied = Path(beside) / "copy"
        copied.write_bytes(sys.stdin.buffer.read())
        yield copied
