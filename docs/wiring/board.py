"""The picture of an RDM6300 from above: its pins, and the two resistors."""

from __future__ import annotations

from companion.config import Config
from docs.wiring.diagram import WIDTH, describe, draw_notes, notes_height
from docs.wiring.drawing import INK, PAPER, WIRES, Drawing, Point
from docs.wiring.header import RADIUS
from docs.wiring.parts import FILL, coil, plug, resistor, terminal, wire_name
from docs.wiring.wires import READERS, Wire, reader_wires

BOARD = (122, 92, 124, 288)
"""Left, top, width and height."""
PLUGS = (
    ("P2", "left", 132, ("ANT1", "ANT2")),
    ("P3", "left", 268, ("GND", "+5V", "LED")),
    ("P1", "right", 172, ("+5V", "GND", "free", "RX", "TX")),
)
"""Rows of pins: name, edge of the board, height of the first pin, and the pins from above."""
PITCH = 40
NODE, PIN = 330, 408
NOTES = (
    "The side with the large parts is up, the two\npins for the coil at the upper left.",
    "1 kΩ sits in the wire from TX to pin 10. 2 kΩ goes\nfrom its far end to ground, pin 14.",
    "RX, LED, the free pin and the second +5V and GND\n(P3) stay free.",
    "Where yours has another order, what is printed\nbeside its pins is right, and not this picture.",
)


def draw_board(config: Config) -> str:
    """The picture as SVG."""
    kind = READERS[0]
    wires = {wire.terminal: wire for wire in reader_wires(config, kind)}
    left, top, width, height = BOARD
    foot = top + height + 48
    drawing = Drawing(
        WIDTH, foot + notes_height(NOTES), f"{kind.heading} from above", describe((*wires.values(),))
    )
    drawing.words((12, 30), f"{kind.heading}, seen from above", size=19, bold=True)
    drawing.words((12, 52), "At the right the pins of the Raspberry Pi", size=14)
    drawing.box(left, top, width, height, fill=FILL, round_=6)
    drawing.words((PIN, top + 24), "Raspberry Pi", anchor="middle", size=14, bold=True)
    coil(drawing, ((left, 132), (left, 132 + PITCH)))
    for name, side, first, pins in PLUGS:
        for number, pin in enumerate(pins):
            at = (left if side == "left" else left + width, first + PITCH * number)
            if name == "P1" and pin in wires:
                _draw_wire(drawing, wires[pin], wires, at)
            else:
                inside, anchor = (10, "start") if side == "left" else (-10, "end")
                terminal(drawing, at, pin, inside, anchor)
        edge = left + 12 if side == "left" else left + width - 12
        drawing.words((edge, first - 20), name, anchor="start" if side == "left" else "end")
    draw_notes(drawing, foot, NOTES)
    return drawing.text()


def _draw_wire(drawing: Drawing, wire: Wire, wires: dict[str, Wire], at: Point) -> None:
    """A wire to its pin of the Raspberry Pi, with the divider if it has one."""
    y = at[1]
    if wire.divided:
        ground, above = wires["2 kΩ"], y - 2 * PITCH
        drawing.strand(((NODE, y), (NODE, y - PITCH)), wire.kind)
        drawing.wire(((NODE, y - PITCH), (NODE, above), (PIN, above)), ground.kind, wire_name(ground))
        _pin(drawing, ground, above)
    plug(drawing, wire, (at, (PIN, y)), inside=-10, anchor="end")
    _pin(drawing, wire, y)
    if wire.divided:
        drawing.circle((NODE, y), 4.5, fill=INK)
        resistor(drawing, ((at[0] + NODE) / 2, y), "1 kΩ")
        resistor(drawing, (NODE, y - PITCH), wires["2 kΩ"].terminal)


def _pin(drawing: Drawing, wire: Wire, y: float) -> None:
    """A wire's pin with its number and name."""
    drawing.circle((PIN, y), RADIUS, fill=WIRES[wire.kind][0])
    drawing.words(
        (PIN, y + 5), str(wire.pin.position), size=14, anchor="middle", bold=True, fill=PAPER, kind="pin"
    )
    drawing.words((PIN - 16, y - 8), wire.pin.name, anchor="end", halo=True)
