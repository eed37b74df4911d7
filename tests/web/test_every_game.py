"""Every registered game on its pages: its form starts it, and each page is drawn whole in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from msgspec.structs import fields

from companion.games import Game, Refused
from companion.table.data_folder import games_with_example, play_example
from tests.fakes.every import every, folder
from tests.fakes.sitting import Sitting
from tests.games.random_walk import Walk

GAMES = every()
TAG = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
UNTRANSLATED = re.compile(r"\{\w*\}|\b[a-z]+(-[a-z]+)*\.[a-z][a-z-]*\b(?!\.)")
"""What would stand on a page if a word or a parameter were missing."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path / "data", games=GAMES)
    yield sitting
    sitting.close()


class Form(HTMLParser):
    """The fields of one form as a browser would send them untouched."""

    def __init__(self, name: str, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self._name = name
        self._inside = False
        self._choosing = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        ticked = attributes.get("type") not in {"checkbox", "radio"} or "checked" in attributes
        if tag == "form":
            self._inside = attributes.get("id") == self._name
        elif self._inside and tag == "select":
            self._choosing = attributes["name"]
        elif self._choosing and tag == "option":
            if "selected" in attributes or self._choosing not in self.fields:
                self.fields[self._choosing] = attributes["value"]
        elif self._inside and tag == "input" and "name" in attributes and ticked:
            self.fields[attributes["name"]] = attributes.get("value", "on")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "select":
            self._choosing = ""


def whole(phone: FlaskClient, at: str, language: str) -> str:
    """The page, drawn without a fault and without a code in the place of words."""
    answer = phone.get(at, headers={"Accept-Language": language})
    assert answer.status_code == 200, at
    page = answer.get_data(as_text=True)
    words = TAG.sub(" ", page[page.index("<main") : page.index("</main>")])
    assert UNTRANSLATED.search(words) is None, (at, UNTRANSLATED.search(words))
    return page


def parts(game: Game) -> list[str]:
    """The addresses of the pages that show the game on the table."""
    own = (folder(game) / "templates").glob("*/page_*.html")
    return [
        "/table",
        "/act",
        "/log",
        "/games",
        "/report",
        *(f"/act/{each.stem.removeprefix('page_')}" for each in own),
    ]


def test_the_form_on_the_start_page_starts_the_game_as_it_stands(sitting: Sitting, game: Game) -> None:
    phone = sitting.phone()
    fields = Form(f"f-new-{game.system}", whole(phone, "/games", "en")).fields
    answer = phone.post("/act", data=fields)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/table?did=1")
    assert sitting.table.snapshot.body["game"]["system"] == game.system
    whole(phone, "/table", "en")


def test_the_form_on_the_start_page_offers_every_yes_or_no(sitting: Sitting, game: Game) -> None:
    page = whole(sitting.phone(), "/games", "en")
    form = page[page.index(f'id="f-new-{game.system}"') :].partition("</form>")[0]
    offered = set(re.findall(r"options\.(\w+):bool", form))
    assert offered == {each.name for each in fields(game.options) if each.type is bool}


def test_every_page_of_a_game_is_whole_at_every_time(sitting: Sitting, game: Game) -> None:
    phone, walk, languages = sitting.phone(), Walk(game, 2), cycle(("en", "it", "it"))
    players = [{"colour": each.colour, "name": each.name} for each in walk.players]
    sitting.table.perform(
        sitting.table.read({"type": "start", "system": game.system, "players": players}), source="phone"
    )
    for number, step in enumerate(walk.accepted):
        if number % 16 == 0:
            for at in parts(game):
                whole(phone, at, next(languages))
        try:
            sitting.table.perform(step.command, source="phone")
        except Refused:
            continue  # other dice than the walk's
    for at in (*parts(game), "/rules", *(f"/rules/{rule.id}" for rule in game.rulebook().rules())):
        whole(phone, at, next(languages))


@pytest.mark.parametrize("system", games_with_example(GAMES))
def test_the_demo_can_begin_with_the_example(sitting: Sitting, system: str) -> None:
    play_example(sitting.table, GAMES[system])
    assert sitting.table.snapshot.body["game"]["ended"] is None
    for at in parts(GAMES[system]):
        whole(sitting.phone(), at, "en")
