"""Which pins a buzzer and lamps can have: none of another part or a bus in use."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.config import BuzzerConfig, Config, LampsConfig, OledConfig, RfidConfig
from hardware.part import PartError
from hardware.pin_assignment import button_pins, buzzer_pin, lamp_pins
from tests.fakes.box import MESSAGES

SEVEN: dict[str, Any] = {
    "red": 4, "yellow": 12, "green": 23, "blue": 24, "purple": 25, "black": "J8:37", "grey": "GPIO16",
}  # fmt: skip


def sounding(pin: Any, **more: Any) -> Config:
    """Our wiring, with a buzzer on this pin."""
    return replace(Config(buzzer=BuzzerConfig("active", pin)), **more)


def message_text(error: PartError) -> str:
    return MESSAGES.language("it", None).say(error.message)


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
        ("J8:2", "power-pin"),
        (2, "display-pin"),
        (15, "reader-pin"),
        (1, "board-pin"),
        (17, "doubled-pin"),
    ],
)
def test_the_buzzer_may_not_have_what_is_another_part_s(pin: Any, code: str) -> None:
    with pytest.raises(PartError, match=code) as error:
        buzzer_pin(sounding(pin))
    assert error.value.params["key"] == "buzzer.pin"
    assert "buzzer.pin" in message_text(error.value)


@pytest.mark.parametrize("pin", [7, 8, 9, 10, 11])
def test_a_strip_s_bus_is_not_shared(pin: int) -> None:
    with pytest.raises(PartError, match="strip-pin") as error:
        buzzer_pin(sounding(pin, lamps=LampsConfig("apa102")))
    assert error.value.params["port"] == "/dev/spidev0.0"
    assert "/dev/spidev0.0" in message_text(error.value)
    assert buzzer_pin(sounding(pin)) == pin


def test_a_button_may_not_have_what_a_strip_needs() -> None:
    config = Config(lamps=LampsConfig("ws2812", "/dev/spidev1.0"))
    assert button_pins(config)
    with pytest.raises(PartError, match="strip-pin"):
        button_pins(replace(config, buttons=replace(config.buttons, colours={"red": 20})))


@pytest.mark.parametrize(("port", "pin"), [("/dev/spidev0.1", 10), ("/dev/i2c-1", 3), ("/dev/serial0", 14)])
def test_the_pins_of_the_reader_s_port_are_the_reader_s(port: str, pin: int) -> None:
    config = sounding(pin, oled=OledConfig("none"), rfid=RfidConfig("any", port))
    with pytest.raises(PartError, match="reader-pin") as error:
        buzzer_pin(config)
    assert error.value.params["port"] == port
    assert buzzer_pin(replace(config, rfid=RfidConfig("any", "/dev/ttyUSB0"))) == pin
