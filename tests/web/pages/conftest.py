"""Chromium, started once in each process; a box that tests share, and boxes of their own, with phones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, expect

from tests.fakes.browsing import MILLISECONDS, Box, Phones, box_in, chromium, phones_at
from tests.fakes.on_disk import tmp_path

__all__ = ["tmp_path"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what needs the browser, so that `-m "not browser"` is everything else."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests: each phone has a context of its own in it."""
    expect.set_options(timeout=MILLISECONDS)
    with chromium() as browser:
        yield browser


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A running box with nothing on the table."""
    with box_in(str(tmp_path / "data")) as box:
        yield box


@pytest.fixture
def phones(browser: Browser, box: Box) -> Iterator[Phones]:
    """Phones for the box."""
    with phones_at(browser, box) as phones:
        yield phones


@pytest.fixture(scope="session")
def shared_box() -> Iterator[Box]:
    """A running box on whose table is what the test before has left: each starts a game of its own."""
    with TemporaryDirectory() as folder, box_in(f"{folder}/data") as box:
        yield box


@pytest.fixture
def shared_phones(browser: Browser, shared_box: Box) -> Iterator[Phones]:
    """Phones for the shared box."""
    with phones_at(browser, shared_box) as phones:
        yield phones
