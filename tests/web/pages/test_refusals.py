"""A refusal's page: what was typed is filled in again, and a dearer price asked about. No browser."""

from __future__ import annotations

import re

from tests.fakes.sitting import Sitting, act
from tests.web.pages.rendering import form_of


def test_what_was_typed_in_an_address_only_fills_in(playing: Sitting) -> None:
    before = playing.version
    page = playing.phone().get("/act?typed=type%3Dcount-wealth%26form%3Dcount-wealth%26gold%3D17").text
    assert 'value="17"' in page
    assert 'name="page" value="/act' in page
    assert "typed=" not in re.sub(r'data-url="[^"]*"', "", page)
    assert playing.version == before


def test_a_price_that_rose_before_the_press_is_asked_again(playing: Sitting) -> None:
    phone = playing.phone()
    for _ in range(3):
        act(phone, {"type": "advance"})
    brick = form_of(phone.get("/table").text, "f-own-brick")
    act(phone, {"type": "buy-brick", "colour": "red"})
    refused = phone.post("/act", data=brick)
    assert refused.status_code == 422
    assert "The price for Rosa has risen from 1 to 2" in refused.text
    assert "Buy at the new price: 2" in refused.text
    assert phone.post("/act", data=form_of(refused.text, "offer-1")).status_code == 303
    assert playing.game["wonder"]["bricks"] == ["red", "red"]
