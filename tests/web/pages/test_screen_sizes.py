"""Nothing is hidden, nothing outside: large letters, narrow and low screens, and a television."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.fakes.browsing import CODE, Box, Phones, visit
from tests.web.pages.la_strada import FOUR, evening, link
from tests.web.pages.layout import PAGES, fits, giving_on, is_light, looking_back, measure, unfold

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
SIDEWAYS = ((740, 360), (640, 320))
"""Width and height of phones held so, in pixels."""
LYING = ((360, 740), (844, 390))
"""A small phone upright, and a usual one sideways."""
LAPTOPS = ((1280, 720), (1366, 650))
WIDER = "[...document.querySelectorAll('.scroll')].map((each) => each.scrollWidth - each.clientWidth)"


def sized(phone: Page, size: str) -> None:
    """Make the screen and its letters this large, and wait until the page has measured its bar."""
    width, height, letters = SIZES[size]
    phone.set_viewport_size({"width": width, "height": height})
    phone.evaluate(f"document.documentElement.style.fontSize = {letters} === 100 ? '' : '{letters}%'")
    phone.wait_for_function(measure("barIsMeasured"))


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
            here = phone.evaluate(measure("outside"))
            if address != "/tv":
                here += _of_a_phone(phone, address, size)
            found += [f"{address} {size} {each}" for each in here]
    phone.goto("about:blank")  # an open page would go on to a new game by itself
    return found


def _of_a_phone(phone: Page, address: str, size: str) -> list[str]:
    found: list[str] = []
    if size.startswith("small") or size == "sideways with large letters":
        found += phone.evaluate(measure("covered"))
    if size.startswith("usual") or (address, size) == ("/table", "large letters"):
        found += phone.evaluate(measure("broken"))
    if size.startswith("usual"):
        found += phone.evaluate(measure("unequal"))
    if size.endswith("sideways"):
        found += phone.evaluate(measure("unseen"), ".bar a")
    if address == BOOK and phone.evaluate(measure("underBars")) >= (0.55 if "letters" in size else 0.35):
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
    assert phone.evaluate(measure("overlapping"), parts) == [], page


def test_the_longest_names_overlap_nowhere_on_small_phones(shared_phones: Phones, shared_box: Box) -> None:
    colours = ("red", "yellow", "green", "blue", "purple", "black")
    players = [{"colour": colour, "name": "W" * 12} for colour in colours]
    options: dict[str, object] = {"more_players": True}
    shared_box.act("start", system="roads-and-boats", players=players, options=options, replace=True)
    shared_box.phase("wonder")
    phone = shared_phones.joined("black", language="it")
    apart(phone, "/table", ".each button > *")
    shared_box.act("end")
    apart(phone, "/table", ".ranks li > *")
    for colour in colours:
        shared_box.act("count-wealth", colour=colour, gold=50, coins=0, stock=0)
    visit(phone, "/book")
    assert phone.evaluate(WIDER) == [0], "no name pushes the book off a small phone"
    players = [{"colour": each["colour"], "name": "W" * 12} for each in FOUR]
    options = {"names": {str(number): "M" * 12 for number in range(1, 20)}}
    shared_box.act("start", system="la-strada", players=players, options=options, replace=True)
    for player in players:
        link(shared_box, player["colour"], 5, 15)
        shared_box.act("end-turn")
    phone = shared_phones.joined("black", language="it")
    for page in ("/table", "/act?colony=1&plains=1", "/act/correct?colony=5&road=black-5"):
        apart(phone, page, ".ls-head > *, .ls-tiles > div > *, .ls-people .row > *")
    shared_box.act("end")
    apart(phone, "/table", ".ls-ranks li > :not(.ls-total)")


def test_joining_and_the_start_take_one_screen_of_a_phone_upright_and_sideways(
    phones: Phones, box: Box
) -> None:
    for joined in ("red", "green", "black"):
        box.post("join", {"code": CODE, "name": "Massimiliano", "colour": joined})
    phone, stranger = phones.joined(language="it"), phones.phone(language="it")
    for width, height in LYING:
        for each in (phone, stranger):
            each.set_viewport_size({"width": width, "height": height})
        for page in ("/join", f"/j/{CODE}"):
            visit(stranger, page)
            all_seen(stranger, "#f-join :is(label, button)")
        for game in ("roads-and-boats", "la-strada"):
            visit(phone, "/games")
            phone.locator(f"#new-{game} > summary").click()
            all_seen(phone, f"#f-new-{game} > .go")
            if width < height:
                all_seen(phone, f"#f-new-{game} > fieldset :is([type=text], select)")


def test_the_box_on_a_laptop_and_the_way_through_a_game_sideways_are_seen_at_once(
    phones: Phones, box: Box
) -> None:
    box.start()
    for number in range(1, 19):
        box.act("pair-tag", tag=f"0F0184F0{number:02X}", number=number)
    box.phase("wonder")
    phone = phones.joined(language="it")
    for width, height in LAPTOPS:
        phone.set_viewport_size({"width": width, "height": height})
        visit(phone, "/box")
        all_seen(phone, ".screen, .lamps, .keys, #tray button")
    for width, height in SIDEWAYS:
        phone.set_viewport_size({"width": width, "height": height})
        visit(phone, looking_back(box, box.table()["version"]))
        assert phone.evaluate(measure("unseen"), "#walk, #walk a, #walk button, #walk-step") == []
        assert phone.locator("#walk").evaluate("(each) => each.offsetHeight / innerHeight") < 1 / 4
        visit(phone, "/report")
        for plot in phone.locator("svg.plot").all():
            assert plot.evaluate("(each) => each.getBoundingClientRect().height / innerHeight") < 0.9


def all_seen(phone: Page, which: str) -> None:
    """Nothing lies over any of these, and each is on the screen."""
    found = phone.locator(which).all()
    assert found
    for each in found:
        assert each.evaluate(measure("seen")), (phone.url, phone.viewport_size, each.inner_text())
