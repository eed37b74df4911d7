"""The buzzer in its box: built by the configuration, over the machine's lines."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from gpiod.line import Value
from msgspec.structs import replace

from companion.config import BuzzerConfig, Config
from hardware.box import Box
from hardware.buzzer import tones
from tests.fakes.bench import EMPTY, PartsWatch
from tests.fakes.gpio import Kernel
from tests.patience import PATIENCE

Make = Callable[[Config], Box]


class Sounding(Kernel):
    """Lines of which one lets wait until it is high."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.high = threading.Event()

    def drive(self, line: int, value: Value) -> None:
        super().drive(line, value)
        if value is Value.ACTIVE:
            self.high.set()


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sounding]:
    """The machine's lines."""
    kernel = Sounding(tmp_path)
    monkeypatch.setattr(tones, "header_chip", kernel.chip)
    yield kernel
    kernel.close()


@pytest.mark.parametrize("driver", ["active", "passive"])
def test_either_kind_sounds_on_its_pin_and_is_silent_once_the_box_stops(
    kernel: Sounding, make_box: Make, watch: PartsWatch, driver: Literal["active", "passive"]
) -> None:
    buzzer = BuzzerConfig(driver, "J8:12", volume=1, quiet_from=0, quiet_until=0)
    box = make_box(replace(EMPTY, buzzer=buzzer))
    box.start()
    assert watch.parts.states()["buzzer"] == "ok"
    box.sound(("refused",))
    assert kernel.high.wait(PATIENCE)
    box.stop()
    assert kernel.driven[18][-1] == 0
    assert kernel.freed(18)
