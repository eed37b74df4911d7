"""What the pages of the games say of a moment is what the rules say of it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.fakes.sitting import Sitting, act

COLOURS = ("red", "blue", "green", "yellow")


def started(sitting: Sitting, players: int = 2, **options: Any) -> FlaskClient:
    """A phone at a game of so many; who comes first stands nearest the temple."""
    phone = sitting.phone()
    row = COLOURS[:players]
    seats = [{"colour": each, "name": each.title()} for each in row]
    start = {"type": "start", "system": "roads-and-boats", "players": seats}
    assert act(phone, {**start, "options": {"temple": list(row), **options}}).status_code == 200
    return phone


def do(phone: FlaskClient, command: str, **fields: Any) -> None:
    answer = act(phone, {"type": command, **fields})
    assert answer.status_code == 200, answer.get_data()


def correct(phone: FlaskClient, **fields: Any) -> None:
    for field, value in fields.items():
        do(phone, "correct", field=field, value=value, reason="for the test")


def read(phone: FlaskClient, at: str = "/table", language: str = "en") -> str:
    """The words of a page."""
    page = phone.get(at, headers={"Accept-Language": language}).get_data(as_text=True)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", page)))


@pytest.mark.parametrize(
    ("language", "last", "before"),
    [
        ("en", "Neutral brick: the game ends", "Neutral brick, on to turn 33"),
        ("it", "Mattone neutrale: la partita finisce", "Mattone neutrale, avanti al turno 33"),
    ],
)
def test_the_button_of_the_last_turn_announces_the_end(
    sitting: Sitting, language: str, last: str, before: str
) -> None:
    phone = started(sitting)
    correct(phone, turn=32, bricks=[None] * 31, phase="wonder")
    assert before in read(phone, language=language)
    correct(phone, turn=33, bricks=[None] * 32)
    assert last in read(phone, language=language)
    assert "34" not in read(phone, language=language).split("RB-WON-02")[0]


@pytest.mark.rule("RB-WON-12", "RB-END-01")
def test_the_button_announces_the_end_where_the_neutral_brick_covers_the_mark(sitting: Sitting) -> None:
    phone = started(sitting)
    correct(phone, turn=31, bricks=[None] * 30 + ["red", "blue"] * 15, phase="wonder")
    assert "on to turn 32" in read(phone)
    correct(phone, bricks=[None] * 30 + ["red", "blue"] * 15 + ["red"])
    assert "Neutral brick: the game ends" in read(phone)


@pytest.mark.rule("RB-WON-12")
def test_a_complete_wonder_after_its_phase_gets_no_neutral_brick_in_words_either(sitting: Sitting) -> None:
    phone = started(sitting, amb_09=True)
    correct(phone, turn=31, bricks=[None] * 30 + ["red", "blue"] * 15 + ["red"], phase="wonder")
    do(phone, "buy-brick", colour="red", count=1)
    shown = read(phone)
    assert "The wonder is complete: no neutral brick is laid any more." in shown
    assert "The phase is over: the game ends" in shown
    for wrong in ("then the neutral brick is laid", "a neutral brick is laid on the board", "on to turn"):
        assert wrong not in shown
    assert "senza mattone neutrale" in read(phone, language="it")


@pytest.mark.parametrize("phase", ["production", "movement", "building", "wonder"])
def test_a_solo_page_names_neither_order_of_play_nor_number_mark(sitting: Sitting, phase: str) -> None:
    phone = started(sitting, players=1)
    if phase != "production":
        correct(phone, phase=phase)
    shown = read(phone) + read(phone, "/act")
    for wrong in (
        "holds the order of play",
        "if somebody calls for it",
        "at the end mark",
        "If others buy first",
    ):
        assert wrong not in shown
    assert "or when the whole wonder is full" in shown


def test_a_page_of_several_players_names_order_of_play_and_number_mark(sitting: Sitting) -> None:
    phone = started(sitting)
    assert "holds the order of play" in read(phone)
    assert "at the end mark" in read(phone, "/act")


@pytest.mark.rule("RB-END-01")
def test_a_player_left_alone_has_no_order_of_play_but_a_number_mark(sitting: Sitting) -> None:
    phone = started(sitting)
    do(phone, "leave", colour="blue", board="stays", mark="stays")
    assert "order of play" not in read(phone).split("What is automatic now")[1].split("Yours to do")[0]
    correct(phone, phase="wonder")
    assert "sees irrigation and the end of the game" in read(phone)
    assert "at the end mark" in read(phone, "/act")


@pytest.mark.rule("RB-SCORE-06", "TV-RB-SCORE-10")
def test_all_tied_winners_are_named(sitting: Sitting) -> None:
    phone = started(sitting, players=4)
    do(phone, "end")
    for colour, gold in zip(COLOURS, (1, 2, 2, 2), strict=True):
        do(phone, "count-wealth", colour=colour, gold=gold, coins=0, stock=0)
    assert "Green and Yellow have as many, but Blue stands nearest the temple." in read(phone)
    assert "Green e Yellow ne hanno altrettanti, ma Blue sta più vicino di tutti" in read(
        phone, language="it"
    )
    do(phone, "count-wealth", colour="yellow", gold=0, coins=0, stock=0)
    assert "Green has as many, but Blue stands nearer the temple." in read(phone)


@pytest.mark.rule("RB-WON-08")
def test_a_base_fixed_for_the_phase_is_not_shown_to_rise(sitting: Sitting) -> None:
    phone = started(sitting, amb_08=True)
    correct(phone, turn=16, bricks=[None] * 15, phase="wonder")
    assert "Bricks cost one more after 2 more bricks, but only from the next turn on." in read(phone)
    correct(phone, option={"amb_08": False})
    assert "Bricks cost one more after 2 more bricks." in read(phone)


@pytest.mark.rule("RB-SCORE-02")
def test_in_the_last_wonder_phase_no_page_asks_to_load(sitting: Sitting) -> None:
    phone = started(sitting)
    correct(phone, turn=33, bricks=[None] * 32, phase="movement")
    assert "Load gold, sets of coins and stock." in read(phone)
    correct(phone, phase="wonder")
    assert "Load gold, sets of coins and stock." not in read(phone)


def test_a_link_corrected_away_keeps_its_tiles_and_price_and_the_form_explains_it(sitting: Sitting) -> None:
    phone = sitting.phone()
    seats = [{"colour": each} for each in ("red", "grey", "black")]
    assert act(phone, {"type": "start", "system": "la-strada", "players": seats}).status_code == 200
    do(phone, "connect", colour="red", colony=3, plains=2)
    correct(phone, colony={"number": 3, "linked": []})
    game = phone.get("/api/v1/table").get_json()["game"]
    assert game["resources"]["red"] == 2
    assert (game["supplies"]["red"]["plains"], game["supplies"]["red"]["merchants"]) == (16, 12)
    assert "Tiles and resources stay as they are" in read(phone, "/act/correct")
    assert "Tessere e risorse restano come sono" in read(phone, "/act/correct", "it")


@pytest.mark.rule("RB-FLEET-12", "TV-RB-FLEET-01")
def test_a_limit_on_land_does_not_mention_water(sitting: Sitting) -> None:
    phone = started(sitting)
    correct(phone, turn=2, bricks=[None])
    do(phone, "change-fleet", colour="red", transporter="donkey", by=2)
    assert "At a limit, on land, on water or in all: Red. With one more there, one must go." in read(phone)
    do(phone, "change-fleet", colour="red", transporter="raft", by=3)
    do(phone, "change-fleet", colour="red", transporter="raft", by=1)
    assert "Red has too many transporters, and 1 must go now" in read(phone)
