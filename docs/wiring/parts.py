"""Draws the parts with their wires."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.language.shapes import SHAPES
from docs.wiring import header
from docs.wiring.drawing import INK, PAPER, WIRES, Drawing, Point
from docs.wiring.wires import ReaderModel, Wire, side
from hardware.part import MAIN_BUTTONS

FILL = "#f4f1e8"
TERMINAL = 4

DISPLAY = (12, 100)
BUTTON = {"left": (28, 108), "right": (334, 414)}
RAIL = {"left": 14, "right": 428}
READER = (362, 452)
JUNCTION = 278
LOW = {"SCLK": 12.5}
"""Rows of lines that would be too close to others: the wires run down between the columns."""

TOKEN = 18.0
"""The side of a player's shape."""

COLOURS = {
    "red": ("#b3261e", "R", PAPER), "yellow": ("#f2c117", "Y", INK), "green": ("#1f7a3a", "G", PAPER),
    "blue": ("#1f56b0", "B", PAPER), "purple": ("#7a2f96", "P", PAPER), "black": ("#1c1c1c", "K", INK),
    "grey": ("#5f6670", "E", PAPER),
}  # fmt: skip
"""The shape's colour, its letter, and the letter's colour."""


def display(drawing: Drawing, wires: Sequence[Wire]) -> None:
    """The display with its four pins."""
    left, right = DISPLAY
    drawing.box(left, header.row(-2.75), right - left, header.PITCH * 7.22, fill=FILL, round_=6)
    drawing.words((left + 10, header.row(-2.15)), "Display", size=15, bold=True)
    for number, kind in enumerate(("SSD1306,", "SH1106 or", "SSD1309")):
        drawing.words((left + 10, header.row(-1.65 + 0.47 * number)), kind, size=14)
    for wire in wires:
        x, y = header.at(wire.pin)
        plug(drawing, wire, ((right, y), (x, y)), inside=-10, anchor="end")
        header.name_wire(drawing, wire.pin, wire.terminal if wire.kind == "signal" else "")


def buttons(drawing: Drawing, wires: Sequence[Wire]) -> None:
    """Every button beside its pin, with a ground rail for each group."""
    places = {wire.part: header.at(wire.pin) for wire in wires if wire.terminal == "leg"}
    where = {wire.part: side(wire.pin) for wire in wires if wire.terminal == "leg"}
    for wire in (each for each in wires if each.terminal == "ground"):
        (_, y), column = places[wire.part], where[wire.part]
        start, rail, end = BUTTON[column][column == "right"], RAIL[column], header.at(wire.pin)
        drawing.wire(((start, y), (rail, y), (rail, end[1]), end), wire.kind, wire_name(wire))
    for wire in (each for each in wires if each.terminal == "leg"):
        (x, y), column = header.at(wire.pin), where[wire.part]
        drawing.wire(((BUTTON[column][column == "left"], y), (x, y)), wire.kind, wire_name(wire))
        drawing.circle((RAIL[column], y), 3.5, fill=WIRES["GND"][0])
        _button(drawing, wire.part, column, y)
    for pin in {wire.pin.position: wire.pin for wire in wires}.values():
        header.name_wire(drawing, pin)


def reader(drawing: Drawing, kind: ReaderModel, wires: Sequence[Wire]) -> None:
    """The reader, with its divider if it has one."""
    left, right = READER
    heights = {wire.terminal: _height(wire) for wire in wires if wire.part == "reader"}
    top, bottom, title = _extent(kind, heights)
    drawing.box(left, top, right - left, bottom - top, fill=FILL, round_=6)
    for number, words in enumerate(kind.title):
        drawing.words((left + 12, title + 18 * number), words, size=15, bold=True)
    drawing.words((left + 12, title + 18 * len(kind.title)), "reader", size=14)
    if kind.coil:
        middle = (left + right) / 2
        coil(drawing, ((middle - 22, bottom), (middle + 22, bottom)))
    for wire in wires:
        y, (x, end) = _height(wire), header.at(wire.pin)
        if wire.part == "divider":
            continue
        if wire.divided:
            _divider(drawing, wire, next(each for each in wires if each.part == "divider"))
        elif side(wire.pin) == "left":
            plug_across(drawing, wire, (left, y), words_at=-8 if kind.bus == "spi" else 18)
        elif kind.bus == "spi" and wire.pin.function:
            plug(drawing, wire, ((left, y), (x, end)), inside=10)
            drawing.words((header.BODY[1] + 5, y + 18), f"{wire.pin.name} {_function(wire)}", halo=True)
        else:
            plug(drawing, wire, ((left, y), (x, end)), inside=10)
            header.name_wire(drawing, wire.pin, _function(wire))
    _bridges(drawing, kind, heights)


