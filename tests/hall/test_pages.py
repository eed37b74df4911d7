"""The hall's pages: open to all, forms for the organiser alone, and only changes are sent."""

from __future__ import annotations

import csv
import io
import re

import pytest
from msgspec.structs import replace

from companion.hall.hall import Hall
from companion.hall.verification import Verification
from companion.hall.words import broker_problem
from companion.health.broker_status import BrokerStatus
from companion.language.text import Text, text
from companion.mqtt.broker import Broker
from companion.mqtt.payloads import Standing
from companion.mqtt.reasons import away_status, by_error, by_reason
from tests.fakes.event import box_of, evening
from tests.fakes.hall import CODE, MESSAGES, OpenHall

UNTRANSLATED = re.compile(r"(?<![\w/.])(hall|page|refused|phase|system|colour|letter)\.[a-z]|\{\w*\}")
"""What would stand on a page if a word were missing."""


@pytest.fixture
def hall() -> OpenHall:
    return OpenHall()


def numbers(page: str) -> list[int]:
    return [int(each, 16) for each in re.findall(r'id="t-([0-9a-f]{8})"', page)]


@pytest.mark.parametrize("language", MESSAGES.codes)
@pytest.mark.parametrize("at", ["/", "/tv", "/organiser", "/nowhere"])
def test_every_page_is_in_the_readers_language(hall: OpenHall, at: str, language: str) -> None:
    evening(hall.event)
    hall.link = BrokerStatus("away", text("broker.unreachable", address="mqtt://host", why="Refused"))
    page = hall.page(at, language)
    assert f'<html lang="{language}">' in page
    assert UNTRANSLATED.findall(re.sub(r"<[^>]*>", " ", page)) == []


def test_the_tables_are_sorted_by_need_for_all_and_on_a_television(hall: OpenHall) -> None:
    evening(hall.event)
    order = [1, 3, 5, 4, 6, 2, 8, 9, 10, 11, 12, 7]
    assert numbers(hall.page()) == order
    assert numbers(hall.page("/tv")) == order
    assert re.findall(r"<(?:a|button|input|form)\b", hall.page("/tv")) == []


def test_a_page_gets_the_tables_that_changed_and_no_other(hall: OpenHall) -> None:
    evening(hall.event, 600)
    first = hall.changes("")
    assert len(first["rows"]) == len(first["order"]) == 600
    assert hall.changes(first["etag"]) == {}
    hall.event.plays(9, version=2, turn=17)
    news = hall.changes(first["etag"])
    assert list(news["rows"]) == [box_of(9)]
    assert "Turn 17" in news["rows"][box_of(9)]
    assert "order" not in news
    assert "head" not in news
    assert hall.changes(news["etag"]) == {}
    hall.event.calls(10)
    called = hall.changes(news["etag"])
    assert called["order"].index(box_of(10)) < 60
    assert "51 call<" in called["head"]
    assert set(hall.changes(first["etag"])["rows"]) == {box_of(9), box_of(10)}


def test_a_page_of_a_restarted_hall_gets_everything(hall: OpenHall) -> None:
    evening(hall.event)
    shown = hall.changes("")["etag"]
    again = OpenHall()
    evening(again.event)
    assert len(again.changes(shown)["rows"]) == 12
    assert len(again.changes("nonsense-99999999999999999999")["rows"]) == 12


def test_a_table_that_leaves_and_a_notice_that_goes_are_reported(hall: OpenHall) -> None:
    evening(hall.event)
    hall.event.notes("Round ends 18:30")
    shown = hall.changes("")
    assert "Round ends 18:30" in shown["head"]
    hall.event.publish(box_of(9), "state", b"")
    hall.event.notes("")
    news = hall.changes(shown["etag"])
    assert box_of(9) not in news["order"]
    assert "Round ends" not in news["head"]


