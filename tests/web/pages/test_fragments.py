"""An open page fetches its main part when its stream says so; it is rendered once for each viewer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import pytest
from flask import Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.fakes.sitting import CODE, Sitting, act
from tests.web.api.listener import PAGES as FOR_PAGES
from tests.web.api.listener import Listener
from tests.web.pages.layout import PAGES
from web.errors import Problem
from web.pages.pages import Pages
from web.server.server import WebServer

RAFT = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1}
QUERIES = ("/act?for=blue&open=fleet", "/log?before=2", "/rules?q=goose", "/rules/RB-MINE-09", "/aids")
OWN = (
    (re.compile(r'(name="(?:id|expects)" value="|&amp;id=)[^"&]*'), r"\1"),
    (re.compile(r'(data-(?:etag|now|news|did)=")[^"]*'), r"\1"),
    (re.compile(r"(screen\.png\?v=)\d*"), r"\1"),
    (re.compile(r"(<time [^>]*>)[^<]*"), r"\1"),
)
"""What of a page is one phone's or one moment's alone."""


def bare(page: str) -> str:
    """A page's main part without that."""
    main: str = re.findall(r"<main.*</main>", page, re.DOTALL)[0]
    for pattern, left in OWN:
        main = pattern.sub(left, main)
    return main


def fetched(phone: FlaskClient, page: str, known: str = "", language: str = "en") -> TestResponse:
    """The main part, by a phone that has the one of this etag."""
    headers = {"X-Fragment": "main", "If-None-Match": known, "Accept-Language": language}
    return phone.get(page, headers=headers)


def moment(answer: TestResponse) -> dict[str, Any]:
    """What comes beside a fragment."""
    found: dict[str, Any] = json.loads(answer.headers["X-Moment"])
    return found


