"""A refusal has a link to what mends it, or its sentence gives the reason why none does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape
from html.parser import HTMLParser
from typing import Any

import polib
import pytest
from werkzeug.test import TestResponse

from companion.games import Refused
from companion.games.la_strada.words import COLOURS
from companion.games.registry import registered
from companion.language.text import Text
from tests.fakes.sitting import MESSAGES, START, Sitting, act
from tests.tree import ROOT
from web.errors import problem_of
from web.pages import blueprint
from web.pages.forms import Typed
from web.pages.pages import Pages

STRADA = {**START, "system": "la-strada"}
NO_BUTTON = {
    "roads-and-boats": {
        "not-in-phase": "when that phase is there",
        "nobody-prays": "at the start of a phase",
        "nobody-chooses": "after the temple",
        "already-drawn": "in the next turn",
        "not-drawn": "there is no draw to void",
    },
    "la-strada": {
        "no-game-no-colonies": "Ask by the kind",
        "one-merchant-in-all": "Ask for one merchant",
    },
    None: {
        "no-such-entry": "Choose one from",
        "game-not-ended": "passed on afterwards",
        "stale": "decide again",
        "key-reused": "with a key of its own",
        "nothing-to-undo": "this is the start of the game",
        "nothing-to-redo": "only what was undone last",
        "game-unreadable": "install the version",
        "tag-unknown": "there is nothing to forget",
        "journal-full": "Free some room",
        "journal-read-only": "Restart the box",
        "journal-failed": "Try again",
        "journal-unsure": "Look at the card",
        "journal-gone": "Restart the box",
        "journal-broken": "Restart the box",
        "not-an-export": "Choose one",
        "export-forged": "Ask for the original",
    },
}
"""Refusals that nothing on a page mends, and how their sentences say so."""
OFFERED = {"out-of-order", "price-rose", "game-running", "not-your-turn"}
"""Refusals with a button for the same command with another parameter that the rules accept."""
PARAMS: dict[str, Any] = {
    "colour": "red", "number": 3, "count": 2, "mines": [3], "free": [1, 2], "subject": "specialised-mine",
    "most": 9, "why": "cannot-connect", "by": 1,
}  # fmt: skip
_FIELDS = {"unknown-command", "unknown-field", "missing-field", "hidden-sign", "wrong-value"}
"""Refusals of a field, which is marked in its form."""


def codes(system: str | None) -> list[str]:
    folder = "companion/language" if system is None else f"companion/games/{system.replace('-', '_')}"
    name = "table.po" if system is None else "rules.po"
    path = ROOT / folder / "catalogues" / "en" / name
    found = [each.msgid for each in polib.pofile(str(path))]
    return [each.removeprefix("refused.") for each in found if each.startswith("refused.")]


class Buttons(HTMLParser):
    """What the banner of a page offers: its links and how many forms, and every id of the page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms = 0
        self.ids: set[str] = set()
        self._inside = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids.add(given.get("id") or "")
        if given.get("role") == "alert":
            self._inside = 1
        elif self._inside and tag == "div":
            self._inside += 1
        if self._inside and tag == "a" and "btn" in (given.get("class") or ""):
            self.links.append(given["href"] or "")
        if self._inside and tag == "form":
            self.forms += 1

    def handle_endtag(self, tag: str) -> None:
        if self._inside and tag == "div":
            self._inside -= 1


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Sitting]]:
    """A game of each system, for all refusals of it."""
    found = {system: Sitting(tmp_path_factory.mktemp(system)) for system in registered()}
    mine = {"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard", "late": True}
    players = [{"colour": each, "name": ""} for each in COLOURS[:3]]
    act(found["roads-and-boats"].phone(), START)
    act(found["roads-and-boats"].phone(), mine)
    act(found["la-strada"].phone(), {**STRADA, "players": players})
    yield found
    for each in found.values():
        each.close()


@pytest.fixture(scope="module")
def pages(tables: dict[str, Sitting]) -> dict[str, Pages]:
    """What draws the pages of each."""
    return {system: blueprint.build(sitting.site) for system, sitting in tables.items()}


@pytest.fixture(scope="module")
def ids(tables: dict[str, Sitting]) -> Callable[[str, str], set[str]]:
    """The ids on a system's page at an address."""

    @cache
    def ids(system: str, path: str) -> set[str]:
        answer = tables[system].phone().get(path)
        assert answer.status_code == 200, path
        return Buttons(answer.text).ids

    return ids


CASES = [
    pytest.param(system, code, id=f"{system or 'table'} {code}")
    for system in (*registered(), None)
    for code in codes(system)
    if code not in OFFERED | _FIELDS
]


