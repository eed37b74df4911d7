"""The header's table, against gpiozero's own of a Raspberry Pi 3 and 5."""

from __future__ import annotations

import pytest
from gpiozero.pins.pi import PiBoardInfo

from hardware.header import HEADER, I2C, ID_EEPROM, UART, find_pin


@pytest.mark.parametrize("revision", [0xA02082, 0xC03115, 0xC04170])
def test_the_table_is_gpiozero_s_position_by_position(revision: int) -> None:
    pins = PiBoardInfo.from_revision(revision).headers["J8"].pins
    assert {position: pin.name for position, pin in pins.items()} == {
        pin.position: pin.name for pin in HEADER
    }


def test_every_gpio_from_0_to_27_is_there_once() -> None:
    assert sorted(pin.gpio for pin in HEADER if pin.gpio is not None) == list(range(28))
    assert [pin.position for pin in HEADER] == list(range(1, 41))


@pytest.mark.parametrize("written", [17, "GPIO17", "gpio17", "BCM17", "BOARD11", "J8:11", "j8:11"])
def test_a_pin_is_found_by_number_and_by_place(written: int | str) -> None:
    pin = find_pin(written)
    assert pin is not None
    assert (pin.gpio, pin.position, pin.label) == (17, 11, "GPIO17 (J8:11)")


@pytest.mark.parametrize("written", [28, -1, "GPIO28", "J8:41", "J8:0", "17", "J9:11", "pin 11", ""])
def test_what_the_header_lacks_is_not_found(written: int | str) -> None:
    assert find_pin(written) is None


def test_buses_and_serial_port_are_at_the_pins_of_their_functions() -> None:
    functions = {pin.gpio: pin.function for pin in HEADER}
    assert [functions[gpio] for gpio in I2C[1]] == ["I2C1 SDA", "I2C1 SCL"]
    assert [functions[gpio] for gpio in UART] == ["UART TXD", "UART RXD"]
    assert I2C[0] == ID_EEPROM
