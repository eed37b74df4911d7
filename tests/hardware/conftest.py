"""What the tests of the drivers share."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.config import Config
from hardware.box import Box, build
from hardware.display.oled import DRIVERS
from hardware.display.simulated import Controller
from hardware.reader.simulated import SimulatedLine
from hardware.simulated import SimulatedBox
from tests.fakes.bench import COLOURS, SIMULATED, Consumer, PartsWatch
from tests.fakes.display_bench import Bench
from tests.fakes.gpio import Kernel
from tests.fakes.oleds import MODELS, WatchedBus


@pytest.fixture
def table() -> Consumer:
    return Consumer()


@pytest.fixture
def watch() -> PartsWatch:
    return PartsWatch()


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[Kernel]:
    kernel = Kernel(tmp_path)
    yield kernel
    kernel.close()


@pytest.fixture
def line() -> Iterator[SimulatedLine]:
    line = SimulatedLine()
    yield line
    line.unplug()


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    yield
    left = {thread.name for thread in threading.enumerate()} & {
        "display",
        "reader",
        "buttons",
        "lamps",
        "buzzer",
    }
    assert not left


@pytest.fixture
def make_box(table: Consumer, watch: PartsWatch) -> Iterator[Callable[[Config], Box]]:
    made: list[Box] = []

    def built(config: Config) -> Box:
        made.append(build(config, table.put, watch.parts, colours=COLOURS, monotonic=time.monotonic))
        return made[-1]

    yield built
    for each in made:
        each.stop()


@pytest.fixture
def box(make_box: Callable[[Config], Box]) -> Box:
    box = make_box(SIMULATED)
    box.start()
    return box


@pytest.fixture
def person(box: Box) -> SimulatedBox:
    assert box.simulated is not None
    return box.simulated


@pytest.fixture(params=sorted(DRIVERS))
def driver(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def controller(driver: str) -> Controller:
    return MODELS[driver]()


@pytest.fixture
def bus(controller: Controller) -> WatchedBus:
    return WatchedBus(controller)


@pytest.fixture
def bench(watch: PartsWatch) -> Iterator[Bench]:
    bench = Bench(watch)
    yield bench
    bench.display.stop()
