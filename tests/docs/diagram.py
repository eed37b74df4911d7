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
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
HELVETICA = dict(
    zip(
        map(chr, range(32, 127)),
        (
            *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278), *[556] * 10,
            *(278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556),
            *(833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556),
            *(333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333),
            *(500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
        ),
        strict=True,
    )
)  # fmt: skip
"""The width of each letter of the pictures' font, and of Arial and Liberation Sans, at a size of 1,000."""
BOLD = 1.08
"""So much wider are bold letters, at most."""


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

    def labels(self) -> list[tuple[str, Box]]:
        """Every line of words and where it stands."""
        found = []
        for each in self.root.iter(f"{SVG}text"):
            words, size, (x, foot) = each.text or "", float(each.attrib["font-size"]), self._foot(each)
            wide = sum(HELVETICA.get(letter, 770) for letter in words) * size / 1000
            wide *= BOLD if "font-weight" in each.attrib else 1
            left = x - wide * {"middle": 0.5, "end": 1}.get(each.get("text-anchor", ""), 0)
            below = 0.21 if set("gjpqy,/()") & set(words) else 0
            found.append((words, (left, foot - 0.73 * size, left + wide, foot + below * size)))
        return found

    def borders(self) -> list[Box]:
        """Where the line around each part, pin and resistor runs, at its outer side."""
        rim, found = 1.0, []
        for each in self.root.iter():
            if "stroke" not in each.attrib or each.tag not in (f"{SVG}rect", f"{SVG}circle"):
                continue
            at = {
                name: float(each.attrib[name])
                for name in ("x", "y", "width", "height")
                if name in each.attrib
            }
            if not at:
                x, y, radius = (float(each.attrib[name]) for name in ("cx", "cy", "r"))
                at = {"x": x - radius, "y": y - radius, "width": 2 * radius, "height": 2 * radius}
            left, top = at["x"] - rim, at["y"] - rim
            found.append((left, top, left + at["width"] + 2 * rim, top + at["height"] + 2 * rim))
        return found

    def collisions(self) -> list[tuple[str, str]]:
        """The words that stand on a border, on other words or beyond the picture's edge, and on what."""
        labels, wide = self.labels(), float(self.root.attrib["width"])
        found = [(words, "the edge") for words, box in labels if box[0] < 0 or box[2] > wide]
        for number, (words, box) in enumerate(labels):
            found += [
                (words, "a border") for rim in self.borders() if _meet(box, rim) and not _within(box, rim)
            ]
            found += [(words, other) for other, there in labels[number + 1 :] if _meet(box, there)]
        return found

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


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _within(one: Box, other: Box) -> bool:
    return other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]