def test_by_nothing_but_the_time_a_table_becomes_quiet(hall: OpenHall) -> None:
    hall.event.plays(1)
    shown = hall.changes("")["etag"]
    hall.event.now += (quiet := hall.event.now - hall.event.now.replace(hour=17, minute=30))
    hall.seconds += quiet.total_seconds()
    assert "No move for a long time" in hall.changes(shown)["rows"][box_of(1)]


def test_any_name_from_a_box_is_shown_as_letters_and_nothing_else(hall: OpenHall) -> None:
    nasty = "<b onclick=x>\u202e{table}"
    hall.event.plays(
        1, system=nasty, phase=nasty, colours=(nasty,), acting=nasty, names={nasty: nasty}, missing=(nasty,)
    )
    hall.event.calls(1, by=nasty)
    for at in ("/", "/tv"):
        page = hall.page(at)
        assert "<b onclick" not in page
        assert "\u202e" not in page
    assert "&lt;b onclick=x&gt;" in hall.page()


def test_reading_needs_nothing_and_speaking_the_code(hall: OpenHall) -> None:
    hall.event.plays(1)
    call = hall.event.calls(1)
    looker = hall.looker()
    wanted = {"box": box_of(1), "call": call.at, "done": "0"}
    asked = looker.post("/answer", data=wanted)
    assert asked.status_code == 401
    assert f'name="call" value="{call.at}"' in asked.text
    assert looker.post("/notice", data={"text": "hello"}).status_code == 401
    assert looker.post("/answer", data={**wanted, "code": "00000000"}).status_code == 403
    assert hall.sent == []
    assert looker.post("/answer", data={**wanted, "code": CODE}).status_code == 303
    assert looker.post("/notice", data={"text": "  Round \n ends 18:30 "}).status_code == 303
    assert looker.post("/notice", data={"text": "", "none": "1"}).status_code == 303
    assert hall.sent == [
        ("answer", box_of(1), call.at, False), ("notice", "Round ends 18:30"), ("notice", ""),
    ]  # fmt: skip
    looker.post("/leave")
    assert looker.post("/notice", data={"text": "hello"}).status_code == 401


def test_the_organiser_alone_stays_known_over_a_restart(hall: OpenHall) -> None:
    client = hall.organiser()
    cookie = client.get_cookie("companion-hall")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Strict"
    again = OpenHall().looker()
    again.set_cookie("companion-hall", cookie.value)
    assert again.post("/notice", data={"text": "hello"}).status_code == 303
    again.set_cookie("companion-hall", cookie.value[:-1] + "\u00fc")
    assert again.post("/notice", data={"text": "hello"}).status_code == 401


def test_codes_cannot_be_tried_as_fast_as_one_likes(hall: OpenHall) -> None:
    looker = hall.looker()
    tried = [looker.post("/organiser", data={"code": f"{each:08}"}).status_code for each in range(7)]
    assert tried == [403] * 5 + [429] * 2
    refused = looker.post("/organiser", data={"code": CODE})
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    hall.seconds += 60
    assert looker.post("/organiser", data={"code": CODE}).status_code == 303


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}]
)
def test_a_form_on_another_site_is_refused(hall: OpenHall, headers: dict[str, str]) -> None:
    client = hall.organiser()
    for at in ("/notice", "/answer", "/organiser", "/leave"):
        assert client.post(at, data={"text": "x", "code": CODE}, headers=headers).status_code == 403
    assert hall.sent == []


def test_a_request_for_another_machine_is_not_answered(hall: OpenHall) -> None:
    assert hall.looker().get("/", headers={"Host": "evil.example"}).status_code == 421


class Broken(io.BytesIO):
    """A body in chunks that are none."""

    def read(self, _size: int | None = -1) -> bytes:
        raise ValueError("Bad chunked transfer size")

    def readinto(self, _buffer: object) -> int:
        raise ValueError("Bad chunked transfer size")


