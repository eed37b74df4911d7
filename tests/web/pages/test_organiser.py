"""A phone that calls the organiser of an event: pages that are open show how it stands, and what he says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.organiser import Notice, Organiser, Reply
from tests.fakes.browsing import Box, Phones, phones_at, visit
from tests.fakes.sitting import Sitting
from web.server.server import WebServer

AT = "2026-11-21T18:16:40Z"


@pytest.fixture
def organiser(playing: Sitting) -> Organiser:
    """Of the event to which the table of the game of two belongs."""
    return playing.at_event()


@pytest.fixture
def phones(browser: Browser, organiser: Organiser, playing: Sitting) -> Iterator[Phones]:
    """Phones at that table."""
    assert organiser.call is None
    web = WebServer(playing.app, playing.notifier, host="127.0.0.1", port=0)
    web.start()
    with phones_at(browser, Box(f"http://127.0.0.1:{web.port}/", lambda: None)) as phones:
        yield phones
    web.stop()


def expect_organiser(phone: Page, what: str) -> None:
    """Wait until the page says it of the organiser."""
    expect(phone.locator("#organiser")).to_contain_text(what)


def test_a_call_its_answer_and_a_notice_stand_on_every_open_page_without_a_reload(
    phones: Phones, organiser: Organiser
) -> None:
    caller, other, screen = phones.joined(), phones.joined("blue", name="Bea"), phones.phone(width=1280)
    visit(other, "/log")
    visit(screen, "/tv")
    caller.get_by_text("Call the organiser", exact=True).click()
    caller.get_by_role("button", name="Yes, call").click()
    for each in (caller, other, screen):
        expect_organiser(each, "This table has called the organiser.")
    assert organiser.call is not None
    organiser.on_reply(Reply(organiser.call.at, AT))
    for each in (caller, other, screen):
        expect_organiser(each, "The organiser is coming to this table.")
    organiser.on_notice(Notice("Round ends 18:30", AT))
    for each in (caller, other, screen):
        expect_organiser(each, "Round ends 18:30")
    caller.get_by_text("Take the call back", exact=True).click()
    caller.get_by_role("button", name="Yes, take it back").click()
    expect(other.locator("#organiser")).not_to_contain_text("coming")
    assert organiser.call is None
