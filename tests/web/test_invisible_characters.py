"""Invisible characters are refused wherever something can be typed, and shown harmlessly elsewhere."""

from __future__ import annotations

import html

import msgspec

from tests.fakes.sitting import CODE, START, Sitting, act, refusal
from tests.table.exported import chained

TURNED = "Ro\u202esa"
SIGNS = ("\x00", "\x1b", "\n", "\x7f", "\u061c", "\u200e", "\u2028", "\u202e", "\u2069", "\ufffe")


def test_a_command_with_an_invisible_character_is_refused_by_its_field(playing: Sitting) -> None:
    phone = playing.phone()
    correct = {"type": "correct", "field": "turn", "value": 2}
    for sign in SIGNS:
        error = refusal(act(phone, correct, reason=f"we{sign}forgot"), 400)
        assert (error["code"], error["params"]["field"]) == ("hidden-sign", "reason")
        assert f"U+{ord(sign):04X}" in error["message"]
        assert refusal(act(phone, {"type": "advance"}, id=f"k{sign}"), 400)["params"]["field"] == "id"
    assert playing.version == 1
    family = act(phone, correct, reason="👩\u200d👩\u200d👧 forgot")
    assert family.status_code == 200, "an emoji of several parts is taken"


def test_a_name_with_an_invisible_character_starts_no_game_and_joins_no_table(sitting: Sitting) -> None:
    players = [{"colour": "red", "name": TURNED}, {"colour": "blue"}]
    error = refusal(act(sitting.phone(), {**START, "players": players}), 400)
    assert (error["code"], error["params"]["field"]) == ("hidden-sign", "players[0].name")
    joined = sitting.stranger().post("/api/v1/join", json={"code": CODE, "name": TURNED})
    assert refusal(joined, 400)["params"]["field"] == "name"


def test_a_form_comes_back_as_it_was_typed(playing: Sitting) -> None:
    form = {
        "type": "correct",
        "field": "turn",
        "value:int": "2",
        "reason:usual": "so it was\u202e",
        "form": "fix-turn",
    }
    answer = playing.phone().post("/act", data={**form, "page": "/act/correct?open=turn"})
    page = html.unescape(answer.get_data(as_text=True))
    assert answer.status_code == 400
    assert "“Reason” holds a sign that nobody sees (U+202E)" in page
    assert "so it was" in page
    assert "\u202e" not in page
    (marked,) = [each for each in page.split("<input") if 'aria-invalid="true"' in each.partition(">")[0]]
    assert 'name="reason:usual"' in marked
    assert playing.version == 1


def test_a_refused_field_of_several_alike_is_named_as_the_page_does_and_marked(playing: Sitting) -> None:
    names = {f"value.@{n}.colour": each for n, each in ((0, "red"), (1, "blue"))}
    form = {"type": "correct", "field": "players", "form": "fix-players", "page": "/act/correct", **names}
    sent = {**form, "value.@1.name": TURNED, "reason:usual": "a newcomer"}
    answer = playing.phone().post("/act", data=sent, headers={"Accept-Language": "it"})
    page = html.unescape(answer.get_data(as_text=True))
    assert "«Nome»" in page
    (marked,) = [each for each in page.split("<input") if 'aria-invalid="true"' in each.partition(">")[0]]
    assert 'name="value.@1.name"' in marked


def test_numbers_that_are_kept_for_another_start_hold_none(playing: Sitting) -> None:
    form = {
        "system": "roads-and-boats",
        "scenario": "ours",
        "form": "new-roads-and-boats",
        "options.rows": "4\u202e",
    }
    answer = playing.phone().post("/games/numbers", data=form)
    assert answer.status_code == 422
    assert "U+202E" in answer.get_data(as_text=True)


def test_a_game_of_another_box_that_holds_some_is_taken_in_and_shown_harmlessly(playing: Sitting) -> None:
    phone = playing.phone()
    file = msgspec.json.decode(msgspec.json.encode(playing.table.export()))
    file["game"] = "elsewhere"
    for entry in file["entries"]:
        entry["game"], entry["name"] = "elsewhere", TURNED
        entry["command"]["players"][0]["name"] = TURNED
        for event in entry["events"]:
            for player in event.get("players", ()):
                player["name"] = TURNED if player["colour"] == "red" else player["name"]
    playing.table.import_game(chained(file))
    assert act(phone, {"type": "resume", "game": "elsewhere"}).status_code == 200
    for path in ("/games", "/log", "/table", "/act", "/join"):
        page = phone.get(path).get_data(as_text=True)
        assert "\u202e" not in page
        assert path == "/join" or "Ro\ufffdsa" in page
