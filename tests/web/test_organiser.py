"""The organiser of an event on phones and for programs: calls, cancelled calls, replies and notices."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.health.broker_status import BrokerState, BrokerStatus
from companion.language.text import text
from companion.table.organiser import Call, Notice, Organiser, Reply
from tests.fakes.sitting import START, Sitting, act, refusal
from tests.web.api.listener import EVENTS
from web.app import create_app
from web.organiser import organiser_changes

CALL = "/api/v1/call"
AT = "2026-11-21T18:16:40Z"
"""When everything happens."""
ROUND = Notice("Round ends <18:30>", "2026-11-21T18:10:00Z")


@pytest.fixture
def organiser(playing: Sitting) -> Organiser:
    """Of the event to which the table of the game of two belongs."""
    return playing.at_event()


def box_json(sitting: Sitting) -> Any:
    return sitting.stranger().get("/api/v1/box.json").get_json()


def organiser_text(sitting: Sitting, page: str) -> str:
    """The text about the organiser at the top of a stranger's page."""
    drawn = sitting.stranger().get(page).get_data(as_text=True)
    found = re.search(r'<div id="organiser".*?>(.*?)</div>\s*(</div>)?', drawn, re.DOTALL)
    return "" if found is None else " ".join(re.sub(r"<[^>]*>", " ", found[1]).split())


def test_a_program_calls_by_its_colour_or_another_and_takes_it_back(
    playing: Sitting, organiser: Organiser
) -> None:
    phone = playing.phone()
    answer = phone.post(CALL, json={})
    assert answer.status_code == 200
    call = {"at": AT, "table": 12, "by": "red"}
    empty = {"call": None, "coming": False, "settled": None, "notice": None}
    assert answer.get_json() == box_json(playing) == {"organiser": {**empty, "call": call}, "broker": None}
    assert phone.post(CALL, json={"back": True}).get_json()["organiser"] == empty
    assert phone.post(CALL, json={"by": "blue"}).get_json()["organiser"]["call"]["by"] == "blue"
    assert phone.post(CALL, json={"by": "red"}).get_json()["organiser"]["call"]["by"] == "blue", (
        "one at a time"
    )
    organiser.on_reply(Reply(AT, AT))
    assert box_json(playing)["organiser"]["coming"] is True
    organiser.on_reply(Reply(AT, "2026-11-21T18:20:00Z", done=True))
    assert box_json(playing)["organiser"] == {**empty, "settled": "2026-11-21T18:20:00Z"}


def test_neither_strangers_nor_other_sites_call_the_organiser(playing: Sitting, organiser: Organiser) -> None:
    refusal(playing.stranger().post(CALL, json={}), 401)
    assert playing.stranger().post("/call", data={}).headers["Location"].startswith("/join")
    foreign = {"Origin": "http://elsewhere.example"}
    refusal(playing.phone().post(CALL, json={}, headers=foreign), 403)
    assert playing.phone().post("/call", data={}, headers=foreign).status_code == 403
    assert organiser.call is None


def test_what_is_no_call_is_refused(playing: Sitting, organiser: Organiser) -> None:
    body: Any
    for body in ({"by": "nobody"}, {"by": 1}, {"back": "yes"}, {"more": 1}, []):
        refusal(playing.phone().post(CALL, json=body), 400)
    assert organiser.call is None


def test_a_table_of_no_event_offers_no_call_and_refuses_one_with_the_cause(playing: Sitting) -> None:
    error = refusal(playing.phone().post(CALL, json={}), 404)
    assert error["code"] == "no-event"
    assert playing.phone().post("/call", data={}).status_code == 404
    assert box_json(playing) == {"organiser": None, "broker": None}
    for page in ("/table", "/box", "/tv", "/games"):
        drawn = playing.phone().get(page).get_data(as_text=True)
        assert "organiser" not in drawn
        assert 'action="/call"' not in drawn


@pytest.mark.parametrize("page", ["/table", "/box", "/games"])
def test_a_phone_calls_from_its_page_and_takes_the_call_back_there(sitting: Sitting, page: str) -> None:
    organiser = sitting.at_event()
    phone = sitting.phone()
    if page == "/table":
        act(phone, START)
    assert "Yes, call" in phone.get(page).get_data(as_text=True)
    done = phone.post("/call", data={"page": page})
    assert (done.status_code, done.headers["Location"]) == (303, page)
    assert organiser.call == Call(AT, 12, "red")
    drawn = phone.get(page).get_data(as_text=True)
    assert "Take the call back" in drawn
    assert "Yes, call" not in drawn
    phone.post("/call", data={"page": page, "back": "1"})
    assert organiser.call is None


