"""What is done most often takes few taps: they are made one by one on a small phone, and counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.fakes.browsing import Box, Phones, visit, wait_until_current
from tests.web.pages.la_strada import four, number
from tests.web.pages.layout import measure

SMALL: ViewportSize = {"width": 360, "height": 640}
USUAL: ViewportSize = {"width": 360, "height": 740}


@dataclass
class Thumb:
    """A thumb that taps only what it sees between the bars of the page, and swipes by as much as that shows.

    taps, swipes: how many there were.
    """

    phone: Page
    taps: int = 0
    swipes: int = 0

    def sees(self, what: Locator) -> bool:
        """Whether the whole of it stands between the bars, once what was tapped is painted."""
        top, bottom = self.phone.evaluate(measure("between"))
        box = what.bounding_box()
        return box is not None and top <= box["y"] and box["y"] + box["height"] <= bottom

    def tap(self, what: Locator) -> None:
        """Tap what is there to be seen, after a swipe where it is not."""
        expect(what).to_be_visible()
        self.bring(what)
        box = what.bounding_box()
        assert box is not None
        self.phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1

    def deed(self, name: str) -> None:
        """Tap a button of the now-bar, which is always seen."""
        button = self.phone.locator("#now-bar").get_by_role("button", name=name)
        expect(button).to_be_in_viewport(ratio=1)
        button.tap()
        self.taps += 1

    def bring(self, what: Locator) -> None:
        """Swipe until it is seen: as far as to the top, each time by what is seen at once at most."""
        for _ in range(9):
            if self.sees(what):
                return
            box = what.bounding_box()
            assert box is not None
            top, bottom = self.phone.evaluate(measure("between"))
            by = max(min(box["y"] - top - 8, bottom - top), top - bottom)
            self.phone.evaluate("by => scrollBy({ top: by, behavior: 'instant' })", by)
            self.swipes += 1
        pytest.fail("it cannot be brought between the bars")

    @property
    def counted(self) -> tuple[int, int]:
        return self.taps, self.swipes


@contextmanager
def at(phones: Phones, box: Box, page: str, colour: str, size: ViewportSize = SMALL) -> Iterator[Thumb]:
    """A player's phone that shows a page from its top."""
    phone = phones.joined(colour)
    phone.set_viewport_size(size)
    visit(phone, page)
    wait_until_current(phone, box)
    yield Thumb(phone)
    wait_until_current(phone, box)


def test_a_mine_is_built_by_two_taps_and_its_bag_corrected_by_five(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    shared_box.phase("building")
    with at(shared_phones, shared_box, "/act", "red") as thumb:
        thumb.tap(thumb.phone.locator("#mines > summary"))
        thumb.tap(thumb.phone.get_by_role("button", name="Build the mine for Anna"))
        expect(thumb.phone.locator("#toast")).to_contain_text("mine 1")
    assert [mine["number"] for mine in shared_box.table()["game"]["mines"]] == [1]
    assert thumb.counted <= (2, 0)
    with at(shared_phones, shared_box, "/table", "red") as thumb:
        phone = thumb.phone
        thumb.tap(phone.locator("#pit-1 a"))
        thumb.tap(phone.get_by_role("link", name="Correct the bag"))
        thumb.tap(phone.get_by_role("button", name="One fewer: Gold"))
        thumb.tap(phone.get_by_role("button", name="One more: Iron"))
        thumb.tap(phone.locator("#fix-bag").get_by_role("button", name="Correct"))
        expect(phone.locator("#toast")).to_be_visible()
    assert [(each["gold"], each["iron"]) for each in shared_box.table()["game"]["mines"]] == [(2, 4)]
    assert thumb.counted <= (5, 2), thumb.counted


def test_a_colony_is_linked_by_three_taps_and_a_swipe_and_the_turn_ended_by_one_where_the_thumb_is(
    shared_phones: Phones, shared_box: Box
) -> None:
    four(shared_box)
    with at(shared_phones, shared_box, "/table", "black", USUAL) as thumb:
        phone = thumb.phone
        thumb.tap(phone.get_by_role("link", name="Link: Hamlet 15"))
        thumb.tap(number(phone, "Hill tiles", 1))
        thumb.deed("Link colony 15 for 6")
        expect(phone.locator("#toast")).to_contain_text("for 6")
        taps, swipes = thumb.counted
        assert (taps <= 3, swipes <= 1) == (True, True), thumb.counted
        thumb.deed("End the turn: Bartolomeo is next")
        expect(phone.locator("main h1")).to_contain_text("Bartolomeo’s turn")
