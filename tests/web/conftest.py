"""A sitting for each test: an empty table, and one with a game on it; or a journal alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from companion.journal.journal import Journal
from tests.fakes.sitting import START, RecordingBox, Sitting, act
from web.server.server import WebServer


@pytest.fixture(scope="session", autouse=True)
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Templates are compiled once, not for each application: that is most of the time of its first page."""
    kept = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": kept})
        yield


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """An empty one, begun at noon; its secrets are zeros."""
    journal = Journal(tmp_path, at=datetime(2026, 11, 21, 12, tzinfo=UTC), entropy=bytes)
    yield journal
    journal.close()


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    """Nothing on the table, and a simulated box that only takes notes."""
    sitting = Sitting(tmp_path / "data", RecordingBox())
    yield sitting
    sitting.close()


@pytest.fixture
def playing(sitting: Sitting) -> Sitting:
    """A game of two in its first turn, version 1."""
    assert act(sitting.phone(), START).status_code == 200
    return sitting


@pytest.fixture
def web(playing: Sitting) -> Iterator[WebServer]:
    """The game of two behind a real server on a free port."""
    web = WebServer(playing.app, playing.bell, host="127.0.0.1", port=0)
    web.start()
    yield web
    web.stop()
