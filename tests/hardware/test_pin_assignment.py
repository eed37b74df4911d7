"""Which pins buttons, lamps and a buzzer can have: every fault names the key, the pin and what has it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.config import ButtonsConfig, BuzzerConfig, Config, LampsConfig, OledConfig, RfidConfig
from hardware.part import PartError
from hardware.pin_assignment import button_pins, buzzer_pin, lamp_pins
from tests.fakes.box import MESSAGES

WIRED: dict[str, Any] = {"advance": 17, "select": "GPIO27", "back": "J8:15"}
DISPLAY = OledConfig("sh1106", bus=1)
READER = RfidConfig("rdm6300", "/dev/ttyAMA0")
SEVEN: dict[str, Any] = {
    "red": 4, "yellow": 12, "green": 23, "blue": 24, "purple": 25, "black": "J8:37", "grey": "GPIO16",
}  # fmt: skip


def box(pins: dict[str, Any], driver: Any = "gpio", **more: Any) -> Config:
    """A box with these buttons, of the three and of colours, and with those of `WIRED`."""
    three = {name: pins.get(name, pin) for name, pin in WIRED.items()}
    colours = {name: pin for name, pin in pins.items() if name not in WIRED}
    buttons = ButtonsConfig(driver, colours=colours, **three)
    return replace(Config(oled=DISPLAY, rfid=READER, buttons=buttons), **more)


def sounding(pin: Any, **more: Any) -> Config:
    """Our wiring, with a buzzer on this pin."""
    return replace(Config(buzzer=BuzzerConfig("active", pin)), **more)


def test_numbers_and_places_come_to_the_same() -> None:
    assert button_pins(box({"red": "BOARD29"})) == {"advance": 17, "select": 27, "back": 22, "red": 5}


@pytest.mark.parametrize("driver", ["none", "simulated"])
def test_buttons_without_wires_take_no_pins(driver: str) -> None:
    assert button_pins(box({"advance": "J8:99"}, driver)) == {}


@pytest.mark.parametrize(
    ("button", "pin", "code", "params"),
    [
        *(("green", pin, "wrong-pin", {"pin": str(pin)}) for pin in (99, "GPIO28", "J8:41", "nonsense")),
        ("advance", "J8:2", "power-pin", {"pin": "5V (J8:2)"}),
        ("advance", "BOARD1", "power-pin", {"pin": "BOARD1, 3V3 (J8:1)"}),
        ("advance", "J8:6", "power-pin", {"pin": "GND (J8:6)"}),
        ("blue", 17, "doubled-pin", {"pin": "GPIO17 (J8:11)", "other": "buttons.advance"}),
        ("blue", "gpio17", "doubled-pin", {"pin": "GPIO17 (J8:11)", "other": "buttons.advance"}),
        ("blue", "BCM17", "doubled-pin", {"pin": "BCM17, GPIO17 (J8:11)", "other": "buttons.advance"}),
        ("select", 2, "display-pin", {"pin": "GPIO2 (J8:3)", "bus": "1"}),
        ("select", "J8:5", "display-pin", {"pin": "GPIO3 (J8:5)", "bus": "1"}),
        ("back", 15, "reader-pin", {"pin": "GPIO15 (J8:10)", "port": "/dev/ttyAMA0"}),
        ("back", "J8:27", "board-pin", {"pin": "GPIO0 (J8:27)"}),
    ],
)
def test_a_pin_that_a_button_cannot_have(button: str, pin: Any, code: str, params: dict[str, str]) -> None:
    with pytest.raises(PartError) as error:
        button_pins(box({button: pin}))
    key = f"buttons.{button}" if button in WIRED else f"buttons.colours.{button}"
    assert (error.value.code, error.value.params) == (code, {"key": key, **params})


@pytest.mark.parametrize(
    ("port", "pin"),
    [
        ("/dev/ttyAMA0", 15),
        ("/dev/ttyS0", 15),
        ("/dev/serial0", 14),
        ("/dev/spidev0.1", 10),
        ("/dev/i2c-1", 3),
    ],
)
def test_the_pins_of_the_reader_s_port_are_the_reader_s(port: str, pin: int) -> None:
    config = sounding(pin, oled=OledConfig("none"), rfid=RfidConfig("any", port))
    with pytest.raises(PartError, match="reader-pin") as error:
        buzzer_pin(config)
    assert error.value.params["port"] == port
    assert buzzer_pin(replace(config, rfid=RfidConfig("any", "/dev/ttyUSB0"))) == pin


@pytest.mark.parametrize(
    ("pin", "display"),
    [(2, OledConfig("none")), (3, OledConfig("ssd1306", bus=3)), (3, OledConfig("simulated"))],
)
def test_a_bus_not_in_use_leaves_its_pins_free(pin: int, display: OledConfig) -> None:
    assert button_pins(box({"advance": pin}, oled=display)) == {"advance": pin, "select": 27, "back": 22}


def test_seven_lamps_and_a_buzzer_have_pins_beside_our_wiring() -> None:
    config = sounding(18, lamps=LampsConfig("leds", colours=SEVEN))
    assert lamp_pins(config, SEVEN) == {
        "red": 4, "yellow": 12, "green": 23, "blue": 24, "purple": 25, "black": 26, "grey": 16,
    }  # fmt: skip
    assert buzzer_pin(config) == 18


@pytest.mark.parametrize(
    ("pin", "code"),
    [
        ("J8:99", "wrong-pin"),
        (17, "doubled-pin"),
    ],
)
def test_the_buzzer_may_not_have_what_is_another_part_s(pin: Any, code: str) -> None:
    with pytest.raises(PartError, match=code) as error:
        buzzer_pin(sounding(pin))
    assert error.value.params["key"] == "buzzer.pin"
    assert "buzzer.pin" in MESSAGES.language("it", None).say(error.value.message)


@pytest.mark.parametrize(
    ("pin", "strip", "port"),
    [
        *((pin, "apa102", "/dev/spidev0.0") for pin in (7, 8, 9, 10, 11)),
        (20, "ws2812", "/dev/spidev1.0"),
    ],
)
def test_a_strip_s_bus_is_not_shared(pin: int, strip: Any, port: str) -> None:
    lamps = LampsConfig(strip, port)
    for pins, config in ((buzzer_pin, sounding(pin)), (button_pins, box({"red": pin}))):
        pins(config)
        with pytest.raises(PartError, match="strip-pin") as error:
            pins(replace(config, lamps=lamps))
        assert error.value.params["port"] == port
        assert port in MESSAGES.language("it", None).say(error.value.message)
