"""A refusal has a link to what mends it, or its sentence gives the reason why none does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
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
OFFERED = {"out-of-order", "price-rose", "game-running"}
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


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    one = Sitting(tmp_path)
    yield one
    one.close()


def shown(sitting: Sitting, code: str, page: str, form: str) -> Buttons:
    """The page with a refusal of this code."""
    drawn = blueprint.build(sitting.site)
    refused = Refused(code, **PARAMS)
    with sitting.app.test_request_context(page):
        banner = drawn.banner(problem_of(refused), code=code, params=PARAMS, again="type=done&colour=red")
        answer = drawn.show(page, banner=banner, typed=Typed(form, {"type": "x", "form": form}))
        return Buttons(answer.get_data(as_text=True))


def leads_on(sitting: Sitting, system: str | None, code: str, page: str, form: str) -> None:
    found = shown(sitting, code, page, form)
    if code in NO_BUTTON[system]:
        assert (found.links, found.forms) == ([], 0)
        sentence = MESSAGES.language("en", system).say(Text(f"refused.{code}", PARAMS))
        assert NO_BUTTON[system][code] in sentence
        return
    assert found.links or found.forms, "it leads nowhere"
    for link in found.links:
        path, _, anchor = link.partition("#")
        ids = found.ids
        if path:
            answer = sitting.phone().get(path)
            assert answer.status_code == 200, link
            ids = Buttons(answer.text).ids
        assert not anchor or anchor in ids, link


@pytest.mark.parametrize("code", [each for each in codes("roads-and-boats") if each not in OFFERED])
def test_each_refusal_of_roads_and_boats_has_a_link_or_a_reason(sitting: Sitting, code: str) -> None:
    with_mines(sitting)
    leads_on(sitting, "roads-and-boats", code, "/act?for=red&open=fleet", "fleet")


def with_mines(sitting: Sitting) -> None:
    phone = sitting.phone()
    act(phone, START)
    act(phone, {"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard", "late": True})


@pytest.mark.parametrize("code", [each for each in codes("la-strada") if each != "not-your-turn"])
def test_each_refusal_of_la_strada_has_a_link_or_a_reason(sitting: Sitting, code: str) -> None:
    players = [{"colour": each, "name": ""} for each in COLOURS[:3]]
    assert act(sitting.phone(), {**STRADA, "players": players}).status_code == 200
    leads_on(sitting, "la-strada", code, "/act", "leave")


@pytest.mark.parametrize("code", [each for each in codes(None) if each not in OFFERED | _FIELDS])
def test_each_refusal_of_the_table_has_a_link_or_a_reason(sitting: Sitting, code: str) -> None:
    with_mines(sitting)
    leads_on(sitting, None, code, "/act?for=red&open=fleet", "fleet")


def test_too_many_transporters_lead_to_those_of_that_player(sitting: Sitting) -> None:
    with_mines(sitting)
    found = shown(sitting, "fleet-over-limit", "/act?for=blue", "brick")
    assert found.links == ["/act?for=red&open=fleet#fleet"]


def test_every_game_has_refusals_here() -> None:
    assert set(registered()) == {system for system in NO_BUTTON if system}


def test_the_warning_of_too_many_transporters_leads_to_those_of_that_player(sitting: Sitting) -> None:
    phone = sitting.phone()
    assert act(phone, START).status_code == 200
    for each in ({"type": "advance", "draw_rest": True},) * 2:
        act(phone, each)
    act(phone, {"type": "change-fleet", "colour": "blue", "transporter": "raft", "by": 9})
    page = phone.get("/table").text
    link = "/act?for=blue&open=fleet#fleet"
    assert f'href="{link}"' in page.replace("&amp;", "&")
    assert "Transporters of" in page
    assert "fleet" in Buttons(phone.get(link.partition("#")[0]).text).ids


def test_what_is_still_to_be_counted_is_asked_for_before_the_points(sitting: Sitting) -> None:
    phone = sitting.phone()
    act(phone, START)
    act(phone, {"type": "end"})
    act(phone, {"type": "count-wealth", "colour": "red", "gold": 1, "coins": 0, "stock": 0})
    page = phone.get("/table").text
    assert "Points so far" in page
    assert page.index('name="gold"') < page.index("Points so far"), "what is to be filled in comes first"


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
