"""Before a game: who has joined, and in which colour. No browser."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.fakes.sitting import CODE, Sitting
from tests.web.pages.rendering import words


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
