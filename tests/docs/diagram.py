"""A wiring diagram as who solders by it sees it."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as ET

from gpiozero.pins.pi import PiBoardInfo

SVG = "{http://www.w3.org/2000/svg}"
PINS = {
    position: pin.name for position, pin in PiBoardInfo.from_revision(0xA02082).headers["J8"].pins.items()
}
"""What every pin is, by gpiozero's own table."""
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
