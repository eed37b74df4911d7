"""Setting a game up together on phones, and what a group plays differently in its own words."""

from __future__ import annotations

import html
import re
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games.roads_and_boats.options import Options
from tests.fakes.every import every
from tests.fakes.sitting import Sitting, act, refusal
from tests.web.pages.rendering import words
from web.pages.forms import body
from web.pages.setup import fields_of

RB = "/setup?system=roads-and-boats"
HOUSE = {
    "type": "house-rules",
    "system": "roads-and-boats",
    "page": "/games",
    "form": "house-roads-and-boats",
}
PLAYERS = [
    {"colour": "blue", "name": "Anna"},
    {"colour": "green", "name": ""},
    {"colour": "red", "name": "Ugo"},
]
PLAN: dict[str, Any] = {"type": "prepare", "system": "roads-and-boats", "players": PLAYERS}


def steps(phone: FlaskClient, system: str = "roads-and-boats", **asked: Any) -> dict[str, Any]:
    answer = phone.post(f"/api/v1/aids/setup?system={system}", json=asked)
    assert answer.status_code == 200, answer.text
    return {each["step"]: each for each in answer.get_json()["steps"]}


def test_an_impossible_number_is_refused_and_a_missing_one_asked_for(sitting: Sitting) -> None:
    phone = sitting.stranger()
    five = refusal(phone.post("/api/v1/aids/setup", json={"players": 5}), 422)
    assert (five["code"], five["rule"]) == ("players-too-many", "RB-GEN-04")
    nobody = refusal(phone.post("/api/v1/aids/setup", json={}), 400)
    assert (nobody["code"], nobody["params"]["field"]) == ("missing-field", "players")
    wrong = refusal(phone.post("/api/v1/aids/setup", json={"players": 2, "options": {"mines": 5}}), 400)
    assert wrong["params"]["field"] == "options.mines"


def test_players_and_options_come_from_the_running_game(playing: Sitting) -> None:
    things = steps(playing.stranger())
    sequence = playing.table.snapshot.body["game"]["sequence"]
    choose = [each["colour"] for each in things.values() if each["code"] == "start-tile"]
    assert choose == sequence
    assert things["mark"]["params"]["players"] == 2


def test_a_tick_on_one_phone_is_on_every_page_without_a_script(sitting: Sitting) -> None:
    phone, other = sitting.phone(), sitting.stranger()
    form = {"type": "tick", "system": "roads-and-boats", "step": "map", "done": "true", "page": RB}
    assert phone.post("/act", data=form).headers["Location"] == f"{RB}&did=1"
    assert steps(other)["map"]["done"] if act(phone, PLAN).status_code == 200 else False
    assert words(other.get(RB).text).count("✓") == 1
    assert 'aria-pressed="true"' in phone.get(RB).text
    assert "<button" not in other.get(RB).text.partition('<ol class="todo">')[2].partition("</ol>")[0]
    phone.post("/act", data={**form, "done": "false"})
    assert not steps(other)["map"]["done"]


def test_players_and_figures_typed_on_one_phone_fill_in_every_phones_form(sitting: Sitting) -> None:
    phone = sitting.phone()
    fields = {
        "type": "start", "system": "roads-and-boats", "form": "new-roads-and-boats", "page": RB,
        "players.@1.colour": "yellow", "players.@1.name": "Anna", "players.@3.colour": "blue",
        "options.temple.@0": "blue", "options.temple.@1": "yellow", "options.neutral:int": "25",
        "options.amb_04:bool": "true", "replace": "true", "seed": "made by a script",
        "with": "type=prepare&replace=&seed=",
    }  # fmt: skip
    assert phone.post("/act", data=fields).status_code == 303
    page = sitting.phone("Ugo", "blue").get(RB).text
    ticked = re.findall(r'name="(players\.@\d\.colour)" value="\w+" checked', page)
    assert ticked == ["players.@1.colour", "players.@3.colour"]
    assert re.search(r'name="players\.@1\.name"[^>]*value="Anna"', page)
    assert re.search(r'name="options\.neutral:int" value="25"', page)
    assert re.search(r'name="options\.amb_04:bool" value="true" checked', page)
    assert page.count('<option value="blue" selected>') == page.count('<option value="yellow" selected>') == 1
    things = steps(phone)
    assert things["neutral"]["params"] == {"count": 25}
    assert things["temple"]["params"] == {"players": ["blue", "yellow"]}
    assert sitting.table.snapshot.body["game"] is None


