"""A consumer and the parts' states, both of which can be waited for."""

from __future__ import annotations

import io
import threading
import warnings
from collections.abc import Callable
from typing import Any
from unittest import mock

import luma.oled.device
from luma.core.interface.serial import i2c
from PIL import Image

from companion.config import ButtonsConfig, BuzzerConfig, Config, LampsConfig, OledConfig, RfidConfig
from companion.notifier import Notifier
from companion.parts import ButtonPressed, Input, PartName, Parts, PartState, TagSeen, TagUnread
from hardware.display.oled import PAGES, WIDTH
from hardware.reader.driver import Reader
from hardware.simulated import SimulatedBox
from tests.fakes.oleds import WatchedBus
from tests.patience import PATIENCE

COLOURS = ("red", "yellow", "green", "blue", "purple", "black")
NAMES = ("advance", "select", "back", *COLOURS)
SIMULATED = Config(
    oled=OledConfig("simulated"),
    buttons=ButtonsConfig("simulated", hold=0.02),
    rfid=RfidConfig("simulated"),
    lamps=LampsConfig("simulated"),
    buzzer=BuzzerConfig("simulated", quiet_from=0, quiet_until=0),
)
"""Every part simulated, with a hold that a test can wait for."""
EMPTY = Config(oled=OledConfig("none"), buttons=ButtonsConfig("none"), rfid=RfidConfig("none"))
"""A box without any part."""
MakeReader = Callable[..., Reader]
"""Takes what a `Reader` does."""


class Consumer:
    """Takes what the drivers put, and lets a test wait for it."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self.things: list[Input] = []

    def put(self, thing: Input) -> None:
        with self._news:
            self.things.append(thing)
            self._news.notify_all()

    def wait_for(self, count: int) -> list[Input]:
        with self._news:
            assert self._news.wait_for(lambda: len(self.things) >= count, PATIENCE), self.things
            return list(self.things)

    @property
    def presses(self) -> list[tuple[str, bool]]:
        return [(each.button, each.held) for each in self.things if isinstance(each, ButtonPressed)]

    @property
    def unread(self) -> list[str]:
        return [each.written for each in self.things if isinstance(each, TagUnread)]

    @property
    def tags(self) -> list[str]:
        return [each.tag for each in self.things if isinstance(each, TagSeen)]


class PartsWatch:
    """The parts, and a wait for one of them."""

    def __init__(self) -> None:
        self.notifier = Notifier()
        self.parts = Parts(self.notifier)

    def wait_for(self, part: PartName, state: PartState) -> None:
        heard = self.notifier.count
        while self.parts.states().get(part) != state:
            before, heard = heard, self.notifier.wait(heard, PATIENCE)
            assert heard > before, f"{part} is not {state}"


def picture(person: SimulatedBox) -> Image.Image:
    return Image.open(io.BytesIO(person.screen_png()))


def stock(driver: str, bus: WatchedBus) -> Any:
    """The stock library's device on a bus, which it reaches as it would the machine's."""
    with mock.patch("smbus2.SMBus", return_value=bus), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of its own, by Pillow
        return getattr(luma.oled.device, driver)(i2c(port=1), width=WIDTH, height=8 * PAGES)
