"""The kernel's pins under gpiozero's devices."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from queue import SimpleQueue

import pytest

from hardware.buttons.pins import InputPinFactory, open_input
from tests.fakes.gpio import Kernel
from tests.patience import PATIENCE


@pytest.fixture
def pins(kernel: Kernel) -> Iterator[InputPinFactory]:
    pins = InputPinFactory(kernel.chip())
    yield pins
    pins.close()
    assert "pins" not in {thread.name for thread in threading.enumerate()}


def test_a_press_reaches_gpiozero_s_device(kernel: Kernel, pins: InputPinFactory) -> None:
    edges: SimpleQueue[str] = SimpleQueue()
    devices = {line: open_input(pins, line) for line in (17, 27)}
    for line, device in devices.items():
        device.when_activated = lambda line=line: edges.put(f"{line} down")
        device.when_deactivated = lambda line=line: edges.put(f"{line} up")
    assert kernel.asked[17].debounce_period == timedelta(milliseconds=20)
    kernel.tap(17)
    assert [edges.get(timeout=PATIENCE) for _ in range(2)] == ["17 down", "17 up"]
    kernel.press(27)
    assert edges.get(timeout=PATIENCE) == "27 down"
    assert devices[27].is_active
    assert not devices[17].is_active


def test_an_exception_in_one_button_s_callback_leaves_the_others_alive(
    kernel: Kernel, pins: InputPinFactory, caplog: pytest.LogCaptureFixture
) -> None:
    edges: SimpleQueue[str] = SimpleQueue()
    ill, well = open_input(pins, 17), open_input(pins, 27)
    ill.when_activated = lambda: 1 / 0
    well.when_activated = lambda: edges.put("down")
    kernel.press(17)
    kernel.press(27)
    assert edges.get(timeout=PATIENCE) == "down"
    assert "an edge was not taken" in caplog.text


def test_a_line_with_a_chip_that_is_gone_is_logged_and_the_others_work(
    kernel: Kernel, pins: InputPinFactory, caplog: pytest.LogCaptureFixture
) -> None:
    edges: SimpleQueue[str] = SimpleQueue()
    lost, well = open_input(pins, 17), open_input(pins, 27)
    well.when_activated = lambda: edges.put("down")
    kernel.break_off(17)
    kernel.press(27)
    assert edges.get(timeout=PATIENCE) == "down"
    assert caplog.text.count("a pin cannot be read any more") == 1
    lost.close()


def test_a_button_that_is_closed_while_its_edge_waits_is_not_called(
    kernel: Kernel, pins: InputPinFactory
) -> None:
    """A press of the first holds the thread, so that the edges of both others wait for it together."""
    held, free = threading.Event(), threading.Event()
    edges: SimpleQueue[str] = SimpleQueue()
    first, second, third = (open_input(pins, line) for line in (22, 17, 27))

    def hold() -> None:
        held.set()
        assert free.wait(PATIENCE)

    def close() -> None:
        third.close()
        edges.put("closed")

    first.when_activated = hold
    second.when_activated = close
    second.when_deactivated = lambda: edges.put("up")
    third.when_activated = lambda: edges.put("pressed")
    kernel.press(22)
    assert held.wait(PATIENCE)
    kernel.press(17)
    kernel.press(27)
    free.set()
    assert edges.get(timeout=PATIENCE) == "closed"
    kernel.release(17)
    assert edges.get(timeout=PATIENCE) == "up"
    assert kernel.freed(27)
