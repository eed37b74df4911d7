"""Before a game: who has joined, in which colour, and all phones at the table once it has begun."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Locator

from tests.fakes.browsing import CODE, Box, Phones, visit
from tests.fakes.sitting import Sitting
from tests.web.pages.rendering import words

SEEN = """(each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const at = [[left, top], [right, top], [left, bottom], [right, bottom]];
    const inside = ([x, y]) => [x + (x < (left + right) / 2 ? 8 : -8), y + (y < (top + bottom) / 2 ? 8 : -8)];
    return at.every((corner) => each.contains(document.elementFromPoint(...inside(corner))));
}"""
"""Whether nothing lies over the whole of it, and it is on the screen."""
SIZES = ((360, 740), (844, 390))
"""A small phone upright, and a usual one sideways: width and height in pixels."""


def seen(each: Locator) -> bool:
    found: bool = each.evaluate(SEEN)
    return found


def join(phone: FlaskClient, **fields: str) -> int:
    return phone.post("/join", data={"code": CODE, **fields}).status_code


@pytest.mark.parametrize("page", ["/join", "/games", "/setup"])
def test_every_phone_sees_the_members_by_colour_and_name(sitting: Sitting, page: str) -> None:
    looks = sitting.stranger()
    assert "Nobody has joined yet." in looks.get(page).text
    for name, colour in (("Anna", "red"), ("", "blue"), ("Zoe", None)):
        sitting.phone(name, colour)
    listed = r'<li class="who"><i class="tok (\w+)"[^>]*>(\w*)</i>(\w+)</li>'
    assert re.findall(listed, looks.get(page).text) == [
        ("red", "R", "Anna"),
        ("blue", "B", "Blue"),
        ("n", "", "Zoe"),
    ]


def test_a_taken_colour_is_marked_and_shared_only_on_request(sitting: Sitting) -> None:
    anna, ugo = sitting.stranger(), sitting.stranger()
    assert join(anna, name="Anna", colour="red") == 303
    assert re.search(r"Red\s+taken", words(ugo.get("/join").text))
    asked = ugo.post("/join", data={"code": CODE, "name": "Ugo", "colour": "red"})
    assert asked.status_code == 409
    assert "Another phone already acts for Red." in asked.text
    assert 'value="Ugo"' in asked.text
    assert '<button class="go big" name="shared" value="red">Share Red</button>' in asked.text
    assert '<button class="big">Join</button>' in asked.text
    assert join(ugo, name="Ugo", colour="red", shared="red") == 303
    assert [each.known_name for each in sitting.membership.present()] == ["Anna", "Ugo"]


def test_a_phones_own_colour_and_one_that_was_left_long_ago_are_free(sitting: Sitting) -> None:
    phone = sitting.stranger()
    assert join(phone, name="Anna", colour="red") == join(phone, name="Anne", colour="red") == 303
    sitting.clock.seconds += 13 * 3600
    assert join(sitting.stranger(), colour="red") == 303


def test_a_wrong_code_is_reported_before_a_taken_colour(sitting: Sitting) -> None:
    sitting.phone("Anna", "red")
    assert join(sitting.stranger(), code="0000", colour="red") == 403


def test_joining_takes_one_screen_of_a_small_phone_upright_and_sideways(onlookers: Phones, box: Box) -> None:
    for colour in ("red", "green", "black"):
        box.post("join", {"code": CODE, "name": "Massimiliano", "colour": colour})
    phone = onlookers.phone(language="it")
    for page in ("/join", f"/j/{CODE}"):
        visit(phone, page)
        for width, height in SIZES:
            phone.set_viewport_size({"width": width, "height": height})
            for each in phone.locator("#f-join :is(label, button)").all():
                assert seen(each), (page, width, each.inner_text())


def test_the_start_is_under_the_thumb_as_soon_as_a_game_is_chosen_and_covers_no_player(
    phones: Phones,
) -> None:
    phone = phones.joined(language="it")
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        for game in ("roads-and-boats", "la-strada"):
            visit(phone, "/games")
            phone.locator(f"#new-{game} > summary").click()
            assert seen(phone.locator(f"#f-new-{game} > .go")), (width, game)
            if width < height:
                for each in phone.locator(f"#f-new-{game} > fieldset :is([type=text], select)").all():
                    assert seen(each), (game, each.get_attribute("name"))