def _extent(kind: ReaderModel, heights: Mapping[str, float]) -> tuple[float, float, float]:
    """Top and bottom of a reader's box, and the top of its name."""
    first, last = min(heights.values()), max(heights.values())
    if kind.divided:
        return header.row(-2.75), last + 24, header.row(-2.75) + 22
    if kind.bus == "spi":
        return first - 66, last + 16, first - 44
    title = header.row(4) if kind.bus == "i2c" else (heights[kind.terminals["output"]] + last) / 2 - 12
    return first - 24, last + 24, title


def _height(wire: Wire) -> float:
    """The height of a wire: beside its pin, or between two rows if it crosses the header."""
    if _function(wire) in LOW:
        return header.row(LOW[_function(wire)])
    y = header.at(wire.pin)[1]
    return y if side(wire.pin) == "right" else y + header.PITCH / 2


def _function(wire: Wire) -> str:
    """The pin's name on its port or bus: `RXD`, `MOSI`."""
    return wire.pin.function.partition(" ")[2]


def plug_across(drawing: Drawing, wire: Wire, start: Point, *, words_at: float = 18) -> None:
    """A wire as `across` draws it, with its terminal."""
    across(drawing, wire, start, words_at=words_at)
    terminal(drawing, start, wire.terminal, 10)


def across(drawing: Drawing, wire: Wire, start: Point, *, words_at: float) -> None:
    """A wire from a part at the right to a pin of the left column, between two rows.

    words_at: the baseline of the pin's name, below the wire.
    """
    y = start[1]
    x, end = header.at(wire.pin)
    gap = (header.LEFT + header.RIGHT) / 2
    turn = end + header.PITCH / 2
    points = (start, (gap, y), (x, end)) if turn == y else (start, (gap, y), (gap, turn), (x, end))
    drawing.wire(points, wire.kind, wire_name(wire))
    words = f"{wire.pin.name}, pin {wire.pin.position}"
    drawing.words((header.BODY[1] + 5, y + words_at), words, halo=True)


def plug(
    drawing: Drawing, wire: Wire, points: Sequence[Point], *, inside: float, anchor: str = "start"
) -> None:
    """A wire with its terminal, named inside the part."""
    drawing.wire(points, wire.kind, wire_name(wire))
    terminal(drawing, points[0], wire.terminal, inside, anchor)


def wire_name(wire: Wire) -> str:
    return f"{wire.part} {wire.terminal}"


def terminal(
    drawing: Drawing, at: Point, name: str, inside: float, anchor: str = "start", down: float = 5
) -> None:
    """A terminal of a part with its printed name. inside, down: the offset of the name."""
    x, y = at
    drawing.box(x - TERMINAL, y - TERMINAL, 2 * TERMINAL, 2 * TERMINAL, fill=PAPER)
    drawing.words((x + inside, y + down), name, size=14, anchor=anchor, bold=True, kind="terminal")


