"""Pages without a place at the live stream: they ask, show what changed, and come back to the stream."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, box_in, live

HEADING = "main h1"
ASKS = 5000
"""Milliseconds from one question to the next."""
COMES_BACK = 30_000
"""Milliseconds after which a page without a place tries again."""


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A box with one place at the stream, and a game on the table."""
    with box_in(str(tmp_path / "data"), streams=1) as box:
        box.start()
        yield box


def asks(phone: Page) -> None:
    """Wait until the page sees the table by asking, and says so."""
    dot = phone.locator("#dot.asks")
    expect(dot).to_be_attached()
    expect(dot).to_have_attribute("aria-label", "Asking every few seconds: changes appear a little later")
    expect(phone.locator("#lost")).to_be_hidden()


def shows(phone: Page, phase: str) -> None:
    """The page shows the phase once it has asked again."""
    with phone.expect_response("**/table"):
        phone.clock.run_for(ASKS)
    expect(phone.locator(HEADING)).to_have_text(phase)


def test_a_page_without_a_stream_polls_and_shows_changes(phones: Phones, box: Box) -> None:
    first, second = phones.joined(), phones.phone()
    second.clock.install()
    second.goto("/table")
    asks(second)
    box.act("advance")
    expect(first.locator(HEADING)).to_have_text("Movement")
    shows(second, "Movement")
    live(first)
    asks(second)
    first.close()
    status = 503
    while status == 503:  # the box learns that a phone has gone when it tells it news
        box.act("change-fleet", colour="red", transporter="raft", by=1)
        box.act("undo")
        with second.expect_response("**/api/v1/events*") as answer:
            second.clock.run_for(COMES_BACK)
        status = answer.value.status
    live(second)
    box.act("advance")
    expect(second.locator(HEADING)).to_have_text("Building")


def test_a_hidden_page_does_not_poll(phones: Phones, box: Box) -> None:
    phones.joined()
    second = phones.phone()
    second.clock.install()
    second.goto("/table")
    asks(second)
    asked: list[str] = []
    second.on("request", lambda request: asked.append(request.url))
    second.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true});"
        "Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    second.clock.run_for(4 * ASKS)
    assert asked == []
