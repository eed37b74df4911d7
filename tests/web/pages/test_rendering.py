"""Every page is rendered in every state of a game, in every language."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from tests.fakes.sitting import Sitting, act
from tests.web.pages.layout import PAGES


def test_no_page_is_forgotten(playing: Sitting) -> None:
    rules = playing.phone().application.url_map.iter_rules()
    pages = {
        each.rule for each in rules if each.endpoint.startswith("pages.") and "GET" in (each.methods or ())
    }
    assert {each for each in pages if "<" not in each} - {
        "/",
        "/rules",
        "/aids",
        "/aids/setup",
        "/manifest.webmanifest",
    } <= set(PAGES)


def test_an_address_that_there_is_not_is_a_friendly_page(playing: Sitting) -> None:
    for address in ("/nothing", "/act/nothing", "/act/Z", "/look/x/nothing.css"):
        answer = playing.stranger().get(address)
        assert answer.status_code == 404, address
        assert "To the table" in answer.get_data(as_text=True)


def test_without_a_game_its_pages_lead_to_the_games(sitting: Sitting) -> None:
    for address in ("/", "/table", "/act", "/act/correct", "/about"):
        answer = sitting.stranger().get(address)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/games")


def test_styles_are_kept_by_the_phone_under_a_name_that_changes_with_them(playing: Sitting) -> None:
    guest = playing.stranger()
    for address in re.findall(r"/look/[^\"]+", guest.get("/table").get_data(as_text=True)):
        assert "immutable" in guest.get(address).headers["Cache-Control"]
    old = guest.get("/look/old/companion.css")
    assert (old.status_code, old.headers["Cache-Control"]) == (200, "no-cache")


def test_a_style_of_an_update_is_sent_and_not_cached(
    playing: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = playing.stranger().get("/table").get_data(as_text=True)
    (address,) = re.findall(r"/look/[0-9a-f]+/companion\.css", page)[:1]
    packed = {"Accept-Encoding": "gzip"}
    plain: dict[str, str] = {}
    assert "immutable" in playing.stranger().get(address, headers=packed).headers["Cache-Control"]
    whole = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: whole(path) + b"/* newer */" * 100)
    for headers in (plain, packed):
        answer = playing.stranger().get(address, headers=headers)
        body = answer.get_data()
        content = gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body
        assert content.endswith(b"/* newer */")
        assert answer.headers["Cache-Control"] == "no-cache"


def test_time_played_counts_play_and_not_the_week_between(playing: Sitting) -> None:
    phone = playing.phone()
    for pause in (600, 7 * 24 * 3600, 300):
        playing.clock.seconds += pause
        act(phone, {"type": "advance"})
    page = phone.get("/table").get_data(as_text=True)
    assert "0 h 45 min" in page


def test_a_name_is_shown_as_it_was_typed_and_never_as_a_tag(sitting: Sitting) -> None:
    phone = sitting.phone()
    players = [{"colour": "red", "name": "<b>{x}</b>"}, {"colour": "blue", "name": "D&D"}]
    act(phone, {"type": "start", "system": "roads-and-boats", "players": players})
    page = phone.get("/table").get_data(as_text=True)
    assert "<b>{x}</b>" not in page
    assert "&lt;b&gt;{x}&lt;/b&gt;" in page


def test_element_ids_of_a_page_are_unique(playing: Sitting) -> None:
    phone = playing.phone()
    for page in PAGES:
        named = re.findall(r'\sid="([^"]*)"', phone.get(page).get_data(as_text=True))
        assert sorted(named) == sorted(set(named)), page
