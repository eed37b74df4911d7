"""Lamps, strip and buzzer as they are wired: no pin gives more than it stands."""

from __future__ import annotations

import re

import pytest

from companion.config import Config
from docs.wiring.addition_diagrams import pictures
from docs.wiring.additions import (
    ADDITIONS,
    BUZZER_CURRENT,
    DIODE_VOLTAGE,
    GAIN,
    HIGH,
    LEDS,
    MAX_DIODE_CURRENT,
    MAX_PIN_CURRENT,
    MAX_TOTAL_CURRENT,
    PIN_VOLTAGE,
    Addition,
    base_current,
    lamp_wires,
    strip_current,
)
from docs.wiring.wires import READERS, Wire, button_wires, display_wires, example_config, reader_wires
from tests.docs.diagram import PINS, SVG, Diagram
from tests.tree import ROOT

README = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
EACH = pytest.mark.parametrize("addition", ADDITIONS, ids=lambda each: each.name)
MAINS_GPIO = {
    "5V": "5V",
    "+": "5V",
    "GND": "GND",
    "E": "GND",
    "DIN": "GPIO10",
    "DI": "GPIO10",
    "CI": "GPIO11",
}


def shown(name: str) -> Diagram:
    return Diagram(pictures(example_config())[name])


def test_lamps_are_bright_enough_and_never_more_than_their_pins_stand() -> None:
    assert set(LEDS) == set(example_config().buttons.colours)
    for led in LEDS.values():
        least, mostly = led.volts
        assert 2.5 < led.milliamperes(mostly) < 6
        assert led.milliamperes(least) < MAX_PIN_CURRENT
    assert sum(led.milliamperes(led.volts[0]) for led in LEDS.values()) < MAX_TOTAL_CURRENT
    assert PIN_VOLTAGE / max(led.ohms for led in LEDS.values()) * 1000 <= 10


def test_the_strip_takes_the_pin_for_high_behind_a_diode_that_stands_its_white() -> None:
    assert HIGH * (5 - DIODE_VOLTAGE) < PIN_VOLTAGE < HIGH * 5, "and not without it"
    assert strip_current(255, 7) < MAX_DIODE_CURRENT / 2
    assert strip_current(Config().lamps.brightness, 7) < 110


def test_a_buzzer_is_too_much_for_a_pin_and_its_transistor_is_not() -> None:
    assert BUZZER_CURRENT > MAX_PIN_CURRENT > base_current()
    assert base_current() * GAIN > 2 * BUZZER_CURRENT


@EACH
def test_every_wire_of_an_addition_ends_on_its_pin_with_what_stands_in_it(addition: Addition) -> None:
    diagram = shown(addition.name)
    ends = {name.partition(" ")[2]: PINS[number] for name, number in diagram.ends().items()}
    buzzer = f"GPIO{Config().buzzer.pin}"
    assert ends == {terminal: MAINS_GPIO.get(terminal, buzzer) for terminal, _, _ in addition.terminals}
    for _, _, within in addition.terminals:
        assert not within or {"diode": "1N4001"}.get(within, within) in diagram.texts
    assert f"(../docs/pictures/wiring-{addition.name}.svg)" in README
    part = README.partition(f"wiring-{addition.name}.svg")[0].rpartition("\n### ")[2]
    for wire in addition.wires():
        assert f"| {wire.terminal} | {wire.pin.name} (pin {wire.pin.position})" in part


@pytest.mark.parametrize("strip", ["ws2812", "apa102"])
def test_a_strip_has_a_pixel_for_every_colour(strip: str) -> None:
    pixels = [each for each in shown(strip).root.iter(f"{SVG}rect") if each.get("class") == "pixel"]
    assert len(pixels) == len(example_config().lamps.colours)


def test_every_lamp_has_its_pin_its_resistor_and_a_ground() -> None:
    diagram, config = shown("lamps"), example_config()
    ends = {name: PINS[number] for name, number in diagram.ends().items()}
    assert ends == {
        f"{colour} {terminal}": pin
        for colour, gpio in config.lamps.colours.items()
        for terminal, pin in (("lamp", f"GPIO{gpio}"), ("ground", "GND"))
    }
    for ohms in {led.ohms for led in LEDS.values()}:
        assert diagram.texts.count(f"{ohms} Ω") == sum(led.ohms == ohms for led in LEDS.values())


def test_all_lamps_fit_beside_display_buttons_and_any_reader_on_the_serial_port() -> None:
    config = example_config()
    others: tuple[Wire, ...] = (*display_wires(config), *button_wires(config))
    for reader in READERS:
        others += reader_wires(config, reader) if reader.bus == "serial" else ()
    taken = {wire.pin.position for wire in others if wire.kind == "signal"}
    lamps = [wire.pin.position for wire in lamp_wires(config) if wire.kind == "signal"]
    assert len(set(lamps)) == len(lamps) == 7
    assert taken.isdisjoint(lamps)


def test_the_readme_has_pin_and_resistor_of_each_lamp() -> None:
    rows = re.findall(
        r"^\| (\w+) \| ([\w ]+) \| (\d+) Ω \| (GPIO\d+) \(pin (\d+)\) \|$", README, re.MULTILINE
    )
    assert rows == [
        (
            wire.part.capitalize(),
            LEDS[wire.part].light,
            str(LEDS[wire.part].ohms),
            wire.pin.name,
            str(wire.pin.position),
        )
        for wire in lamp_wires(example_config())
        if wire.terminal == "lamp"
    ]
