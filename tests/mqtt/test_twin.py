"""Two clients with one name throw each other out of their connections: it is named, and stays named."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from companion.health.broker_status import BrokerStatus
from companion.language.text import text
from companion.mqtt import client
from companion.mqtt.broker import Broker
from companion.mqtt.reasons import away_status
from tests.fakes.lying_broker import CONNACK, Line, lying
from tests.fakes.mosquitto import Mosquitto
from tests.fakes.mqtt_client import client_at
from tests.patience import PATIENCE

BROKER = Broker("pi", 1883)


@pytest.mark.parametrize(
    ("client", "more"),
    [("companion-3fa9c27b", ""), (None, "use_username_as_clientid true")],
    ids=["one id", "one login"],
)
def test_two_boxes_with_one_id_both_report_it(client: str | None, more: str, tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path, users={"box": "word"}, more=more)
    broker.start()
    try:
        here = broker.broker("box")
        with client_at(here, client=client) as one, client_at(here, client=client) as two:
            for each in (one, two):
                each.stands("connected", "twin")
    finally:
        broker.kill()


def test_a_broker_that_closes_without_a_packet_is_distinguished_from_one_that_is_away() -> None:
    def throws_out(line: Line) -> None:
        line.take()
        line.give(CONNACK)

    with lying(throws_out) as broker, client_at(broker) as box:
        box.stands("away", "gone")
        box.stands("refused", "twin")
        box.stands("connected", "twin")


def test_a_broker_that_does_not_let_the_box_in_between_is_no_twin() -> None:
    connections = itertools.count()

    def restarts(line: Line) -> None:
        line.take()
        if next(connections) % 3 < 2:
            line.give(CONNACK)

    with lying(restarts) as broker, client_at(broker) as box:
        for why in ("gone", "gone", "silent", "gone", "gone", "silent"):
            while (link := box.links.get(timeout=PATIENCE)).state == "connected":
                pass
            assert link == away_status(why, broker)


def test_once_a_connection_has_lasted_the_twin_is_no_longer_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "STABLE_AFTER", 0.0)

    def throws_out(line: Line) -> None:
        line.take()
        line.give(CONNACK)

    with lying(throws_out) as broker, client_at(broker) as box:
        for _ in range(client.TWINS + 1):
            box.stands("connected")
            box.stands("away", "gone")


def test_a_broker_error_has_one_code_for_programs() -> None:
    twins = (
        BrokerStatus("connected", away_status("twin", BROKER).why),
        BrokerStatus("refused", text("broker.taken-over")),
    )
    assert [each.word for each in twins] == ["twin", "twin"]
    assert [each.word for each in (BrokerStatus("connected"), away_status("gone", BROKER))] == [
        "connected",
        "away",
    ]
