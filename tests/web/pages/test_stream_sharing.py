"""The stream of open pages: shared in one browser, let go while unseen, never waited for without an end."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.fakes.browsing import Box, Phones, live, stands_still, visit, wait_until_current

EVENTS = "**/api/v1/events*"
HEADING = "main h1"
TABS = 10


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


def looked_at(page: Page, seen: bool) -> None:
    """The page is visible, or another one."""
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        not seen,
    )


def test_ten_pages_of_one_browser_share_a_stream_and_another_takes_it_on(phones: Phones, box: Box) -> None:
    box.start()
    first = phones.phone()
    streams = Streams(first.context)
    pages = [first, *(first.context.new_page() for _ in range(TABS - 1))]
    for page in pages:
        visit(page, "/table")
    box.act("advance")
    for page in pages:
        expect(page.locator(HEADING)).to_have_text("Movement")
    assert streams.most <= 2
    for page in pages[: TABS // 2]:
        page.goto("about:blank")
    box.act("advance")
    for page in pages[TABS // 2 :]:
        expect(page.locator(HEADING)).to_have_text("Building")
        live(page)
    assert len(streams) == 1


def test_a_hidden_page_closes_its_stream_and_comes_back_current(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.phone()
    streams = Streams(phone.context)
    visit(phone, "/table")
    with phone.context.expect_event("requestfailed", lambda request: "events" in request.url):
        looked_at(phone, seen=False)
    box.act("advance")
    assert len(streams) == 0
    looked_at(phone, seen=True)
    wait_until_current(phone, box)
    live(phone)


def test_a_page_that_is_to_sound_keeps_its_stream_unseen(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.phone()
    visit(phone, "/join")
    phone.get_by_label("Make a sound").check()
    visit(phone, "/table")
    looked_at(phone, seen=False)
    box.act("advance")
    expect(phone.locator(HEADING)).to_have_text("Movement")


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


def test_a_page_with_a_swallowed_fetch_fetches_the_next(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.phone()
    phone.clock.install()
    visit(phone, "/table")
    phone.route("**/table", lambda _route: None)
    with phone.expect_request("**/table"):
        box.act("advance")
    phone.unroute_all()
    phone.clock.run_for(10_000)
    box.act("advance")
    wait_until_current(phone, box)


def test_a_swallowed_press_is_reported(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/table")
    phone.clock.install()
    phone.route("**/act", lambda _route: None)
    with phone.expect_request("**/act"):
        phone.locator("#f-advance button").click()
    phone.clock.run_for(10_000)
    expect(phone.get_by_role("alert")).to_contain_text("it will be done only once")
    phone.unroute_all()
    phone.locator("#f-advance button").click()
    expect(phone.locator(HEADING)).to_have_text("Movement")
