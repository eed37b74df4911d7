"""A whole box at a real broker: what others hear of it, also when the broker or the box is killed."""

from __future__ import annotations

import gzip
import threading
from collections import defaultdict, deque
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from companion.cli import companion_command
from companion.config import Config, DataConfig, MqttConfig
from companion.daemon.broker_connection import BrokerConnection
from companion.daemon.diagnostics import every_probe
from companion.games.registry import registered
from companion.health.findings import off
from companion.mqtt import topics
from companion.mqtt.payloads import Outcome, TableState, decode, encode
from companion.parts import Parts
from companion.table.organiser import Call, Reply
from companion.table.verification import verify
from tests.fakes.box import MESSAGES
from tests.fakes.evening import Evening
from tests.fakes.folders import BOX, keep_box
from tests.fakes.mosquitto import Mosquitto, mosquitto
from tests.fakes.mqtt_client import RecordingClient, client_at
from tests.fakes.served import companion
from tests.patience import PATIENCE

__all__ = ["mosquitto"]

EVENT = "club-2026"
ENGLISH = MESSAGES.language("en")


class Hall:
    """What is heard of one box. Each kind is waited for by itself, whatever else comes before it."""

    def __init__(self, heard: RecordingClient) -> None:
        self.client = heard
        self._passed: dict[str, deque[bytes]] = defaultdict(deque)

    def receive(self, kind: topics.Kind, fits: Callable[[bytes], bool] = bool) -> bytes:
        """Wait for something of this kind that fits; what came of it before is passed over."""
        while True:
            while self._passed[kind]:
                if fits(payload := self._passed[kind].popleft()):
                    return payload
            topic, payload = self.client.receive()
            found = topics.parse(topic)
            if found is not None:
                self._passed[found.kind].append(payload)

    def state(self, fits: Callable[[TableState], bool]) -> TableState:
        """Wait for such a state."""

        def found(payload: bytes) -> bool:
            told = decode(payload, TableState)
            return told is not None and fits(told)

        told = decode(self.receive("state", found), TableState)
        assert told is not None
        return told


def is_(word: bytes) -> Callable[[bytes], bool]:
    return lambda payload: payload == word


def leave(broker: Mosquitto, data: Path) -> Result:
    """What `companion leave` comes to."""
    words = ["leave", "--data", str(data), "--set", f"mqtt.url={broker.url}"]
    return CliRunner(env={"LC_ALL": "en_GB.UTF-8"}).invoke(companion_command, words)


def test_messages_of_a_box_arrive_after_any_process_was_killed(mosquitto: Mosquitto, tmp_path: Path) -> None:
    settings = (f"mqtt.url={mosquitto.url}", f"mqtt.event={EVENT}", "mqtt.table=12")
    with client_at(mosquitto.broker(), "companion/+/#") as client:
        hall = Hall(client)
        with companion(*settings, data=tmp_path) as box:
            told = hall.state(lambda each: each.system is None)
            assert (told.event, told.table, told.version) == (EVENT, 12, 0)
            hall.receive("status", is_(topics.ONLINE))
            box.join()
            box.start_game()
            began = hall.state(lambda each: each.version == 1)
            assert (began.box, began.system, began.phase) == (told.box, "roads-and-boats", "production")
            assert b'"game-begun"' in hall.receive("event")

            box.ask("POST", "/api/v1/call", {"by": "red"})
            call = decode(hall.receive("call"), Call)
            assert call is not None
            assert (call.table, call.by) == (12, "red")
            settled = encode(Reply(call.at, call.at, done=True))
            client.client.retain(topics.answer(EVENT, told.box), settled)
            hall.receive("call", is_(b""))

            mosquitto.kill()
            hall.client.stands("away", "gone")
            box.ask("POST", "/api/v1/commands", {"type": "advance"})
            mosquitto.start()
            assert hall.state(lambda each: each.phase == "movement").version == 2
            hall.receive("status", is_(topics.ONLINE))

            box.ask("POST", "/api/v1/commands", {"type": "end"})
            file = msgspec.json.decode(gzip.decompress(hall.receive("export")))
            outcome = decode(hall.receive("result"), Outcome)
            assert outcome is not None
            assert verify(file, registered(), outcome.head).status == "holds"
            assert {each.colour for each in outcome.standings} == set(began.colours)

            box.start_game()
            hall.receive("result", is_(b""))
            box.process.kill()
            hall.receive("status", is_(topics.OFFLINE))
        with companion(*settings, data=tmp_path) as box:
            assert hall.state(lambda each: each.version == 4).box == told.box
            hall.receive("status", is_(topics.ONLINE))
            refused = leave(mosquitto, tmp_path)
            assert (refused.exit_code, "already using" in refused.stderr) == (1, True)
            box.stop()
            assert box.process.returncode == 0
            hall.receive("status", is_(topics.OFFLINE))
        left = leave(mosquitto, tmp_path)
        assert left.exit_code == 0, left.stderr
        assert told.box in left.stdout
        assert "messages" in left.stdout
        assert "kept nothing before" in leave(mosquitto, tmp_path).stdout


def connection(evening: Evening, config: MqttConfig) -> BrokerConnection:
    return BrokerConnection(
        config,
        evening.table,
        Parts(evening.notifier),
        None,
        evening.notifier,
        evening.games,
        ENGLISH,
        lambda: None,
    )


def test_a_mistake_in_the_configuration_of_the_broker_does_not_block_play(tmp_path: Path) -> None:
    evening = Evening(tmp_path, registered())
    box = connection(
        evening, MqttConfig(url="mqtt://broker", username="box", password_file=str(tmp_path / "nowhere"))
    )
    refused = threading.Event()
    evening.notifier.subscribe(lambda: refused.set() if box.status().state == "refused" else None)
    box.start()
    assert refused.wait(PATIENCE)
    link = box.status()
    assert link.state == "refused"
    assert link.why is not None
    assert link.why.code == "broker.password-file"
    box.tag("04A2B3C4")
    box.stop()
    evening.table.close()


def test_without_a_thread_for_the_connection_the_box_shows_the_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening = Evening(tmp_path, registered())
    box = connection(evening, MqttConfig(url="mqtt://127.0.0.1:1"))
    starts = threading.Thread.start

    def start(thread: threading.Thread) -> None:
        if thread.name.startswith("paho-"):
            raise RuntimeError("can't start new thread")
        starts(thread)

    refused = threading.Event()
    evening.notifier.subscribe(lambda: refused.set() if box.status().state == "refused" else None)
    monkeypatch.setattr(threading.Thread, "start", start)
    box.start()
    assert refused.wait(PATIENCE)
    why = box.status().why
    assert why is not None
    assert why.code == "cannot-start.threads"
    box.stop()
    evening.table.close()
    assert not any(each.exc_info for each in caplog.records)


def test_the_doctor_shows_the_name_at_a_broker_of_a_box_without_one(tmp_path: Path) -> None:
    config = Config(data=DataConfig(folder=str(tmp_path)))
    before = len(every_probe(config))
    keep_box(tmp_path, BOX)
    probes = every_probe(config)
    assert len(probes) == before + 1
    assert probes[-1]() == off("broker", "none", box="0a1b2c3d")
