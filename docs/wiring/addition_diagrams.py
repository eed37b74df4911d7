"""The diagrams of lamps, a strip and a buzzer, each on a header of its own."""

from __future__ import annotations

from collections.abc import Sequence

from companion.config import Config
from docs.wiring import header
from docs.wiring.additions import ADDITIONS, LAMP_NOTES, LEDS, Addition, lamp_wires
from docs.wiring.diagram import WIDTH, describe, draw_legend, draw_notes, notes_height
from docs.wiring.drawing import INK, WIRES, Drawing, Point
from docs.wiring.parts import FILL, across, plug, plug_across, resistor, terminal, token, wire_name
from docs.wiring.wires import Wire, side
from hardware.lamps.colours import LIGHT

BOX = (362, 452)
LAMP = (360, 440)
RAIL = 452
RESISTOR_X = 322
"""The middle of a resistor or diode in a wire."""
NOTES = ("Work with the power off, and count the pins\ntwice: a wrong 5 V kills the Raspberry Pi.",)


def pictures(config: Config) -> dict[str, str]:
    """Every diagram as SVG, by name."""
    return {"lamps": draw_lamps(config)} | {each.name: draw_addition(each) for each in ADDITIONS}


def draw_lamps(config: Config) -> str:
    """A lamp on a pin for every colour of the configuration."""
    wires = lamp_wires(config)
    drawing, foot = _begin("lamps on pins", wires, LAMP_NOTES)
    for wire in (each for each in wires if each.terminal == "ground"):
        y, end = _height(_lamp(wires, wire.part)), header.at(wire.pin)
        drawing.wire(((LAMP[1], y), (RAIL, y), (RAIL, end[1]), end), wire.kind, wire_name(wire))
    for wire in (each for each in wires if each.terminal == "lamp"):
        y = _height(wire)
        drawing.circle((RAIL, y), 3.5, fill=WIRES["GND"][0])
        if side(wire.pin) == "left":
            across(drawing, wire, (LAMP[0], y), words_at=-13)
        else:
            drawing.wire(((LAMP[0], y), header.at(wire.pin)), wire.kind, wire_name(wire))
            header.name_wire(drawing, wire.pin)
        resistor(drawing, (RESISTOR_X, y), f"{LEDS[wire.part].ohms} Ω")
        drawing.box(LAMP[0], y - 12, LAMP[1] - LAMP[0], 24, fill=FILL, round_=12)
        token(drawing, wire.part, (LAMP[0] + 14, y))
        drawing.words((LAMP[0] + 28, y + 5), wire.part.capitalize(), size=14, bold=True)
    ground = wires[1].pin
    header.name_wire(drawing, ground)
    drawing.circle((RAIL, header.at(ground)[1]), 3.5, fill=WIRES["GND"][0])
    return _finish(drawing, wires, foot, LAMP_NOTES)


def draw_addition(addition: Addition) -> str:
    """A strip or a buzzer."""
    wires = addition.wires()
    drawing, foot = _begin(addition.heading, wires, addition.notes)
    (_buzzer if addition.name == "buzzer" else _strip)(drawing, addition, wires)
    return _finish(drawing, wires, foot, addition.notes)


def _begin(heading: str, wires: tuple[Wire, ...], notes: tuple[str, ...]) -> tuple[Drawing, float]:
    foot = header.row(19) + 52
    height = foot + notes_height((*notes, *NOTES))
    drawing = Drawing(WIDTH, height, f"Wiring of {heading}", describe(wires))
    drawing.words((12, 30), heading[0].upper() + heading[1:], size=19, bold=True)
    drawing.words((12, 52), "Beside what the other diagrams show", size=14)
    header.draw_body(drawing, edge=13 if len(wires) < 9 else 16.5)
    return drawing, foot


def _finish(drawing: Drawing, wires: tuple[Wire, ...], foot: float, notes: tuple[str, ...]) -> str:
    header.draw_pins(drawing, [wire.pin for wire in wires])
    draw_legend(drawing, header.row(5), {wire.kind for wire in wires}, left=12)
    draw_notes(drawing, foot, (*notes, *NOTES))
    return drawing.text()


def _lamp(wires: Sequence[Wire], colour: str) -> Wire:
    return next(each for each in wires if (each.part, each.terminal) == (colour, "lamp"))


