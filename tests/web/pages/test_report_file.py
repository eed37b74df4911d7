"""The report as a file: it holds all that it shows, asks for nothing, leads nowhere, and is read by day, by
night and on paper."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.fakes.sitting import START, Sitting, act, shown
from tests.web.pages.layout import CONTRAST, SCHEMES, UNTRANSLATED, WIDTHS, unfold
from tests.web.pages.test_report import play

LARGEST = 120_000
"""Bytes of such a file: a letter takes it along."""
NASTY = "</style><b>x"
ASKING = re.compile(r"<(script|link|img|iframe|object|embed|form|a|base|video|audio|image)\b")
"""Elements that run, ask for something or lead somewhere."""


@pytest.fixture
def recorded(tmp_path: Path) -> Iterator[Sitting]:
    """A recorded game that has ended."""
    play("whole-rulebook", tmp_path / "data")
    with closing(Sitting(tmp_path / "data")) as sitting:
        yield sitting


def test_it_is_small_enough_for_a_letter_opens_without_the_box_and_looks_like_the_report(
    recorded: Sitting, browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "report.html"
    file.write_text(shown(recorded.stranger(), address(recorded), "it"), encoding="utf-8")
    assert file.stat().st_size < LARGEST
    context = browser.new_context(offline=True, viewport={"width": WIDTHS[0], "height": 740})
    opened = context.new_page()
    asked: list[str] = []
    logged: list[str] = []
    opened.on("request", lambda each: asked.append(each.url))
    opened.on("console", lambda each: logged.append(each.text))
    opened.goto(file.as_uri())
    assert opened.locator("svg.plot").count() >= 2
    assert not UNTRANSLATED.search(opened.locator("body").inner_text())
    unfold(opened)
    for width in WIDTHS:
        opened.set_viewport_size({"width": width, "height": 740})
        assert opened.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    for scheme in SCHEMES:
        opened.emulate_media(color_scheme=scheme)
        assert opened.evaluate(CONTRAST) == [], scheme
    grounds = "getComputedStyle(document.body).backgroundColor"
    assert opened.evaluate(grounds) == "rgb(23, 17, 12)"
    opened.emulate_media(media="print", color_scheme="dark")
    assert opened.evaluate(grounds) == "rgb(255, 255, 255)"
    assert opened.locator("h1").evaluate("(each) => getComputedStyle(each).color") == "rgb(0, 0, 0)"
    context.close()
    assert asked == [file.as_uri()]
    assert logged == []


@pytest.fixture
def nasty(sitting: Sitting) -> Sitting:
    """An ended game with a player's name that holds markup."""
    players = [{"colour": "red", "name": NASTY}, {"colour": "blue", "name": "Dora"}]
    assert act(sitting.phone(), {**START, "players": players}).status_code == 200
    act(sitting.phone(), {"type": "end"})
    return sitting


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path / "data")
    yield sitting
    sitting.close()


def address(sitting: Sitting) -> str:
    return f"/games/{sitting.table.snapshot.body['game']['id']}/report.html"


def test_nothing_in_it_runs_requests_or_links_with_any_players_name(nasty: Sitting) -> None:
    text = nasty.stranger().get(address(nasty)).get_data(as_text=True)
    assert not ASKING.search(text)
    assert not re.search(r"\son\w+=", text)
    assert NASTY not in text
    assert html.escape(NASTY) in text
    assert "url(" not in text
    assert "@import" not in text
    held = re.findall(r'="([^"]*)"', text)
    assert not [each for each in held if "/" in each and not each.startswith(("M", "width="))]
    assert "localhost" not in text
    assert "content=\"default-src 'none'; style-src 'unsafe-inline'" in text


def test_it_is_a_file_in_the_readers_language(nasty: Sitting) -> None:
    for language, heading in (("en", "Report"), ("it", "Resoconto")):
        answer = nasty.stranger().get(address(nasty), headers={"Accept-Language": language})
        game = nasty.table.snapshot.body["game"]["id"]
        there = answer.headers["Content-Disposition"]
        assert there == f"attachment; filename=companion-{game}-report.html"
        assert (answer.mimetype, answer.headers["Content-Language"]) == ("text/html", language)
        assert f"<h1>{heading}</h1>" in answer.get_data(as_text=True)


def test_there_is_none_of_a_game_that_is_not_here(nasty: Sitting) -> None:
    assert nasty.stranger().get("/games/20200101-beef/report.html").status_code == 404
