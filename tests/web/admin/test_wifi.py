"""A box that goes into another Wi-Fi because a phone asked for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.admin.scenes import Playing

HOME, PASSWORD = "Home", "correct horse"


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    playing = Playing(tmp_path)
    playing.do_air(f"own {json.dumps({HOME: PASSWORD})}")
    yield playing
    playing.close()


def asks(playing: Playing, **fields: str) -> None:
    answer = playing.sitting.phone().post("/care/wifi", data=fields)
    assert answer.status_code == 200, answer.text


def test_the_answer_is_out_before_the_box_goes(tmp_path: Path) -> None:
    with closing(Playing(tmp_path, request_delay=2)) as playing:
        playing.do_air(f"own {json.dumps({HOME: PASSWORD})}")
        asks(playing, do="join", name=HOME, password=PASSWORD, sure="1")
        playing.air.passes(1)
        asks(playing, do="join", network=HOME, password=PASSWORD)
        assert playing.air.wifi.doing == "own"
        playing.air.passes(5)
        playing.air.until("home")


def test_a_network_with_a_name_that_breaks_things_is_joined_by_that_name(playing: Playing) -> None:
    asks(playing, do="join", name="A'; reboot #", password="12345678", sure="1")
    playing.air.await_that(lambda: playing.air.why == "not-heard" and playing.air.wifi.doing == "own")
    profile = playing.air.air.service.calls("AddAndActivateConnection2")[1][2]
    assert profile["802-11-wireless"]["ssid"] == ("ay", b"A'; reboot #")
