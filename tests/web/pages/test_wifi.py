"""The page of the box's Wi-Fi is accessible: axe, small phones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.notifier import Notifier
from companion.system.wifi import OPENS_AFTER
from tests.fakes.browsing import Box, Phones
from tests.fakes.on_the_air import OnTheAir, on_the_air
from tests.fakes.sitting import START, Sitting, act
from tests.web.pages.axe import Colours, brings_axe, judged
from tests.web.pages.layout import is_whole
from web.server.server import WebServer

HOME = "The house at the lake, 1st floor"
"""As long as a name may be."""


@pytest.fixture
def air(tmp_path: Path) -> Iterator[OnTheAir]:
    (tmp_path / "air").mkdir()
    with on_the_air(tmp_path / "air", air={HOME: "correct horse", "Free": None, "W" * 32: "x" * 8}) as air:
        air.start("waiting")
        air.passes(OPENS_AFTER)
        air.until("own")
        yield air


@pytest.fixture
def box(tmp_path: Path, air: OnTheAir) -> Iterator[Box]:
    """Pages alone, with a game on the table."""
    (tmp_path / "data").mkdir()
    sitting = Sitting(tmp_path / "data")
    act(sitting.phone(), START)
    notifier = Notifier()
    web = WebServer(sitting.app_with(wifi=air.keeper), notifier, host="127.0.0.1", port=0)
    web.start()
    yield Box(f"http://127.0.0.1:{web.port}/", lambda: None)
    web.stop()
    sitting.close()


def pages(phone: Page) -> Iterator[str]:
    """Each page of the way into another network, as it is shown."""
    phone.goto("/care/wifi")
    yield "how it stands"
    phone.locator("#f-wifi button").click()
    expect(phone.locator(".note.bad")).to_be_visible()
    yield "refused: no password"
    phone.locator("input[name=password]").fill("wrong password")
    phone.locator("#f-wifi button").click()
    expect(phone.locator("#f-sure")).to_be_visible()
    yield "what will happen"


def test_every_step_is_accessible(phones: Phones, air: OnTheAir) -> None:
    phone, colours = brings_axe(phones.joined(language="it")), Colours()
    for step in pages(phone):
        assert judged(phone, colours) == [], step
        is_whole(phone, step)
    phone.locator("#f-sure button").click()
    expect(phone.locator("#f-sure")).not_to_be_attached()
    assert judged(phone, colours) == []
    air.await_that(lambda: air.why == "password" and air.wifi.doing == "own")
    phone.goto("/care/wifi")
    expect(phone.locator("#why")).to_contain_text(HOME)
