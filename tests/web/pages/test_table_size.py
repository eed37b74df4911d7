"""The table's page is short: what is seldom needed stands on a page of its own."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.fakes.browsing import Box, Phones, visit
from tests.fakes.sitting import Sitting, act, shown
from tests.web.pages.la_strada import evening
from tests.web.pages.test_now_bar import BOATS, PHASES, boats

MOST = 3.5
"""Screens of a usual phone."""
HIGH = "each => each.offsetHeight / innerHeight"


def screens(phone: Page) -> float:
    """How many of them the table's page is high."""
    visit(phone, "/table")
    high: float = phone.evaluate("document.documentElement.scrollHeight / innerHeight")
    return high


def test_the_table_is_a_few_screens_high_and_the_mines_that_are_to_be_drawn_fit_one(
    shared_phones: Phones, shared_box: Box
) -> None:
    box = shared_box
    found: dict[str, float] = {}
    for players, subjects in ((4, ("rowboat", "truck")), (6, ())):
        boats(box, players, mines=18)
        phone = shared_phones.joined("red", language="it")
        found[f"draw {players}"] = screens(phone)
        assert phone.locator("#mines").evaluate(HIGH) <= 1
        box.act("draw-all")
        for colour in BOATS[:players]:
            for subject in subjects:
                box.act("research", colour=colour, subject=subject)
        for phase in PHASES[1:]:
            box.phase(phase)
            found[f"{phase} {players}"] = screens(phone)
        box.phase("building")
        box.act("call-for-order", colour="red")
        found[f"praying {players}"] = screens(phone)
    box.start(amb_23=True)
    for number in range(1, 19):
        box.act("build-mine", number=number, colour="red", mixture="standard", late=True)
    visit(phone, "/table")
    assert phone.locator("#mines").evaluate(HIGH) <= 1, "drawn by hand"
    phone.set_viewport_size({"width": 820, "height": 740})
    left = {phone.locator(each).evaluate("each => each.offsetLeft") for each in ("#mines", "#players")}
    assert len(left) == 2, "a tablet has two columns"
    evening(box)
    found["La Strada"] = screens(shared_phones.joined("red", language="it"))
    assert {name: high for name, high in found.items() if high > MOST} == {}


def test_upgrades_opened_by_research_are_on_that_players_phone(playing: Sitting) -> None:
    phone, other = playing.phone(), playing.phone("Bea", "blue")
    assert act(phone, {"type": "research", "colour": "red", "subject": "truck"}).status_code == 200
    own, anothers = (shown(each, "/table").count("Upgrading a factory") for each in (phone, other))
    assert own == anothers + 1, "beside the aids of the phase"
