"""docs/api.md has every address, and what it shows of answers is what is answered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest
from flask import Flask

from companion.language.text import text
from companion.language.wizard_page import WizardPage
from tests.fakes.hall import OpenHall
from tests.fakes.sitting import START, RecordingBox, Sitting, act
from tests.fakes.words import messages
from tests.tree import ROOT
from web.safe_mode import SafePage, create_safe_page
from web.setup_page import SetupPage, create_setup_page

WORDS = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
OF_BOX, OF_HALL = WORDS.split("## The hall of an event")
LISTED = re.compile(r"^(?:### |- )(GET|POST) (/\S*)", re.MULTILINE)
SECTIONS = {
    found[1]: found[2]
    for found in re.finditer(r"^### ((?:GET|POST) \S+)\n(.*?)(?=^##)", WORDS, re.MULTILINE | re.DOTALL)
}
"""What is written of each address for programs."""
EXAMPLE = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = {
    address.partition(" ")[2]: json.loads(found[1])
    for address, words in SECTIONS.items()
    if (found := EXAMPLE.search(words))
}
EVERYWHERE = {("GET", "/healthz"), ("GET", "/language/<code>"), ("GET", "/look/<mark>/<path:name>")}


def routes(*apps: Flask) -> set[tuple[str, str]]:
    """Method and rule of every address of these applications."""
    rules = (rule for app in apps for rule in app.url_map.iter_rules())
    return {(method, each.rule) for each in rules for method in (each.methods or set()) & {"GET", "POST"}}


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path / "data", RecordingBox())
    assert act(sitting.phone(), START).status_code == 200
    yield sitting
    sitting.close()


def test_every_address_of_a_box_is_listed_and_no_other(playing: Sitting) -> None:
    safe = create_safe_page(
        SafePage(messages(playing.games), text("safe-mode.killed"), (), "4821", dict, lambda _: None)
    )
    set_up = create_setup_page(
        SetupPage(
            messages(playing.games),
            "",
            (),
            dict,
            lambda *_: WizardPage(),
            lambda *_: False,
            lambda: 0,
            lambda: 0,
        )
    )
    listed = LISTED.findall(OF_BOX)
    assert len(listed) == len(set(listed))
    assert set(listed) == routes(playing.app, safe, set_up)


def test_every_address_of_the_hall_is_listed_and_no_other() -> None:
    listed = LISTED.findall(OF_HALL)
    assert len(listed) == len(set(listed))
    assert set(listed) | EVERYWHERE == routes(OpenHall().app)


@pytest.mark.parametrize("address", SECTIONS)
def test_each_address_of_the_api_is_documented_with_body_answer_and_errors(address: str) -> None:
    told = re.findall(r"^- \*\*(\w+)\*\*: *", SECTIONS[address], re.MULTILINE)
    due = ["Body"] if address.startswith("POST") else []
    assert [each for each in told if each != "Query"] == [*due, "Answer", "Errors"]


def test_each_code_of_a_refusal_is_one_that_the_box_has() -> None:
    catalogues = (ROOT / "companion").rglob("catalogues/en/*.po")
    known = {entry.msgid for path in catalogues for entry in polib.pofile(str(path))}
    errors = [words.partition("**Errors**")[2].partition("\n###")[0] for words in SECTIONS.values()]
    codes = {
        code
        for each in (*errors, *re.findall(r"^\| \d+ \|.*", WORDS, re.MULTILINE))
        for code in re.findall(r"`([a-z]+(?:-[a-z]+)+)`", each)
    }
    assert len(codes) > 30
    assert {each for each in codes if f"refused.{each}" not in known} == set()


@pytest.mark.parametrize("address", SHOWN)
def test_an_answer_has_the_fields_that_are_shown(playing: Sitting, address: str) -> None:
    game = playing.table.snapshot.body["game"]["id"]
    answer, shown = playing.stranger().get(address.replace("<game>", game)).get_json(), SHOWN[address]
    assert fields(answer) == fields(shown)
    for each in {"games", "entries"} & fields(shown):
        if shown[each]:
            assert fields(answer[each]) == fields(shown[each])


def fields(value: Any) -> set[str]:
    """Of an object, or of the first of several."""
    return set(value[0] if isinstance(value, list) else value)


def test_each_field_of_a_game_on_the_table_is_named(playing: Sitting) -> None:
    table = SECTIONS["GET /api/v1/table"]
    assert {each for each in playing.table.snapshot.body["game"] if f"`{each}`" not in table} == set()


def test_a_box_shows_it_at_its_own_address(playing: Sitting) -> None:
    answer = playing.stranger().get("/api")
    assert (answer.status_code, answer.content_type) == (200, "text/plain; charset=utf-8")
    assert answer.get_data(as_text=True) == WORDS
