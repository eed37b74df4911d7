"""What waits to be told: of each topic the newest, and a little that is said once."""

from __future__ import annotations

import pytest

from companion.mqtt.back_off import STOOD, BackOff
from companion.mqtt.outbox import WAITING, Outbox


def kept(outbox: Outbox) -> list[tuple[str, bytes]]:
    return list(iter(outbox.next_kept, None))


def said(outbox: Outbox) -> list[tuple[str, bytes]]:
    return list(iter(outbox.next_said, None))


def test_of_each_topic_only_the_newest_waits_and_keeps_its_turn() -> None:
    outbox = Outbox()
    assert outbox.keep("state", b"1")
    assert outbox.keep("call", b"1")
    assert outbox.keep("state", b"2")
    assert not outbox.keep("state", b"2"), "nothing new"
    assert kept(outbox) == [("state", b"2"), ("call", b"1")]
    assert outbox.empty


def test_with_a_new_connection_everything_is_told_again_also_what_is_cleared() -> None:
    outbox = Outbox()
    outbox.keep("status", b"online")
    outbox.keep("call", b"1")
    outbox.follow("hall/#")
    kept(outbox)
    outbox.keep("call", b"")
    outbox.begin()
    assert kept(outbox) == [("status", b"online"), ("call", b"")]
    assert list(iter(outbox.next_filter, None)) == ["hall/#"]
    outbox.follow("hall/#", "more/#")
    assert list(iter(outbox.next_filter, None)) == ["more/#"]


def test_what_is_told_already_is_told_again_if_asked_for_and_what_is_forgotten_never() -> None:
    outbox = Outbox()
    outbox.keep("discovery", b"1")
    outbox.keep("notice", b"1")
    kept(outbox)
    assert outbox.keep("discovery", b"1", again=True)
    outbox.keep("notice", b"2")
    outbox.forget("notice")
    assert kept(outbox) == [("discovery", b"1")]
    outbox.begin()
    assert kept(outbox) == [("discovery", b"1")]


def test_what_is_only_said_is_lost_while_nobody_is_there_and_waits_in_a_bounded_row_else() -> None:
    outbox = Outbox()
    assert not outbox.say("event", b"before")
    outbox.begin()
    for n in range(WAITING + 3):
        assert outbox.say("event", b"%d" % n)
    assert [payload for _, payload in said(outbox)] == [b"%d" % n for n in range(3, WAITING + 3)]
    outbox.say("event", b"late")
    outbox.end()
    assert said(outbox) == []


@pytest.mark.parametrize("topic", ["", "a/+/b", "a/#", "a\0b"])
def test_what_is_no_topic_is_refused_where_it_is_given(topic: str) -> None:
    with pytest.raises(ValueError, match=r"^$|."):
        Outbox().keep(topic, b"")


def test_the_wait_doubles_up_to_its_most_and_is_short_again_after_a_good_connection() -> None:
    waits = BackOff(1.0, 60.0, lambda: 1.0)
    assert [waits.after(0) for _ in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert waits.after(STOOD - 1) == 60, "one that breaks off at once again was no good one"
    assert [waits.after(STOOD), waits.after(0)] == [1, 2]


def test_many_boxes_do_not_come_back_at_once() -> None:
    assert BackOff(1.0, 60.0, lambda: 0.0).after(0) == 0.5
