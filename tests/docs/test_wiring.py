"""The diagrams people solder by: held to the configuration, to the header and to what kills a board."""

from __future__ import annotations

import re

import msgspec
import pytest

from companion.config import Config
from companion.games.registry import folders, registered
from companion.language.messages import Messages, catalogues
from docs.wiring.__main__ import FOLDER, diagrams
from docs.wiring.board import draw_board
from docs.wiring.diagram import draw
from docs.wiring.parts import COLOURS
from docs.wiring.wires import READERS, ReaderModel, button_wires, display_wires, example_config, reader_wires
from hardware.header import find_pin
from hardware.part import MAIN_BUTTONS
from hardware.pin_assignment import button_pins, check_colours
from hardware.reader.kinds import KINDS
from tests.docs.diagram import PINS, Diagram

ON_A_BUS = {
    "SDA": "GPIO2", "SCL": "GPIO3", "MOSI": "GPIO10", "MISO": "GPIO9", "SCLK": "GPIO11", "CE0": "GPIO8",
}  # fmt: skip
"""What a reader on I2C or SPI hangs on; the address of spidev0.0 is the first chip select."""
EACH_READER = pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)


def diagram(reader: ReaderModel, config: Config | None = None) -> Diagram:
    return Diagram(draw(config or example_config(), reader))


def position(written: int | str) -> int:
    pin = find_pin(written)
    assert pin is not None
    return pin.position


def test_the_diagrams_are_what_the_command_draws() -> None:
    drawn = diagrams()
    assert set(FOLDER.glob("wiring-*.svg")) == set(drawn)
    assert {reader.driver for reader in READERS} == set(KINDS) - {"keyboard"}
    for path, picture in drawn.items():
        assert path.read_text(encoding="utf-8") == picture, f"make wiring: {path.name}"


def test_they_show_the_defaults_with_a_button_for_every_colour_of_any_game() -> None:
    colours = dict.fromkeys(colour for game in registered().values() for colour in game.colours)
    config = example_config()
    assert set(config.buttons.colours) == set(colours)
    assert msgspec.structs.replace(config.buttons, colours={}) == Config().buttons
    assert set(config.lamps.colours) == set(colours)
    assert msgspec.structs.replace(config.lamps, colours={}) == Config().lamps
    check_colours(config.buttons.colours, colours)
    assert button_pins(config)


def test_the_board_of_the_rdm6300_leads_to_the_pins_of_its_diagram() -> None:
    board, whole = Diagram(draw_board(example_config())), diagram(READERS[0])
    assert dict(board.ends()) == {
        name: number for name, number in whole.ends().items() if name.startswith(("reader", "divider"))
    }
    assert {"1 kΩ", "2 kΩ", "ANT1", "ANT2"} < set(board.texts)


@EACH_READER
def test_each_part_is_drawn_with_its_terminals_and_the_names_of_its_pins(reader: ReaderModel) -> None:
    shown = diagram(reader)
    assert sorted(shown.numbers.values()) == list(range(1, 41))
    for name, number in shown.ends().items():
        assert any(re.match(rf"{PINS[number]}\b", each) for each in shown.texts), name
        part, _, terminal = name.partition(" ")
        assert terminal in {*shown.texts, "leg", "ground"}
        assert part.capitalize() in shown.texts or part in {"reader", "divider"}
        if part == "reader":
            _, y = shown.terminals[terminal]
            assert abs(shown.wires[name][0][1] - y) < 8, "the wire begins there"


