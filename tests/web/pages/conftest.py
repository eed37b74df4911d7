"""Chromium, started once in each process; a box that tests share, and boxes of their own, with phones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, expect

from tests.fakes.browsing import MILLISECONDS, Box, Phones, box_in, chromium, untouched
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


@pytest.fixture(scope="session")
def still(browser: Browser) -> Iterator[Browser]:
    """One more for all pages that are measured as they stand."""
    with untouched(browser) as still:
        yield still


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A running box with nothing on the table."""
    with box_in(str(tmp_path / "data")) as box:
        yield box


@pytest.fixture
def phones(browser: Browser, box: Box) -> Iterator[Phones]:
    """Phones for the box. No script may have complained."""
    phones = Phones(browser, box)
    yield phones
    phones.close()
    assert phones.complaints == []


@pytest.fixture
def onlookers(still: Browser, box: Box) -> Iterator[Phones]:
    """Phones without input: their pages are opened and measured, at up to two fifths less work."""
    onlookers = Phones(still, box)
    yield onlookers
    onlookers.close()
    assert onlookers.complaints == []


@pytest.fixture(scope="session")
def shared_box() -> Iterator[Box]:
    """A running box on whose table is what the test before has left: each starts a game of its own."""
    with TemporaryDirectory() as folder, box_in(f"{folder}/data") as box:
        yield box


@pytest.fixture
def shared_phones(browser: Browser, shared_box: Box) -> Iterator[Phones]:
    """Phones for the shared box. No script may have complained."""
    phones = Phones(browser, shared_box)
    yield phones
    phones.close()
    assert phones.complaints == []


@pytest.fixture
def shared_onlookers(still: Browser, shared_box: Box) -> Iterator[Phones]:
    """Phones without input for the shared box."""
    onlookers = Phones(still, shared_box)
    yield onlookers
    onlookers.close()
    assert onlookers.complaints == []