def _height(wire: Wire) -> float:
    """The height of a wire: beside its pin, or between two rows if it crosses the header."""
    y = header.at(wire.pin)[1]
    return y if side(wire.pin) == "right" else y + header.PITCH / 2


def _strip(drawing: Drawing, addition: Addition, wires: tuple[Wire, ...]) -> None:
    left, right = BOX
    heights = {wire.terminal: _height(wire) for wire in wires}
    top, bottom = min(heights.values()) - 70, max(heights.values()) + 24
    drawing.box(left, top, right - left, bottom - top, fill=FILL, round_=6)
    for number, words in enumerate(addition.title):
        drawing.words((left + 12, top + 22 + 18 * number), words, size=15, bold=True)
    first, middle = header.row(1.9), (left + right) / 2
    for number, light in enumerate(LIGHT.values()):
        top = first + 31 * number
        if number:
            drawing.line(((middle, top - 9), (middle, top)), width=3)
        fill = f"#{bytes(light).hex()}"
        drawing.box(middle - 11, top, 22, 22, fill=fill, round_=3, kind="pixel")
    for wire, (_, _, component) in zip(wires, addition.terminals, strict=True):
        y = heights[wire.terminal]
        if side(wire.pin) == "left":
            plug_across(drawing, wire, (left, y), words_at=24 if component else 18)
        else:
            plug(drawing, wire, ((left, y), header.at(wire.pin)), inside=10)
            header.name_wire(drawing, wire.pin)
        if component == "diode":
            _diode(drawing, (RESISTOR_X, y), "1N4001")
        elif component:
            resistor(drawing, (RESISTOR_X, y), component)


def _buzzer(drawing: Drawing, addition: Addition, wires: tuple[Wire, ...]) -> None:
    left, right = BOX
    middle = (left + right) / 2
    plus, base, emitter = wires
    top, round_at = header.at(plus.pin)[1], header.row(2.35)
    collector, beside = header.row(4.2), BOX[0] - 18
    drawing.strand(((beside, top), (beside, header.row(3.6)), (middle, header.row(3.6))), "signal")
    drawing.strand(((middle, round_at), (middle, collector)), "signal")
    drawing.wire(((middle, round_at - 28), (middle, top), header.at(plus.pin)), plus.kind, wire_name(plus))
    header.name_wire(drawing, plus.pin)
    for at in ((beside, top), (middle, header.row(3.6))):
        drawing.circle(at, 4.5, fill=INK)
    _diode(drawing, (beside, header.row(2.4)), "1N4148", upright=True)
    drawing.circle((middle, round_at), 32, fill=FILL)
    drawing.words((middle, round_at + 5), "Buzzer", size=14, anchor="middle", bold=True)
    terminal(drawing, (middle, round_at - 32), "+", 8, down=-5)
    bottom = header.at(emitter.pin)[1] + 24
    drawing.box(left, collector, right - left, bottom - collector, fill=FILL, round_=6)
    terminal(drawing, (middle, collector), "C", 8, down=-5)
    for number, words in enumerate(("Transistor", *addition.title)):
        drawing.words((left + 12, header.row(6.4) + 19 * number), words, size=14, bold=number > 0)
    for wire in (base, emitter):
        y = header.at(wire.pin)[1]
        plug(drawing, wire, ((left, y), header.at(wire.pin)), inside=10)
        header.name_wire(drawing, wire.pin)
    resistor(drawing, (RESISTOR_X, header.at(base.pin)[1]), addition.terminals[1][2])


def _diode(drawing: Drawing, middle: Point, name: str, *, upright: bool = False) -> None:
    """A diode, its ring to the right, or above."""
    x, y = middle
    if upright:
        drawing.polygon(((x - 8, y + 7), (x + 8, y + 7), (x, y - 7)), fill=INK)
        drawing.line(((x - 9, y - 8), (x + 9, y - 8)), width=4)
        drawing.words((x - 14, y + 5), name, size=13, anchor="end", bold=True)
        return
    drawing.polygon(((x - 7, y - 8), (x - 7, y + 8), (x + 7, y)), fill=INK)
    drawing.line(((x + 8, y - 9), (x + 8, y + 9)), width=4)
    drawing.words((x, y + 25), name, size=13, anchor="middle", bold=True)