@EACH_READER
def test_every_wire_ends_on_the_pin_that_the_configuration_names(reader: ReaderModel) -> None:
    """Five volts go to a reader made for them and nowhere else, and no pin but a ground and those of a shared
    bus has two wires.
    """
    config = example_config()
    ends = dict(diagram(reader).ends())
    taken = [number for number in ends.values() if PINS[number] != "GND"]
    twice = {PINS[number] for number in taken if taken.count(number) > 1}
    assert twice == ({"GPIO2", "GPIO3"} if reader.bus == "i2c" else set())
    assert len(taken) == len(set(taken)) + len(twice)
    assert [PINS[ends.pop(f"display {name}")] for name in ("SDA", "SCL")] == ["GPIO2", "GPIO3"]
    if reader.bus == "serial":
        assert PINS[ends.pop(f"reader {reader.terminals['output']}")] == "GPIO15"
    for line, gpio in ON_A_BUS.items():
        if line in reader.terminals:
            assert PINS[ends.pop(f"reader {reader.terminals[line]}")] == gpio
    if "input" in reader.terminals:
        assert PINS[ends.pop(f"reader {reader.terminals['input']}")] == "GPIO14"
    buttons = {name: getattr(config.buttons, name) for name in MAIN_BUTTONS} | config.buttons.colours
    for name, written in buttons.items():
        assert ends.pop(f"{name} leg") == position(written)
        assert PINS[ends.pop(f"{name} ground")] == "GND"
    assert {name: PINS[number] for name, number in ends.items()} == {
        "display VCC": "3V3",
        "display GND": "GND",
        f"reader {reader.terminals['supply']}": reader.supply,
        "reader GND": "GND",
        **({"divider 2 kΩ": "GND"} if reader.supply == "5V" else {}),
    }


def test_another_configuration_moves_the_wires() -> None:
    config = example_config()
    buttons = msgspec.structs.replace(config.buttons, advance="J8:7", back="BOARD37", colours={"red": 25})
    ends = diagram(READERS[0], msgspec.structs.replace(config, buttons=buttons)).ends()
    assert (ends["advance leg"], ends["back leg"], ends["red leg"]) == (7, 37, 22)


@EACH_READER
def test_signals_at_five_volts_pass_the_divider(reader: ReaderModel) -> None:
    shown = diagram(reader)
    divided = reader.supply == "5V"
    assert [each in shown.texts for each in ("1 kΩ", "2 kΩ")] == [divided] * 2
    assert divided == any("a must" in each for each in shown.texts)
    if divided:
        start, end = shown.wires[f"reader {reader.terminals['output']}"]
        tap = shown.wires["divider 2 kΩ"][0]
        assert end[0] < tap[0] < start[0]


def test_a_reader_that_is_not_on_the_header_has_no_wires() -> None:
    usb = msgspec.structs.replace(Config().rfid, port="/dev/ttyUSB0")
    with pytest.raises(ValueError, match="ttyUSB0"):
        reader_wires(msgspec.structs.replace(Config(), rfid=usb), READERS[0])


def test_the_readme_shows_every_diagram_with_matching_tables() -> None:
    readme = (FOLDER.parents[1] / "hardware" / "README.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| (\S+)(?: \(\d+\))? \| pin (\d+), (\w+)(.*) \|$", readme, re.MULTILINE))
    config = example_config()
    expected = {(wire.terminal, wire) for wire in display_wires(config)}
    expected |= {(wire.part.capitalize(), wire) for wire in button_wires(config) if wire.terminal == "leg"}
    for reader in READERS:
        expected |= {(wire.terminal, wire) for wire in reader_wires(config, reader) if wire.part == "reader"}
        assert f"(../docs/pictures/wiring-{reader.name}.svg)" in readme
    assert rows == {
        (name, str(wire.pin.position), wire.pin.name, ", through the divider" * wire.divided)
        for name, wire in expected
    }


def test_the_doctor_and_the_letters_of_colours_are_those_of_the_diagrams() -> None:
    english = Messages(catalogues(folders(registered()))).language("en")
    wires = display_wires(Config())
    places = {wire.terminal.lower(): wire.pin.label for wire in wires if wire.kind == "signal"}
    cure = english.phrase("doctor.display.nobody.cure", places)
    for wire in wires:
        assert re.search(rf"{wire.terminal} \w+ {re.escape(wire.pin.label)}", cure)
    for colour, (_, letter, _) in COLOURS.items():
        assert english.phrase(f"letter.{colour}") == letter