@pytest.fixture
def renders(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the pages that are rendered."""
    rendered: list[str] = []
    show = Pages.show

    def noted(self: Pages, at: str, **how: Any) -> Response:
        rendered.append(at)
        return show(self, at, **how)

    monkeypatch.setattr(Pages, "show", noted)
    return rendered


def test_what_is_fetched_is_what_a_visit_shows(playing: Sitting) -> None:
    phones = playing.phone(), playing.phone("", "blue"), playing.stranger()
    for page in (*PAGES, *QUERIES):
        for phone, language in zip(phones, ("en", "it", "en"), strict=True):
            visit = phone.get(page, headers={"Accept-Language": language}, follow_redirects=True).text
            part = fetched(phone, page, language=language)
            if part.status_code == 200:
                assert bare(part.text.replace(moment(part)["key"], "")) == bare(visit), page


def test_a_fragment_holds_neither_time_nor_phone_which_are_sent_in_headers(playing: Sitting) -> None:
    act(phone := playing.phone(), RAFT)
    answer = fetched(phone, "/table?did=2")
    beside = moment(answer)
    assert set(re.findall(r'name="id" value="([^"]*)"', answer.text)) == {beside["key"]}
    assert set(re.findall(r'name="expects" value="([^"]*)"', answer.text)) == {""}
    assert beside["etag"].startswith(f"{playing.table.snapshot.etag}.")
    assert (beside["version"], beside["news"], beside["did"]) == (2, "Rosa: raft +1", "Rosa: raft +1")


def test_a_fragment_holds_how_long_an_ended_game_was_played_which_counts_on_no_more(playing: Sitting) -> None:
    playing.clock.seconds += 1500
    act(phone := playing.phone(), {"type": "end"})
    playing.clock.seconds += 1500
    (played,) = re.findall(r"<time data-played[^>]*>([^<]*)", fetched(phone, "/table").text)
    assert played == "0 h 25 min"


def test_a_page_on_which_nothing_changed_is_not_sent_again(playing: Sitting) -> None:
    phone = playing.phone()
    act(phone, RAFT)
    first = fetched(phone, "/rules")
    act(phone, RAFT)
    playing.clock.seconds += 90
    again = fetched(phone, "/rules", first.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
    assert moment(again)["version"] == 3
    assert fetched(phone, "/table", fetched(phone, "/table").headers["ETag"]).status_code == 304


def test_a_page_is_rendered_once_for_all_phones_of_a_viewer(playing: Sitting, renders: list[str]) -> None:
    phones = [playing.stranger(), playing.stranger(), playing.phone(), playing.phone()]
    texts = [fetched(phone, "/table").text for phone in phones]
    assert renders == ["/table"] * 2
    assert texts[0] == texts[1] != texts[2] == texts[3]
    for other in ("/table?for=blue", "/act"):
        fetched(phones[0], other)
    fetched(phones[0], "/table", language="it")
    act(phones[2], RAFT)
    fetched(phones[0], "/table")
    assert renders[2:] == ["/table?for=blue", "/act", "/table", "/table"]


def test_what_one_phone_has_typed_is_on_its_own_page_alone(playing: Sitting) -> None:
    typed = "/act?typed=type%3Dcount-wealth%26form%3Dcount-wealth%26gold%3D973"
    others, own = (("/act", False), ("/act?open=wealth", False)), (typed, True)
    for page, has in (*others, own, *others, own):
        for phone in (playing.phone(), playing.phone()):
            assert ('value="973"' in fetched(phone, page).text) == has, page


def test_pages_of_long_addresses_or_of_more_than_the_table_are_rendered_each_time(
    playing: Sitting, renders: list[str]
) -> None:
    pages = [f"/table?for={'x' * 9000}", "/games", "/box", "/report"]
    for page in pages * 2:
        assert fetched(playing.phone(), page).status_code == 200
    assert renders == pages * 2


def test_a_fragment_is_never_older_than_its_version(
    playing: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    show, later = Pages.show, [RAFT]

    def overtaken(self: Pages, at: str, **how: Any) -> Response:
        response = show(self, at, **how)
        if later:
            act(playing.phone(), later.pop())
        return response

    monkeypatch.setattr(Pages, "show", overtaken)
    answer = fetched(playing.phone(), "/log")
    assert moment(answer)["etag"].split(".")[0].endswith("-1")
    assert 'id="n2"' in fetched(playing.phone(), "/log").text


def test_only_a_screen_that_has_joined_is_sent_the_code(playing: Sitting) -> None:
    phone, stranger, old = playing.phone(), playing.stranger(), playing.membership.code
    pages = ("/tv", "/tv?for=red", f"/tv?code={old}")
    for page in pages:
        shown = [f">{old}<" in fetched(each, page).text for each in (stranger, phone, stranger)]
        assert shown == [False, True, False], page
    new = playing.membership.new_code()
    for page in pages:
        assert not re.search(f">({old}|{new})<", fetched(phone, page).text), "it has lapsed"


@pytest.fixture
def opened(playing: Sitting, web: WebServer) -> Iterator[Listener]:
    """The stream of an open page, of which the first moment has come."""
    with closing(Listener(web.port, events=FOR_PAGES)) as line:
        assert next_moment(line) == moment(fetched(playing.stranger(), "/table"))["etag"]
        yield line


def next_moment(line: Listener) -> str:
    """The etag that comes next."""
    event = line.next()
    assert event is not None
    assert event.kind == "moment"
    return event.fields["id"]


def test_an_open_page_is_sent_each_new_etag_and_nothing_else(playing: Sitting, opened: Listener) -> None:
    playing.notifier.notify()
    looks, joined = playing.stranger(), playing.stranger()
    for happens in (
        lambda: joined.post("/join", data={"code": CODE}),
        lambda: act(joined, RAFT),
        lambda: playing.parts.report("reader", "missing"),
        playing.membership.new_code,
    ):
        before = moment(fetched(looks, "/table"))["etag"]
        happens()
        assert next_moment(opened) == moment(fetched(looks, "/table"))["etag"] != before


def test_an_open_page_is_sent_a_longer_code(playing: Sitting, opened: Listener) -> None:
    old = playing.membership.code
    while playing.membership.code == old:
        with suppress(Problem):
            playing.membership.join("0000", "", None, "a stranger's")
    assert next_moment(opened) == moment(fetched(playing.stranger(), "/tv"))["etag"]
