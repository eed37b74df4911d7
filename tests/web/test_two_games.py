"""Two games with equal codes, commands and aids: each is read and shown as its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games import Game
from companion.games.registry import registered
from tests.fakes.every import every
from tests.fakes.sitting import RecordingBox, Sitting, act, refusal
from tests.fakes.toy import TOY_GAME
from tests.fakes.twin import TWIN_GAME
from web.pages.assets import folder_name, game_folder

TOY: dict[str, Any] = {
    "type": "start", "system": "toy", "options": {"target": 500},
    "players": [{"colour": "red", "name": "Ada"}, {"colour": "blue"}],
}  # fmt: skip
TWIN: dict[str, Any] = {
    "type": "start", "system": "twin", "replace": True,
    "players": [{"colour": "black"}, {"colour": "grey", "name": "Bob"}],
}  # fmt: skip


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Sitting]:
    """A box that knows both games, with nothing on the table."""
    sitting = Sitting(tmp_path / "data", RecordingBox(), games={"toy": TOY_GAME, "twin": TWIN_GAME})
    yield sitting
    sitting.close()


@pytest.fixture
def phone(both: Sitting) -> FlaskClient:
    return both.phone("Ada", "red")


def page(phone: FlaskClient, at: str, language: str = "en") -> str:
    answer = phone.get(at, headers={"Accept-Language": language})
    assert answer.status_code == 200, at
    return answer.get_data(as_text=True)


def started(phone: FlaskClient, *games: dict[str, Any]) -> None:
    for game in games:
        assert act(phone, {**game, "replace": True}).status_code == 200


def test_the_log_shows_each_entry_in_the_words_of_its_game(phone: FlaskClient) -> None:
    started(phone, TOY)
    assert act(phone, {"type": "roll"}).status_code == 200
    started(phone, TWIN)
    assert act(phone, {"type": "roll", "times": 1}).status_code == 200
    log = page(phone, "/log")
    assert "Rolled a " in log
    assert "The twins threw." in log
    assert "A new game: Toy" in log
    assert "A new game: Twin" in log


def test_an_undone_step_is_named_as_its_own_game_names_it(phone: FlaskClient) -> None:
    started(phone, TWIN)
    act(phone, {"type": "roll", "times": 1})
    assert "Undo “The twins threw.”" in page(phone, "/log")
    assert act(phone, {"type": "undo"}).status_code == 200
    started(phone, TOY)
    log = page(phone, "/log", "it")
    assert "Annullato: I gemelli hanno lanciato." in log
    assert 'data-news="' in log


def test_a_game_on_the_table_or_on_file_is_placed_by_its_own_words(phone: FlaskClient) -> None:
    started(phone, TOY, TWIN)
    games = page(phone, "/games")
    assert "turn 1, rolling" in games
    assert "round 1, throwing" in games
    assert "Gemelli a 0" in page(phone, "/table", "it")


def test_refusals_are_in_the_words_of_their_game(phone: FlaskClient) -> None:
    wrong = {**TWIN, "players": [{"colour": "red"}]}
    started(phone, TOY)
    error = refusal(act(phone, {**wrong, "replace": True}), 422)
    assert (error["rule"], error["message"]) == ("TWIN-01", "The twins are black and grey.")
    form = {"type": "start", "system": "twin", "players.@0.colour": "red", "replace": "true"}
    assert "The twins are black and grey." in phone.post("/act", data=form).text
    act(phone, {"type": "finish"})
    assert refusal(act(phone, {"type": "roll"}), 422)["message"] == "The game is over."
    started(phone, TWIN)
    act(phone, {"type": "finish"})
    assert refusal(act(phone, {"type": "roll", "times": 1}), 422)["message"] == "The twins are done."


def test_each_start_form_is_in_the_words_of_its_game(phone: FlaskClient) -> None:
    for before in ([], [TOY], [TWIN]):
        started(phone, *before)
        games = page(phone, "/games")
        assert "Begin the toy" in games
        assert "Begin the twins" in games
        assert 'value="grey"' in games


def test_a_command_is_read_by_the_game_on_the_table(phone: FlaskClient) -> None:
    started(phone, TOY)
    assert refusal(act(phone, {"type": "roll", "times": 2}), 400)["code"] == "unknown-field"
    started(phone, TWIN)
    assert refusal(act(phone, {"type": "roll"}), 400)["code"] == "missing-field"


def test_what_only_another_game_has_is_refused_as_of_another_game(phone: FlaskClient) -> None:
    started(phone, TWIN)
    add = {"type": "add", "colour": "red", "by": 2}
    assert refusal(act(phone, add), 409)["code"] == "other-game"
    for at in ("/act", "/act/bare"):
        answer = phone.post("/act", data={**add, "page": at})
        assert answer.status_code == 409
        assert "Another game is on the table now (Twin), and it has no such action." in answer.text


def test_a_form_of_the_game_before_that_misfits_is_late_if_it_is_for_a_moment(phone: FlaskClient) -> None:
    started(phone, TOY, TWIN)
    late, without = (
        {"type": "roll", "page": "/act", "form": "roll", **more} for more in ({"expects": "1"}, {})
    )
    assert [phone.post("/act", data=each).status_code for each in (late, without)] == [409, 400]


def test_without_a_game_a_games_command_is_refused_if_any_would_read_it(phone: FlaskClient) -> None:
    for command in ({"type": "roll"}, {"type": "roll", "times": 2}):
        assert refusal(act(phone, command), 422)["code"] == "no-game"
    assert refusal(act(phone, {"type": "roll", "times": 99}), 400)["params"]["field"] == "times"


def test_an_onlookers_phone_acts_for_the_player_in_turn(both: Sitting, phone: FlaskClient) -> None:
    started(phone, TOY)
    own, phone = phone, both.phone("Zoe", None)
    assert 'id="for"><span class="who"><i class="tok red"' in page(phone, "/act")
    both.table.perform(both.table.read({"type": "advance"}), source="panel")
    both.table.perform(both.table.read({"type": "advance"}), source="panel")
    assert 'id="for"><span class="who"><i class="tok blue"' in page(phone, "/act")
    assert 'id="for"><span class="who"><i class="tok red"' in page(own, "/act")
    assert 'id="for"><span class="who"><i class="tok red"' in page(phone, "/act?for=red")


def test_an_aid_of_two_games_answers_as_the_one_asked_for(phone: FlaskClient) -> None:
    def left(at: str, **asked: int) -> Any:
        return phone.post(f"/api/v1/aids/toy-left{at}", json=asked).get_json()

    assert left("") == left("?system=toy") == {"left": 50}
    assert left("?system=twin") == {"left": 30}
    started(phone, TWIN)
    assert left("") == {"left": 30}
    assert left("?system=toy", counter=7) == {"left": 43}
    refused = phone.post("/api/v1/aids/toy-left?system=toy", json={"counter": 51})
    assert refusal(refused, 422)["message"] == "The game is over."
    assert refusal(phone.post("/api/v1/aids/toy-left?system=chess", json={}), 404)["code"] == "no-such-aid"


def test_the_schema_has_the_commands_of_both(phone: FlaskClient) -> None:
    schema = phone.get("/api/v1/schema").get_json()
    commands = [schema["$defs"][each["$ref"].rpartition("/")[2]] for each in schema["anyOf"]]
    rolls = [each for each in commands if each["properties"]["type"]["enum"] == ["roll"]]
    assert sorted("times" in each["properties"] for each in rolls) == [False, True]
    for each in commands:
        assert {"expects", "id"} <= set(each["properties"])
    (start,) = [each for each in commands if each["properties"]["type"]["enum"] == ["start"]]
    assert len(start["properties"]["options"]["anyOf"]) == 2
    asks = [schema["aids"][system]["toy-left"]["asks"]["$ref"] for system in ("toy", "twin")]
    assert len(set(asks)) == 2


def test_chapters_of_the_same_name_are_listed_for_each_game(phone: FlaskClient) -> None:
    assert "Dice" in page(phone, "/rules?system=toy")
    assert "The twins throw" in page(phone, "/rules?system=twin")
    started(phone, TOY)
    assert "I gemelli lanciano" in page(phone, "/rules/TWIN-01", "it")


def test_each_game_is_offered_with_a_line_and_with_its_picture_if_it_has_one(both: Sitting) -> None:
    for who in (both.stranger(), both.phone()):
        games = page(who, "/games")
        assert "A counter and a die." in games
        assert "The same counter, other words." in games
        (found,) = re.findall(
            r'<img class="cover" src="([^"]*)" width="320" height="160" alt="([^"]*)"', games
        )
        src, shown = found
        assert shown == "A die with one eye."
        assert games.count("cover.svg") == 1
        picture = who.get(src)
        assert (picture.status_code, picture.mimetype) == (200, "image/svg+xml")


def test_with_several_games_their_cards_are_closed_until_one_is_chosen(both: Sitting) -> None:
    games = page(both.phone(), "/games")
    closed = re.findall(r'<details class="fold offer" name="offers" id="([^"]*)">', games)
    assert closed == ["new-toy", "new-twin"]
    typed = page(both.phone(), "/games?typed=form%3Dnew-twin")
    assert re.findall(r'<details class="fold offer" name="offers" id="([^"]*)" open>', typed) == ["new-twin"]


def test_a_game_without_bags_is_not_offered_any_on_the_page_of_the_box(phone: FlaskClient) -> None:
    started(phone, TOY)
    assert "Tap one as you would lay it on the reader." in page(phone, "/box")
    started(phone, TWIN)
    assert "played without bags" in page(phone, "/box")


def test_only_games_that_have_a_page_are_offered_on_it(tmp_path: Path) -> None:
    games: dict[str, Game] = {**registered(), "toy": TOY_GAME}
    sitting = Sitting(tmp_path / "data", games=games)
    asked = {system for system, game in registered().items() if game.aids}
    for at, having in (("/rules", set(games)), ("/aids", asked)):
        drawn = page(sitting.stranger(), at)
        assert {system for system in games if f'href="{at}?system={system}"' in drawn} == having
    sitting.close()


def test_the_looks_are_those_of_the_game_that_a_page_is_about(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path / "data", games=every())
    styled = set()
    for system, game in every().items():
        drawn = page(sitting.stranger(), f"/rules?system={system}")
        looks = set(re.findall(r"/look/[^/]*/([a-z_]*)/style.css", drawn))
        assert looks == (
            {folder_name(system)} if game_folder(game).joinpath("style.css").is_file() else set()
        )
        styled |= looks
    assert len(styled) > 1
    sitting.close()
