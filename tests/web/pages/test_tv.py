"""The table in large type: seen whole from everywhere in the room, nothing on it to press."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import partial

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from companion.games.roads_and_boats.words import SUBJECTS
from tests.fakes.browsing import CODE, Box, Phones, changed, visit
from tests.web.pages.la_strada import evening, four, two
from tests.web.pages.test_now_bar import boats

SCREENS = ((1280, 720), (1920, 1080), (3840, 2160), (1080, 1920), (1024, 768), (800, 1280))
"""Width and height in pixels: televisions, one of them upright, and a tablet either way."""
READ = {(1280, 720): 16, (1920, 1080): 24, (3840, 2160): 48, (1080, 1920): 24}
"""By television, how large each letter is at least, in pixels: read from across a room."""
MINES = (1, 2, 3, 4, 5, 7, 11, 13)
OUT_OF_SIGHT = """() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [Math.max(0, scrollWidth - innerWidth), Math.max(0, scrollHeight - innerHeight)];
}"""
"""By how many pixels it reaches beyond the screen."""
LEAST = """() => Math.min(...[...document.querySelectorAll('body *')]
    .filter((each) => each.checkVisibility() && !each.closest('.hide'))
    .filter((each) => [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
    .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""
"""The size of the smallest letters that are seen."""
COVERED = """() => {
    const seen = [...document.querySelectorAll('main *')].filter((each) => !each.closest('.hide'));
    const texts = seen.flatMap((each) => [...each.childNodes]).filter((node) => node.data?.trim());
    const boxes = [...texts, ...seen.filter((each) => each.matches('.gave'))].flatMap((node) => {
        const range = document.createRange();
        if (node.data) range.selectNode(node);
        return [...(node.data ? range : node).getClientRects()].map((box) => [node.textContent, box]);
    });
    const both = (from, to, one, other) => Math.min(one[to], other[to]) - Math.max(one[from], other[from]);
    const over = (one, other) => both('left', 'right', one, other) > 1
        && both('top', 'bottom', one, other) > 0.4 * Math.min(one.height, other.height);
    return [
        ...seen.filter((each) => each.matches('.card, li, p') && each.scrollWidth > each.clientWidth + 2)
            .map((each) => each.textContent),
        ...boxes.flatMap(([text, box], at) => boxes.slice(at + 1)
            .filter(([, other]) => over(box, other)).map(([other]) => `${text} / ${other}`)),
    ];
}"""
"""What reaches beyond its place, or lies over something else: letters, and the ore that a mine gave."""
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


def _drawn(box: Box, players: int, mines: int, bricks: int) -> None:
    """Roads & Boats after so many mines have given, with so many bricks of all players and neutral ones, and
    a player has researched all there is.
    """
    boats(box, players, mines)
    laid = [*(each["colour"] for each in box.table()["game"]["players"]), None] * bricks
    box.act("correct", field="bricks", value=laid[:bricks], reason="as on the board")
    for subject in SUBJECTS:
        box.act("research", colour="red", subject=subject, late=True)
    box.phase("movement")


def _nothing(_box: Box) -> None:
    """No game on the table."""


def _beyond(page: Page) -> dict[tuple[int, int], list[int]]:
    """By screen, what of the page is out of sight there."""
    found = {}
    for screen in SCREENS:
        _put_on(page, screen)
        found[screen] = page.evaluate(OUT_OF_SIGHT)
    return found


def _put_on(page: Page, screen: tuple[int, int]) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    page.evaluate("() => new Promise(requestAnimationFrame)")  # its new size arrives before that


@pytest.mark.parametrize("begin", [_busy, evening, _wide, _wide_strada])
def test_all_of_the_table_is_seen_at_once_on_every_large_screen(
    box: Box, phones: Phones, begin: Callable[[Box], None]
) -> None:
    begin(box)
    page = phones.joined(at="/tv")
    assert _beyond(page) == {screen: [0, 0] for screen in SCREENS}


@pytest.mark.parametrize(
    "begin",
    [
        *(partial(_drawn, players=2, mines=0, bricks=bricks) for bricks in (0, 6, 22)),
        *(partial(_drawn, players=players, mines=mines, bricks=40) for players, mines in ((4, 6), (6, 18))),
        *(two, evening, _nothing),
    ],
)
def test_all_of_it_is_read_from_across_a_room(box: Box, phones: Phones, begin: Callable[[Box], None]) -> None:
    begin(box)
    for language in ("en", "it"):
        page = phones.joined(at="/tv", language=language)
        for screen, letters in READ.items():
            _put_on(page, screen)
            assert page.evaluate(LEAST) >= letters, (language, screen)
            assert page.evaluate(COVERED) == [], (language, screen)


def test_a_neutral_brick_has_a_sign_of_its_own(box: Box, onlookers: Phones) -> None:
    _drawn(box, players=2, mines=0, bricks=3)
    for at in ("/tv", "/"):
        page = onlookers.joined(at=at)
        expect(page.locator(".wall .spaces .tok:not(.free)")).to_have_text(["R", "Y", "□"])
        expect(page.locator("#wonder .key").first).to_contain_text("□ neutral")


def test_it_describes_the_player_in_turn_and_never_addresses_a_member(box: Box, onlookers: Phones) -> None:
    two(box)
    page = onlookers.joined("grey", at="/tv")
    expect(page.locator(".now-bar.tok.grey")).to_contain_text("Bruno’s turn")
    expect(page).to_have_title(re.compile("^Table"))


def test_a_code_to_scan_leads_to_the_box_where_no_game_runs(box: Box, phones: Phones) -> None:
    stranger, joined = phones.phone(width=1280), phones.joined(width=1280)
    for page, leads_to in ((stranger, box.url), (joined, f"{box.url}J/{CODE}")):
        visit(page, "/tv")
        picture = Image.open(io.BytesIO(page.locator(".tv-foot svg").screenshot()))
        assert [each.text for each in zxingcpp.read_barcodes(picture)] == [leads_to]
    with changed(joined):
        box.start()
    expect(joined.locator(".tv-foot svg")).to_have_count(0)


@pytest.mark.parametrize("begin", [partial(boats, players=4, mines=0), four])
def test_the_points_stay_below_each_other_when_a_player_has_left(
    box: Box, onlookers: Phones, begin: Callable[[Box], None]
) -> None:
    begin(box)
    box.act("leave", colour="yellow")
    box.act("end")
    page = onlookers.joined(at="/tv", width=1280)
    rows = page.locator(":is(.ranks, .tv-people) > li")
    expect(rows).to_have_count(4)
    places = rows.evaluate_all(
        """(rows) => rows.map((row) => {
            const points = row.querySelector(':scope > b:last-child, .ls-total').getBoundingClientRect();
            const { left, top } = row.getBoundingClientRect();
            return [points.right - left, points.top - top].map(Math.round).join();
        })"""
    )
    assert len({*places}) == 1, places


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
    expect(page.locator(".now-bar")).to_contain_text("Production")
    with changed(page):
        box.act("advance")
    expect(page.locator(".tv-foot")).to_contain_text("On to movement")
    expect(page.locator(".tv-foot time[data-at]")).to_have_count(1)
    assert page.evaluate(OUT_OF_SIGHT) == [0, 0]


def test_without_a_script_it_is_drawn_again_and_again(box: Box, onlookers: Phones) -> None:
    box.start()
    page = onlookers.phone(scripts=False)
    page.goto("/tv")
    expect(page.locator("meta[http-equiv=refresh]")).to_have_count(1)
    expect(page.locator("#wonder")).to_be_visible()


def test_members_are_shown_while_no_game_runs(box: Box, phones: Phones) -> None:
    page = phones.joined(at="/tv", width=1280)
    with changed(page):
        phones.joined("green", name="Carla")
    expect(page.locator("#lobby .who")).to_contain_text(["Carla"])


def test_a_fleet_that_is_too_large_stands_beside_its_player(box: Box, onlookers: Phones) -> None:
    box.start()
    page = onlookers.joined(at="/tv", width=1280)
    expect(page.locator(".tv-people .excess")).to_have_count(0)
    with changed(page):
        box.act("change-fleet", colour="red", transporter="raft", by=6)
    expect(page.locator(".tv-people .excess")).to_have_text(["1 transporter too many"])


def test_a_tag_that_is_paired_is_no_news(box: Box, onlookers: Phones) -> None:
    box.start()
    box.phase("movement")
    box.act("pair-tag", tag="0F0184F07B", number=3)
    page = onlookers.joined(at="/tv")
    expect(page.locator(".tv-foot .say")).to_have_text("On to movement")
