"""What grows with an evening, or with years of them, is sent a page at a time: log, exports, games."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from tests.fakes.sitting import START, Sitting, act
from web.api import queries
from web.pages.games import SHOWN


def long(sitting: Sitting, entries: int) -> None:
    """Make the evening this long."""
    phone = sitting.phone()
    while sitting.version < entries:
        assert act(phone, {"type": "advance"}).status_code == 200
        assert act(phone, {"type": "undo"}).status_code == 200


def whole_log(sitting: Sitting, query: str = "") -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    more = True
    while more:
        after = entries[-1]["n"] if entries else 0
        page = sitting.stranger().get(f"/api/v1/log?after={after}{query}").get_json()
        assert set(page) == {"entries", "more"}
        entries += page["entries"]
        more = page["more"]
    return entries


def test_the_log_is_sent_in_pages_that_lead_to_its_end(playing: Sitting) -> None:
    long(playing, 31)
    for limit in (1, 7, 15, 30, 31, 32, 500):
        first = playing.stranger().get(f"/api/v1/log?limit={limit}").get_json()
        assert len(first["entries"]) == min(limit, 31)
        assert first["more"] == (limit < 31)
        assert [each["n"] for each in whole_log(playing, f"&limit={limit}")] == list(range(1, 32))
    assert whole_log(playing) == playing.table.log()


def test_a_response_has_at_most_a_page_of_the_log(playing: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    long(playing, 31)
    monkeypatch.setattr(queries, "MAX_LOG_ENTRIES", 10)
    assert len(playing.stranger().get("/api/v1/log").get_json()["entries"]) == 10
    assert [each["n"] for each in whole_log(playing)] == list(range(1, 32))
    monkeypatch.setattr(queries, "MAX_LOG_SIZE", 1500)
    page = playing.stranger().get("/api/v1/log")
    assert page.get_json()["more"]
    assert 0 < len(page.get_data()) < 2000
    assert [each["n"] for each in whole_log(playing)] == list(range(1, 32))


def test_an_entry_larger_than_a_page_is_sent_alone(playing: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    long(playing, 5)
    monkeypatch.setattr(queries, "MAX_LOG_SIZE", 1)
    assert [each["n"] for each in whole_log(playing)] == list(range(1, 6))


def test_an_export_in_pieces_is_the_very_file(playing: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.archive._LINES_PER_CHUNK", 4)
    long(playing, 23)
    other = {**START, "replace": True}
    assert act(playing.phone(), other).status_code == 200
    assert act(playing.phone(), {"type": "resume", "game": playing.table.log()[0]["game"]}).status_code == 200
    for ended in (False, True):
        if ended:
            assert act(playing.phone(), {"type": "end"}).status_code == 200
        answer = playing.stranger().get("/api/v1/export", buffered=False)
        pieces = [bytes(each) for each in answer.iter_encoded()]
        answer.close()
        assert len(pieces) > 3
        assert b"".join(pieces) == msgspec.json.encode(playing.table.export())


def test_an_export_is_of_the_moment_it_was_asked_for(playing: Sitting) -> None:
    long(playing, 9)
    before = msgspec.json.encode(playing.table.export())
    _, pieces = playing.table.export_chunks()
    for kind in ("advance", "undo", "advance"):
        assert act(playing.phone(), {"type": kind}).status_code == 200
    assert b"".join(pieces) == before


def test_the_games_are_shown_a_page_at_a_time_and_the_one_on_the_table_on_each(sitting: Sitting) -> None:
    phone = sitting.phone()
    for _ in range(2 * SHOWN + 3):
        sitting.clock.seconds += 60
        assert act(phone, {**START, "replace": True}).status_code == 200
    games = [each.id for each in reversed(sitting.table.games())]
    assert act(phone, {"type": "resume", "game": games[2]}).status_code == 200
    seen: list[str] = []
    address: str | None = "/games"
    while address:
        page = phone.get(address).get_data(as_text=True)
        assert page.count('<span class="tag">on the table</span>') == 1
        found = re.findall(r'name="game" value="([^"]+)"', page)
        assert len(found) <= SHOWN
        seen += found
        older = re.search(r'class="btn" href="(/games\?before=[^"]+)"', page)
        address = older.group(1) if older else None
    assert seen == [each for each in reversed(games) if each != games[2]]


def test_a_page_of_games_behind_one_that_there_is_not_is_refused(playing: Sitting) -> None:
    assert playing.stranger().get("/games?before=%FFnone").status_code == 422
