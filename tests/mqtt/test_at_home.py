"""When the box presents itself to Home Assistant: at once, with another address, and at its birth message."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.mqtt import topics
from companion.mqtt.home_assistant import BIRTH_TOPIC, discovery_topic
from companion.mqtt.publisher import BIRTH_DELAY, LOG_EVERY, Publisher
from companion.mqtt.state import Identity
from companion.parts import Parts
from tests.fakes.box import Box
from tests.fakes.sender import RecordingSender

BOX = "0badcafe"
STATUS = topics.of_box(BOX, "status")


class AtHome:
    """The publisher, its time and network, and its published messages."""

    def __init__(self, folder: Path) -> None:
        self.now = 100.0
        self.url: str | None = None
        self.line = RecordingSender()
        self.box = Box(folder)
        self.publisher = Publisher(
            Identity(BOX),
            self.box.table,
            Parts(self.box.notifier),
            None,
            self.box.notifier,
            discovery=lambda: str(self.url).encode(),
            commands=True,
            monotonic=lambda: self.now,
        )

    def receives(self, topic: str, payload: bytes, *, retained: bool = False) -> None:
        self.publisher.received(topic, payload, retained)
        self.publisher.publish_changes(self.line)

    def told(self) -> tuple[list[str], float | None]:
        """What is published of itself now, and seconds until there is more."""
        self.line.retained.clear()
        again = self.publisher.publish_changes(self.line)
        return [topic for topic in self.line.retained if topic in (discovery_topic(BOX), STATUS)], again


@pytest.fixture
def home(tmp_path: Path) -> Iterator[AtHome]:
    home = AtHome(tmp_path)
    home.publisher.publish_changes(home.line)
    home.line.retained.clear()
    yield home
    home.box.table.close()


def test_it_is_published_at_once_and_no_second_time(home: AtHome) -> None:
    assert home.line.kept[discovery_topic(BOX)] == b"None"
    assert home.told() == ([], None)


def test_another_address_of_its_pages_is_another_message(home: AtHome) -> None:
    home.url = "http://10.0.0.7:8080/"
    assert home.told() == ([discovery_topic(BOX)], None)
    assert home.line.kept[discovery_topic(BOX)] == b"http://10.0.0.7:8080/"


def test_some_seconds_after_home_assistant_has_started_all_is_published_again_and_then_the_status(
    home: AtHome,
) -> None:
    home.receives(BIRTH_TOPIC, b"online")
    assert home.told() == ([], BIRTH_DELAY)
    home.now += BIRTH_DELAY - 1
    assert home.told() == ([], 1.0)
    home.now += 1
    assert home.told() == ([discovery_topic(BOX), STATUS], None)
    assert home.told() == ([], None)


@pytest.mark.parametrize("last", [b"offline", b"", b"ONLINE", b"\xff"])
def test_a_home_assistant_that_goes_or_sends_another_payload_gets_nothing(home: AtHome, last: bytes) -> None:
    home.receives(BIRTH_TOPIC, b"online")
    home.receives(BIRTH_TOPIC, last)
    home.now += BIRTH_DELAY
    assert home.told() == ([], None)


def test_it_announces_itself_at_every_start_of_home_assistant(home: AtHome) -> None:
    for _ in range(5):
        home.receives(BIRTH_TOPIC, topics.ONLINE)
        home.now += BIRTH_DELAY / 5
    assert home.told() == ([discovery_topic(BOX), STATUS], None)


def test_what_is_asked_and_not_done_fills_no_log(home: AtHome, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    command = topics.of_box(BOX, "command")
    late = b'{"do": "advance", "epoch": "another", "expects": 1}'
    home.receives(command, late, retained=True)
    assert caplog.records == [], "left there once, it would be asked at each connection"
    for _ in range(500):
        home.receives(command, late)
    assert len(caplog.records) == 1
    home.now += LOG_EVERY
    home.receives(command, late)
    assert len(caplog.records) == 2
