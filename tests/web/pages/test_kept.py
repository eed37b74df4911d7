"""A seat's own sections are drawn anew when what they are given has changed, and never later."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import request
from markupsafe import Markup

from tests.fakes.sitting import START, Sitting, act
from tests.web.pages.test_sent import RAFT, Phone, bare
from web.pages.drawing import DRAWING, Pages
from web.pages.parts import Drawing, Kept
from web.server.server import WebServer

PAGE = "/act"
CHANGES: tuple[dict[str, Any], ...] = (
    RAFT,
    {"type": "build", "building": "sawmill", "by": 1, "late": True},
    {"type": "pair-tag", "tag": "04A2B3C4D5", "number": 3},
    {"type": "research", "colour": "blue", "subject": "truck", "late": True},
    {"type": "correct", "field": "research", "value": {"red": ["steamer"]}, "reason": "test"},
    {
        "type": "correct",
        "field": "option",
        "value": {"fleet": {"land": 6, "each": {"raft": 2}}},
        "reason": "test",
    },
    {"type": "correct", "field": "phase", "value": "wonder", "reason": "test"},
    {"type": "buy-brick", "colour": "red"},
    {"type": "correct", "field": "phase", "value": "building", "reason": "test"},
    {"type": "build-mine", "colour": "red", "number": 7, "mixture": "standard"},
    {"type": "count-wealth", "colour": "red", "gold": 3, "coins": 2, "stock": 1},
    {
        "type": "correct",
        "field": "players",
        "value": [{"colour": "red", "name": "Rosina"}, {"colour": "blue", "name": "Bo"}],
        "reason": "test",
    },
    {"type": "undo"},
    {"type": "leave", "colour": "blue", "board": "stays"},
    {**START, "replace": True},
)
"""Each changes something that a seat's own sections show."""


@pytest.fixture
def red(playing: Sitting, web: WebServer) -> Iterator[Phone]:
    """The page on which Rosa acts."""
    phone = Phone(playing, web, PAGE, playing.membership.join("4821", "Rosa", "red", "here"))
    yield phone
    phone.line.close()


@pytest.fixture
def blue(playing: Sitting, web: WebServer) -> Iterator[Phone]:
    """The same page for the other seat, in Italian."""
    token = playing.membership.join("4821", "", "blue", "here")
    phone = Phone(playing, web, PAGE, token, language="it")
    yield phone
    phone.line.close()


def test_whatever_changes_what_is_sent_is_what_would_be_fetched(
    playing: Sitting, red: Phone, blue: Phone
) -> None:
    by = playing.phone()
    for change in CHANGES:
        answer = act(by, change)
        assert answer.status_code == 200, (change, answer.get_data(as_text=True))
        for phone in (red, blue):
            told = phone.told()
            while told["etag"] != playing.table.snapshot.etag:
                told = phone.told()
            assert bare(told["main"].replace(told["mark"], "")) == bare(phone.fetched()), change


def test_of_a_seat_for_which_nothing_has_changed_no_section_is_drawn_again(
    playing: Sitting, web: WebServer, red: Phone, drawn: list[tuple[str, str]]
) -> None:
    token = playing.membership.join("4821", "", "blue", "here")
    other = Phone(playing, web, PAGE, token)
    by = playing.phone()
    for each in range(2):
        drawn.clear()
        assert act(by, RAFT).status_code == 200
        for phone in (red, other):
            assert phone.told()["etag"] == playing.table.snapshot.etag
        if each:
            assert drawn == [("act_seat.html", "red"), ("act_fleet.html", "red")]
        else:
            assert {colour for _, colour in drawn} == {"red", "blue", ""}
    other.line.close()


