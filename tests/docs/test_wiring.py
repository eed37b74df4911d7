"""The diagrams people solder by: held to the configuration, to the header and to what kills a board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree as ET

import msgspec
import pytest
from gpiozero.pins.pi import PiBoardInfo

from companion.config import Config
from companion.games.cupboard import folders
from companion.games.registry import registered
from companion.language.messages import Messages, catalogues
from docs.wiring.__main__ import FOLDER, diagrams
from docs.wiring.nets import READERS, ReaderModel, button_wires, display_wires, proposed, reader_wires
from docs.wiring.parts import COLOURS
from docs.wiring.picture import draw
from hardware.buttons.header import button_pins, check_colours, find
from hardware.part import THREE
from hardware.reader.kinds import KINDS

SVG = "{http://www.w3.org/2000/svg}"
PINS = {
    position: pin.name for position, pin in PiBoardInfo.from_revision(0xA02082).headers["J8"].pins.items()
}
"""What every pin is, by gpiozero's own table."""
EACH_READER = pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)

Point = tuple[float, float]


class Diagram:
    """What a reader of the picture sees: numbered pins, named terminals, and wires between them."""

    def __init__(self, picture: str) -> None:
        self.root = ET.fromstring(picture)
        self.numbers = {self._foot(each): int(each.text or "") for each in self._words("pin")}
        self.terminals = {each.text or "": self._foot(each) for each in self._words("terminal")}
        self.wires = {
            group.attrib["data-wire"]: self._points(group)
            for group in self.root.iter(f"{SVG}g")
            if group.attrib["class"] == "wire"
        }
        self.texts = [each.text or "" for each in self.root.iter(f"{SVG}text")]

    def ends(self) -> Mapping[str, int]:
        """The number that is printed on the pin where each wire ends."""
        return {name: self._number(points[-1]) for name, points in self.wires.items()}

    def _number(self, at: Point) -> int:
        (number,) = (
            number for (x, y), number in self.numbers.items() if abs(x - at[0]) < 2 and abs(y - at[1]) < 8
        )
        return number

    def _words(self, kind: str) -> list[ET.Element]:
        return [each for each in self.root.iter(f"{SVG}text") if each.get("class") == kind]

    def _points(self, group: ET.Element) -> list[Point]:
        lines = {line.attrib["points"] for line in group.iter(f"{SVG}polyline")}
        (points,) = lines
        return [(float(x), float(y)) for x, y in (each.split(",") for each in points.split())]

    def _foot(self, words: ET.Element) -> Point:
        return float(words.attrib["x"]), float(words.attrib["y"])


def diagram(reader: ReaderModel, config: Config | None = None) -> Diagram:
    return Diagram(draw(config or proposed(), reader))


def position(written: int | str) -> int:
    pin = find(written)
    assert pin is not None
    return pin.position


def test_the_diagrams_are_what_the_command_draws() -> None:
    drawn = diagrams()
    assert set(FOLDER.glob("wiring-*.svg")) == set(drawn)
    for path, picture in drawn.items():
        assert path.read_text(encoding="utf-8") == picture, f"make wiring: {path.name}"


def test_they_show_the_defaults_with_a_button_for_every_colour_of_any_game() -> None:
    colours = dict.fromkeys(colour for game in registered().values() for colour in game.colours)
    config = proposed()
    assert set(config.buttons.colours) == set(colours)
    assert msgspec.structs.replace(config.buttons, colours={}) == Config().buttons
    check_colours(config.buttons, colours)
    assert button_pins(config)


def test_every_kind_of_reader_has_its_diagram() -> None:
    assert {reader.driver for reader in READERS} == set(KINDS)


@EACH_READER
def test_all_forty_pins_are_there_with_their_numbers(reader: ReaderModel) -> None:
    assert sorted(diagram(reader).numbers.values()) == list(range(1, 41))


@EACH_READER
def test_every_wire_ends_on_the_pin_that_the_configuration_names(reader: ReaderModel) -> None:
    config = proposed()
    ends = dict(diagram(reader).ends())
    assert [PINS[ends.pop(f"display {name}")] for name in ("SDA", "SCL")] == ["GPIO2", "GPIO3"]
    assert PINS[ends.pop(f"reader {reader.terminals['says']}")] == "GPIO15"
    if "hears" in reader.terminals:
        assert PINS[ends.pop(f"reader {reader.terminals['hears']}")] == "GPIO14"
    buttons = {name: getattr(config.buttons, name) for name in THREE} | config.buttons.colours
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
    config = proposed()
    buttons = msgspec.structs.replace(config.buttons, advance="J8:7", back="BOARD37", colours={"red": 25})
    ends = diagram(READERS[0], msgspec.structs.replace(config, buttons=buttons)).ends()
    assert (ends["advance leg"], ends["back leg"], ends["red leg"]) == (7, 37, 22)


