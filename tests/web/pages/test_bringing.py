"""A module of pages is brought in by the first who asks for one of its addresses, and once."""

from __future__ import annotations

import sys
import threading
from types import ModuleType

import pytest
from flask import Blueprint, Flask

from tests.fakes.sitting import Sitting
from tests.patience import PATIENCE
from web.care import every as care
from web.pages import every
from web.pages.bringing import Addresses, bring_in_when_asked
from web.pages.drawing import Pages

MODULES = {**every.ADDRESSES, **care.ADDRESSES}


def registered(sitting: Sitting, module: str) -> list[str]:
    """What a module answers when its routes are the application's own, as `GET /log`."""
    __import__(module)
    pages, app = Pages(sitting.site), Flask(__name__, static_folder=None)
    pages.blueprint = Blueprint("alone", __name__)
    sys.modules[module].routes(pages)
    app.register_blueprint(pages.blueprint)
    return [
        f"{method} {each.rule}"
        for each in app.url_map.iter_rules()
        for method in (each.methods or set()) - {"HEAD", "OPTIONS"}
    ]


@pytest.mark.parametrize("module", MODULES)
def test_every_address_of_a_module_is_in_the_table(sitting: Sitting, module: str) -> None:
    assert sorted(registered(sitting, module)) == sorted(MODULES[module])


@pytest.mark.parametrize("path", ["/log", "/tv", "/care", "/rules"])
def test_a_page_not_yet_asked_for_answers_as_every_page(playing: Sitting, path: str) -> None:
    phone = playing.phone()
    empty = phone.head(path)
    assert (empty.status_code, empty.data) == (200, b"")
    assert phone.options(path).headers["Allow"].split(", ")
    assert phone.delete(path).status_code == 405
    assert phone.get(f"{path}/").status_code == 404
    assert phone.get(path).status_code == 200


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
