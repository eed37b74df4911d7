"""What the tests of the drivers share."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.hardware.bench import Table, Watch


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    yield
    left = {thread.name for thread in threading.enumerate()} & {"display", "reader", "buttons"}
    assert not left