def test_a_form_that_is_too_long_or_breaks_off_is_refused(
    hall: OpenHall, caplog: pytest.LogCaptureFixture
) -> None:
    client = hall.organiser()
    for at in ("/notice", "/answer", "/organiser", "/nowhere"):
        assert client.post(at, data={"text": "x" * 10_000_000, "code": CODE}).status_code == 413
        sent = Broken(b"text=x")
        form = client.post(at, input_stream=sent, content_type="application/x-www-form-urlencoded")
        assert form.status_code == 400
    assert hall.sent == []
    assert caplog.records == []


def test_a_request_that_fails_is_answered_as_a_fault_and_is_in_the_log(
    hall: OpenHall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = hall.organiser()
    monkeypatch.setattr(hall, "sent", None)  # publishing breaks
    assert client.post("/notice", data={"text": "Break"}).status_code == 500
    assert "the request hall.publish_notice failed" in caplog.text


def test_a_call_that_is_over_or_another_one_is_not_answered(hall: OpenHall) -> None:
    hall.event.plays(1)
    call = hall.event.calls(1)
    client = hall.organiser()
    wrong = [(box_of(1), "2026-11-21T17:00:00Z"), (box_of(2), call.at), ("", ""), ("../x", call.at)]
    for box, at in wrong:
        assert client.post("/answer", data={"box": box, "call": at, "done": "1"}).status_code == 303
    assert hall.sent == []
    client.post("/answer", data={"box": box_of(1), "call": call.at, "done": "1"})
    assert hall.sent == [("answer", box_of(1), call.at, True)]
    hall.event.answers(1, call, done=True)
    hall.event.publish(box_of(1), "call", b"")
    hall.board.update()
    assert hall.sent[1:] == [("over", box_of(1))]


EMOJI = "Pause \U0001f468\u200d\U0001f467"


@pytest.mark.parametrize("said", ["x" * 121, "a\u202eb", "a\x00b", " \u00a0 ", EMOJI])
def test_a_notice_that_is_empty_or_that_no_display_could_show_is_refused(hall: OpenHall, said: str) -> None:
    shown = [("notice", EMOJI)] if said == EMOJI else []
    assert hall.organiser().post("/notice", data={"text": said}).status_code == (303 if shown else 400)
    assert hall.sent == shown


def test_the_organisers_form_shows_the_present_notice(hall: OpenHall) -> None:
    hall.event.notes("Round ends 18:30")
    assert "Round ends 18:30" in hall.organiser().get("/organiser").text


def set_verification(hall: Hall, number: int, standings: tuple[Standing, ...]) -> None:
    outcome = next(each.outcome for each in hall.tables() if each.number == number)
    assert outcome is not None
    hall.receive(f"companion/{box_of(number)}/export", b"file")
    places = frozenset((each.colour, each.points, each.rank, each.won) for each in standings)
    proved = Verification("holds", outcome.game, outcome.system, standings=places)
    hall.set_verification(box_of(number), b"file", proved)


def test_the_results_are_a_table_that_marks_verified_ones(hall: OpenHall) -> None:
    rosa, blue = Standing("red", 12, 1, True, "=Rosa"), Standing("blue", 9, 2)
    hall.event.ends(3, standings=(rosa, blue))
    hall.event.ends(1, ended_at="nonsense", started_at="2026-11-21T18:00:00")
    hall.event.ends(2, standings=(rosa,))
    set_verification(hall.event.hall, 3, (rosa, blue))
    set_verification(hall.event.hall, 2, (blue,))
    answer = hall.looker("en").get("/results.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="club-2026.csv"'
    heads, *lines = list(csv.reader(io.StringIO(answer.get_data().decode("utf-8-sig"))))
    assert heads[:3] == ["Table", "Box", "Game"]
    assert [(each[0], each[8], each[10], each[11], each[12].partition(":")[0]) for each in lines] == [
        ("1", "Rosa", "12", "yes", "Not verified"),
        ("1", "Blue", "9", "no", "Not verified"),
        ("2", "'=Rosa", "12", "yes", "In doubt"),
        ("3", "'=Rosa", "12", "yes", "Verified"),
        ("3", "Blue", "9", "no", "Verified"),
    ]
    assert lines[0][4:7] == ["", "", ""]
    assert lines[3][2:7] == [
        "Roads & Boats", "20261121-0001", "2026-11-21 14:00:00", "2026-11-21 18:00:00", "240",
    ]  # fmt: skip


def test_the_broker_s_status_is_shown_to_people_and_to_programs(hall: OpenHall) -> None:
    hall.event.plays(1)
    assert hall.looker().get("/healthz").json == {
        "status": "ok",
        "why": [],
        "broker": "connected",
        "tables": 1,
    }
    shown = hall.changes("")["etag"]
    hall.link = BrokerStatus("away", text("broker.unreachable", address="mqtt://host", why="Refused"))
    assert "The broker is away" in hall.changes(shown)["head"]
    answer = hall.looker().get("/healthz").get_json()
    assert (answer["status"], answer["why"]) == ("degraded", ["broker.unreachable"])


BOX = re.compile(r"\bbox\b|scatola|mqtt\.(url|ca|username|password)")
"""The addressee of a sentence for a box's owner."""


def every_fault() -> list[Text]:
    """All that can be broker_problem with a broker once the hall has begun."""
    broker = Broker("host", 1883, False, "hall", "", "")
    links = [
        by_reason(code, each, refused="?" if refused else "")
        for code in range(0xA3)
        for refused in (False, True)
        for each in (broker, replace(broker, user=""))
    ]
    errors: list[Exception] = [PermissionError(), OSError("?")]
    links += [by_error(each, broker) for each in errors]
    links.append(BrokerStatus("refused", text("broker.certificate", why="?")))
    links += [away_status(each, broker) for each in ("silent", "nonsense", "protocol", "owing", "encryption")]
    found = {each.why.code: each.why for each in links if each.why is not None}
    told = [
        text(f"broker.{each}", topic="hall/x") for each in ("topic-refused", "deaf", "too-long", "forgetful")
    ]
    return [*found.values(), *told]


@pytest.mark.parametrize("language", MESSAGES.codes)
def test_a_problem_with_the_broker_is_worded_for_the_hall_and_not_for_a_box(language: str) -> None:
    wrong = {
        why.code: broker_problem(BrokerStatus("away", why), MESSAGES.language(language))
        for why in every_fault()
    }
    assert len(wrong) > 15
    assert {code: said for code, said in wrong.items() if BOX.search(said) or not said} == {}


def test_while_the_broker_is_away_messages_wait_and_no_box_is_blamed_for_saying_nothing(
    hall: OpenHall,
) -> None:
    later, nothing = '<span class="organiser">What you say meanwhile goes out', "No table of this event"
    assert [each in hall.page() for each in (later, nothing)] == [False, True]
    hall.link = BrokerStatus("away", text("broker.gone", address="mqtt://host"))
    assert [each in hall.page() for each in (later, nothing)] == [True, False]


def test_a_call_is_shown_with_its_answer_and_with_a_box_that_is_off(hall: OpenHall) -> None:
    hall.event.plays(1)
    call = hall.event.calls(1)
    assert "called <time" not in hall.page(), "the time of the call is not that of its answer"
    hall.event.answers(1, call)
    assert "called <time" in hall.page()
    assert "Switched off" not in hall.page()
    hall.event.publish(box_of(1), "status", b"offline")
    assert "Switched off" in hall.page()


def test_two_boxes_with_one_number_are_distinguished(hall: OpenHall) -> None:
    hall.event.plays(1, table=3)
    hall.event.plays(3)
    page = hall.page()
    assert page.count("<span>Table 3</span>") == 2
    assert f"Box {box_of(1)}" in page
    assert f"Box {box_of(3)}" in page
