"""A phone that calls the organiser of an event: pages that are open show how it stands, and what he says."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.table.organiser import Notice, Organiser, Reply
from tests.fakes.browsing import Box, Phones, stands_still, visit
from tests.fakes.sitting import Sitting
from tests.patience import PATIENCE
from web.server.server import WebServer

AT = "2026-11-21T18:16:40Z"


@pytest.fixture
def organiser(playing: Sitting) -> Organiser:
    """Of the event to which the table of the game of two belongs."""
    return playing.at_event()


@pytest.fixture
def phones(browser: Browser, organiser: Organiser, playing: Sitting) -> Iterator[Phones]:
    """Phones at that table. No script may have complained."""
    assert organiser.call is None
    web = WebServer(playing.app, playing.notifier, host="127.0.0.1", port=0)
    web.start()
    phones = Phones(browser, Box(f"http://127.0.0.1:{web.port}/", lambda: None))
    yield phones
    phones.close()
    web.stop()
    assert phones.complaints == []


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


def test_a_phone_without_a_script_calls_and_takes_the_call_back(phones: Phones, organiser: Organiser) -> None:
    phone = phones.joined(scripts=False)
    phone.get_by_text("Call the organiser", exact=True).click()
    phone.get_by_role("button", name="Yes, call").click()
    expect_organiser(phone, "This table has called the organiser.")
    phone.get_by_text("Take the call back", exact=True).click()
    phone.get_by_role("button", name="Yes, take it back").click()
    expect(phone.locator("#organiser")).to_be_empty()
    assert organiser.call is None


def test_a_phone_without_a_stream_polls_for_notices(phones: Phones, organiser: Organiser) -> None:
    phone = phones.joined()
    stands_still(phone)
    phone.route("**/api/v1/events*", lambda route: route.fulfill(status=503, headers={"Retry-After": "900"}))
    phone.goto("/table")
    expect(phone.locator("#dot.asks")).to_be_attached()
    organiser.on_notice(Notice("Round ends 18:30", AT))
    late = time.monotonic() + PATIENCE
    while "Round ends 18:30" not in phone.locator("#organiser").inner_text():
        assert time.monotonic() < late
        phone.clock.run_for(1000)


def test_a_notice_during_the_opening_of_a_stream_is_not_missed(phones: Phones, organiser: Organiser) -> None:
    phone = phones.phone()
    opened: list[str] = []

    def says_before_it_opens(route: Route) -> None:
        organiser.on_notice(Notice("Round ends 18:45", AT))
        opened.append(route.request.url)
        route.continue_()

    phone.route("**/api/v1/events*", says_before_it_opens)
    visit(phone, "/table")
    expect_organiser(phone, "Round ends 18:45")
    assert opened, "with the same table as before"