def test_without_typed_players_the_list_is_for_the_members(sitting: Sitting) -> None:
    looks = sitting.stranger()
    assert "this is the list for two" in looks.get(RB).text
    for count, (name, colour) in enumerate((("Anna", "red"), ("Ugo", "blue"), ("Zoe", "green")), 1):
        phone = sitting.phone(name, colour)
        page = words(looks.get(RB).text)
        assert f"about {10 * max(count, 2)} land tiles" in page
    assert "For those who would play now: Anna, Ugo and Zoe." in page
    assert act(phone, {**PLAN, "players": PLAYERS[:2]}).status_code == 200
    assert "about 20 land tiles" in words(looks.get(RB).text)


def test_every_typed_option_comes_back_from_the_form_unchanged(sitting: Sitting) -> None:
    phone = sitting.phone()
    fleet = {"donkey": 2, "raft": 1, "land": None, "total": 9, "each": {"truck": 2}}
    options = {"temple": ["red", "green", "blue"], "mines": 21, "rows": [4] * 15, "marks": {"3": 50},
               "fleet": fleet, "standings": True, "irrigation_at": 40}  # fmt: skip
    assert act(phone, {**PLAN, "options": options}).status_code == 200
    found = sitting.table.setup_checklist("roads-and-boats")
    shown = {name: value for name, value in fields_of(found).items() if name.startswith("options.")}
    assert body({"type": "prepare", **shown}, {})["options"] == options
    assert set(options) <= set(Options.__struct_fields__)


def test_house_rules_are_on_every_page_about_the_game_and_escaped(playing: Sitting) -> None:
    phone = playing.phone()
    form = {**HOUSE, "rules:lines": "\tLate\tis late.\r\n\r\n  <script>alert(1)</script> \n"}
    assert phone.post("/act", data=form).status_code == 303
    for at in ("/setup", "/games", "/about", "/rules"):
        page = phone.get(at).text
        assert "<li>Late is late.</li>" in page, at
        assert "<li>&lt;script&gt;alert(1)&lt;/script&gt;</li>" in page, at
        assert "<script>alert" not in page, at


@pytest.mark.parametrize("text", ["fine\na\u202eb", "fine\n" + "a" * 161, "a\n" * 21])
def test_refused_house_rules_stay_as_they_were_typed_and_are_answered_with_their_limits(
    sitting: Sitting, text: str
) -> None:
    form = {**HOUSE, "page": "/setup?system=roads-and-boats", "rules:lines": text}
    answer = sitting.phone().post("/act", data=form, headers={"Accept-Language": "it"})
    assert answer.status_code == 400
    assert "«Una regola per riga, al massimo 20 righe di 160 lettere»" in answer.text
    assert (
        '<textarea name="rules:lines" rows="6" maxlength="3300" class="wrong" aria-invalid="true">'
        in answer.text
    )
    assert text.strip("\n") in answer.text.replace("\ufffd", "\u202e")


def test_house_rules_written_for_an_older_table_are_not_written_over_newer_ones(sitting: Sitting) -> None:
    phone = sitting.phone()
    version = str(sitting.version)
    assert phone.post("/act", data={**HOUSE, "rules:lines": "mine", "expects": version}).status_code == 303
    late = phone.post("/act", data={**HOUSE, "rules:lines": "yours", "expects": version})
    assert late.status_code == 409
    assert "yours</textarea>" in late.text
    assert phone.post("/act", data={**HOUSE, "rules:lines": ""}).status_code == 303
    assert dict(sitting.table.snapshot.box_state.house_rules) == {}


