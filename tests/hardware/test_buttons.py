from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from companion.parts import ButtonPressed
from hardware.buttons import Buttons
from hardware.errors import PartError
from hardware.pins import PinsMissing, mock, real
from tests.hardware.bench import Table, Watch

PINS: Mapping[str, int | str] = {"advance": 17, "select": "GPIO27", "back": "J8:15", "red": 5}
Make = Callable[..., Buttons]


@pytest.fixture
def chip() -> Any:
    return mock()


@pytest.fixture
def make(table: Table, watch: Watch, chip: Any) -> Iterator[Make]:
    """Builds buttons on mock pins, and stops them in the end."""
    made: list[Buttons] = []

    def build(**changes: Any) -> Buttons:
        settings: dict[str, Any] = {"pins": PINS, "chip": lambda: chip, "hold": 60.0}
        settings |= {"put": table.put, "parts": watch.parts, "monotonic": time.monotonic}
        made.append(Buttons(**settings | changes))
        return made[-1]

    yield build
    for each in made:
        each.stop()


def tap(chip: Any, pin: int | str) -> None:
    chip.pin(pin).drive_low()
    chip.pin(pin).drive_high()


def test_each_button_is_known_by_its_pin(make: Make, table: Table, watch: Watch, chip: Any) -> None:
    make().start()
    assert watch.parts.states()["buttons"] == "ok"
    for pin in ("J8:11", 27, 22, 5):
        tap(chip, pin)
    table.wait_for(4)
    assert table.presses == [("advance", False), ("select", False), ("back", False), ("red", False)]


def test_pins_are_pulled_up_and_debounced_in_the_kernel(make: Make, chip: Any) -> None:
    make().start()
    assert chip.pin(17).pull == "up"
    assert chip.pin(17).bounce == 0.02


def test_nothing_fires_until_a_short_press_is_let_go(make: Make, table: Table, chip: Any) -> None:
    make().start()
    chip.pin(17).drive_low()
    tap(chip, 27)
    table.wait_for(1)
    assert table.presses == [("select", False)]
    chip.pin(17).drive_high()
    table.wait_for(2)
    assert table.presses == [("select", False), ("advance", False)]


def test_a_held_press_fires_while_the_button_is_still_down_and_not_again(
    make: Make, table: Table, chip: Any
) -> None:
    make(hold=0.01).start()
    chip.pin(17).drive_low()
    table.wait_for(1)
    assert table.presses == [("advance", True)]
    chip.pin(17).drive_high()
    chip.pin(27).drive_low()
    table.wait_for(2)
    assert table.presses == [("advance", True), ("select", True)]


def test_presses_are_stamped_by_the_given_clock_at_the_edge(make: Make, table: Table, chip: Any) -> None:
    times = iter((100.0, 100.25))
    make(monotonic=lambda: next(times, 100.25)).start()
    tap(chip, 17)
    assert table.wait_for(1) == [ButtonPressed("advance", held=False, at=100.25)]


def test_a_raising_consumer_takes_no_button_with_it(
    make: Make, table: Table, chip: Any, caplog: pytest.LogCaptureFixture
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
    make: Make, table: Table, chip: Any, caplog: pytest.LogCaptureFixture
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


def test_a_machine_without_pins_is_said_with_keys_and_pins_and_is_no_stop(
    make: Make, watch: Watch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(PinsMissing):
        real()
    make(chip=real).start()
    assert watch.parts.states()["buttons"] == "missing"
    assert "buttons.advance (pin 17)" in caplog.text
    assert "buttons.colours.red (pin 5)" in caplog.text


def test_a_pin_that_another_program_has_is_said_and_the_other_buttons_work(
    make: Make,
    table: Table,
    watch: Watch,
    chip: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    pin = chip.pin

    def occupied(name: int | str) -> Any:
        if name == 17:
            raise Exception("GPIO busy")  # noqa: TRY002 - what lgpio raises is as plain as this
        return pin(name)

    monkeypatch.setattr(chip, "pin", occupied)
    make().start()
    assert watch.parts.states()["buttons"] == "missing"
    assert "buttons.advance, pin 17: GPIO busy" in caplog.text
    tap(chip, 27)
    table.wait_for(1)
    assert table.presses == [("select", False)]


@pytest.mark.parametrize("pin", [99, "J8:99", "GND", "J8:6", "nonsense"])
def test_a_pin_that_is_none_is_the_configuration_s_error(make: Make, pin: int | str) -> None:
    with pytest.raises(PartError) as error:
        make(pins={"advance": 17, "green": pin}).start()
    assert error.value.code == "wrong-pin"
    assert error.value.params == {"key": "buttons.colours.green", "pin": str(pin)}


@pytest.mark.parametrize("pin", [17, "GPIO17", "J8:11"])
def test_a_pin_given_to_two_buttons_is_the_configuration_s_error(make: Make, pin: int | str) -> None:
    with pytest.raises(PartError) as error:
        make(pins={"advance": 17, "select": pin}).start()
    assert error.value.code == "doubled-pin"
    assert error.value.params == {"key": "buttons.select", "pin": str(pin)}


def test_stopped_buttons_let_their_pins_go(make: Make, table: Table, chip: Any) -> None:
    first = make()
    first.start()
    first.stop()
    make().start()
    tap(chip, 17)
    table.wait_for(1)
    assert table.presses == [("advance", False)]


def test_buttons_can_be_stopped_before_they_were_started_and_twice(make: Make) -> None:
    buttons = make()
    buttons.stop()
    buttons = make()
    buttons.start()
    buttons.stop()
