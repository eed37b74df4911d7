"""Draws the header: forty numbered pins, seen from above."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docs.wiring.drawing import INK, PAPER, WIRES, Drawing, Point
from docs.wiring.wires import side
from hardware.header import HEADER, HeaderPin

TOP, PITCH = 172, 34
LEFT, RIGHT = 202, 238
RADIUS = 12
BODY = (183, 257)


def row(number: float) -> float:
    """The height of a row, 0 to 19 from above; 8.5 is between two rows."""
    return TOP + PITCH * number


def at(pin: HeaderPin) -> Point:
    """The middle of a pin."""
    return (LEFT if side(pin) == "left" else RIGHT), row((pin.position - 1) // 2)


def draw_body(drawing: Drawing, edge: float = 14) -> None:
    """Draw what is under the wires. edge: the row of the label "edge of the board"."""
    drawing.box(BODY[0], row(-0.6), BODY[1] - BODY[0], PITCH * 20.2, fill="#dfe3e0", round_=6)
    middle = (BODY[0] + BODY[1]) / 2
    drawing.words((middle, row(-1.55)), "Raspberry Pi", anchor="middle", size=14, bold=True)
    drawing.words((middle, row(-1.1)), "end with the card", anchor="middle")
    drawing.words((BODY[1] + 8, row(edge) + 5), "edge of the board")


def draw_pins(drawing: Drawing, wired: Iterable[HeaderPin]) -> None:
    """Draw the pins with their numbers: wired ones filled, pin 1 square."""
    kinds: Mapping[int, str] = {pin.position: "signal" if pin.gpio is not None else pin.name for pin in wired}
    for pin in HEADER:
        x, y = at(pin)
        kind = kinds.get(pin.position)
        fill = WIRES[kind][0] if kind else PAPER
        edge = INK if kind else "#8a8f8c"
        if pin.position == 1:
            drawing.box(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS, fill=fill, edge=edge)
        else:
            drawing.circle((x, y), RADIUS, fill=fill, edge=edge)
        ink = PAPER if kind else "#5c615e"
        drawing.words(
            (x, y + 5), str(pin.position), size=14, anchor="middle", bold=bool(kind), fill=ink, kind="pin"
        )


def name_wire(drawing: Drawing, pin: HeaderPin, function: str = "") -> None:
    """Draw a pin's name above its wire. function: the pin's function, if any."""
    words = f"{pin.name} {function}".rstrip()
    y = at(pin)[1] - 12
    if side(pin) == "left":
        drawing.words((BODY[0] - 5, y), words, anchor="end", halo=True)
    else:
        drawing.words((BODY[1] + 5, y), words, halo=True)
