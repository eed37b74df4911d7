"""Readers that the tests build and that are stopped in the end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.reader.driver import Reader
from hardware.reader.line_watcher import LineWatcher
from tests.fakes.bench import Consumer, MakeReader, PartsWatch
from tests.hardware.reader.pn532_session import Link


@pytest.fixture
def make_reader(table: Consumer, watch: PartsWatch) -> Iterator[MakeReader]:
    """Builds readers that look for a lost line soon; takes what a `Reader` does."""
    made: list[Reader] = []

    def build(**settings: Any) -> Reader:
        settings = {
            "monotonic": time.monotonic,
            "line_watcher": LineWatcher(0.01),
            "put": table.put,
            **settings,
        }
        made.append(Reader(parts=watch.parts, **settings))
        return made[-1]

    yield build
    for each in made:
        each.stop()


@pytest.fixture
def link() -> Link:
    """A PN532 that looks for tags."""
    return Link().ready()
