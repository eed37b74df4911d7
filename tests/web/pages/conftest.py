"""A real Chromium, started once, and for each test a box of its own with phones around it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.fakes.browsing import PATIENCE, Box, Phones, box_in

FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium without a window."""
    found = shutil.which("chromium")
    assert found, "the page tests need Chromium: apt-get install chromium"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


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