@pytest.mark.parametrize(("system", "code"), CASES)
def test_each_refusal_has_a_link_or_a_reason(
    tables: dict[str, Sitting],
    pages: dict[str, Pages],
    ids: Callable[[str, str], set[str]],
    system: str | None,
    code: str,
) -> None:
    played = system or "roads-and-boats"
    page, form = ("/act", "leave") if system == "la-strada" else ("/act?for=blue&open=fleet", "fleet")
    drawn = pages[played]
    with tables[played].app.test_request_context(page):
        banner = drawn.banner(
            problem_of(Refused(code, **PARAMS)), code=code, params=PARAMS, again="type=done&colour=red"
        )
        answer = drawn.show(page, banner=banner, typed=Typed(form, {"type": "x", "form": form}))
    found = Buttons(answer.get_data(as_text=True))
    if code in NO_BUTTON[system]:
        assert (found.links, found.forms) == ([], 0)
        sentence = MESSAGES.language("en", system).say(Text(f"refused.{code}", PARAMS))
        assert NO_BUTTON[system][code] in sentence
        return
    assert found.links or found.forms, "it leads nowhere"
    for link in found.links:
        path, _, anchor = link.partition("#")
        assert not anchor or anchor in (ids(played, path) if path else found.ids), link
    if code == "fleet-over-limit":
        assert found.links == ["/act?for=red&open=fleet#fleet"], "to those of that player"


@pytest.mark.parametrize(
    "wrong", [{"players.@0.colour": "red"}, {"players.@0.colour": "blue"}, {"players": "nobody"}]
)
def test_a_start_that_is_refused_leads_back_into_its_form(sitting: Sitting, wrong: dict[str, str]) -> None:
    form = re.findall(r'id="f-([^"]*)"', sitting.phone().get("/games").text)[0]
    fields = {"type": "start", "system": "la-strada", "page": "/games", "form": form, **wrong}
    answer = sitting.phone().post("/act", data=fields)
    assert answer.status_code in {400, 422}
    found = Buttons(answer.text)
    assert found.links[-1] == f"#f-{form}"
    assert f"f-{form}" in found.ids


def test_the_warning_of_too_many_transporters_leads_to_those_of_that_player(playing: Sitting) -> None:
    phone = playing.phone()
    for each in ({"type": "advance", "draw_rest": True},) * 2:
        act(phone, each)
    act(phone, {"type": "change-fleet", "colour": "blue", "transporter": "raft", "by": 9})
    assert 'href="/act?for=blue&open=fleet#fleet"' in unescape(phone.get("/table").text)


def pressed(sitting: Sitting, html: str, label: str) -> TestResponse:
    """The answer to the form in the page's banner with this button, sent as it stands."""
    banner = html.partition('role="alert"')[2].partition("</form>\n</div>")[0]
    forms = [each for each in banner.split("<form")[1:] if re.search(rf"<button[^>]*>{label}</button>", each)]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', forms[0]))
    sent = {name: unescape(value) for name, value in fields.items()}
    return sitting.phone().post("/act", data=sent)


def settled(sitting: Sitting) -> dict[str, Any]:
    """A game in which one acts after the other, red first."""
    phone = sitting.phone()
    for body in (
        {**START, "options": {"temple": ["red", "blue"]}},
        {"type": "advance", "draw_rest": True},
        {"type": "call-for-order", "colour": "red"},
    ):
        assert act(phone, body).status_code == 200, body
    while sitting.game["order"]["step"] == "praying":
        act(phone, {"type": "pray", "colour": sitting.game["order"]["asks"], "keep": True})
    return sitting.game


def test_a_position_that_is_not_free_leads_to_those_that_are(sitting: Sitting) -> None:
    asked = settled(sitting)["order"]["asks"]
    fields = {"type": "take-position", "colour": asked, "position": "3", "page": "/table", "form": "place-3"}
    refused = sitting.phone().post("/act", data=fields)
    assert refused.status_code == 422
    assert pressed(sitting, refused.text, "[^<]*2[^<]*").status_code == 303
    assert sitting.game["sequence"].index(asked) == 1


def test_the_turn_passes_on_and_the_refused_command_is_performed(sitting: Sitting) -> None:
    asked = settled(sitting)["order"]["asks"]
    act(sitting.phone(), {"type": "take-position", "colour": asked, "position": 1})
    acting = sitting.game["acting"]
    other = next(each for each in ("red", "blue") if each != acting)
    fields = {"type": "done", "colour": other, "page": "/table", "form": "done"}
    refused = sitting.phone().post("/act", data=fields)
    assert refused.status_code == 422
    assert pressed(sitting, refused.text, "[^<]* is done: then do this").status_code == 303
    assert sitting.game["acting"] is None
