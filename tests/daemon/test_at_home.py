"""A whole companion beside Debian's Mosquitto, as Home Assistant meets it there."""

from __future__ import annotations

import io
import queue
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode
from PIL import Image

from companion.daemon.build import RunningBox
from companion.mqtt import publisher, topics
from companion.mqtt.commands import MAX_SIZE
from companion.mqtt.home_assistant import BIRTH_TOPIC, discovery_topic
from tests.daemon import serving
from tests.fakes.box import Box
from tests.fakes.mosquitto import Mosquitto, mosquitto
from tests.mqtt.discovered import Button, Discovery, discovered
from tests.patience import PATIENCE

__all__ = ["mosquitto"]

UNHEARD = 0x10
"""The broker's reason for a message that nobody has subscribed to."""


def serve(folder: Path, broker: Mosquitto, *settings: str) -> AbstractContextManager[RunningBox]:
    return serving.serve(folder, f"mqtt.url=mqtt://127.0.0.1:{broker.port}", *settings)


class HomeAssistant:
    """Receive the messages about one box, and publish."""

    def __init__(self, broker: Mosquitto, box: str) -> None:
        self.box = box
        topics_of_box = (topics.of_box(box, kind) for kind in ("state", "status", "display"))
        self.received: dict[str, queue.Queue[bytes]] = {
            topic: queue.Queue() for topic in (discovery_topic(box), *topics_of_box)
        }
        self.answers: queue.Queue[tuple[int, int]] = queue.Queue()
        self.client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        self.client.on_message = lambda _c, _u, message: self.received[message.topic].put(
            bytes(message.payload)
        )
        self.client.on_publish = self._published
        self.client.connect("127.0.0.1", broker.port)
        self.client.loop_start()
        for topic in self.received:
            self.client.subscribe(topic, qos=1)

    def _published(self, _c: Any, _u: Any, mid: int, reason: ReasonCode, _p: Any) -> None:
        self.answers.put((mid, reason.value))

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> int:
        """Publish; return the reason code, 0 if a subscriber receives it."""
        mid = self.client.publish(topic, payload, qos=1, retain=retain).mid
        while (answer := self.answers.get(timeout=PATIENCE))[0] != mid:
            pass
        return answer[1]

    def receive(self, topic: str, fits: Callable[[bytes], bool] = bool) -> bytes:
        """Wait for a message at a topic; those before it are passed over."""
        while not fits(payload := self.received[topic].get(timeout=PATIENCE)):
            pass
        return payload

    def described(self) -> Discovery:
        return discovered(self.receive(discovery_topic(self.box)))

    def stands(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the table stands so."""
        found = self.receive(topics.of_box(self.box, "state"), lambda told: fits(msgspec.json.decode(told)))
        state: dict[str, Any] = msgspec.json.decode(found)
        return state

    def presses(self, button: Button, state: dict[str, Any]) -> bytes:
        """What it sends for a button of the box, whose attributes are those that it has read of the state."""
        env = ImmutableSandboxedEnvironment()
        assert button.json_attributes_template is not None
        attributes = msgspec.json.decode(
            env.from_string(button.json_attributes_template).render(value_json=state)
        )
        template = env.from_string(button.command_template)
        return template.render(value=button.payload_press, this={"attributes": attributes}).encode()


@contextmanager
def home_assistant(broker: Mosquitto, box: str) -> Iterator[HomeAssistant]:
    home = HomeAssistant(broker, box)
    try:
        yield home
    finally:
        home.client.disconnect()
        home.client.loop_stop()


class Played(msgspec.Struct):
    """A game that was begun before the companion starts. asks: what somebody sends who saw it then."""

    box: str
    epoch: str
    version: int

    def asks(self, do: str) -> bytes:
        return msgspec.json.encode({"do": do, "epoch": self.epoch, "expects": self.version})


@pytest.fixture
def played(tmp_path: Path) -> Played:
    box = Box(tmp_path)
    box.play("red", "blue")
    seen = box.post(do="advance").snapshot
    box.table.close()
    return Played(seen.box, seen.epoch, seen.version)


def in_phase(phase: str) -> Callable[[dict[str, Any]], bool]:
    return lambda state: state["phase"] == phase


def test_a_box_presents_itself_and_does_once_what_it_is_asked(
    mosquitto: Mosquitto, tmp_path: Path, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked at a time when it was not done would lead to another phase."""
    monkeypatch.setattr(publisher, "BIRTH_DELAY", 0.0)
    command = topics.of_box(played.box, "command")
    with home_assistant(mosquitto, played.box) as home:
        home.publish(command, played.asks("undo"), retain=True)
        with serve(tmp_path, mosquitto, "mqtt.commands=true") as served:
            told = home.described()
            assert told.device.configuration_url == served.url
            home.receive(topics.of_box(home.box, "status"), lambda status: status == b"online")
            home.publish(BIRTH_TOPIC, b"online")
            assert home.described() == told, "announced again at its birth"
            picture = home.receive(topics.of_box(home.box, "display"))
            assert Image.open(io.BytesIO(picture)).size == (512, 256)

            advance, undo = told.components["advance"], told.components["undo"]
            assert isinstance(advance, Button)
            assert isinstance(undo, Button)
            state = home.stands(in_phase("movement"))
            home.publish(command, played.asks("undo"), retain=True)
            once = home.presses(advance, state)
            for asked in (b"undo", b"\xff", played.asks("undo") + b" " * MAX_SIZE, once, once):
                assert home.publish(command, asked) == 0
            state = home.stands(in_phase("building"))
            home.publish(command, home.presses(undo, state))
            state = home.stands(in_phase("movement"))
            assert state["version"] == played.version + 2
        home.receive(topics.of_box(home.box, "status"), lambda status: status == b"offline")


def test_a_box_takes_no_commands_unless_its_owner_wishes_it(
    mosquitto: Mosquitto, tmp_path: Path, played: Played
) -> None:
    with home_assistant(mosquitto, played.box) as home, serve(tmp_path, mosquitto):
        told = home.receive(discovery_topic(home.box), lambda told: b'"button"' not in told)
        assert not any(isinstance(each, Button) for each in discovered(told).components.values())
        home.receive(topics.of_box(home.box, "status"), lambda status: status == b"online")
        command = topics.of_box(home.box, "command")
        assert home.publish(command, played.asks("undo")) == UNHEARD, "nobody has subscribed to it"
