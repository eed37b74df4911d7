"""A data folder's games from the command line: looked at beside a running companion, or written to alone."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from companion.bell import Bell
from companion.config import Config
from companion.games import Refused
from companion.games.registry import registered
from companion.journal import DataFolderInUse, DataFolderUnusable, Journal
from companion.screen import Text
from companion.table import Table


def folder_of(config: Config) -> Path:
    """Where the games are kept."""
    return Path(config.data.folder).expanduser()


def now() -> datetime:
    """The present time, UTC."""
    return datetime.now(UTC)


@contextmanager
def reading(config: Config) -> Iterator[Table]:
    """The table for looking only. Raises `DataFolderUnusable`."""
    yield from _opened(Journal(folder_of(config), at=now(), entropy=secrets.token_bytes, writing=False))


@contextmanager
def writing(config: Config) -> Iterator[Table]:
    """The table for this process alone. Raises `DataFolderInUse` and `DataFolderUnusable`."""
    yield from _opened(Journal(folder_of(config), at=now(), entropy=secrets.token_bytes))


@contextmanager
def refusing(wrong: Callable[[Text], Exception]) -> Iterator[None]:
    """Turn what the folder or the rules refuse into the caller's own exception, made from a sentence."""
    try:
        yield
    except (DataFolderInUse, DataFolderUnusable) as error:
        raise wrong(error.said) from error
    except Refused as error:
        raise wrong(Text(f"refused.{error.code}", error.params, error.system)) from error


def _opened(journal: Journal) -> Iterator[Table]:
    table = Table(journal, registered(), Bell(), clock=now, entropy=secrets.token_bytes)
    try:
        yield table
    finally:
        table.close()
