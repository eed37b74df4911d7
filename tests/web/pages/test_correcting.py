"""The pages of Roads & Boats where limits, upgrades, stale wealth and disagreements are shown. No browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.fakes.sitting import Sitting, act
from tests.web.pages.drawn import words

FIELD = re.compile(r'name="([^"]*)" value="([^"]*)"')


def form(page: str, name: str) -> dict[str, str]:
    """The fields of a form as it was drawn."""
    inside = page.split(f'id="f-{name}"')[1].split("</form>", maxsplit=1)[0]
    return dict(FIELD.findall(inside))


def game(sitting: Sitting) -> dict[str, Any]:
    body: dict[str, Any] = sitting.table.snapshot.body["game"]
    return body


def shown(client: FlaskClient, address: str, language: str = "en") -> str:
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def sent(client: FlaskClient, fields: dict[str, str]) -> None:
    answer = client.post("/act", data=fields)
    assert answer.status_code == 303, words(answer.get_data(as_text=True))


def test_the_form_of_the_boards_numbers_changes_and_lifts_limits_and_shows_what_holds(
    playing: Sitting,
) -> None:
    phone = playing.phone()
    drawn = form(shown(phone, "/act/correct"), "fix-limits")
    limits = {name: value for name, value in drawn.items() if name.endswith(":limit")}
    assert [limits[f"value.fleet.{each}:limit"] for each in ("land", "water", "total")] == ["5", "5", "8"]
    assert drawn["value.fleet.donkey:int"] == "3"
    fields = drawn | {"value.mines:int": "18", "reason": "house rule"}
    changed = {
        "value.fleet.land:limit": "",
        "value.fleet.total:limit": "9",
        "value.fleet.each.truck:limit": "1",
    }
    sent(phone, fields | changed)
    assert game(playing)["options"]["fleet"] == {"donkey": 3, "land": None, "total": 9, "each": {"truck": 1}}
    again = form(shown(phone, "/act/correct"), "fix-limits")
    assert [again[name] for name in changed] == ["", "9", "1"]
    assert "On land 3, on water 0 / 5, together 3 / 9." in words(shown(phone, "/act"))
    sent(phone, again | {"value.mines:int": "18", "value.fleet.each.truck:limit": "", "reason": "gone"})
    assert game(playing)["options"]["fleet"] == {"donkey": 3, "land": None, "total": 9}


def test_the_start_form_as_it_stands_changes_no_limit(sitting: Sitting) -> None:
    phone = sitting.phone()
    drawn = form(shown(phone, "/games"), "new-roads-and-boats")
    limits = {name: value for name, value in drawn.items() if name.startswith("options.fleet")}
    players = {"players.@0.colour": "red", "players.@1.colour": "blue"}
    sent(phone, {"type": "start", "system": "roads-and-boats", **players, **limits})
    assert game(sitting)["options"]["fleet"] == {"donkey": 3}


def test_an_upgrade_is_counted_in_production_without_a_question(playing: Sitting) -> None:
    phone = playing.phone()
    act(phone, {"type": "build", "building": "raft-factory", "by": 1, "late": True})
    act(phone, {"type": "research", "colour": "red", "subject": "rowboat"})
    sent(phone, {"type": "build", "with": "building=raft-factory&by=-1"})
    sent(phone, {"type": "build", "with": "building=rowboat-factory&by=1"})
    assert game(playing)["buildings"] == {"rowboat-factory": 1}


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "counted in an earlier turn"), ("it", "contata in un turno precedente")],
)
def test_wealth_of_an_earlier_turn_is_marked_where_it_is_counted_and_with_the_scores(
    playing: Sitting, language: str, said: str
) -> None:
    phone = playing.phone()
    act(phone, {"type": "count-wealth", "colour": "red", "gold": 3, "coins": 0, "stock": 0})
    assert said not in words(shown(phone, "/act?for=red", language)).lower()
    act(phone, {"type": "correct", "field": "turn", "value": 2, "reason": "forgot to advance"})
    assert said in words(shown(phone, "/act?for=red", language)).lower()
    act(phone, {"type": "end"})
    assert said in words(shown(phone, "/table", language)).lower()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "It is turn 2, but the wonder has 0 neutral bricks",
                "Nobody has researched this yet: truck factory",
            ],
        ),
        (
            "it",
            ["È il turno 2, ma la meraviglia ha 0 mattoni neutrali", "questa ricerca: fabbrica di camion"],
        ),
    ],
)
def test_what_does_not_go_together_is_said_on_the_table(
    playing: Sitting, language: str, said: list[str]
) -> None:
    phone = playing.phone()
    act(phone, {"type": "correct", "field": "turn", "value": 2, "reason": "test"})
    act(phone, {"type": "build", "building": "truck-factory", "by": 1, "late": True})
    drawn = shown(phone, "/table", language)
    page = words(drawn)
    for each in said:
        assert each in page
    for way in ("/act/correct?open=fix-turn#fix-turn", "/act/bricks"):
        assert f'href="{way}"' in drawn, "what it asks for is a tap away"
    act(phone, {"type": "correct", "field": "turn", "value": 1, "reason": "test"})
    assert 'href="/act/bricks"' not in shown(phone, "/table", language)
