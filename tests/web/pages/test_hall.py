"""The organiser's hall in a real browser: it updates by itself and is accessible."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.fakes.browsing import Box, Phones, live, phones_at, visit
from tests.fakes.event import box_of, evening
from tests.fakes.hall import CODE, OpenHall
from tests.web.pages.axe import Colours, brings_axe, judged
from tests.web.pages.layout import measure
from web.server.server import WebServer

LATE = 60
"""Tables of a large event."""


@pytest.fixture
def hall() -> OpenHall:
    """An evening of twelve tables."""
    hall = OpenHall()
    evening(hall.event)
    hall.board.update()
    return hall


@pytest.fixture
def url(hall: OpenHall) -> Iterator[str]:
    server = WebServer(hall.app, hall.notifier, host="127.0.0.1", port=0)
    server.start()
    yield f"http://127.0.0.1:{server.port}/"
    server.stop()


@pytest.fixture
def lookers(browser: Browser, url: str) -> Iterator[Phones]:
    """Browsers for the hall."""
    with phones_at(browser, Box(url, lambda: None)) as phones:
        yield phones


def test_the_page_follows_by_itself_and_keeps_what_has_the_focus(hall: OpenHall, lookers: Phones) -> None:
    page = lookers.phone(width=1280)
    page.goto("/organiser")
    page.get_by_label("Organiser's code").fill(CODE)
    page.get_by_role("button", name="Go on").press("Enter")
    live(page)
    assert page.title().startswith("(1)")
    settled = page.locator(f"#t-{box_of(3)}").get_by_role("button", name="Settled")
    settled.focus()
    hall.event.calls(9)
    hall.event.notes("Round ends 18:30")
    hall.board.update()
    expect(page.locator("#notice")).to_contain_text("Round ends 18:30")
    expect(page.locator("#tables > li").nth(1)).to_have_id(f"t-{box_of(9)}")
    expect(page.locator("#said")).to_have_text("Table 9: calls the organiser")
    expect(settled).to_be_focused()
    hall.event.plays(9, version=2, turn=77)
    hall.event.publish(box_of(11), "state", b"")
    hall.board.update()
    expect(page.locator(f"#t-{box_of(9)}")).to_contain_text("Turn 77")
    expect(page.locator("#tables > li")).to_have_count(11)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{lookers.box.url}#t-{box_of(3)}")
    live(page)
    call = hall.event.table(3).call
    assert call is not None
    assert hall.sent == [("answer", box_of(3), call.at, True)]


def test_axe_finds_nothing_a_small_phone_shows_all_and_a_television_every_table_at_once(
    hall: OpenHall, lookers: Phones
) -> None:
    hall.event.notes("Round ends 18:30")
    hall.board.update()
    page = brings_axe(lookers.phone(language="it", width=320))
    colours, found = Colours(), []
    for known in (False, True):
        for at in ("/organiser", "/", "/tv"):
            page.goto(at)
            found += judged(page, colours)
            found += page.evaluate(measure("nameless")) + page.evaluate(measure("small"))
            assert page.evaluate(measure("beyond"))[0] == 0, at
        if not known:
            page.goto("/organiser")
            page.locator("input[name=code]").fill("wrong")
            page.locator("form button").press("Enter")
            found += judged(page, colours)
            page.locator("input[name=code]").fill(CODE)
            page.locator("form button").press("Enter")
    assert found == []
    evening(hall.event, LATE)
    hall.board.update()
    for width, height in ((1280, 720), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        visit(page, "/tv")
        assert page.evaluate(measure("beyond")) == [0, 0]
