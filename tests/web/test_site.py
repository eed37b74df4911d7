"""The language of who asks: chosen on a page, else asked for by the browser, else English."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from flask import Request
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import EnvironBuilder

from companion.games.registry import folders
from companion.language.messages import CatalogueFolders, Messages, catalogues
from companion.language.text import text
from companion.language.wizard_page import WizardPage
from tests.fakes.hall import OpenHall
from tests.fakes.sitting import GAMES, MESSAGES, Sitting
from web.app import create_app
from web.safe_mode import SafePage, create_safe_page
from web.setup_page import SetupPage, create_setup_page
from web.site import language_of


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (None, "en"),
        ("", "en"),
        ("fi-FI,fi;q=0.9,en;q=0.8", "fi"),
        ("fi-FI,en;q=0.8", "fi"),
        ("sv,fi;q=0.8", "fi"),
        ("sv-FI,sv;q=0.9,en;q=0.4,fi;q=0.6", "fi"),
        ("en-GB,fi;q=0.9", "en"),
        ("IT-ch,de;q=0.9", "it"),
        ("it-Latn-IT", "it"),
        ("fi;q=0,en;q=0.1", "en"),
        ("fi;q=0,it", "it"),
        ("fil,it;q=0.3", "it"),
        ("fin", "en"),
        ("*", "en"),
        ("*,fi;q=0.5", "fi"),
        ("nonsense;;q=x,,", "en"),
    ],
)
def test_pages_are_in_the_first_language_of_the_browser_that_there_is(
    asked: str | None, code: str, tmp_path: Path
) -> None:
    for each in ("en", "fi", "it"):
        (tmp_path / each).mkdir()
    headers = [] if asked is None else [("Accept-Language", asked)]
    request = Request(EnvironBuilder(headers=headers).get_environ())
    assert language_of(request, Messages(CatalogueFolders((tmp_path,))), None).code == code


def test_an_answer_says_its_language_and_what_it_depends_on(sitting: Sitting) -> None:
    answer = sitting.stranger().get("/api/v1/nothing", headers={"Accept-Language": "it"})
    assert answer.headers["Content-Language"] == "it"
    assert {"Accept-Language", "Cookie"} <= set(answer.vary)


def test_a_language_chosen_on_a_page_wins_if_there_is_such_a_one(sitting: Sitting) -> None:
    guest, asked = sitting.stranger(), {"Accept-Language": "en"}
    for chosen, code in (("it", "it"), ("../it", "en")):
        guest.set_cookie("language", chosen)
        assert guest.get("/api/v1/nothing", headers=asked).headers["Content-Language"] == code


def test_every_page_of_the_box_is_there_in_each_language(playing: Sitting) -> None:
    for at in (
        *("/table", "/act?for=red", "/act/correct", "/log?page=2", "/games", "/setup", "/join?back=%2Flog"),
        *("/rules?q=iron+mine", "/rules/RB-MINE-09", "/aids", "/sheet", "/report", "/book", "/box"),
        *("/care", "/care/settings"),
    ):
        stays_in_the_language_chosen(playing.phone(), at)


def test_a_page_without_games_is_there_in_each_language(playing: Sitting) -> None:
    safe = SafePage(MESSAGES, text("cannot-start.unsaid"), (), "CODE", dict, lambda _backup: None)
    setup = SetupPage(
        MESSAGES, "another", (), dict, lambda *_: WizardPage(), lambda *_: True, lambda: None, lambda: None
    )
    for client, at in (
        (create_safe_page(safe).test_client(), "/table?a=b"),
        (create_setup_page(setup).test_client(), "/care/setup"),
        (OpenHall().looker(), "/?a=b"),
        (OpenHall().looker(), "/organiser"),
    ):
        stays_in_the_language_chosen(client, at)


def stays_in_the_language_chosen(guest: FlaskClient, at: str) -> None:
    """Follow the link to Italian: it leads back to the page, and is remembered for a year."""
    link = re.search(r'<a [^>]*href="(/language/it[^"]*)"', guest.get(at).text)
    assert link is not None, at
    chosen = guest.get(html.unescape(link[1]))
    assert chosen.headers["Location"] == at
    cookie = guest.get_cookie("language")
    assert cookie is not None
    assert cookie.max_age == 365 * 24 * 3600
    assert guest.get(at).headers["Content-Language"] == "it"


def test_a_language_that_nobody_reads_is_offered_by_its_name_and_not_read(
    sitting: Sitting, tmp_path: Path
) -> None:
    (tmp_path / "fi").mkdir()
    (tmp_path / "fi" / "all.po").write_text("no catalogue, so that reading it would fail")
    ours = catalogues(folders(GAMES))
    both = Messages(CatalogueFolders((*ours.common, tmp_path), ours.games))
    guest = create_app(replace(sitting.site, messages=both)).test_client()
    page = guest.get("/rules", headers={"Accept-Language": "it"})
    assert page.headers["Content-Language"] == "it"
    assert "Suomi" in page.text
    with pytest.raises(OSError, match="Syntax error"):
        both.language("fi").has("no message")
