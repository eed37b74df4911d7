"""SVG drawings of shapes, words and wires: readable on a phone, and without colour."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

Point = tuple[float, float]

INK = "#1b1b1b"
PAPER = "#ffffff"
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

WIRES = {"5V": ("#c4161c", 5.0), "3V3": ("#d97800", 5.0), "GND": ("#111111", 4.0), "signal": ("#1559b5", 3.0)}
"""Colour and width of each kind of wire. Words identify it in black and white."""
STRIPES = {"5V": "3 5", "3V3": "11 5"}
"""White dashes along power wires, which identify them without colour."""


class Drawing:
    """An SVG document. The same calls make the same text."""

    def __init__(self, width: float, height: float, title: str, description: str) -> None:
        size = {"width": _n(width), "height": _n(height), "viewBox": f"0 0 {_n(width)} {_n(height)}"}
        self._root = ET.Element(
            "svg", {"xmlns": "http://www.w3.org/2000/svg", **size, "role": "img", "font-family": FONT}
        )
        ET.SubElement(self._root, "title").text = title
        ET.SubElement(self._root, "desc").text = description
        self.box(0, 0, width, height, fill=PAPER, edge="none")

    def text(self) -> str:
        ET.indent(self._root)
        return ET.tostring(self._root, encoding="unicode") + "\n"

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str,
        edge: str = INK,
        round_: float = 0,
        kind: str = "",
    ) -> None:
        shape = {"x": _n(x), "y": _n(y), "width": _n(width), "height": _n(height), "fill": fill}
        if round_:
            shape["rx"] = _n(round_)
        if edge != "none":
            shape |= {"stroke": edge, "stroke-width": "2"}
        if kind:
            shape["class"] = kind
        self._add("rect", shape)

    def circle(self, at: Point, radius: float, *, fill: str, edge: str = INK, width: float = 2) -> None:
        self._add(
            "circle",
            {"cx": _n(at[0]), "cy": _n(at[1]), "r": _n(radius), "fill": fill, "stroke": edge}
            | {"stroke-width": _n(width)},
        )

    def polygon(self, points: Sequence[Point], *, fill: str) -> None:
        self._add("polygon", {"points": _points(points), "fill": fill, "stroke": INK, "stroke-width": "1.5"})

    def line(self, points: Sequence[Point], *, colour: str = INK, width: float = 2, dashes: str = "") -> None:
        shape = {"points": _points(points), "fill": "none", "stroke": colour, "stroke-width": _n(width)}
        if dashes:
            shape["stroke-dasharray"] = dashes
        self._add("polyline", shape)

    def wire(self, points: Sequence[Point], kind: str, name: str) -> None:
        """Draw a wire. kind: a key of `WIRES`. name: `<part> <terminal>`."""
        self._strand(ET.SubElement(self._root, "g", {"class": "wire", "data-wire": name}), points, kind)

    def strand(self, points: Sequence[Point], kind: str) -> None:
        """Draw a piece of wire that does not end at a pin."""
        self._strand(ET.SubElement(self._root, "g", {"class": "strand"}), points, kind)

    def _strand(self, group: ET.Element, points: Sequence[Point], kind: str) -> None:
        colour, width = WIRES[kind]
        common = {"points": _points(points), "fill": "none", "stroke-linejoin": "round"}
        for stroke, thick in ((PAPER, width + 4), (colour, width)):
            ET.SubElement(group, "polyline", common | {"stroke": stroke, "stroke-width": _n(thick)})
        if kind in STRIPES:
            stripe = {"stroke": PAPER, "stroke-width": "1.6", "stroke-dasharray": STRIPES[kind]}
            ET.SubElement(group, "polyline", common | stripe)

    def words(
        self, at: Point, words: str, *, size: float = 13, anchor: str = "start", bold: bool = False,
        fill: str = INK, halo: bool = False, kind: str = "",
    ) -> None:  # fmt: skip
        """Draw a line of text with its baseline at the point. halo: with a white rim, over wires."""
        shape = {"x": _n(at[0]), "y": _n(at[1]), "font-size": _n(size), "fill": fill}
        if anchor != "start":
            shape["text-anchor"] = anchor
        if bold:
            shape["font-weight"] = "bold"
        if kind:
            shape["class"] = kind
        if halo:
            shape |= {
                "stroke": PAPER,
                "stroke-width": "4",
                "stroke-linejoin": "round",
                "paint-order": "stroke",
            }
        self._add("text", shape).text = words

    def _add(self, tag: str, attributes: dict[str, str]) -> ET.Element:
        return ET.SubElement(self._root, tag, attributes)


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
