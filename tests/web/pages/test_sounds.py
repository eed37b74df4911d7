"""Sounds sent to phones: of draws and the end, at the change itself and never again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.table.snapshot import Snapshot, sounds_between
from tests.fakes.sitting import START, Sitting, act
from tests.web.api.listener import PAGES, Listener, StreamEvent
from web.server.server import WebServer

Do = Callable[..., tuple[str, ...]]


def mine(number: int) -> dict[str, Any]:
    return {"type": "build-mine", "number": number, "colour": "red", "mixture": "standard", "late": True}


def drew(number: int, ore: str) -> dict[str, Any]:
    return {"type": "record-draw", "number": number, "ore": ore}


@pytest.fixture
def do(playing: Sitting) -> Do:
    """Perform a command and return its sounds; the group draws by hand and has mines 7 and 8."""
    sitting, phone = playing, playing.phone()

    def done(command: dict[str, Any]) -> tuple[str, ...]:
        before: Snapshot = sitting.table.snapshot
        assert act(phone, command).status_code == 200
        return sounds_between(before, sitting.table.snapshot) or ()

    start = {**START, "options": {"amb_23": True}, "replace": True}
    assert [done(each) for each in (start, mine(7), mine(8))] == [(), (), ()]
    return done


def test_iron_and_gold_have_sounds_of_their_own_and_undo_and_redo_are_silent(do: Do) -> None:
    assert do(drew(7, "iron")) == ("common",)
    assert do(drew(8, "gold")) == ("rare",)
    for _ in range(2):
        assert do({"type": "undo"}) == ()
        assert do({"type": "redo"}) == ()
    assert do({"type": "undo"}) == ()
    assert do(drew(8, "iron")) == ("common",), "drawn anew it is news"
    assert do({"type": "void-draw", "number": 8, "reason": "miscounted"}) == ()


def test_several_changes_at_once_sound_together_but_not_one_that_was_undone(sitting: Sitting, do: Do) -> None:
    before = sitting.table.snapshot
    do(drew(7, "gold"))
    drawn = sitting.table.snapshot
    do(drew(8, "iron"))
    assert sounds_between(before, sitting.table.snapshot) == ("rare", "common")
    for _ in range(2):
        do({"type": "undo"})
    do(drew(8, "iron"))
    assert sounds_between(drawn, sitting.table.snapshot) == ("common",)


def test_the_end_sounds_once_and_not_for_a_game_resumed_after_its_end(sitting: Sitting, do: Do) -> None:
    before = sitting.table.snapshot
    assert do({"type": "end"}) == ("end",)
    assert do({"type": "correct", "field": "turn", "value": 3, "reason": "miscounted"}) == ()
    assert do({"type": "undo"}) == ()
    assert sounds_between(None, before) is None
    assert do({**START, "replace": True}) == ()


def test_an_open_page_is_sent_a_sound_with_the_change_and_none_on_opening(
    sitting: Sitting, do: Do, web: WebServer
) -> None:
    def next_event(line: Listener, kind: str) -> StreamEvent:
        event = line.next()
        assert event is not None
        assert event.kind == kind
        return event

    do(drew(7, "gold"))
    line = Listener(web.port, events=PAGES)
    next_event(line, "moment")
    do(drew(8, "iron"))
    next_event(line, "moment")
    assert next_event(line, "sounds").data == ["common"]
    late = Listener(web.port, events=PAGES)
    next_event(late, "moment")
    sitting.parts.report("reader", "ok")
    do({"type": "end"})
    for each in (line, late):
        while not next_event(each, "moment").fields["id"].startswith(sitting.table.snapshot.etag):
            pass
        assert next_event(each, "sounds").data == ["end"]
        each.close()
