"""An ended game's files are public, in the reader's language; a running or missing game is refused."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.fakes.every import every
from tests.fakes.sitting import START, Sitting, act, refusal

FILES = ("bgstats", "play.bgsplay", "scores.csv", "turns.csv", "card.png", "give")


def game_of(sitting: Sitting) -> str:
    game: str = sitting.table.snapshot.body["game"]["id"]
    return game


@pytest.fixture
def ended(playing: Sitting) -> Sitting:
    """Rosa and Blue, who have something to count."""
    act(playing.phone(), {"type": "end"})
    for colour, gold in (("red", 2), ("blue", 3)):
        wealth = {"type": "count-wealth", "colour": colour, "gold": gold, "coins": 0, "stock": 0}
        assert act(playing.phone(), wealth).status_code == 200
    return playing


def test_results_and_television_name_players_who_left(playing: Sitting) -> None:
    for command in ({"type": "leave", "colour": "blue"}, {"type": "end"}):
        assert act(playing.phone(), command).status_code == 200
    for page, content in ((f"/games/{game_of(playing)}/give", "Has left"), ("/tv", "has left")):
        (row,) = [
            row
            for row in playing.stranger().get(page).get_data(as_text=True).split("<li")
            if "Blue" in row and 'class="num' in row
        ]
        assert content in row, page


def test_television_says_why_the_game_is_over_and_what_puts_equals_in_order(ended: Sitting) -> None:
    assert "That is 10 more than" in ended.stranger().get("/tv").text
    act(ended.phone(), {"type": "count-wealth", "colour": "red", "gold": 3, "coins": 0, "stock": 0})
    drawn = ended.stranger().get("/tv").text
    assert "The group ended the game." in drawn
    assert "stands nearer the temple" in drawn


def test_a_report_opened_at_the_end_includes_the_end(playing: Sitting) -> None:
    playing.stranger().get("/report")
    act(playing.phone(), {"type": "end"})
    assert "The group ended the game." in playing.stranger().get("/report").get_data(as_text=True)


def test_the_link_is_an_address_of_the_app(ended: Sitting) -> None:
    answer = ended.stranger().get(f"/games/{game_of(ended)}/bgstats")
    there = urlsplit(answer.headers["Location"])
    assert (answer.status_code, there.scheme, there.netloc) == (302, "https", "app.bgstatsapp.com")
    data = json.loads(parse_qs(there.query)["data"][0])
    assert [(each["name"], each["winner"]) for each in data["players"]] == [("Blue", True), ("Rosa", False)]
    assert data["game"]["bggId"] == 875


@pytest.mark.parametrize(
    ("language", "between", "name", "won"), [("en", ",", "Blue", "yes"), ("it", ";", "Blu", "sì")]
)
def test_spreadsheets_are_in_the_readers_language(
    ended: Sitting, language: str, between: str, name: str, won: str
) -> None:
    answer = ended.stranger().get(
        f"/games/{game_of(ended)}/scores.csv", headers={"Accept-Language": language}
    )
    head, first, _ = csv.reader(answer.get_data().decode("utf-8-sig").splitlines(), delimiter=between)
    assert (answer.mimetype, answer.headers["Content-Language"]) == ("text/csv", language)
    assert first[:5] == ["1", name, name, "30", won]
    assert not [each for each in head if "result." in each]
    assert len(head) == len(first)


def test_the_card_is_in_the_readers_language(ended: Sitting) -> None:
    english, italian = (
        ended.stranger().get(f"/games/{game_of(ended)}/card.png", headers={"Accept-Language": language})
        for language in ("en", "it")
    )
    assert (english.mimetype, english.headers["Content-Language"]) == ("image/png", "en")
    assert english.get_data() != italian.get_data()


@pytest.mark.parametrize(("language", "wins"), [("en", "Blue wins"), ("it", "Vince Blu")])
def test_the_table_shows_the_winner_and_a_card_to_share(ended: Sitting, language: str, wins: str) -> None:
    page = ended.stranger().get("/table", headers={"Accept-Language": language}).get_data(as_text=True)
    end = page.partition('id="now"')[2].partition("</section>")[0]
    assert wins in end
    assert re.search(r"30 (points|punti)", end)
    assert end.count("<li>") == 2, "few things are remembered of so short a game"
    assert f'href="/games/{game_of(ended)}/card.png" download' in end
    assert 'id="now-bar"' not in page, "nothing is to be done"


def test_the_table_shows_no_winner_before_the_count(playing: Sitting) -> None:
    act(playing.phone(), {"type": "end"})
    page = playing.stranger().get("/table").get_data(as_text=True)
    assert "card.png" not in page
    assert 'id="now-bar"' in page


def bar_on(phone: FlaskClient, address: str) -> str:
    """What stands in the bar of a page, with its addresses; empty without a bar."""
    bar = phone.get(address).get_data(as_text=True).partition('id="now-bar"')[2]
    return re.sub(r"<(?!a )[^>]*>|\s+", " ", bar.partition("</section>")[0])


PAGES = ("/act", "/log", "/rules", "/games", "/box")


def test_after_the_end_the_bar_leads_to_the_count_and_then_to_the_result(playing: Sitting) -> None:
    phone = playing.phone()
    act(phone, {"type": "end"})
    for page in ("/table", *PAGES):
        assert "Count your wealth" in bar_on(phone, page), page
        assert 'href="/table#count"' in bar_on(phone, page), page
    act(phone, {"type": "count-wealth", "colour": "red", "gold": 2, "coins": 0, "stock": 0})
    assert "Count the wealth" in bar_on(phone, "/log")
    act(phone, {"type": "count-wealth", "colour": "blue", "gold": 3, "coins": 0, "stock": 0})
    for page in PAGES:
        assert "Blue wins" in bar_on(phone, page), page
        assert 'href="/table#now"' in bar_on(phone, page), page
    assert bar_on(phone, "/table") == "", "the table shows the result itself"


def test_in_la_strada_the_bar_leads_to_the_result(playing: Sitting) -> None:
    phone = playing.phone()
    act(phone, {**START, "system": "la-strada", "replace": True,
                "players": [{"colour": "red"}, {"colour": "grey"}]})  # fmt: skip
    act(phone, {"type": "end"})
    for page in PAGES:
        assert "See the result" in bar_on(phone, page), page


def test_whichever_page_ends_the_game_leads_to_the_table(playing: Sitting) -> None:
    phone = playing.phone()
    ended = phone.post("/act", data={"type": "end", "page": "/act?open=end"})
    assert (ended.status_code, ended.headers["Location"].partition("?")[0]) == (303, "/table")
    again = phone.post("/act", data={"type": "undo", "page": "/log"})
    assert again.headers["Location"].startswith("/log")


def test_after_the_end_the_phone_of_a_player_who_left_acts_for_no_seat(playing: Sitting) -> None:
    phone = playing.phone()
    act(phone, {"type": "leave", "colour": "red"})
    act(phone, {"type": "end"})
    page = phone.get("/act").get_data(as_text=True)
    assert 'id="left"' in page
    assert "<form" not in page
    assert "data-for" not in page
    assert 'data-for="blue"' in phone.get("/act?for=blue").get_data(as_text=True)


@pytest.mark.parametrize("system", ["roads-and-boats", "la-strada"])
def test_a_player_who_left_has_no_rank_anywhere(playing: Sitting, system: str) -> None:
    phone = playing.phone()
    players = [{"colour": each} for each in ("red", "yellow", "green" if system[0] == "r" else "grey")]
    act(phone, {"type": "start", "system": system, "players": players, "replace": True})
    act(phone, {"type": "leave", "colour": "red"})
    act(phone, {"type": "end"})
    for colour in ("yellow", "green") if system[0] == "r" else ():
        act(phone, {"type": "count-wealth", "colour": colour, "gold": 1, "coins": 0, "stock": 0})
    snapshot = playing.table.snapshot
    assert snapshot.play is not None
    ranks = {each.colour: each.rank for each in snapshot.play.view.places}
    assert ranks.pop("red") == 0
    assert all(ranks.values())
    for page in ("/table", "/tv", f"/games/{game_of(playing)}/give"):
        assert "3." not in re.sub(r"<[^>]*>", " ", phone.get(page).get_data(as_text=True)), page


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("play.bgsplay", "companion-{}.bgsplay"),
        ("scores.csv", "companion-{}-scores.csv"),
        ("turns.csv", "companion-{}-turns.csv"),
        ("card.png", "companion-{}.png"),
    ],
)
def test_a_file_has_a_name_of_its_own(ended: Sitting, file: str, name: str) -> None:
    answer = ended.stranger().get(f"/games/{game_of(ended)}/{file}")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f"attachment; filename={name.format(game_of(ended))}"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("file", FILES)
def test_a_game_that_goes_on_or_is_not_here_is_not_given_on(playing: Sitting, file: str) -> None:
    goes_on = playing.stranger().get(f"/games/{game_of(playing)}/{file}")
    assert (goes_on.status_code, goes_on.mimetype) == (422, "text/html")
    assert "has not ended" in goes_on.get_data(as_text=True)
    assert playing.stranger().get(f"/games/nothing/{file}").status_code == 404


def test_an_earlier_game_is_given_on_while_another_is_on_the_table(ended: Sitting) -> None:
    first = game_of(ended)
    act(ended.phone(), {**START, "replace": True})
    for file in FILES:
        assert ended.stranger().get(f"/games/{first}/{file}").status_code in {200, 302}, file
    with ended.stranger().get(f"/api/v1/export?game={first}") as exported:
        assert exported.headers["Content-Disposition"].endswith(f"companion-{first}.json")
        assert exported.get_json() == json.loads(json.dumps(ended.table.export(first)))
    with ended.stranger().get("/api/v1/export") as exported:
        assert exported.get_json()["game"] == game_of(ended)
    assert refusal(ended.stranger().get("/api/v1/export?game=nothing"), 404)["code"] == "no-such-game"


def test_the_page_offers_each_and_the_table_and_the_games_lead_there(ended: Sitting) -> None:
    game = game_of(ended)
    page = ended.stranger().get(f"/games/{game}/give").get_data(as_text=True)
    for file in (f"/games/{game}/{each}" for each in FILES[1:5]):
        assert f'href="{file}" download' in page
    assert 'href="https://app.bgstatsapp.com/createPlay.html?data=%7B' in page
    assert f'href="/api/v1/export?game={game}"' in page
    for there in ("/table", "/games"):
        assert f'href="/games/{game}/give"' in ended.stranger().get(there).get_data(as_text=True)
    act(ended.phone(), {**START, "replace": True})
    assert f'href="/games/{game}/give"' in ended.stranger().get("/games").get_data(as_text=True)
    assert "/give" not in ended.stranger().get("/table").get_data(as_text=True)


@pytest.fixture
def tally(tmp_path: Path) -> Iterator[Sitting]:
    """A game without points and with a winner."""
    sitting = Sitting(tmp_path / "tally", games=every())
    players = [{"colour": "red"}, {"colour": "blue"}]
    phone = sitting.phone()
    act(phone, {"type": "start", "system": "tally", "players": players, "options": {"goal": 5}})
    for colour, by in (("red", 3), ("blue", 2)):
        assert act(phone, {"type": "add", "colour": colour, "by": by}).status_code == 200
    yield sitting
    sitting.close()


def test_a_game_without_points_gives_its_entries_alone(tally: Sitting) -> None:
    game = game_of(tally)
    page = tally.stranger().get(f"/games/{game}/give").get_data(as_text=True)
    assert "bgstatsapp" not in page
    assert f'href="/api/v1/export?game={game}"' in page
    assert tally.stranger().get(f"/api/v1/export?game={game}").status_code == 200
    for file in FILES[:4]:
        assert tally.stranger().get(f"/games/{game}/{file}").status_code == 404, file
