"""The pages of Roads & Boats where limits, upgrades, stale wealth and disagreements are shown. No browser."""

from __future__ import annotations

import re

from flask.testing import FlaskClient

from tests.fakes.sitting import Sitting, act, shown
from tests.web.pages.rendering import words

FIELD = re.compile(r'name="([^"]*)" value="([^"]*)"')


def form(page: str, name: str) -> dict[str, str]:
    """The fields of a form as it was drawn."""
    inside = page.split(f'id="f-{name}"')[1].split("</form>", maxsplit=1)[0]
    return dict(FIELD.findall(inside))


def sent(client: FlaskClient, fields: dict[str, str]) -> None:
    answer = client.post("/act", data=fields)
    assert answer.status_code == 303, words(answer.get_data(as_text=True))


def test_a_fleet_over_its_limit_is_shown_where_fleets_are_entered(playing: Sitting) -> None:
    phone = playing.phone()
    act(phone, {"type": "change-fleet", "colour": "red", "transporter": "donkey", "by": 3})
    assert "too many transporters, and 1 must go now, 1 by land. Only" in words(shown(phone, "/act?for=red"))
    assert "too many transporters" not in words(shown(phone, "/act?for=blue"))


def test_the_form_of_the_boards_numbers_changes_and_lifts_limits_and_shows_what_holds(
    playing: Sitting,
) -> None:
    phone = playing.phone()
    drawn = form(shown(phone, "/act/correct"), "fix-limits")
    limits = {name: value for name, value in drawn.items() if name.endswith(":limit")}
    assert [limits[f"value.fleet.{each}:limit"] for each in ("land", "water", "total")] == ["5", "5", "8"]
    assert drawn["value.fleet.donkey:int"] == "3"
    fields = drawn | {"value.mines:int": "18", "reason:usual": "house rule"}
    changed = {
        "value.fleet.land:limit": "",
        "value.fleet.total:limit": "9",
        "value.fleet.each.truck:limit": "1",
    }
    sent(phone, fields | changed)
    assert playing.game["options"]["fleet"] == {"donkey": 3, "land": None, "total": 9, "each": {"truck": 1}}
    again = form(shown(phone, "/act/correct"), "fix-limits")
    assert [again[name] for name in changed] == ["", "9", "1"]
    assert "On land 3, on water 0 (at most 5), together 3 (at most 9)." in words(shown(phone, "/act"))
    sent(phone, again | {"value.mines:int": "18", "value.fleet.each.truck:limit": "", "reason": "gone"})
    assert playing.game["options"]["fleet"] == {"donkey": 3, "land": None, "total": 9}


def test_the_start_form_as_it_stands_changes_no_limit(sitting: Sitting) -> None:
    phone = sitting.phone()
    drawn = form(shown(phone, "/games"), "new-roads-and-boats")
    limits = {name: value for name, value in drawn.items() if name.startswith("options.fleet")}
    players = {"players.@0.colour": "red", "players.@1.colour": "blue"}
    sent(phone, {"type": "start", "system": "roads-and-boats", **players, **limits})
    assert sitting.game["options"]["fleet"] == {"donkey": 3}
