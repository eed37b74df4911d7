"""How much of a broker's words is taken, beside a library that is told what to say."""

from __future__ import annotations

import socket
from contextlib import closing, suppress

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from companion.bell import Nudge
from companion.mqtt.broker import Broker
from companion.mqtt.outbox import Outbox
from companion.mqtt.talk import AT_ONCE, LONGEST, UNANSWERED, Patience, Talk, Terms

TERMS = Terms(Broker("localhost", 1883), "box", None, Patience(), LONGEST)


class Flooded(Client):
    """There is always another message to read, and never room to write what confirms it."""

    def __init__(self, talk: Talk) -> None:
        super().__init__(CallbackAPIVersion.VERSION2)
        self.talk = talk
        self.near, self.far = socket.socketpair()
        self.near.setblocking(False)
        self.far.send(b"more")
        with suppress(BlockingIOError):
            while True:
                self.near.send(bytes(1 << 16))

    def socket(self) -> socket.socket:
        return self.near

    def want_write(self) -> bool:
        return True

    def loop_read(self, _: int = 1) -> MQTTErrorCode:
        self.talk._heard(MQTTMessage(1, b"topic"))
        return MQTTErrorCode.MQTT_ERR_SUCCESS

    def loop_misc(self) -> MQTTErrorCode:
        return MQTTErrorCode.MQTT_ERR_SUCCESS


def test_a_broker_that_talks_and_does_not_listen_is_no_longer_heard() -> None:
    """Each message has to be confirmed, and the confirmations are not taken: they would pile up."""
    heard: list[str] = []
    with closing(Nudge()) as nudge:
        talk = Talk(
            TERMS,
            Outbox(),
            nudge,
            five=True,
            hears=lambda topic, _: heard.append(topic),
            stands=lambda _, __: None,
            ends=lambda: None,
        )
        client = Flooded(talk)
        with client.near, client.far:
            for _ in range(10):
                talk._wait(client, client.near, 0.0)
    assert UNANSWERED <= len(heard) < UNANSWERED + AT_ONCE
