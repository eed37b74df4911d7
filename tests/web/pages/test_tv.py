"""The table in large type: seen whole from everywhere in the room, nothing on it to press."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import CODE, Box, Phones, changed, visit
from tests.web.pages.strada import evening

SCREENS = ((1280, 720), (1920, 1080), (3840, 2160), (1024, 768), (800, 1280))
"""Width and height in pixels: televisions, and a tablet either way."""
MINES = (1, 2, 3, 4, 5, 7, 11, 13)
OUT_OF_SIGHT = """() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [Math.max(0, scrollWidth - innerWidth), Math.max(0, scrollHeight - innerHeight)];
}"""
"""By how many pixels it reaches beyond the screen."""
PRESSED = "a, button, input, select, summary"


def _busy(box: Box) -> None:
    """Roads & Boats with many mines and the wonder begun."""
    box.start()
    box.phase("building")
    for number in MINES:
        box.act("build-mine", number=number, mixture="standard", colour="red")
    box.phase("wonder")
    for colour, price in (("red", 1), ("blue", 1), ("red", 2)):
        box.act("buy-brick", colour=colour, price=price, out_of_order=True)


def _wide(box: Box) -> None:
    """Roads & Boats with names as wide as they may be, of letters and pictures that few have."""
    names = ("W" * 12, "\N{DUCK}" * 12, "<b>&\"'{{7}}", "\N{FULLWIDTH LATIN CAPITAL LETTER W}" * 12)
    colours = ("red", "blue", "green", "yellow")
    players = [{"colour": colour, "name": name} for colour, name in zip(colours, names, strict=True)]
    box.act("start", system="roads-and-boats", players=players, options={}, replace=True)
    box.phase("building")
    for number in MINES:
        box.act("build-mine", number=number, mixture="standard", colour="red")


def _wide_strada(box: Box) -> None:
    """La Strada with the same."""
    names = ("W" * 12, "\N{FULLWIDTH LATIN CAPITAL LETTER W}" * 12, "\N{DUCK}" * 12, "W W W W W W ")
    colours = ("black", "grey", "yellow", "red")
    players = [{"colour": colour, "name": name.strip()} for colour, name in zip(colours, names, strict=True)]
    box.act("start", system="la-strada", players=players, replace=True)


def _nothing(_box: Box) -> None:
    """No game on the table."""


def _beyond(page: Page) -> dict[tuple[int, int], list[int]]:
    """By screen, what of the page is out of sight there."""
    found = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(requestAnimationFrame)")  # it hears of its new size before that
        found[width, height] = page.evaluate(OUT_OF_SIGHT)
    return found


@pytest.mark.parametrize("begin", [_busy, evening, _wide, _wide_strada])
def test_all_of_the_table_is_seen_at_once_on_every_large_screen(
    box: Box, phones: Phones, begin: Callable[[Box], None]
) -> None:
    begin(box)
    page = phones.joined(at="/tv")
    assert _beyond(page) == {screen: [0, 0] for screen in SCREENS}


@pytest.mark.parametrize("begin", [_busy, evening, _nothing])
def test_nothing_on_it_can_be_pressed(box: Box, onlookers: Phones, begin: Callable[[Box], None]) -> None:
    begin(box)
    page = onlookers.joined(at="/tv")
    expect(page.locator("main h1")).to_be_visible()
    assert page.locator(PRESSED).count() == 0


def test_the_code_to_join_stands_only_on_a_screen_that_has_joined(box: Box, onlookers: Phones) -> None:
    _busy(box)
    stranger, joined = onlookers.phone(), onlookers.joined()
    visit(stranger, "/tv")
    visit(joined, "/tv")
    expect(joined.get_by_text(CODE)).to_be_visible()
    assert CODE not in stranger.content()


def test_it_goes_on_by_itself_with_the_game_and_fits_again(box: Box, phones: Phones) -> None:
    page = phones.phone(width=1280)
    visit(page, "/tv")
    with changed(page):
        box.start()
    expect(page.locator("h1", has_text="Production")).to_be_visible()
    with changed(page):
        box.act("advance")
    expect(page.locator(".tv-last")).to_contain_text("On to movement")
    expect(page.locator(".tv-last time[data-at]")).to_have_count(1)
    assert page.evaluate(OUT_OF_SIGHT) == [0, 0]


def test_without_a_script_it_is_drawn_again_and_again(box: Box, onlookers: Phones) -> None:
    box.start()
    page = onlookers.phone(scripts=False)
    page.goto("/tv")
    expect(page.locator("meta[http-equiv=refresh]")).to_have_count(1)
    expect(page.locator("#wonder")).to_be_visible()
