"""Which pins a button can have: every fault names the key and the pin."""

from __future__ import annotations

from typing import Any

import pytest

from companion.config import ButtonsConfig, Config, OledConfig, RfidConfig
from companion.language.text import Param
from hardware.part import PartError
from hardware.pin_assignment import button_pins

WIRED: dict[str, Any] = {"advance": 17, "select": "GPIO27", "back": "J8:15"}
DISPLAY = OledConfig("sh1106", bus=1)
READER = RfidConfig("rdm6300", "/dev/ttyAMA0")


def box(
    pins: dict[str, Any],
    display: OledConfig = DISPLAY,
    reader: RfidConfig = READER,
    driver: Any = "gpio",
) -> Config:
    """A box with these pins, of the three and of colours, and with those of `WIRED`."""
    three = {name: pins.get(name, pin) for name, pin in WIRED.items()}
    colours = {name: pin for name, pin in pins.items() if name not in WIRED}
    return Config(oled=display, buttons=ButtonsConfig(driver, colours=colours, **three), rfid=reader)


def fault(config: Config) -> tuple[str, dict[str, Param]]:
    with pytest.raises(PartError) as error:
        button_pins(config)
    return error.value.code, error.value.params


def test_numbers_and_places_come_to_the_same() -> None:
    assert button_pins(box({"red": "BOARD29"})) == {
        "advance": 17,
        "select": 27,
        "back": 22,
        "red": 5,
    }


@pytest.mark.parametrize("driver", ["none", "simulated"])
def test_buttons_without_wires_take_no_pins(driver: str) -> None:
    assert button_pins(box({"advance": "J8:99"}, driver=driver)) == {}


@pytest.mark.parametrize("pin", [99, "GPIO28", "J8:41", "nonsense"])
def test_a_pin_that_the_header_lacks(pin: int | str) -> None:
    assert fault(box({"green": pin})) == (
        "wrong-pin",
        {"key": "buttons.colours.green", "pin": str(pin)},
    )


@pytest.mark.parametrize(
    ("pin", "message"), [("J8:2", "5V (J8:2)"), ("BOARD1", "BOARD1, 3V3 (J8:1)"), ("J8:6", "GND (J8:6)")]
)
def test_a_button_on_power_or_ground(pin: str, message: str) -> None:
    assert fault(box({"advance": pin})) == ("power-pin", {"key": "buttons.advance", "pin": message})


@pytest.mark.parametrize(
    ("pin", "message"),
    [(17, "GPIO17 (J8:11)"), ("gpio17", "GPIO17 (J8:11)"), ("BCM17", "BCM17, GPIO17 (J8:11)")],
)
def test_a_pin_that_another_button_has(pin: int | str, message: str) -> None:
    assert fault(box({"advance": "J8:11", "blue": pin})) == (
        "doubled-pin",
        {"key": "buttons.colours.blue", "pin": message, "other": "buttons.advance"},
    )


@pytest.mark.parametrize("pin", [2, "J8:5"])
def test_a_pin_of_the_display_s_bus(pin: int | str) -> None:
    code, params = fault(box({"select": pin}))
    assert (code, params["key"], params["bus"]) == ("display-pin", "buttons.select", "1")


@pytest.mark.parametrize("port", ["/dev/ttyAMA0", "/dev/ttyS0", "/dev/serial0"])
def test_a_pin_of_the_reader_s_port(port: str) -> None:
    code, params = fault(box({"back": 15}, reader=RfidConfig("rdm6300", port)))
    assert (code, params["key"], params["port"]) == ("reader-pin", "buttons.back", port)


def test_the_pins_of_the_boards_identification_bus() -> None:
    assert fault(box({"back": "J8:27"}))[0] == "board-pin"


def test_a_bus_and_a_port_not_in_use_leave_their_pins_free() -> None:
    usb = RfidConfig("rdm6300", "/dev/ttyUSB0")
    none = OledConfig("none")
    assert button_pins(box({"advance": 2, "select": 15}, none, usb)) == {
        "advance": 2,
        "select": 15,
        "back": 22,
    }
    elsewhere = OledConfig("ssd1306", bus=3)
    assert button_pins(box({"advance": 3}, elsewhere)) == {"advance": 3, "select": 27, "back": 22}
