"""Nothing is hidden, nothing outside: large letters, narrow and low screens, and a television."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.fakes.browsing import Box, Phones, visit
from tests.web.pages.la_strada import FOUR, evening, link
from tests.web.pages.layout import OVERLAPPING, PAGES, fits, giving_on, is_light, looking_back, unfold

SIZES = {
    "usual": (360, 740, 100),
    "usual sideways": (844, 390, 100),
    "small sideways": (640, 320, 100),
    "large letters": (360, 740, 200),
    "small with large letters": (320, 640, 200),
    "sideways with large letters": (740, 360, 200),
    "desk": (1280, 800, 100),
}
"""Width and height in pixels, and the letters in per cent."""
BOOK = "/rules?phase=wonder"
OTHERS = (BOOK, "/aids", "/aids/bricks", "/nothing")
CARE = tuple(each for each in PAGES if each.startswith("/care"))
GAME = tuple(each for each in PAGES if each not in CARE)
STRADA = (
    "/table",
    "/act?colony=new-15&plains=2&hills=1",
    "/act/correct?colony=5&road=black-5",
    "/log",
    "/setup",
)
OUTSIDE = """() => {
    const root = document.documentElement;
    const found = root.scrollWidth > root.clientWidth ? [`it is ${root.scrollWidth} px wide`] : [];
    for (const each of document.querySelectorAll('body *')) {
        if (!each.checkVisibility() || each.closest('.hide, .hide *, svg *, .points *, .scroll *')) continue;
        const { left, right, width } = each.getBoundingClientRect();
        const cut = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === 'hidden';
        const outside = left < -1 || right > root.clientWidth + 1;
        if (width && (cut || outside)) found.push(each.outerHTML.slice(0, 140));
    }
    return found;
}"""
"""What is beyond the sides or cut off; a table of points or of a report may be pushed sideways."""
CONTROLS = "main :is(a, button, summary, input, select)"
COVERED = """(controls) => [...document.querySelectorAll(controls)].filter((each) => {
    if (!each.checkVisibility() || each.type === 'hidden' || each.closest('.now-bar')) return false;
    each.scrollIntoView({ block: 'nearest' });
    const { top, bottom, left, right } = each.getBoundingClientRect();
    const bars = [...document.querySelectorAll('.bar, .top, .now-bar')]
        .map((bar) => bar.getBoundingClientRect());
    const beside = (bar) => bar.left >= right - 1 || bar.right <= left + 1;
    const over = (bar) => !beside(bar) && bar.top < bottom - 1 && bar.bottom > top + 1;
    return bottom - top < innerHeight / 3 && bars.some(over);
}).map((each) => each.outerHTML.slice(0, 140))"""
"""What lies under a bar where the keyboard brings it."""
MEASURED = """() => {
    const high = document.getElementById('now-bar')?.offsetHeight;
    return !high || document.documentElement.style.getPropertyValue('--now-bar') === `${high}px`;
}"""
"""Whether the script has measured the bar at its present size."""

OVER = """() => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    const bars = [...document.querySelectorAll('.bar, .top, .now-bar')]
        .map((bar) => bar.getBoundingClientRect());
    const high = ({ top, bottom }) => Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    const wide = ({ left, right }) => Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0));
    return bars.reduce((sum, bar) => sum + high(bar) * wide(bar), 0) / (innerWidth * innerHeight);
}"""
"""How much of the screen the bars take in the middle of a page."""
SIDEWAYS = ((740, 360), (640, 320))
"""Width and height of phones held so."""
HALFWAY = "scrollTo(0, document.documentElement.scrollHeight / 2)"
UNSEEN = """(of) => [...document.querySelectorAll(of)].filter((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top < -1 || bottom > innerHeight + 1;
}).map((each) => each.outerHTML.slice(0, 140))"""
"""What of these is not wholly on the screen."""
CLIPPED = """(of) => [...document.querySelectorAll(of)].filter((each) => each.scrollWidth > each.clientWidth)
    .map((each) => each.outerHTML.slice(0, 140))"""
"""What of these is wider than its place."""
BROKEN = """() => {
    const walker = document.createTreeWalker(document.getElementById('main'), NodeFilter.SHOW_TEXT);
    const found = [], range = document.createRange();
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (!node.parentElement.checkVisibility() || node.parentElement.closest('.hide')) continue;
        for (const { 0: word, index } of node.data.matchAll(/(?<![\\p{L}\\d])[\\p{L}’']+(?![\\p{L}\\d])/gu)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
            if (new Set(tops).size > 1) found.push(word);
        }
    }
    return found;
}"""
"""Words that begin on one line and end on the next."""
UNEQUAL = """() => [...document.querySelectorAll('main .row, main .now-deeds')].filter((row) => {
    const places = [...row.querySelectorAll('button, .btn')].filter((each) => each.checkVisibility())
        .map((each) => each.getBoundingClientRect());
    return places.some((one) => places.some((other) => other.top < one.bottom - 1
        && one.top < other.bottom - 1 && Math.abs(one.height - other.height) > 1));
}).map((row) => row.outerHTML.slice(0, 140))"""
"""Rows with buttons beside each other of which one is higher."""


def sized(phone: Page, size: str) -> None:
    """Make the screen and its letters this large, and wait until the page has measured its bar."""
    width, height, letters = SIZES[size]
    phone.set_viewport_size({"width": width, "height": height})
    phone.evaluate(f"document.documentElement.style.fontSize = {letters} === 100 ? '' : '{letters}%'")
    phone.wait_for_function(MEASURED)


def amiss(phone: Page, *addresses: str) -> list[str]:
    """What is outside, cut off, under a bar, broken or unequal on these pages, at any size."""
    found: list[str] = []
    for address in addresses:
        if address in OTHERS:
            visit(phone, address)
            unfold(phone)
        else:
            fits(phone, address)
        for size in SIZES:
            sized(phone, size)
            here = phone.evaluate(OUTSIDE)
            if address != "/tv":
                here += _of_a_phone(phone, address, size)
            found += [f"{address} {size} {each}" for each in here]
    phone.goto("about:blank")  # an open page would go on to a new game by itself
    return found


def _of_a_phone(phone: Page, address: str, size: str) -> list[str]:
    found: list[str] = []
    if size.startswith("small") or size == "sideways with large letters":
        found += phone.evaluate(COVERED, CONTROLS)
    if size.startswith("usual"):
        found += phone.evaluate(BROKEN) + phone.evaluate(UNEQUAL)
    if size.endswith("sideways"):
        phone.evaluate(HALFWAY)
        found += phone.evaluate(UNSEEN, ".bar a") + phone.evaluate(CLIPPED, ".bar a")
    if address == "/table" and size == "large letters":
        found += phone.evaluate(BROKEN)
    if address == BOOK and phone.evaluate(OVER) >= (0.55 if "letters" in size else 0.35):
        found.append("bars over most of the page")
    return found


def full(box: Box) -> None:
    """Four players in the middle of a game: mines, research, fleets, bricks, tags."""
    box.start(amb_04=True)
    for tag, number in (("0F0184F07B", 3), ("0F0184F07C", 7)):
        box.act("pair-tag", tag=tag, number=number)
    for subject in ("truck", "new-shaft", "specialised-mine", "big-mine"):
        box.act("research", colour="blue", subject=subject)
    box.act("change-fleet", colour="yellow", transporter="steamer", by=1)
    box.phase("building")
    for number in range(1, 13):
        box.act("build-mine", number=number, colour="blue", mixture="big" if number % 2 else "gold")
    box.act("advance")
    for colour, count in (("red", 12), ("green", 14), ("blue", 11), ("yellow", 4)):
        box.act("buy-brick", colour=colour, count=count)
    box.act("advance")


@pytest.mark.parametrize("pages", [GAME, CARE], ids=["game", "care"])
def test_every_page_is_whole_and_light_at_every_size(
    phones: Phones, box: Box, pages: tuple[str, ...]
) -> None:
    full(box)
    for page in pages:
        is_light(box, page)
    assert amiss(phones.joined(language="it"), *pages) == []


def test_every_kind_of_reading_is_whole_at_every_size(shared_phones: Phones, shared_box: Box) -> None:
    full(shared_box)
    phone = shared_phones.joined(language="it")
    found = amiss(phone, *OTHERS, looking_back(shared_box, shared_box.table()["version"]))
    shared_box.start()
    shared_box.act("call-for-order", colour="red")
    found += amiss(phone, "/table")
    shared_box.act("end")
    assert found + amiss(phone, "/table") == []


def test_every_page_of_la_strada_and_of_an_ended_game_is_whole_and_light_at_every_size(
    phones: Phones, box: Box
) -> None:
    evening(box)
    for page in STRADA:
        is_light(box, page)
    phone = phones.joined(language="it")
    found = amiss(phone, *STRADA)
    box.act("end")
    assert found + amiss(phone, "/table", looking_back(box), giving_on(box), "/report", "/book") == []


def apart(phone: Page, page: str, parts: str) -> None:
    """The page fits, and none of these parts of it covers another."""
    fits(phone, page)
    assert phone.evaluate(OVERLAPPING, parts) == [], page


def test_the_longest_names_overlap_nowhere_on_small_phones(shared_onlookers: Phones, shared_box: Box) -> None:
    colours = ("red", "yellow", "green", "blue", "purple", "black")
    players = [{"colour": colour, "name": "W" * 12} for colour in colours]
    options: dict[str, object] = {"more_players": True}
    shared_box.act("start", system="roads-and-boats", players=players, options=options, replace=True)
    shared_box.phase("wonder")
    phone = shared_onlookers.joined("black", language="it")
    apart(phone, "/table", ".each button > *")
    shared_box.act("end")
    apart(phone, "/table", ".ranks li > *")
    players = [{"colour": each["colour"], "name": "W" * 12} for each in FOUR]
    options = {"names": {str(number): "M" * 12 for number in range(1, 20)}}
    shared_box.act("start", system="la-strada", players=players, options=options, replace=True)
    for player in players:
        link(shared_box, player["colour"], 5, 15)
        shared_box.act("end-turn")
    phone = shared_onlookers.joined("black", language="it")
    for page in ("/table", "/act?colony=1&plains=1", "/act/correct?colony=5&road=black-5"):
        apart(phone, page, ".ls-head > *, .ls-tiles > div > *, .ls-people .row > *")
    shared_box.act("end")
    apart(phone, "/table", ".ls-ranks li > :not(.ls-total)")


def test_on_a_phone_held_sideways_a_plot_and_the_way_through_a_game_are_seen_whole(
    onlookers: Phones, box: Box
) -> None:
    box.start()
    box.phase("wonder")
    phone = onlookers.phone()
    for width, height in SIDEWAYS:
        phone.set_viewport_size({"width": width, "height": height})
        visit(phone, looking_back(box, 3))
        phone.evaluate(HALFWAY)
        assert phone.evaluate(UNSEEN, "#walk, #walk a, #walk button, #walk-step") == []
        assert phone.locator("#walk").evaluate("(each) => each.offsetHeight / innerHeight") < 1 / 4
        visit(phone, "/report")
        for plot in phone.locator("svg.plot").all():
            plot.scroll_into_view_if_needed()
            assert plot.evaluate("(each) => each.getBoundingClientRect().height / innerHeight") < 0.9
