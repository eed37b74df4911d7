from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from companion.parts import ButtonPressed
from hardware.buttons.driver import Buttons
from hardware.buttons.pins import InputPinFactory
from hardware.buttons.simulated import mock_factory
from hardware.gpio import ChipNotFound
from tests.fakes.bench import Consumer, PartsWatch
from tests.fakes.gpio import Kernel

PINS: Mapping[str, int] = {"advance": 17, "select": 27, "back": 22, "red": 5}
Make = Callable[..., Buttons]


@pytest.fixture
def chip() -> Any:
    return mock_factory()


@pytest.fixture
def make(table: Consumer, watch: PartsWatch, chip: Any) -> Iterator[Make]:
    """Builds buttons on mock pins, and stops them in the end."""
    made: list[Buttons] = []

    def build(**changes: Any) -> Buttons:
        settings: dict[str, Any] = {"pins": PINS, "open_factory": lambda: chip, "hold": 60.0}
        settings |= {"put": table.put, "parts": watch.parts, "monotonic": time.monotonic}
        made.append(Buttons(**settings | changes))
        return made[-1]

    yield build
    for each in made:
        each.stop()


def tap(chip: Any, pin: int | str) -> None:
    chip.pin(pin).drive_low()
    chip.pin(pin).drive_high()


def test_each_button_is_known_by_its_pin(make: Make, table: Consumer, watch: PartsWatch, chip: Any) -> None:
    make().start()
    assert watch.parts.states()["buttons"] == "ok"
    for pin in (17, 27, 22, 5):
        tap(chip, pin)
    table.wait_for(4)
    assert table.presses == [("advance", False), ("select", False), ("back", False), ("red", False)]


def test_a_held_press_fires_while_the_button_is_still_down_and_not_again(
    make: Make, table: Consumer, chip: Any
) -> None:
    make(hold=0.01).start()
    chip.pin(17).drive_low()
    table.wait_for(1)
    assert table.presses == [("advance", True)]
    chip.pin(17).drive_high()
    chip.pin(27).drive_low()
    table.wait_for(2)
    assert table.presses == [("advance", True), ("select", True)]


def test_presses_are_stamped_by_the_given_clock_at_the_edge(make: Make, table: Consumer, chip: Any) -> None:
    times = iter((100.0, 100.25))
    make(monotonic=lambda: next(times, 100.25)).start()
    tap(chip, 17)
    assert table.wait_for(1) == [ButtonPressed("advance", held=False, at=100.25)]


def test_a_raising_consumer_takes_no_button_with_it(
    make: Make, table: Consumer, chip: Any, caplog: pytest.LogCaptureFixture
) -> None:
    def put(press: ButtonPressed) -> None:
        table.put(press)
        if press.button == "advance":
            raise RuntimeError("the consumer is ill")

    make(put=put).start()
    for pin in (17, 27, 17):
        tap(chip, pin)
    table.wait_for(3)
    tap(chip, 22)
    table.wait_for(4)
    assert [button for button, _ in table.presses] == ["advance", "select", "advance", "back"]
    assert "the consumer is ill" in caplog.text


def test_nothing_raises_into_the_library_s_thread(
    make: Make, table: Consumer, chip: Any, caplog: pytest.LogCaptureFixture
) -> None:
    broken = [True]

    def monotonic() -> float:
        if broken:
            raise OSError("no clock")
        return 1.0

    make(monotonic=monotonic).start()
    tap(chip, 17)  # the mock pin calls on this thread: what raised would end the test
    assert "no clock" in caplog.text
    broken.clear()
    tap(chip, 17)
    table.wait_for(1)


def test_a_machine_without_pins_is_reported_with_keys_and_pins_and_is_no_stop(
    make: Make, watch: PartsWatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "hardware.buttons.driver")

    def none() -> Any:
        raise ChipNotFound(rights=False)

    make(open_factory=none).start()
    assert watch.parts.states()["buttons"] == "missing"
    assert "buttons.advance (GPIO17 (J8:11))" in caplog.text
    assert "buttons.colours.red (GPIO5 (J8:29))" in caplog.text


def test_a_pin_in_use_is_reported_and_the_other_buttons_work(
    make: Make, table: Consumer, watch: PartsWatch, kernel: Kernel, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "hardware.buttons.driver")
    kernel.held[17] = "spi0 CS0"
    make(open_factory=lambda: InputPinFactory(kernel.chip())).start()
    assert watch.parts.states()["buttons"] == "missing"
    assert "buttons.advance, GPIO17 (J8:11): busy (spi0 CS0)" in caplog.text
    kernel.tap(27)
    table.wait_for(1)
    assert table.presses == [("select", False)]


def test_a_pin_that_was_in_use_is_taken_once_it_is_free(
    make: Make, table: Consumer, watch: PartsWatch, kernel: Kernel, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "hardware.buttons.driver")
    kernel.held[17] = "another"
    make(open_factory=lambda: InputPinFactory(kernel.chip()), retry=0.01).start()
    del kernel.held[17]
    watch.wait_for("buttons", "ok")
    kernel.tap(17)
    table.wait_for(1)
    assert table.presses == [("advance", False)]
    assert caplog.text.count("busy (another)") == 1, "the same trouble is told once"
    assert "every button has its pin now" in caplog.text


def test_pins_that_appear_late_are_taken(make: Make, table: Consumer, watch: PartsWatch, chip: Any) -> None:
    late = [ChipNotFound(rights=True), ChipNotFound(rights=False)]

    def appearing() -> Any:
        if late:
            raise late.pop()
        return chip

    make(open_factory=appearing, retry=0.01).start()
    watch.wait_for("buttons", "ok")
    tap(chip, 17)
    table.wait_for(1)


def test_stopped_buttons_let_their_pins_go(make: Make, table: Consumer, chip: Any) -> None:
    make().stop()
    first = make()
    first.start()
    first.stop()
    make().start()
    tap(chip, 17)
    table.wait_for(1)
    assert table.presses == [("advance", False)]
