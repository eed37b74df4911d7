"""A module of pages is brought in by the first who asks for one of its addresses, and once."""

from __future__ import annotations

import sys
import threading
from contextlib import closing
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from flask import Blueprint, Flask
from msgspec.structs import replace
from werkzeug.test import TestResponse

from tests.fakes.sitting import Sitting
from tests.patience import PATIENCE
from web.care import every as care
from web.pages import every
from web.pages.bringing import Addresses, bring_in_when_asked
from web.pages.drawing import Pages
from web.site import Site

MODULES = {**every.ADDRESSES, **care.ADDRESSES}


AWAY: tuple[dict[str, Any], ...] = ({}, {"box": None}, {"settings": None})
"""What a site may do without."""
BACK = (
    *(
        "/table",
        "/act",
        "/act/bricks",
        "/log",
        "/games",
        "/setup",
        "/sheet",
        "/report",
        "/book",
        "/box",
        "/tv",
    ),
    *("/rules", "/rules/RB-MINE-09", "/games/{game}/at/1", "/report/{game}"),
)
"""Pages to which a form leads back."""


def registered(site: Site, module: str) -> list[str]:
    """What a module answers when its routes are the application's own, as `GET /log`."""
    pages, app = Pages(site), Flask(__name__, static_folder=None)
    pages.blueprint = Blueprint("alone", __name__)
    import_module(module).routes(pages)
    app.register_blueprint(pages.blueprint)
    return [
        f"{method} {each.rule}"
        for each in app.url_map.iter_rules()
        for method in (each.methods or set()) - {"HEAD", "OPTIONS"}
    ]


def title(answer: TestResponse) -> str:
    assert answer.mimetype == "text/html"
    return answer.get_data(as_text=True).partition("<title>")[2].partition("</title>")[0]


@pytest.mark.parametrize("away", AWAY, ids=str)
def test_every_address_that_a_module_answers_is_in_the_table(sitting: Sitting, away: dict[str, Any]) -> None:
    site = replace(sitting.site, **away)
    answered = {**every.addresses(site), **care.ADDRESSES}
    for module in MODULES:
        assert sorted(registered(site, module)) == sorted(answered.get(module, ())), module


@pytest.mark.parametrize("path", ["/log", "/tv", "/care", "/rules"])
@pytest.mark.parametrize(
    ("method", "status", "allowed"),
    [
        ("GET", 200, None),
        ("HEAD", 200, None),
        ("OPTIONS", 200, {"GET", "HEAD", "OPTIONS"}),
        ("DELETE", 405, {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_a_page_that_nobody_has_asked_for_answers_as_every_page(
    playing: Sitting, path: str, method: str, status: int, allowed: set[str] | None
) -> None:
    answer = playing.phone().open(path, method=method)
    assert answer.status_code == status
    assert bool(answer.data) == (method in {"GET", "DELETE"})
    assert allowed is None or set(answer.headers["Allow"].split(", ")) == allowed


def test_where_no_box_is_simulated_there_is_no_page_of_it(tmp_path: Path) -> None:
    with closing(Sitting(tmp_path)) as sitting:
        phone = sitting.phone()
        assert phone.get("/box").status_code == phone.post("/box/press").status_code == 404


@pytest.mark.parametrize("page", BACK)
def test_a_refused_form_comes_back_on_the_page_that_nobody_had_asked_for(playing: Sitting, page: str) -> None:
    phone, at = playing.phone(), page.format(game=playing.table.games()[0].id)
    refused = phone.post("/act", data={"type": "build-mine", "number": "none", "page": at})
    assert refused.status_code in {400, 422}
    assert title(refused) == title(phone.get(at))
    assert (title(refused) == title(phone.get("/games"))) == (page == "/games")


@pytest.mark.parametrize("page", ["/table", "/act", "/care", "/games", "/nowhere", ""])
def test_a_form_is_refused_in_words_though_nobody_has_asked_for_the_page_it_comes_from(
    sitting: Sitting, page: str
) -> None:
    answer = sitting.phone().post("/act", data={"type": "advance", "page": page})
    assert answer.status_code in {400, 422}
    assert "<h1" in answer.get_data(as_text=True)


class Slow(ModuleType):
    """A module of one page, whose routes take until they are told to go on."""

    def __init__(self) -> None:
        super().__init__("slow")
        self.calls = 0
        self.begun, self.on = threading.Event(), threading.Event()

    def routes(self, pages: Pages) -> None:
        self.calls += 1
        self.begun.set()
        assert self.on.wait(PATIENCE)
        pages.blueprint.get("/slow/<part>")(lambda part: f"slowly, {part}")


def test_two_who_ask_first_at_once_are_both_answered_and_it_is_brought_in_once(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, said = Slow(), list[str]()
    monkeypatch.setitem(sys.modules, "slow", slow)
    pages, app = Pages(sitting.site), Flask(__name__, static_folder=None)
    addresses: Addresses = {"slow": ("GET /slow/<part>",)}
    bring_in_when_asked(pages, addresses)
    app.register_blueprint(pages.blueprint)

    def ask(part: str) -> None:
        said.append(app.test_client().get(f"/slow/{part}").get_data(as_text=True))

    asking = [threading.Thread(target=ask, args=(part,)) for part in ("a", "b")]
    for each in asking:
        each.start()
    assert slow.begun.wait(PATIENCE)
    slow.on.set()
    for each in asking:
        each.join(PATIENCE)
    assert sorted(said) == ["slowly, a", "slowly, b"]
    assert slow.calls == 1


def test_a_module_that_could_not_be_brought_in_is_tried_again(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    slow.on.set()
    pages, app = Pages(sitting.site), Flask(__name__, static_folder=None)
    bring_in_when_asked(pages, {"slow": ("GET /slow/<part>",)})
    app.register_blueprint(pages.blueprint)
    assert app.test_client().get("/slow/a").status_code == 500
    monkeypatch.setitem(sys.modules, "slow", slow)
    assert app.test_client().get("/slow/a").get_data(as_text=True) == "slowly, a"