def test_the_aid_leads_to_the_page_and_a_game_without_a_list_to_none(sitting: Sitting) -> None:
    answer = sitting.stranger().get("/aids/setup?system=la-strada")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/setup?system=la-strada")
    assert "/setup?system=roads-and-boats" in sitting.stranger().get("/aids").text


@pytest.mark.parametrize("system", ["roads-and-boats", "la-strada"])
def test_every_setup_step_has_a_text(sitting: Sitting, system: str) -> None:
    phone, languages = sitting.phone(), cycle(("en", "it"))
    boats = system == "roads-and-boats"
    many = {"more_players": True, "mines": 21, "amb_23": True, "amb_01": True, "irrigation_at": 40,
            "neutral": 20, "rows": [7] * 15, "fleet": {"donkey": 1, "truck": 2, "steamer": 1}}  # fmt: skip
    colours = [str(each) for each in sitting.games[system].colours]

    def whole(kind: str, plan: dict[str, Any]) -> None:
        assert act(phone, {"type": kind, "system": system, **plan}).status_code == 200
        shown = words(phone.get(f"/setup?system={system}", headers={"Accept-Language": next(languages)}).text)
        assert not re.search(r"\blay\.\w|page\.\w|\{\w*\}", shown), shown

    for count in range(1 if boats else 2, len(colours) + 1):
        players = [{"colour": each} for each in colours[:count]]
        more = {"more_players": True} if boats and count > 4 else {}
        for options in ({}, many, {"amb_03": True, "amb_04": True}) if boats else ({},):
            for _ in ("en", "it"):
                whole("prepare", {"players": players, "options": {**options, **more}})
    whole("start", {"players": players, "options": more})


def test_the_player_who_chooses_a_start_tile_next_is_marked(playing: Sitting) -> None:
    phone = playing.phone()
    sequence = playing.game["sequence"]
    act(phone, {"type": "tick", "system": "roads-and-boats"})
    for colour in sequence:
        act(
            phone,
            {"type": "tick", "system": "roads-and-boats", "step": f"start-tile-{colour}", "done": False},
        )
    for colour in sequence:
        marked = re.findall(r'<li id="step-([^"]*)" class="[^"]*next', phone.get("/setup").text)
        assert marked == [f"start-tile-{colour}"]
        act(phone, {"type": "tick", "system": "roads-and-boats", "step": f"start-tile-{colour}"})
    assert playing.game["undo"] is None


def test_numbers_are_kept_and_filled_in_on_the_page_of_the_list(sitting: Sitting) -> None:
    phone = sitting.phone()
    fields = {
        "system": "roads-and-boats",
        "form": "new-roads-and-boats",
        "page": RB,
        "scenario": "Two islands",
    }
    kept = phone.post("/games/numbers", data={**fields, "options.neutral:int": "25"})
    assert kept.status_code == 200
    assert 'id="figures" open' in kept.text
    link = re.search(r'href="(/setup\?[^"]*)">Two islands', kept.text)
    assert link is not None
    filled = phone.get(html.unescape(link[1])).text
    assert re.search(r'name="options\.neutral:int" value="25"', filled)
    assert 'id="figures" open' in filled


def test_a_game_that_needs_no_list_leads_to_none(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path / "tally", games={"tally": every()["tally"]})
    phone = sitting.phone()
    assert phone.get("/setup").status_code == 404
    players = [{"colour": "red"}, {"colour": "blue"}]
    assert act(phone, {"type": "start", "system": "tally", "players": players}).status_code == 200
    for page in ("/about", "/games", "/rules"):
        drawn = phone.get(page)
        assert drawn.status_code == 200
        assert "/setup" not in drawn.text, page
    sitting.close()
