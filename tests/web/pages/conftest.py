"""Chromium, started once in each process, and for each test a box of its own with phones around it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

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
