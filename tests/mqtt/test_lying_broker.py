"""A broker that refuses, is silent or lies: nothing waits for it."""

from __future__ import annotations

import queue

import pytest

from tests.fakes.lying_broker import (
    CONNACK,
    DISCONNECT,
    OLD_CONNACK,
    PUBLISH,
    SUBSCRIBE,
    Line,
    Packet,
    answering,
    conditions,
    lying,
    puback,
    refusal,
    suback,
)
from tests.fakes.mqtt_client import RecordingClient, client_at
from tests.patience import PATIENCE

RETAIN_AVAILABLE, MAXIMUM_PACKET_SIZE = 0x25, 0x27


@pytest.mark.parametrize("refused", [refusal(0x84), bytes((0x20, 2, 0, 1))], ids=["as 5 has it", "as 3.1.1"])
def test_a_broker_that_does_not_know_mqtt_5_is_spoken_to_in_the_old_way(refused: bytes) -> None:
    versions: queue.Queue[int] = queue.Queue()

    def knows_the_old_one(line: Line) -> None:
        version = line.take().version
        versions.put(version)
        line.give(OLD_CONNACK if version == 4 else refused)
        line.gone()

    with lying(knows_the_old_one) as broker, client_at(broker) as box:
        box.stands("connected")
    assert [versions.get_nowait(), versions.get_nowait()] == [5, 4]


@pytest.mark.parametrize(
    ("reason", "state", "why"),
    [
        (0x87, "refused", "nameless"),
        (0x85, "refused", "name"),
        (0x8A, "refused", "banned"),
        (0x80, "refused", "refused"),
        (0x88, "away", "busy"),
        (0x9F, "away", "busy"),
    ],
)
def test_why_a_broker_refuses_is_reported(reason: int, state: str, why: str) -> None:
    with lying(answering(refusal(reason))) as broker, client_at(broker) as box:
        box.stands(state, why)


@pytest.mark.parametrize("said", [b"", CONNACK[:3], b"\x20"], ids=["nothing", "half a packet", "one byte"])
def test_a_broker_silent_after_connecting_is_away(said: bytes) -> None:
    with lying(answering(said)) as broker, client_at(broker, keepalive=1) as box:
        box.client.retain("a", b"1")
        box.stands("away", "silent")


@pytest.mark.parametrize("said", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\xff" * 64, b"\x20\x00"])
def test_a_peer_with_another_protocol_is_no_broker(said: bytes) -> None:
    with lying(answering(said)) as broker, client_at(broker, keepalive=1) as box:
        assert box.links.get(timeout=PATIENCE).state == "away"


def test_a_second_box_with_the_same_card_is_reported() -> None:
    taken_over = bytes((0xE0, 1, 0x8E))
    with lying(answering(CONNACK + taken_over)) as broker, client_at(broker) as box:
        box.stands("refused", "taken-over")


def test_a_message_that_is_too_long_for_the_broker_is_left_out_and_the_others_are_published() -> None:
    topics: queue.Queue[str] = queue.Queue()

    def takes_a_kilobyte(line: Line) -> None:
        line.take()
        line.give(conditions(MAXIMUM_PACKET_SIZE, 0, 0, 4, 0))
        while (packet := line.take()).kind == PUBLISH:
            topics.put(packet.topic)
            line.give(puback(packet))

    with lying(takes_a_kilobyte) as broker, client_at(broker) as box:
        box.client.retain("long", bytes(2000))
        box.client.retain("short", b"1")
        why = box.stands("connected", "too-long").why
        assert why is not None
        assert why.params["topic"] == "long"
        assert topics.get(timeout=PATIENCE) == "short"
        box.client.retain("long", b"1")
        box.stands("connected")
        assert topics.get(timeout=PATIENCE) == "long"


def test_a_refused_publication_is_reported() -> None:
    def refuses_a_topic(line: Line) -> None:
        line.take()
        line.give(CONNACK)
        while (packet := line.take()).kind == PUBLISH:
            line.give(puback(packet, 0x87 if packet.topic == "not/mine" else 0))

    with lying(refuses_a_topic) as broker, client_at(broker) as box:
        box.client.retain("mine", b"1")
        box.client.retain("not/mine", b"1")
        box.stands("connected", "topic-refused")


def test_a_refused_subscription_is_reported() -> None:
    def refuses_to_tell(line: Line) -> None:
        line.take()
        line.give(CONNACK)
        packet = line.take()
        assert packet.kind == SUBSCRIBE
        line.give(suback(packet, 0x87))
        line.gone()

    with lying(refuses_to_tell) as broker, client_at(broker, "hall/#") as box:
        box.stands("connected", "deaf")


def test_what_is_followed_is_asked_for_one_after_the_other() -> None:
    """Mosquitto has room for a thousand messages, and what is retained comes all at once."""
    kinds: queue.Queue[int] = queue.Queue()

    def confirms_the_first(line: Line) -> None:
        line.take()
        line.give(CONNACK)
        line.give(suback(line.take()))
        while True:
            kinds.put(line.take().kind)

    with lying(confirms_the_first) as broker:
        with client_at(broker, "a", "b", "c"):
            assert kinds.get(timeout=PATIENCE) == SUBSCRIBE
        assert kinds.get(timeout=PATIENCE) == DISCONNECT, "the third waits for the second"


def test_a_broker_without_retained_messages_gets_none() -> None:
    packets: queue.Queue[Packet] = queue.Queue()

    def remembers_nothing(line: Line) -> None:
        line.take()
        line.give(conditions(RETAIN_AVAILABLE, 0))
        while (packet := line.take()).kind != DISCONNECT:
            packets.put(packet)
            line.give(puback(packet))

    with lying(remembers_nothing) as broker, client_at(broker) as box:
        box.stands("connected", "forgetful")
        box.client.retain("a", b"1")
        packet = packets.get(timeout=PATIENCE)
    assert (packet.topic, packet.flags) == ("a", 0x02), "to be confirmed, and not to be kept"


def test_a_malformed_message_does_not_end_the_connection(caplog: pytest.LogCaptureFixture) -> None:
    """A topic that is no text, and a listener that fails."""
    said = b"".join(
        b"\x30%c\x00%c%b\x00" % (len(each) + 3, len(each), each) for each in (b"a", b"\xff", b"b")
    )
    with lying(answering(CONNACK + said)) as broker:
        box = RecordingClient(broker)
        box.fails_at = "a"
        box.client.start()
        assert box.receive() == ("b", b"")
        box.client.stop(PATIENCE)
    assert "a listener to the broker failed" in caplog.text