def _divider(drawing: Drawing, output: Wire, ground: Wire) -> None:
    """The voltage divider between a reader's output, its pin and ground."""
    x, y = header.at(output.pin)
    foot_x, foot = header.at(ground.pin)
    left = READER[0]
    plug(drawing, output, ((left, y), (x, y)), inside=10)
    middle = (y + foot) / 2
    drawing.strand(((JUNCTION, y), (JUNCTION, middle)), output.kind)
    drawing.wire(((JUNCTION, middle), (JUNCTION, foot), (foot_x, foot)), ground.kind, wire_name(ground))
    header.name_wire(drawing, output.pin, _function(output))
    drawing.circle((JUNCTION, y), 4.5, fill=INK)
    resistor(drawing, (JUNCTION + 40, y), "1 kΩ")
    drawing.box(JUNCTION - 6.5, middle - 15, 13, 30, fill=PAPER)
    drawing.words((JUNCTION + 13, middle + 5), "2 kΩ", size=14, bold=True)
    drawing.words((JUNCTION + 9, foot + 5), ground.pin.name, halo=True)


def resistor(drawing: Drawing, middle: Point, ohms: str) -> None:
    """A resistor in a wire."""
    x, y = middle
    drawing.box(x - 22, y - 7.5, 44, 15, fill=PAPER)
    drawing.words((x, y + 4.5), ohms, size=12, anchor="middle", bold=True)


def _bridges(drawing: Drawing, kind: ReaderModel, heights: dict[str, float]) -> None:
    """Terminals of the reader that are connected to its ground or supply."""
    left = READER[0]
    for name, to in kind.bridges:
        other = heights[kind.terminals[to]]
        y = other + header.PITCH * (1 if to == "ground" else -1)
        bend = left - (14 if kind.bus == "spi" else 20)
        wire = "GND" if to == "ground" else kind.supply
        drawing.strand(((left, y), (bend, y), (bend, other)), wire)
        drawing.circle((bend, other), 4.5, fill=WIRES[wire][0], edge=PAPER, width=1)
        terminal(drawing, (left, y), name, 10)


def coil(drawing: Drawing, ends: tuple[Point, Point]) -> None:
    """A coil below its two ends or, if one end is above the other, to their left."""
    (x, y), (to_x, to_y) = ends
    across = x == to_x
    middle, top = (x - 68, (y + to_y) / 2 - 31) if across else ((x + to_x) / 2, y + 26)
    for one, other in ends:
        drawing.line(((one, other), (one - 26, other) if across else (one, other + 26)), width=2)
    for inset in (0, 5, 10):
        drawing.box(middle - 42 + inset, top + inset, 84 - 2 * inset, 62 - 2 * inset, fill=PAPER, round_=12)
    drawing.words((middle, top + 36), "coil", size=14, anchor="middle")


def _button(drawing: Drawing, name: str, column: str, y: float) -> None:
    left, right = BUTTON[column]
    drawing.box(left, y - 12, right - left, 24, fill=FILL, round_=12)
    if name in MAIN_BUTTONS:
        drawing.words(((left + right) / 2, y + 5), name.capitalize(), size=14, anchor="middle", bold=True)
        return
    token(drawing, name, (left + 14, y))
    drawing.words((left + 28, y + 5), name.capitalize(), size=14, bold=True)


def token(drawing: Drawing, colour: str, middle: Point) -> None:
    """A player's shape with the colour's letter."""
    x, y = middle
    fill, letter, ink = COLOURS[colour]
    shape = SHAPES[colour]
    foot = y + 4
    if shape.corners:
        drawing.polygon([_corner(middle, corner) for corner in shape.corners], fill=fill)
        foot += TOKEN * (sum(down for _, down in shape.corners) / len(shape.corners) - 50) / 100
    elif shape.hole:
        drawing.circle(middle, TOKEN / 2, fill=PAPER, edge=fill, width=3)
    else:
        drawing.circle(middle, TOKEN / 2, fill=fill, width=1.5)
    drawing.words((x, foot), letter, size=11, anchor="middle", bold=True, fill=ink)


def _corner(middle: Point, corner: tuple[int, int]) -> Point:
    return middle[0] + TOKEN * (corner[0] - 50) / 100, middle[1] + TOKEN * (corner[1] - 50) / 100