@EACH_READER
def test_a_wire_begins_at_the_terminal_whose_name_it_has(reader: ReaderModel) -> None:
    shown = diagram(reader)
    for name, points in shown.wires.items():
        part, _, terminal = name.partition(" ")
        if part == "reader":
            _, y = shown.terminals[terminal]
            assert abs(points[0][1] - y) < 8


@EACH_READER
def test_five_volts_go_to_a_reader_made_for_them_and_nowhere_else(reader: ReaderModel) -> None:
    fed = {name for name, number in diagram(reader).ends().items() if PINS[number] == "5V"}
    assert fed == ({f"reader {reader.terminals['supply']}"} if reader.supply == "5V" else set())


@EACH_READER
def test_what_is_said_at_five_volts_passes_the_divider(reader: ReaderModel) -> None:
    shown = diagram(reader)
    divided = reader.supply == "5V"
    assert [each in shown.texts for each in ("1 kΩ", "2 kΩ")] == [divided] * 2
    assert divided == any("a must" in each for each in shown.texts)
    if divided:
        (start, end), tap = shown.wires[f"reader {reader.terminals['says']}"], shown.wires["divider 2 kΩ"][0]
        assert end[0] < tap[0] < start[0]


@EACH_READER
def test_no_pin_but_a_ground_has_two_wires(reader: ReaderModel) -> None:
    ends = [number for number in diagram(reader).ends().values() if PINS[number] != "GND"]
    assert len(ends) == len(set(ends))


@EACH_READER
def test_every_wire_s_pin_is_called_by_its_name_and_every_part_by_its_own(reader: ReaderModel) -> None:
    shown = diagram(reader)
    for name, number in shown.ends().items():
        assert any(re.match(rf"{PINS[number]}\b", each) for each in shown.texts), name
        part, _, terminal = name.partition(" ")
        assert terminal in {*shown.texts, "leg", "ground"}
        assert part.capitalize() in shown.texts or part in {"reader", "divider"}


def test_a_reader_that_is_not_on_the_header_has_no_wires() -> None:
    usb = msgspec.structs.replace(Config().rfid, port="/dev/ttyUSB0")
    with pytest.raises(ValueError, match="ttyUSB0"):
        reader_wires(msgspec.structs.replace(Config(), rfid=usb), READERS[0])


def test_a_colour_has_the_letter_that_it_has_everywhere() -> None:
    english = Messages(catalogues(folders(registered()))).language("en")
    for colour, (_, letter, _) in COLOURS.items():
        assert english.phrase(f"letter.{colour}") == letter


def test_the_readme_shows_every_diagram_and_its_tables_say_the_same() -> None:
    readme = (FOLDER.parents[1] / "hardware" / "README.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| (\S+)(?: \(\d+\))? \| pin (\d+), (\w+)(.*) \|$", readme, re.MULTILINE))
    config = proposed()
    expected = {(wire.terminal, wire) for wire in display_wires(config)}
    expected |= {(wire.part.capitalize(), wire) for wire in button_wires(config) if wire.terminal == "leg"}
    for reader in READERS:
        expected |= {(wire.terminal, wire) for wire in reader_wires(config, reader) if wire.part == "reader"}
        assert f"(../docs/pictures/wiring-{reader.name}.svg)" in readme
    assert rows == {
        (name, str(wire.pin.position), wire.pin.name, ", through the divider" * wire.divided)
        for name, wire in expected
    }


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_doctor_names_the_display_s_pins_as_the_diagrams_do(language: str) -> None:
    wires = display_wires(Config())
    places = {wire.terminal.lower(): wire.pin.place for wire in wires if wire.kind == "signal"}
    said = Messages(catalogues(folders(registered()))).language(language)
    cure = said.phrase("doctor.display.nobody.cure", places)
    for wire in wires:
        assert re.search(rf"{wire.terminal} \w+ {re.escape(wire.pin.place)}", cure)