PAGES = ("/table", "/act", "/log", "/games", "/rules", "/box", "/tv", "/join", "/aids")


def test_every_page_shows_the_state_of_the_call_and_the_organisers_notice(
    playing: Sitting, organiser: Organiser
) -> None:
    def on_every_page() -> str:
        (said,) = {organiser_text(playing, page) for page in PAGES}
        return said

    assert on_every_page() == ""
    organiser.on_notice(ROUND)
    assert "The organiser says: Round ends &lt;18:30&gt;" in on_every_page()
    organiser.on_notice(None)
    organiser.place_call("red")
    assert "This table has called the organiser. R Rosa" in on_every_page()
    organiser.on_reply(Reply(AT, AT))
    assert "The organiser is coming to this table. Called: R Rosa" in on_every_page()
    organiser.on_reply(Reply(AT, AT, done=True))
    assert on_every_page() == ""
    assert "has settled the last call" in playing.phone().get("/table").get_data(as_text=True)


def test_a_live_region_does_not_change_every_second(playing: Sitting, organiser: Organiser) -> None:
    organiser.on_notice(ROUND)
    organiser.place_call("red")
    drawn = playing.stranger().get("/table").get_data(as_text=True)
    found = re.search(r'<div id="organiser"[^>]*role="status">(.*?)</div>', drawn, re.DOTALL)
    assert found is not None
    assert len(re.findall(r'<small aria-live="off"><time', found[1])) == found[1].count("<time") == 2


@pytest.mark.parametrize("state", ["connecting", "refused", "away", "connected"])
def test_an_unsent_call_is_not_shown_as_seen(playing: Sitting, state: BrokerState) -> None:
    organiser = playing.at_event()
    why = text("broker.password-empty", file="/b")
    playing.site = replace(playing.site, link=lambda: BrokerStatus(state, why))
    playing.app = create_app(playing.site)
    organiser.place_call()
    assert ("goes out once the broker answers" in organiser_text(playing, "/table")) == (state != "connected")
    assert box_json(playing)["broker"] == state
    box = playing.stranger().get("/box").get_data(as_text=True)
    assert "At a broker this box is 0a1b2c3d." in box, "its name in an access list"
    words = {"refused": "refuses the box", "away": "does not answer"}.get(state, state)
    assert f"<strong>Broker</strong>: {words}<br>The file /b (mqtt.password_file) has no password" in box


def test_a_notice_with_a_malformed_time_is_shown(playing: Sitting, organiser: Organiser) -> None:
    for at in ("", "yesterday", "2026-11-21", "9999-99-99T00:00:00Z", "0001-01-01T00:00:00+23:59"):
        organiser.on_notice(Notice("Round ends", at))
        assert organiser_text(playing, "/tv").startswith("The organiser says: Round ends"), at


def test_invisible_characters_in_a_notice_change_nothing_beside_it(
    playing: Sitting, organiser: Organiser
) -> None:
    organiser.on_notice(Notice("Ends\n \x07soon \u202eon", AT))
    assert organiser.notice == Notice("Ends \ufffdsoon \ufffdon", AT)
    organiser.on_notice(Notice(" \n\t ", AT))
    assert organiser.notice is None


def test_the_stream_sends_each_change_at_a_table_of_an_event(playing: Sitting, organiser: Organiser) -> None:
    stream = playing.stranger().get(EVENTS)
    first = next(stream.iter_encoded()).decode()
    stream.close()
    _, data = first.split("event: organiser\ndata: ")
    assert json.loads(data.split("\n")[0])["organiser"]["notice"] is None


def test_what_changes_of_an_organiser_changes_the_etag_of_a_page(
    playing: Sitting, organiser: Organiser
) -> None:
    seen = [organiser_changes(playing.site)]
    changes: tuple[Callable[[], object], ...] = (
        lambda: organiser.on_notice(ROUND),
        organiser.place_call,
        lambda: organiser.on_reply(Reply(AT, AT)),
        organiser.cancel,
    )
    for change in changes:
        change()
        change()
        seen.append(organiser_changes(playing.site))
    assert len(set(seen)) == 5
