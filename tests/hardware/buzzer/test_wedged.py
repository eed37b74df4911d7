"""A pin that never comes back from what it was asked: the kernel's answer hangs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import pytest
from gpiod.line import Value

from companion.config import BuzzerConfig
from companion.parts import Parts
from hardware.buzzer.driver import Buzzer
from hardware.buzzer.tones import BuzzerPins
from hardware.pwm import Pwms
from tests.fakes.bench import LONG, PartsWatch
from tests.fakes.gpio import Kernel
from tests.patience import PATIENCE

PIN = 18


class Wedged(Kernel):
    """Its lines go low, but what makes one high waits until `free_all`."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.reached = threading.Event()
        self.freed_all = threading.Event()

    def drive(self, line: int, value: Value) -> None:
        if value is Value.ACTIVE or self.reached.is_set():
            self.reached.set()
            assert self.freed_all.wait(LONG)
        super().drive(line, value)


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[Wedged]:
    (tmp_path / "dev").mkdir()
    kernel = Wedged(tmp_path / "dev")
    yield kernel
    kernel.freed_all.set()
    kernel.close()


def buzzer_on(
    kernel: Wedged, tmp_path: Path, parts: Parts, kind: Literal["active", "passive"] = "active"
) -> Buzzer:
    none = Pwms(tmp_path / "none", tmp_path / "none")
    return Buzzer(
        parts,
        BuzzerConfig(kind, PIN, 2, 0, 0),
        pin=PIN,
        chip=lambda: BuzzerPins(kernel.chip(), none, active=kind == "active"),
        local=lambda: datetime(2026, 11, 22, 12, tzinfo=UTC),
        monotonic=lambda: 5.0,
    )


def comes_back(kernel: Wedged) -> None:
    """The pin answers after all; wait until the buzzer's thread has ended."""
    kernel.freed_all.set()
    for thread in threading.enumerate():
        if thread.name == "buzzer":
            thread.join(LONG)


@pytest.mark.parametrize("kind", ["active", "passive"])
def test_a_pin_that_hangs_keeps_neither_who_has_something_to_say_nor_the_stop_waiting(
    kernel: Wedged, tmp_path: Path, watch: PartsWatch, kind: Literal["active", "passive"]
) -> None:
    buzzer = buzzer_on(kernel, tmp_path, watch.parts, kind)
    buzzer.start()
    buzzer.say(("go",))
    assert kernel.reached.wait(LONG)
    ended = threading.Event()

    def goes_on() -> None:
        for _ in range(100):
            buzzer.say(("refused",))
        buzzer.stop()
        ended.set()

    threading.Thread(target=goes_on, daemon=True).start()
    assert ended.wait(PATIENCE)
    comes_back(kernel)
    assert kernel.freed(PIN), "the pin was given back once it could be"
    assert kernel.opened == []


def test_a_pin_that_hangs_while_it_is_claimed_does_not_keep_the_start_waiting(
    kernel: Wedged, tmp_path: Path, watch: PartsWatch
) -> None:
    kernel.reached.set()
    buzzer = buzzer_on(kernel, tmp_path, watch.parts)
    started = threading.Event()

    def starts() -> None:
        buzzer.start()
        buzzer.stop()
        started.set()

    threading.Thread(target=starts, daemon=True).start()
    assert started.wait(PATIENCE)
    comes_back(kernel)
    assert kernel.opened == []
