"""What the hall knows: folded message by message, sorted by need_of, and never more than has a bound."""

from __future__ import annotations

from datetime import timedelta

import pytest

from companion.hall.hall import MAX_TABLES
from companion.hall.needs import QUIET, need_of, sort_key
from companion.hall.verification import MAX_PACKED, Verification
from companion.mqtt import topics
from companion.mqtt.payloads import TableState, encode
from companion.storage.entry import stamp
from companion.table.organiser import Notice, Reply
from tests.fakes.event import EVENT, NOW, Event, box_of, evening

MINUTE = timedelta(minutes=1)


@pytest.fixture
def event() -> Event:
    return Event()


def needs(event: Event) -> dict[int | None, str]:
    found = [(each, need_of(each, event.now)) for each in event.hall.tables()]
    return {each.number: what for each, what in sorted(found, key=lambda each: sort_key(*each))}


def test_tables_are_ordered_by_need_with_the_longest_call_first(event: Event) -> None:
    evening(event)
    event.plays(20)
    event.calls(20, ago=9 * MINUTE)
    assert list(needs(event).items()) == [
        (20, "calls"), (1, "calls"), (3, "coming"), (5, "away"), (4, "lacking"), (6, "quiet"), (2, "end"),
        (8, "playing"), (9, "playing"), (10, "playing"), (11, "playing"), (12, "waiting"), (7, "ended"),
    ]  # fmt: skip


def test_a_restarted_hall_is_whole_again_in_any_order_of_messages(event: Event) -> None:
    evening(event, 24)
    event.notes("round ends 18:30")
    for order in (1, -1):
        again = Event()
        for topic, payload in list(event.kept.items())[::order]:
            again.hall.receive(topic, payload)
        assert {each.box: each for each in again.hall.tables()} == {
            each.box: each for each in event.hall.tables()
        }
        assert again.hall.notice == event.hall.notice is not None
        assert again.hall.rejected == 0


def test_what_changed_is_reported_once(event: Event) -> None:
    evening(event)
    assert len(event.hall.changes()[0]) == 12
    assert event.hall.changes() == ({}, ())
    woken = event.on_change
    event.plays(9, version=2)
    changed, _ = event.hall.changes()
    assert [each.number for each in changed.values() if each] == [9]
    assert event.on_change > woken
    event.publish(box_of(9), "state", b"")
    assert event.hall.changes()[0] == {box_of(9): None}


def test_an_answer_counts_for_its_own_call_alone_and_is_over_with_it(event: Event) -> None:
    event.plays(1)
    call = event.calls(1)
    event.answers(1, call)
    assert needs(event) == {1: "coming"}
    event.answers(1, call, done=True)
    assert needs(event) == {1: "playing"}
    event.now += MINUTE
    event.calls(1)
    assert needs(event) == {1: "calls"}
    assert event.hall.changes()[1] == ()
    event.publish(box_of(1), "call", b"")
    assert event.hall.changes()[1] == (box_of(1),)


def test_a_move_has_the_age_by_the_boxs_clock_unless_that_is_wrong(event: Event) -> None:
    event.plays(1, ago=QUIET)
    assert needs(event) == {1: "quiet"}
    event.plays(1, at="1970-01-01T00:00:12Z", version=2)
    assert event.table(1).moved_at == NOW
    event.now += MINUTE
    event.plays(1, at="1970-01-01T00:00:12Z", version=2, missing=("reader",))
    assert event.table(1).moved_at == NOW
    event.plays(2, at="1970-01-01T00:00:12Z")
    assert event.table(2).moved_at is None


@pytest.mark.parametrize(
    "at", ["", "now", "2026-11-21T18:00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59Z"]
)
def test_a_time_that_is_none_is_no_time(event: Event, at: str) -> None:
    event.plays(1, at=at)
    assert event.table(1).moved_at is None


