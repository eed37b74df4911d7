"""Nothing is hidden, nothing outside: large letters, narrow and low screens, and a television."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, changed, visit
from tests.web.pages.la_strada import evening
from tests.web.pages.layout import PAGES, WIDTHS, giving_on, looking_back, unfold

SIZES = {
    "small": (320, 640, 100),
    "large letters": (360, 740, 200),
    "small with large letters": (320, 640, 200),
    "sideways": (640, 320, 100),
    "sideways with large letters": (740, 360, 200),
    "desk": (1280, 800, 100),
    "television": (1920, 1080, 100),
    "large television": (3840, 2160, 100),
}
"""Width and height in pixels, and the letters in per cent."""
OTHERS = ("/rules?phase=wonder", "/aids", "/aids/bricks", "/nothing")
STRADA = ("/table", "/act?colony=new-15&plains=2&hills=1", "/act/correct?colony=5&road=black-5")
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
    """Make the screen and its letters this large."""
    width, height, letters = SIZES[size]
    phone.set_viewport_size({"width": width, "height": height})
    phone.evaluate(f"document.documentElement.style.fontSize = {letters} === 100 ? '' : '{letters}%'")


def amiss(phone: Page, addresses: tuple[str, ...]) -> list[str]:
    """What is outside, cut off or under a bar, on all of these pages at all sizes."""
    found: list[str] = []
    for address in addresses:
        visit(phone, address)
        unfold(phone)
        for size in SIZES:
            sized(phone, size)
            phone.wait_for_function(MEASURED)
            found += [
                f"{address} {size} {each}"
                for each in phone.evaluate(OUTSIDE) + phone.evaluate(COVERED, CONTROLS)
            ]
    return found


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_page_is_whole_at_every_size(phones: Phones, box: Box, language: str) -> None:
    box.start(amb_04=True)
    phone = phones.joined(language=language)
    found = amiss(phone, (*PAGES, *OTHERS))
    phone.goto("about:blank")  # an open page would go on to the new game by itself
    evening(box)
    found += amiss(phone, STRADA)
    phone.goto("about:blank")
    box.act("end")
    assert found + amiss(phone, (looking_back(box), giving_on(box), "/report", "/book")) == []


def broken(phone: Page, addresses: tuple[str, ...], letters: int = 100) -> list[str]:
    """Words broken and rows of unequal buttons on these pages of a usual phone, upright and sideways."""
    found: list[str] = []
    for address in addresses:
        visit(phone, address)
        unfold(phone)
        phone.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
        for width, height in ((WIDTHS[0], 740), (844, 390)):
            phone.set_viewport_size({"width": width, "height": height})
            found += [
                f"{address} {width} {each}" for each in phone.evaluate(BROKEN) + phone.evaluate(UNEQUAL)
            ]
    return found


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_word_is_broken_and_buttons_beside_each_other_are_equally_high(
    onlookers: Phones, box: Box, language: str
) -> None:
    box.start()
    box.act("advance")
    box.act("call-for-order", colour="red")
    phone = onlookers.joined(language=language)
    found = broken(phone, ("/table",))
    box.start(amb_04=True)
    box.phase("wonder")
    found += broken(phone, tuple(each for each in PAGES if each != "/tv"))
    phone.goto("about:blank")
    evening(box)
    found += broken(phone, STRADA)
    box.act("end")
    assert found + broken(phone, ("/table",)) == []


def test_large_letters_break_no_word_that_has_room_on_a_line_of_its_own(onlookers: Phones, box: Box) -> None:
    box.start()
    phone = onlookers.joined()
    found = broken(phone, ("/table", "/act", "/box", "/sheet", "/log"), letters=200)
    box.act("end")
    found += broken(phone, ("/table", "/report"), letters=200)
    phone.goto("about:blank")
    evening(box)
    found += broken(phone, ("/table", "/box", "/sheet"), letters=200)
    box.act("end")
    assert found + broken(phone, ("/table",), letters=200) == []


@pytest.mark.parametrize("size", SIZES)
def test_bars_leave_most_of_the_screen_to_the_page(onlookers: Phones, box: Box, size: str) -> None:
    box.start()
    phone = onlookers.joined(language="it")
    for address in ("/table", "/rules?phase=wonder"):
        visit(phone, address)
        unfold(phone)
        sized(phone, size)
        assert phone.evaluate(OVER) < (0.55 if "letters" in size else 0.35), address


@pytest.mark.parametrize("language", ["en", "it"])
def test_on_a_phone_held_sideways_every_tab_is_visible_at_every_scroll_position(
    onlookers: Phones, box: Box, language: str
) -> None:
    box.start(amb_04=True)
    phone = onlookers.joined(language=language)
    found: list[str] = []
    for address in (each for each in PAGES if each != "/tv"):
        visit(phone, address)
        for width, height in SIDEWAYS:
            phone.set_viewport_size({"width": width, "height": height})
            phone.evaluate(HALFWAY)
            amiss = phone.evaluate(UNSEEN, ".bar a") + phone.evaluate(CLIPPED, ".bar a")
            found += [f"{address} {width} {each}" for each in amiss]
    assert found == []


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


def test_the_way_past_the_head_is_seen_when_the_keyboard_comes_to_it(phones: Phones, box: Box) -> None:
    phone = phones.phone()
    visit(phone, "/games")
    skip = phone.get_by_role("link", name="To the content")
    assert skip.evaluate("each => each.getBoundingClientRect().width") <= 1
    phone.keyboard.press("Tab")
    expect(skip).to_be_focused()
    assert skip.evaluate("each => each.getBoundingClientRect().height") >= 44
    phone.keyboard.press("Enter")
    expect(phone.locator("#main")).to_be_focused()


def test_focus_stays_where_it_was_after_every_action(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/act?for=red&open=fleet")
    for form, name in (("fleet", "One more: Raft"), ("fleet", "One fewer: Raft"), ("advance", "movement")):
        button = phone.locator(f"#f-{form}").get_by_role("button", name=name)
        button.focus()
        with changed(phone):
            phone.keyboard.press("Enter")
        expect(phone.locator(f"#f-{form}:focus-within")).to_have_count(1)
    with changed(phone):
        box.act("advance")
    expect(phone.locator("#f-advance:focus-within")).to_have_count(1)


def test_a_refusal_is_scrolled_to_and_announced(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("building")
    phone = phones.joined(at="/act?for=red&open=mines")
    form = phone.locator("#f-build-mine")
    form.get_by_role("combobox").select_option("9")
    form.get_by_text("Not researched").click()
    form.locator(".chip", has_text="4 gold").click()
    form.get_by_role("button").click()
    alert = phone.get_by_role("alert")
    expect(alert).to_be_focused()
    expect(alert).to_be_in_viewport(ratio=1)