@pytest.mark.parametrize("first", [0, 1])
def test_a_game_that_is_started_while_another_is_drawn_finds_nothing_of_that_one(
    playing: Sitting,
    web: WebServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    first: int,
) -> None:
    players = [{"colour": "red", "name": "Rosa"}, {"colour": "yellow", "name": "Bo"}]
    systems = ("la-strada", "roads-and-boats")
    starts = [{"type": "start", "replace": True, "system": each, "players": players} for each in systems]
    by = playing.phone()
    assert act(by, starts[first]).status_code == 200
    phone = Phone(playing, web, PAGE, playing.membership.join("4821", "Rosa", "red", "here"))
    between = [starts[1 - first]]
    table = Pages._table

    def overtaken(self: Pages, *given: Any) -> Any:
        if DRAWING in request.environ and between:
            assert act(by, between.pop()).status_code == 200
        return table(self, *given)

    monkeypatch.setattr(Pages, "_table", overtaken)
    assert act(by, starts[first]).status_code == 200
    told = phone.told()
    while between or told["etag"] != playing.table.snapshot.etag:
        told = phone.told()
    phone.line.close()
    assert bare(told["main"].replace(told["mark"], "")) == bare(phone.fetched())
    assert "could not be drawn" not in caplog.text


def test_bags_in_another_order_are_something_else(
    playing: Sitting, red: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []
    text = Kept.text

    def noting(
        self: Kept, name: str, colour: str, what: Any, common: Any, draw: Callable[[], Markup]
    ) -> Markup:
        if name.endswith("/act_tags.html"):
            given.append(what["tags"])
        return text(self, name, colour, what, common, draw)

    monkeypatch.setattr(Kept, "text", noting)
    by, one, two = playing.phone(), ("04A2B3C4D5", 3), ("04A2B3C4D6", 4)
    for kind, (tag, number) in (("pair", one), ("pair", two), ("forget", one), ("pair", one)):
        bag = {"number": number} if kind == "pair" else {}
        assert act(by, {"type": f"{kind}-tag", "tag": tag, **bag}).status_code == 200
        assert red.told()["etag"] == playing.table.snapshot.etag
    assert list(playing.table.snapshot.tags.items()) == [two, one]
    assert given == [[one], [one, two], [two], [two, one]]
    assert given[1] != given[3]


def test_nothing_is_held_of_an_earlier_moment_but_texts(
    playing: Sitting, red: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[weakref.ref[Drawing]] = []
    begin = Drawing.__init__

    def noting(self: Drawing, mark: str, kept: Kept) -> None:
        made.append(weakref.ref(self))
        begin(self, mark, kept)

    monkeypatch.setattr(Drawing, "__init__", noting)
    by = playing.phone()
    for _ in range(3):
        assert act(by, RAFT).status_code == 200
        assert red.told()["etag"] == playing.table.snapshot.etag
    gc.collect()
    assert len(made) == 3
    assert [each() for each in made[:-1]] == [None, None]


@pytest.mark.parametrize(
    "other", [{"given": {"one": 2}}, {"common": "names"}, {"name": "b"}, {"colour": "blue"}]
)
def test_a_text_is_made_again_for_each_thing_that_it_depends_on(other: dict[str, Any]) -> None:
    kept, made = Kept(), iter("12")
    usual: dict[str, Any] = {"name": "a", "colour": "red", "given": {"one": 1}, "common": "others"}

    def text(**how: Any) -> str:
        return kept.text(**{**usual, **how}, draw=lambda: Markup(next(made)))

    assert [text(), text(), text(**other), text(**other)] == ["1", "1", "2", "2"]


def test_of_many_texts_those_go_that_were_asked_for_the_longest_ago() -> None:
    kept, made = Kept(), iter(range(1000))

    def text(colour: int) -> str:
        return kept.text("a", str(colour), {}, None, lambda: Markup(next(made)))

    first = [text(each) for each in range(128)]
    assert text(0) == first[0]
    assert text(128) == "128", "the one more that is too many"
    assert [text(0), text(2)] == [first[0], first[2]]
    assert text(1) == "129"


def test_a_fetched_page_keeps_nothing(playing: Sitting, drawn: list[tuple[str, str]]) -> None:
    assert playing.phone().get(PAGE).status_code == 200
    assert drawn == []
