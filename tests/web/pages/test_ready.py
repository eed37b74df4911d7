"""Who is ready, the phase card and its switch, on pages. No browser, no script."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.fakes.sitting import Sitting, act
from tests.web.pages.rendering import form_of


def part_of(page: str, name: str) -> str:
    """A part of a page, by its id."""
    whole = re.search(rf'<(section|div)[^>]* id="{name}".*?</\1>', page, re.DOTALL)
    assert whole is not None, name
    return whole[0]


def part(page: str, name: str) -> str:
    """The words of a part of a page, by its id."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", part_of(page, name))).split())


def moving(sitting: Sitting) -> FlaskClient:
    phone = sitting.phone()
    act(phone, {"type": "advance", "draw_rest": True})
    return phone


def test_one_tap_sets_ready_and_another_revokes_it_and_the_page_names_the_missing(playing: Sitting) -> None:
    phone = moving(playing)
    before = phone.get("/table").text
    assert part(before, "ready").startswith("Not ready yet:")
    assert phone.post("/act", data=form_of(before, "f-ready-blue")).status_code == 303
    assert playing.game["ready"] == ["blue"]
    now = phone.get("/table").text
    missing = re.findall(r'<button aria-label="(.*?) is ready">', part_of(now, "ready"))
    assert missing == ["Rosa"], "who is ready has no button any more"
    phone.post("/act", data=form_of(now, "f-ready-red"))
    assert "All are ready." in part(phone.get("/table").text, "ready")
    own = form_of(phone.get("/table").text, "f-own-ready")
    assert own["ready"] == "false"
    phone.post("/act", data=own)
    assert playing.game["ready"] == ["blue"]


@pytest.mark.parametrize(("ticked", "on"), [(True, True), (False, False)])
def test_a_game_is_started_with_the_card_unless_its_box_was_cleared(
    sitting: Sitting, ticked: bool, on: bool
) -> None:
    phone = sitting.phone()
    page = phone.get("/games").text
    assert re.search(r'name="options.phase_card:bool" value="true" checked', page)
    fields = [
        ("type", "start"), ("id", "k"), ("page", "/games"), ("form", "new-roads-and-boats"),
        ("system", "roads-and-boats"), ("players.@0.colour", "red"), ("players.@1.colour", "blue"),
        ("options.phase_card:bool", "false"),
    ]  # fmt: skip
    data: dict[str, list[str]] = {}
    for name, value in [*fields, *([("options.phase_card:bool", "true")] if ticked else [])]:
        data.setdefault(name, []).append(value)
    assert phone.post("/act", data=data).status_code == 303
    assert sitting.game["options"]["phase_card"] is on
