"""The connection of a whole box to its broker: what keeps it from there is shown, and play goes on."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.config import Config, DataConfig, MqttConfig
from companion.daemon.broker_connection import BrokerConnection
from companion.daemon.diagnostics import every_probe
from companion.games.registry import registered
from companion.health.findings import off
from companion.parts import Parts
from tests.fakes.box import MESSAGES
from tests.fakes.evening import Evening
from tests.fakes.folders import BOX, keep_box
from tests.patience import PATIENCE

ENGLISH = MESSAGES.language("en")


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
