"""What the doctor and the check-up find of the broker."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable

import pytest

from companion.config import MqttConfig
from companion.games.screen import Screen
from companion.health.broker_status import BrokerStatus
from companion.health.findings import sentence
from companion.language.text import text
from companion.mqtt.broker import Broker
from companion.mqtt.probe import probe_broker, running_finding, status_finding
from companion.panel.layout import lay_out
from companion.storage.machine import NO_BOX
from tests.fakes.box import MESSAGES
from tests.fakes.lying_broker import CONNACK, OLD_CONNACK, Line, answering, lying, refusal
from tests.tree import ROOT

BOX = "0a1b2c3d"


def config(broker: Broker, user: str = "") -> MqttConfig:
    return MqttConfig(url=broker.address, username=user)


def old(line: Line) -> None:
    line.give(OLD_CONNACK if line.take().version == 4 else refusal(0x84))
    line.gone()


@pytest.mark.parametrize(
    ("does", "state", "code"),
    [
        (answering(CONNACK), "ok", "doctor.broker.connected-as"),
        (old, "ok", "doctor.broker.connected-as"),
        (answering(refusal(0x86)), "missing", "broker.password"),
        (answering(refusal(0x88)), "missing", "broker.busy"),
    ],
    ids=["there", "knows MQTT 3.1.1 alone", "refuses", "has no room"],
)
def test_the_doctor_calls_the_broker(does: Callable[[Line], None], state: str, code: str) -> None:
    with lying(does) as broker:
        found = probe_broker(config(broker, "box"), BOX)
    assert (found.part, found.state, found.said.code) == ("broker", state, code)


def test_a_broker_that_is_not_there_is_found_missing_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    found = probe_broker(MqttConfig(url=f"mqtt://127.0.0.1:{port}"), BOX)
    assert (found.state, found.said.code) == ("missing", "broker.unreachable")


def test_a_silent_broker_is_given_up() -> None:
    with lying(lambda line: line.gone()) as broker:
        assert probe_broker(config(broker), BOX, 0.1).said.code == "broker.silent"


def test_a_twin_is_known_from_the_box_that_runs_and_the_broker_is_not_called_by_one_more() -> None:
    unreached = MqttConfig(url="mqtt://127.0.0.1:1")
    found = probe_broker(unreached, BOX, others=lambda: {"broker": "twin"})
    assert (found.state, found.said.code) == ("warning", "broker.twin")
    assert (
        probe_broker(unreached, BOX, others=lambda: {"broker": "connected"}).said.code == "broker.unreachable"
    )


def test_what_the_owner_has_written_wrong_is_found_without_a_call() -> None:
    assert probe_broker(MqttConfig(url="mqtt://"), BOX).said.code == "broker.url"


@pytest.mark.parametrize(
    ("link", "state"),
    [
        (BrokerStatus("connected"), "ok"),
        (BrokerStatus("connecting"), "ok"),
        (BrokerStatus("connected", text("broker.deaf")), "warning"),
        (BrokerStatus("away", text("broker.gone", address="")), "missing"),
        (BrokerStatus("refused", text("broker.banned")), "missing"),
    ],
)
def test_the_check_up_knows_how_the_connection_stands(link: BrokerStatus, state: str) -> None:
    found = running_finding(lambda: link, MqttConfig(url="mqtt://pi"), BOX)
    assert found.state == state
    assert found.said == link.why or link.why is None


@pytest.mark.parametrize(
    "link",
    [
        BrokerStatus("connected"),
        BrokerStatus("connected", text("broker.deaf")),
        BrokerStatus("refused", text("broker.nameless")),
    ],
)
def test_the_finding_names_the_box_for_the_broker_s_admin(link: BrokerStatus) -> None:
    found = status_finding(link, "mqtt://pi", BOX)
    for language in (MESSAGES.language("en"), MESSAGES.language("it")):
        assert BOX in sentence(found, language)
        assert NO_BOX not in sentence(status_finding(link, "mqtt://pi", NO_BOX), language)


def sentences() -> list[str]:
    """What is amiss with a broker, as the program names it."""
    named = re.compile(
        r'(?:text|BrokerUnfit|away_status|_read)\(\s*(?:[\w.]+, )?"(?:broker\.)?([a-z-]+)"|: "([a-z-]+)"'
    )
    files = ("broker", "reasons", "client")
    words = "".join((ROOT / f"companion/mqtt/{file}.py").read_text(encoding="utf-8") for file in files)
    return sorted({first or second for first, second in named.findall(words)})


def test_every_problem_has_its_sentence_and_few_words_for_the_display() -> None:
    assert {"gone", "taken-over", "twin", "password-file", "certificate", "too-long"} <= set(sentences())
    params = {
        "address": "mqtt://192.168.178.2",
        "file": "/etc/x",
        "why": "x",
        "topic": "x",
        "user": "x",
        "url": "x",
    }
    for language in (MESSAGES.language("en"), MESSAGES.language("it")):
        for what in sentences():
            assert language.has(f"broker.{what}"), what
            assert language.has(f"display.broker.{what}"), what
            shown = lay_out(Screen(text("panel.box"), (text(f"broker.{what}", **params),)), language)
            assert len(shown) == 1, what
