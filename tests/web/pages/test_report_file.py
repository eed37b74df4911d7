"""The report as a file: it holds all that it shows, asks for nothing, leads nowhere, and is read by day, by
night and on paper."""

from __future__ import annotations

import html
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.fakes.browsing import Box, Phones, box_in
from tests.fakes.sitting import START, Sitting, act
from tests.web.pages.layout import CONTRAST, SCHEMES, UNTRANSLATED, WIDTHS, unfold
from tests.web.pages.test_report import play

LARGEST = 120_000
"""Bytes of such a file: a letter takes it along."""
NASTY = "</style><b>x"
ASKING = {
    "script",
    "link",
    "img",
    "iframe",
    "object",
    "embed",
    "form",
    "a",
    "base",
    "video",
    "audio",
    "image",
}
"""Elements that run, ask for something or lead somewhere."""


class Elements(HTMLParser):
    """What stands in a page: its elements' names, what their attributes hold, and what would run."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.values: list[str] = []
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it."""
        self.names.add(tag)
        self.values += [value or "" for _, value in attrs]
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


def elements(text: str) -> Elements:
    found = Elements()
    found.feed(text)
    return found


@pytest.fixture(params=["whole-rulebook", "strada-four-players"])
def box(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Box]:
    """A box with a recorded game that has ended."""
    play(request.param, tmp_path / "data")
    with box_in(str(tmp_path / "data")) as box:
        yield box


def saved(onlookers: Phones, box: Box, folder: Path, language: str) -> Path:
    """The file, as a phone gets it that speaks this language."""
    phone = onlookers.phone(language=language)
    game = box.table()["game"]["id"]
    answer = phone.request.get(f"/games/{game}/report.html", headers={"Accept-Language": language})
    assert answer.ok
    file = folder / "report.html"
    file.write_bytes(answer.body())
    return file


@pytest.fixture(params=["en", "it"])
def opened(
    request: pytest.FixtureRequest, onlookers: Phones, still: Browser, box: Box, tmp_path: Path
) -> Iterator[Page]:
    """The file, opened where there is no network."""
    file = saved(onlookers, box, tmp_path, request.param)
    context = still.new_context(offline=True, viewport={"width": WIDTHS[0], "height": 740})
    page = context.new_page()
    asked: list[str] = []
    logged: list[str] = []
    page.on("request", lambda each: asked.append(each.url))
    page.on("console", lambda each: logged.append(each.text))
    page.goto(file.as_uri())
    assert page.locator("html").get_attribute("lang") == request.param
    yield page
    context.close()
    assert asked == [file.as_uri()]
    assert logged == []


def test_it_opens_without_the_box_and_looks_like_the_report(opened: Page) -> None:
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
    found = elements(text)
    assert found.names & ASKING == set()
    assert found.handlers == []
    assert NASTY not in text
    assert html.escape(NASTY) in text
    assert "url(" not in text
    assert "@import" not in text
    assert not [each for each in found.values if "/" in each and not each.startswith(("M", "width="))]
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


def test_what_can_be_given_on_and_the_report_itself_offer_it(nasty: Sitting) -> None:
    file = address(nasty)
    for page in (file.replace("report.html", "give"), "/report"):
        assert f'href="{file}"' in nasty.stranger().get(page).get_data(as_text=True)


def test_there_is_none_of_a_game_that_is_not_here(nasty: Sitting) -> None:
    assert nasty.stranger().get("/games/20200101-beef/report.html").status_code == 404


def test_of_every_recorded_game_it_is_small_enough_for_a_letter(
    onlookers: Phones, box: Box, tmp_path: Path
) -> None:
    assert saved(onlookers, box, tmp_path, "it").stat().st_size < LARGEST
