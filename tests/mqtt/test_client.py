"""The client beside Debian's Mosquitto."""

from __future__ import annotations

import pytest

from companion.mqtt.broker import Broker
from companion.mqtt.client import MAX_PACKET
from tests.fakes.mosquitto import Mosquitto, mosquitto
from tests.fakes.mqtt_client import RecordingClient, client_at
from tests.fakes.packets import Client as Wire
from tests.patience import PATIENCE

__all__ = ["mosquitto"]


def test_a_retained_message_reaches_later_subscribers_and_is_cleared_by_an_empty_one(
    mosquitto: Mosquitto,
) -> None:
    with client_at(mosquitto.broker()) as first:
        first.client.retain("kept/a", b"old")
        first.client.retain("kept/a", b"new")
        first.stands("connected")
        first.client.retain("kept/b", b"1")
    with client_at(mosquitto.broker(), "kept/#") as second:
        assert {second.receive(), second.receive()} == {("kept/a", b"new"), ("kept/b", b"1")}
        second.client.retain("kept/a", b"")
        assert second.receive() == ("kept/a", b"")
    with client_at(mosquitto.broker(), "kept/#") as third:
        assert third.receive() == ("kept/b", b"1")


def test_what_is_not_retained_comes_to_present_subscribers_alone(mosquitto: Mosquitto) -> None:
    other = RecordingClient(mosquitto.broker())
    with client_at(mosquitto.broker(), "said/#") as one:
        one.stands("connected")
        other.client.publish("said/hello", b"lost: there is no connection yet")
        other.client.start()
        other.stands("connected")
        one.client.retain("said/here", b"")
        assert one.receive() == ("said/here", b"")
        other.client.publish("said/hello", b"1")
        assert one.receive() == ("said/hello", b"1")
        other.client.stop(PATIENCE)


@pytest.mark.parametrize("topic", ["", "a/+/b", "a/#", "a\0b"])
def test_what_is_no_topic_is_refused_where_it_is_given(topic: str) -> None:
    with pytest.raises(ValueError, match=r"^$|."):
        RecordingClient(Broker("127.0.0.1", 1)).client.retain(topic, b"")


def test_a_broker_that_has_lost_all_gets_all_again_but_what_is_no_longer_retained(
    mosquitto: Mosquitto,
) -> None:
    with client_at(mosquitto.broker()) as box:
        box.stands("connected")
        box.client.retain("again/status", b"online")
        box.client.retain("again/state", b"1")
        box.client.retain("again/notice", b"1")
        mosquitto.kill()
        box.stands("away", "gone")
        box.client.retain("again/state", b"2")
        box.client.forget("again/notice")
        mosquitto.start()
        box.stands("connected")
        with client_at(mosquitto.broker(), "again/#") as hall:
            assert dict([hall.receive(), hall.receive()]) == {"again/status": b"online", "again/state": b"2"}
            box.client.retain("again/state", b"2")
            box.client.retain("again/status", b"online", again=True)
            assert hall.receive() == ("again/status", b"online")


def test_a_lost_client_leaves_a_will_and_a_stopped_one_none(mosquitto: Mosquitto) -> None:
    will = ("will/status", b"offline")
    with client_at(mosquitto.broker(), "will/#") as hall:
        hall.stands("connected")
        with client_at(mosquitto.broker(), will=will, client="named") as box:
            box.client.retain("will/status", b"online")
            assert hall.receive() == ("will/status", b"online")
            Wire(("127.0.0.1", mosquitto.port), "named").cut()
            assert hall.receive() == ("will/status", b"offline")
            assert hall.receive() == ("will/status", b"online"), "it is back"
            box.client.stop(PATIENCE)
            hall.client.retain("will/end", b"!")
            assert hall.receive() == ("will/end", b"!")


def test_a_late_subscriber_receives_all_retained_messages_however_many(mosquitto: Mosquitto) -> None:
    """Mosquitto queues a thousand messages for a client, and drops the others."""
    many, kinds = 600, ("state", "call", "result")
    with Wire(("127.0.0.1", mosquitto.port), "tables") as tables:
        for kind in kinds:
            for n in range(many):
                tables.publish(f"many/{n}/{kind}", bytes(1000))
    with client_at(mosquitto.broker(), *(f"many/+/{kind}" for kind in kinds)) as hall:
        assert len({hall.receive()[0] for _ in range(many * len(kinds))}) == many * len(kinds)


def test_a_retained_message_is_marked_as_one_to_present_subscribers_too(mosquitto: Mosquitto) -> None:
    """A command that is left there would be done anew with each connection."""
    with client_at(mosquitto.broker()) as other:
        other.stands("connected")
        other.client.retain("new/command", b"old")
        with client_at(mosquitto.broker(), "new/command") as box:
            assert box.receive() == ("new/command", b"old")
            other.client.retain("new/command", b"later")
            assert box.receive() == ("new/command", b"later")
            other.client.publish("new/command", b"new")
            assert box.receive() == ("new/command", b"new")
            assert box.retained == [True, True, False]


def test_a_message_longer_than_anything_that_is_read_is_left_with_the_broker(mosquitto: Mosquitto) -> None:
    with client_at(mosquitto.broker(), "long/#") as box:
        box.stands("connected")
        with Wire(("127.0.0.1", mosquitto.port), "floods") as other:
            other.publish("long/a", bytes(2 * MAX_PACKET), retained=False)
            other.publish("long/b", b"1", retained=False)
        assert box.receive() == ("long/b", b"1")