def test_other_events_at_the_same_broker_are_not_of_this_one(event: Event) -> None:
    event.plays(1)
    event.plays(2, event="other")
    event.calls(2)
    event.publish(box_of(2), "export", b"file")
    assert (needs(event), event.hall.next_file()) == ({1: "playing"}, None)
    event.plays(1, event=None)
    assert needs(event) == {}
    event.plays(2)
    assert needs(event) == {2: "calls"}


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        ("companion/00000001/state", b"{"),
        ("companion/00000001/state", encode(TableState(box_of(2), EVENT, 1, 1, "e", stamp(NOW)))),
        (
            "companion/00000001/state",
            encode(TableState(box_of(1), EVENT, 1, 1, "e", "", names={f"{each}": "x" for each in range(17)})),
        ),
        ("companion/00000001/state", b'{"box":"00000001","event":"\xff"}'),
        (
            "companion/00000001/state",
            encode(TableState(box_of(1), EVENT, 1, 1, "e", "", turn=10**4000)),
        ),
        ("companion/00000001/status", b"perhaps"),
        ("companion/00000001/call", b"[]"),
        ("companion/00000001/call", b'{"at":"' + b"x" * 300 + b'"}'),
        ("companion/00000001/result", b"{}"),
        ("companion/00000001/nonsense", b"1"),
        ("companion/ABCDEFGH/state", b"{}"),
        (f"hall/{EVENT}/notice", b'{"text":"' + b"x" * 200 + b'","at":"now"}'),
        (f"hall/{EVENT}/answer/nobody", encode(Reply("then", "now"))),
        (f"hall/{EVENT}/answer/00000001", b"[" * 5000),
        ("companion/00000001/export", bytes(MAX_PACKED + 1)),
        ("elsewhere", b""),
    ],
)
def test_what_does_not_fit_is_passed_over_and_counted(event: Event, topic: str, payload: bytes) -> None:
    event.plays(1)
    before = event.table(1)
    event.hall.receive(topic, payload)
    assert event.hall.rejected == 1
    assert event.table(1) == before


def test_it_keeps_so_many_tables_and_no_more_however_many_are_forged(event: Event) -> None:
    for number in range(1, MAX_TABLES + 100):
        event.hall.receive(topics.of_box(box_of(number), "call"), b'{"at":"now"}')
        state = TableState(box_of(number), EVENT, None, 1, "e", stamp(NOW))
        event.hall.receive(topics.of_box(box_of(number), "state"), encode(state))
    assert len(event.hall.tables()) == MAX_TABLES
    assert event.hall.rejected == 99
    for number in range(MAX_TABLES + 100, 3 * MAX_TABLES):
        event.hall.receive(topics.of_box(box_of(number), "export"), b"file")
    event.plays(1)
    assert event.table(1).number == 1


def test_a_notice_stands_until_it_is_taken_away(event: Event) -> None:
    event.notes("round ends 18:30")
    assert event.hall.notice == Notice("round ends 18:30", stamp(NOW))
    event.notes("")
    assert event.hall.notice is None


def test_a_file_is_given_to_be_proved_once_and_its_proof_stands_beside_the_result(event: Event) -> None:
    outcome = event.ends(1)
    box = outcome.box
    proofs = [event.table(1).proof]
    event.publish(box, "export", b"file")
    proofs.append(event.table(1).proof)
    assert event.hall.next_file() == (box, b"file")
    assert event.hall.next_file() is None
    places = frozenset({("red", 12, 1, True), ("blue", 9, 2, False)})
    holds = Verification("holds", outcome.game, outcome.system, "c", "s", "h", places)
    event.hall.set_verification(box, b"file", holds)
    proofs.append(event.table(1).proof)
    event.publish(box, "export", b"file")
    assert event.hall.next_file() is None
    event.ends(1, standings=outcome.standings[:1])
    proofs.append(event.table(1).proof)
    event.ends(1, head="another")
    proofs.append(event.table(1).proof)
    event.publish(box, "export", b"other")
    event.hall.set_verification(box, b"file", holds)
    proofs.append(event.table(1).proof)
    event.hall.set_verification(box, b"other", Verification("forged"))
    proofs.append(event.table(1).proof)
    assert proofs == ["none", "waits", "holds", "differs", "other", "waits", "forged"]
    assert needs(event) == {1: "disputed"}


def test_what_was_cleared_while_the_broker_was_away_is_forgotten_once_all_are_back(event: Event) -> None:
    evening(event)
    event.notes("round ends 18:30")
    event.hall.begin_resync()
    for topic in (topics.of_box(box_of(1), "call"), topics.of_box(box_of(9), "state"), topics.notice(EVENT)):
        del event.kept[topic]
    for topic, payload in event.kept.items():
        event.hall.receive(topic, payload)
    assert needs(event)[1] == "calls"
    event.hall.end_resync()
    assert needs(event)[1] == "playing"
    assert 9 not in needs(event)
    assert event.hall.notice is None
    assert len(event.hall.tables()) == 11
    event.hall.end_resync()
    assert len(event.hall.tables()) == 11
