"""The whole hall at a real broker: it receives its tables, publishes to them, and recovers after each end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import msgspec
import pytest
from click.testing import CliRunner

from companion.cli.hall import hall_command
from companion.hall.opening import HallOptions, HallUnfit, RunningHall, open_hall, validate
from companion.mqtt import topics
from companion.mqtt.broker import Broker
from tests.fakes.browser import Browser
from tests.fakes.event import Event, evening
from tests.fakes.mosquitto import Mosquitto, mosquitto
from tests.fakes.mqtt_client import RecordingClient, client_at
from tests.patience import PATIENCE

__all__ = ["mosquitto"]

CODE = "48213507"
READY = re.compile(r"companion hall ready on (http://\S+)\n")


def choices(broker: Broker, event: str) -> HallOptions:
    return HallOptions(event, broker, "127.0.0.1", 0, CODE)


@contextmanager
def tables(mosquitto: Mosquitto, event: Event) -> Iterator[RecordingClient]:
    """The retained messages of an event's tables, and what they receive of their hall."""
    event.now = datetime.now(UTC)
    with client_at(mosquitto.broker(), f"hall/{event.name}/#") as line:
        line.stands("connected")
        evening(event)
        for topic, payload in event.kept.items():
            line.client.retain(topic, payload)
        yield line


def is_organiser(served: RunningHall, fits: Callable[[RunningHall], bool]) -> None:
    """Wait until the hall has received so much."""
    heard, notifier = 0, served.notifier
    while not fits(served):
        before, heard = heard, notifier.wait(heard, PATIENCE)
        assert heard > before


def heard(line: RecordingClient, topic: str) -> tuple[str, bytes]:
    while (found := line.receive())[0] != topic:
        pass
    return found


def test_after_its_end_and_after_the_brokers_the_hall_is_whole_again(mosquitto: Mosquitto) -> None:
    event = Event("two")
    with tables(mosquitto, event) as line:
        for _ in range(2):
            with open_hall(choices(mosquitto.broker(), "two")) as served:
                is_organiser(served, lambda hall: hall.board.table_count == 12)
                Browser(served.url).ask("/notice", code=CODE, text="Round ends 18:30")
                heard(line, topics.notice("two"))
        with open_hall(choices(mosquitto.broker(), "two")) as served:
            is_organiser(served, lambda hall: hall.board.table_count == 12 and hall.hall.notice is not None)
            Browser(served.url).ask("/notice", code=CODE, text="Round ends 19:00")
            heard(line, topics.notice("two"))
            mosquitto.kill()
            is_organiser(served, lambda hall: "The broker is away" in Browser(hall.url).ask("/"))
            mosquitto.start()
            is_organiser(served, lambda hall: "The broker is away" not in Browser(hall.url).ask("/"))
            assert b"19:00" in heard(line, topics.notice("two"))[1]
            assert served.board.table_count == 12


@pytest.mark.parametrize(
    "wrong", [{"event": "a b"}, {"event": "a/b"}, {"event": "a" * 65}, {"event": "a\n"}, {"code": "12345"}]
)
def test_a_hall_with_unfit_options_is_not_opened(wrong: dict[str, str]) -> None:
    whole = choices(Broker("127.0.0.1", 1), "club")
    assert len(validate(msgspec.structs.replace(whole, code=None)).code or "") == 8
    with pytest.raises(HallUnfit) as refused:
        validate(msgspec.structs.replace(whole, **wrong))
    assert refused.value.permanent


def test_the_command_prints_one_line_when_it_answers_and_ends_on_a_signal(mosquitto: Mosquitto) -> None:
    words = (sys.executable, "-m", "companion", "hall", "--host", "127.0.0.1", "--port", "0")
    given = {"COMPANION_HALL_EVENT": "four", "COMPANION_HALL_BROKER": mosquitto.url, "LANG": "en_GB.UTF-8"}
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **given}
    )
    with process:
        assert process.stdout is not None
        found = READY.fullmatch(process.stdout.readline())
        assert found is not None
        browser = Browser(found[1])
        while "Connecting to the broker" in browser.ask("/"):
            pass
        assert "No table of this event" in browser.ask("/")
        process.send_signal(signal.SIGTERM)
        rest, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, rest) == (0, "")
    assert re.search(r"code is \d{8}", said)


@pytest.mark.parametrize(
    "words", [("--event", "club", "--broker", "http://127.0.0.1"), ("--broker", "mqtt://127.0.0.1")]
)
def test_a_missing_need_is_reported_with_an_exit_status_that_is_not_retried(words: tuple[str, ...]) -> None:
    assert CliRunner().invoke(hall_command, words).exit_code == 2
