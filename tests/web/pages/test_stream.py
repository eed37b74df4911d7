"""The stream of an open page: shared in one browser, let go while unseen, never waited for without an end.

While there is none the page asks every few seconds, and says what it knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Request, Route, expect

from tests.fakes.browsing import Box, Phones, box_in, live, phones_at, stands_still, visit, wait_until_current

EVENTS = "**/api/v1/events*"
HEADING = "main h1"
PLACE = "document.querySelector('main h1').getBoundingClientRect().top"
TABS = 3
ASKS = 5000
"""Milliseconds from one question to the next."""
COMES_BACK = 30_000
"""Milliseconds after which a page without a place at the stream tries again."""
HIDDEN = """hidden => {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


class Streams:
    """The streams that a browser holds open."""

    def __init__(self, context: BrowserContext) -> None:
        self._open: set[Request] = set()
        self.most = 0
        context.on("request", self._began)
        context.on("requestfinished", self._ended)
        context.on("requestfailed", self._ended)

    def __len__(self) -> int:
        return len(self._open)

    def _began(self, request: Request) -> None:
        if "/api/v1/events" in request.url:
            self._open.add(request)
            self.most = max(self.most, len(self._open))

    def _ended(self, request: Request) -> None:
        self._open.discard(request)


@pytest.fixture
def crowd(browser: Browser, tmp_path: Path) -> Iterator[Phones]:
    """Phones for a box with one place at the stream, and a game on the table."""
    with box_in(str(tmp_path / "data"), streams=1) as box:
        box.start()
        with phones_at(browser, box) as phones:
            yield phones


def asks(phone: Page) -> None:
    """Wait until the page sees the table by asking, and says so."""
    dot = phone.locator("#dot.asks")
    expect(dot).to_be_attached()
    expect(dot).to_have_attribute("aria-label", "Asking every few seconds: changes appear a little later")
    expect(phone.locator("#lost")).to_be_hidden()


def test_pages_of_one_browser_share_a_stream_and_another_takes_it_on(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    first = shared_phones.phone()
    streams = Streams(first.context)
    pages = [first, *(first.context.new_page() for _ in range(TABS - 1))]
    for page in pages:
        visit(page, "/table")
    shared_box.act("advance")
    for page in pages:
        expect(page.locator(HEADING)).to_have_text("Movement")
    assert streams.most <= 2
    for page in pages[:-1]:
        page.goto("about:blank")
    shared_box.act("advance")
    expect(pages[-1].locator(HEADING)).to_have_text("Building")
    live(pages[-1])
    assert len(streams) == 1


def test_an_unseen_page_closes_its_stream_unless_it_is_to_sound_and_comes_back_current(
    phones: Phones, box: Box
) -> None:
    box.start()
    phone, sounding = phones.phone(), phones.phone()
    visit(sounding, "/join")
    sounding.get_by_label("Make a sound").check()
    streams = Streams(phone.context)
    for each in (phone, sounding):
        visit(each, "/table")
    sounding.evaluate(HIDDEN, True)
    with phone.context.expect_event("requestfailed", lambda request: "events" in request.url):
        phone.evaluate(HIDDEN, True)
    box.act("advance")
    expect(sounding.locator(HEADING)).to_have_text("Movement")
    assert len(streams) == 0
    phone.evaluate(HIDDEN, False)
    wait_until_current(phone, box)
    live(phone)
    with phone.context.expect_event("requestfailed", lambda request: "events" in request.url):
        phone.evaluate("window.dispatchEvent(new Event('pagehide'))")
    box.act("advance")
    phone.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    wait_until_current(phone, box)


def test_a_lost_line_is_announced_though_tries_fail_and_shifts_nothing_and_comes_back_by_itself(
    phones: Phones, box: Box
) -> None:
    box.start()
    phone = phones.joined(at="/act?open=wealth")
    field = phone.locator("#f-count-wealth input[name=gold]")
    field.fill("7")
    before = phone.evaluate(PLACE)
    phone.clock.install()
    phone.context.set_offline(True)
    expect(phone.locator("#dot.off")).to_be_attached()
    for _ in range(2):  # each a try of its own
        with phone.expect_event("requestfailed"):
            phone.clock.run_for(1500)
    phone.clock.run_for(500)
    expect(phone.locator("#lost")).to_be_visible()
    assert phone.evaluate(PLACE) == pytest.approx(before, abs=1)
    box.act("advance")
    phone.context.set_offline(False)
    live(phone)
    expect(phone.locator("#lost")).to_be_hidden()
    expect(phone.locator(HEADING)).to_have_text("Movement")
    expect(field).to_have_value("7")


@pytest.mark.parametrize("stood", [True, False], ids=["stood", "never-stood"])
def test_a_stream_that_is_swallowed_is_noticed_and_comes_back(phones: Phones, box: Box, stood: bool) -> None:
    box.start()
    phone = phones.phone()
    stands_still(phone)
    if stood:
        visit(phone, "/table")
    phone.route(EVENTS, lambda _route: None)
    phone.route(
        "**/table", lambda route: route.continue_() if route.request.is_navigation_request() else None
    )
    if not stood:
        phone.goto("/table")
    while not phone.locator("#dot.off").count():  # a byte that the box still sends puts the silence off
        phone.clock.run_for(5_000)
    phone.clock.run_for(3_000)
    expect(phone.locator("#lost")).to_be_visible()
    box.act("advance")
    phone.unroute_all()
    streams = Streams(phone.context)
    while not streams:  # and no longer: it has five seconds to open
        phone.clock.run_for(1_000)
    live(phone)
    expect(phone.locator(HEADING)).to_have_text("Movement")
    expect(phone.locator("#lost")).to_be_hidden()


def test_a_swallowed_fetch_is_tried_again_though_nothing_changes_and_a_swallowed_press_is_reported(
    phones: Phones, box: Box
) -> None:
    box.start()
    phone = phones.joined(at="/table")
    phone.clock.install()
    phone.route("**/table", lambda _route: None)
    with phone.expect_request("**/table"):
        box.act("advance")
    phone.unroute_all()
    phone.clock.run_for(10_000)
    wait_until_current(phone, box)
    live(phone)
    phone.route("**/act", lambda _route: None)
    with phone.expect_request("**/act"):
        phone.locator("#f-advance button").click()
    phone.clock.run_for(10_000)
    expect(phone.get_by_role("alert")).to_contain_text("it will be done only once")


def test_a_page_without_a_stream_polls_while_it_is_seen_until_it_has_one(crowd: Phones) -> None:
    box = crowd.box
    first, second = crowd.joined(), crowd.phone()
    second.clock.install()
    second.goto("/table")
    asks(second)
    box.act("advance")
    expect(first.locator(HEADING)).to_have_text("Movement")
    with second.expect_response("**/table"):
        second.clock.run_for(ASKS)
    expect(second.locator(HEADING)).to_have_text("Movement")
    live(first)
    asks(second)
    asked: list[str] = []
    second.on("request", lambda request: asked.append(request.url))
    second.evaluate(HIDDEN, True)
    second.clock.run_for(4 * ASKS)
    assert asked == []
    second.evaluate(HIDDEN, False)
    first.close()
    status = 503
    while status == 503:  # the box learns that a phone has gone when it tells it news
        box.act("change-fleet", colour="red", transporter="raft", by=1)
        box.act("undo")
        with second.expect_response(EVENTS) as answer:
            second.clock.run_for(COMES_BACK)
        status = answer.value.status
    live(second)


def test_what_changes_while_a_page_is_on_its_way_is_shown_too(shared_phones: Phones, shared_box: Box) -> None:
    shared_box.start()
    phone = shared_phones.joined(at="/table")
    drawn: list[tuple[Route, APIResponse]] = []
    phone.route("**/table", lambda route: drawn.append((route, route.fetch())), times=1)
    shared_box.act("advance")
    while not drawn:
        phone.evaluate("0")  # the browser's events arrive during a call
    shared_box.act("advance")
    ((late, old),) = drawn
    late.fulfill(response=old)
    wait_until_current(phone, shared_box)
    expect(phone.locator(HEADING)).to_have_text("Building")
