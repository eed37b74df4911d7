"""When the box presents itself to Home Assistant: at once, with another address, and at its birth message."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.mqtt import topics
from companion.mqtt.at_home import SELDOM, Obeying, Presenting
from companion.mqtt.home_assistant import ANEW, BIRTH, place
from tests.fakes.box import Box
from tests.fakes.line import WrittenDown

BOX = "0badcafe"
STATUS = topics.of_box(BOX, "status")


class AtHome:
    """The voice, what it is told of the time and the network, and what it has said."""

    def __init__(self, folder: Path) -> None:
        self.now = 100.0
        self.url: str | None = None
        self.line = WrittenDown()
        self.voice = Presenting(
            BOX, lambda url: (place(BOX), str(url).encode()), lambda: self.url, lambda: self.now
        )
        box = Box(folder)
        self.snapshot = box.table.snapshot
        box.table.close()

    def told(self) -> tuple[list[str], float | None]:
        """What is told now, and seconds until there is more."""
        self.line.told.clear()
        again = self.voice.tell(self.line, self.snapshot)
        return self.line.told[:], again


@pytest.fixture
def home(tmp_path: Path) -> AtHome:
    return AtHome(tmp_path)


def test_it_is_told_at_once_and_no_second_time(home: AtHome) -> None:
    assert home.told() == ([place(BOX)], None)
    assert home.told() == ([], None)


def test_another_address_of_its_pages_is_another_message(home: AtHome) -> None:
    home.told()
    home.url = "http://10.0.0.7:8080/"
    assert home.told() == ([place(BOX)], None)
    assert home.line.kept[place(BOX)] == b"http://10.0.0.7:8080/"


def test_some_seconds_after_home_assistant_has_started_all_is_told_again_and_then_that_it_is_there(
    home: AtHome,
) -> None:
    home.told()
    home.voice.hear(BIRTH, b"online")
    assert home.told() == ([], ANEW)
    home.now += ANEW - 1
    assert home.told() == ([], 1.0)
    home.now += 1
    assert home.told() == ([place(BOX), STATUS], None)
    assert home.told() == ([], None)


@pytest.mark.parametrize("last", [b"offline", b"", b"ONLINE", b"\xff"])
def test_a_home_assistant_that_goes_or_says_nothing_known_is_told_nothing(home: AtHome, last: bytes) -> None:
    home.told()
    home.voice.hear(BIRTH, b"online")
    home.voice.hear(BIRTH, last)
    home.now += ANEW
    assert home.told() == ([], None)


def test_it_presents_itself_however_often_home_assistant_says_that_it_has_started(home: AtHome) -> None:
    home.told()
    for _ in range(5):
        home.voice.hear(BIRTH, topics.ONLINE)
        home.now += ANEW / 5
    assert home.told() == ([place(BOX), STATUS], None)


def test_what_is_asked_and_not_done_fills_no_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    box, now = Box(tmp_path), 100.0
    obeying = Obeying(BOX, box.table, lambda: now)
    late = b'{"do": "advance", "epoch": "another", "expects": 1}'
    for _ in range(500):
        obeying.hear("", late)
    assert len(caplog.records) == 1
    now += SELDOM
    obeying.hear("", late)
    assert len(caplog.records) == 2
    box.table.close()
