"""Halls of one event do not say over and over what another has taken back."""

from __future__ import annotations

from companion.hall.announcements import OrganiserMessages
from companion.mqtt import topics
from companion.mqtt.payloads import decode
from companion.table.organiser import Notice, Reply
from tests.fakes.event import EVENT, NOW, box_of
from tests.fakes.sender import RecordingSender

NOTICE = topics.notice(EVENT)


class Room:
    """A broker with halls at it. kept: what it retains. lines: what each hall's client publishes."""

    def __init__(self, halls: int) -> None:
        self.kept: dict[str, bytes] = {}
        self.lines = [RecordingSender() for _ in range(halls)]
        self.halls = [OrganiserMessages(EVENT, lambda: NOW, line) for line in self.lines]

    def settle(self) -> None:
        """All that was published comes, and every hall receives it."""
        for line in self.lines:
            topics, line.retained = line.retained, []
            for topic in topics:
                self.kept[topic] = line.kept[topic]
                for hall in self.halls:
                    hall.received(topic, self.kept[topic])

    def comes_back(self, which: int) -> None:
        """A hall's connection was broken: it receives what is retained, and retains its own anew."""
        for topic, payload in self.kept.items():
            if payload:
                self.halls[which].received(topic, payload)
        self.lines[which].retained += self.lines[which].kept
        self.settle()


def test_a_broker_without_persistence_gets_the_hall_s_messages_again() -> None:
    room = Room(1)
    room.halls[0].publish_notice("round ends 18:30")
    room.halls[0].answer(box_of(1), "then", True)
    room.settle()
    room.kept.clear()
    room.comes_back(0)
    notice = decode(room.kept[NOTICE], Notice)
    reply = decode(room.kept[topics.answer(EVENT, box_of(1))], Reply)
    assert notice is not None
    assert reply is not None
    assert (notice.text, reply.call, reply.done) == ("round ends 18:30", "then", True)


def test_what_another_hall_has_taken_back_is_not_repeated() -> None:
    room = Room(2)
    room.halls[0].publish_notice("round ends 18:30")
    room.settle()
    room.halls[1].publish_notice("")
    room.settle()
    room.comes_back(0)
    room.comes_back(1)
    assert room.kept[NOTICE] == b""
    assert room.lines[0].kept == room.lines[1].kept == {}
    room.halls[0].publish_notice("round ends 19:00")
    room.settle()
    room.halls[1].publish_notice("")
    room.settle()
    assert room.kept[NOTICE] == b""


def test_of_two_that_speak_at_once_one_stands_for_both() -> None:
    room = Room(2)
    room.halls[0].publish_notice("one")
    room.halls[1].publish_notice("two")
    room.settle()
    room.comes_back(0)
    assert (notice := decode(room.kept[NOTICE], Notice)) is not None
    assert notice.text == "two"


def test_when_a_call_is_over_nothing_is_kept_of_it() -> None:
    room = Room(1)
    room.halls[0].answer(box_of(1), "then", False)
    room.settle()
    room.halls[0].clear_answer(box_of(1))
    room.settle()
    assert room.kept == {topics.answer(EVENT, box_of(1)): b""}
    assert room.lines[0].kept == {}
