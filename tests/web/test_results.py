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


def test_files_are_in_the_readers_language(ended: Sitting) -> None:
    guest, files = ended.stranger(), f"/games/{game_of(ended)}"
    italian = {"Accept-Language": "it"}
    answer = guest.get(f"{files}/scores.csv", headers=italian)
    head, first, _ = csv.reader(answer.get_data().decode("utf-8-sig").splitlines(), delimiter=";")
    assert (answer.mimetype, answer.headers["Content-Language"]) == ("text/csv", "it")
    assert first[:5] == ["1", "Blu", "Blu", "30", "sì"]
    assert not [each for each in head if "result." in each]
    assert len(head) == len(first)
    card = guest.get(f"{files}/card.png", headers=italian)
    assert (card.mimetype, card.headers["Content-Language"]) == ("image/png", "it")
    assert card.get_data() != guest.get(f"{files}/card.png").get_data()


def bar_on(phone: FlaskClient, address: str) -> str:
    """What stands in the bar of a page, with its addresses; empty without a bar."""
    bar = phone.get(address).get_data(as_text=True).partition('id="now-bar"')[2]
    return re.sub(r"<(?!a )[^>]*>|\s+", " ", bar.partition("</section>")[0])


PAGES = ("/act", "/log", "/rules", "/games", "/box")


def test_after_the_end_the_bar_leads_to_the_count_and_then_to_the_result(playing: Sitting) -> None:
    phone = playing.phone()
    ended = phone.post("/act", data={"type": "end", "page": "/act?open=end"})
    assert (ended.status_code, ended.headers["Location"].partition("?")[0]) == (303, "/table")
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


def test_a_file_has_a_name_of_its_own(ended: Sitting) -> None:
    game = game_of(ended)
    for file, end in zip(FILES[1:5], (".bgsplay", "-scores.csv", "-turns.csv", ".png"), strict=True):
        answer = ended.stranger().get(f"/games/{game}/{file}")
        assert answer.headers["Content-Disposition"] == f"attachment; filename=companion-{game}{end}"
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_game_that_goes_on_or_is_not_here_is_not_given_on(playing: Sitting) -> None:
    for file in FILES:
        goes_on = playing.stranger().get(f"/games/{game_of(playing)}/{file}")
        assert (goes_on.status_code, goes_on.mimetype) == (422, "text/html"), file
        assert "has not ended" in goes_on.get_data(as_text=True)
        assert playing.stranger().get(f"/games/nothing/{file}").status_code == 404, file


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
