"""The diagram of display, buttons and a reader on the header, with legend and notes."""

from __future__ import annotations

from collections.abc import Collection

from companion.config import Config
from docs.wiring import header, parts
from docs.wiring.drawing import Drawing
from docs.wiring.wires import ReaderModel, Wire, button_wires, display_wires, reader_wires

WIDTH = 464
LEGEND = (("5V", "5 V"), ("3V3", "3.3 V (3V3)"), ("GND", "ground (GND)"), ("signal", "signal"))
NOTES = (
    "Solder with the power off, and count the pins\ntwice: a wrong 5 V kills the Raspberry Pi.",
    "Displays and readers differ in the order of their\npins: go by the names printed on the board.",
    "A button's two legs are alike. The coloured ones\nare optional, each of them.",
)
LINE, PARAGRAPH = 19, 7


def draw(config: Config, kind: ReaderModel) -> str:
    """The diagram as SVG."""
    display, buttons, reader = display_wires(config), button_wires(config), reader_wires(config, kind)
    wires = (*display, *buttons, *reader)
    notes = (*kind.notes, *NOTES)
    foot = header.row(19) + 52
    height = foot + notes_height(notes)
    drawing = Drawing(WIDTH, height, f"Wiring with the reader {kind.heading}", describe(wires))
    drawing.words((12, 30), f"With the reader {kind.heading}", size=19, bold=True)
    drawing.words((12, 52), "The header of 40 pins, seen from above", size=14)
    header.draw_body(drawing, edge=1 if kind.bus == "spi" else 14)
    parts.buttons(drawing, buttons)
    parts.display(drawing, display)
    parts.reader(drawing, kind, reader)
    header.draw_pins(drawing, [wire.pin for wire in wires])
    draw_legend(drawing, header.row(13.5 if kind.bus == "spi" else 10.6), {wire.kind for wire in wires})
    draw_notes(drawing, foot, notes)
    return drawing.text()


def notes_height(notes: tuple[str, ...]) -> float:
    """The height of notes."""
    return LINE * sum(len(note.splitlines()) for note in notes) + PARAGRAPH * len(notes) - 8


def draw_notes(drawing: Drawing, foot: float, notes: tuple[str, ...]) -> None:
    """Draw notes with bullets, from this height down."""
    for note in notes:
        drawing.words((12, foot), "•", size=15)
        for words in note.splitlines():
            drawing.words((26, foot), words, size=15)
            foot += LINE
        foot += PARAGRAPH


def draw_legend(drawing: Drawing, top: float, shown: Collection[str], left: float = 282) -> None:
    """Draw the legend of these kinds of wires."""
    for number, (kind, words) in enumerate(each for each in LEGEND if each[0] in shown):
        at = top + 23 * number
        drawing.strand(((left, at), (left + 40, at)), kind)
        drawing.words((left + 50, at + 5), words, size=14)


def describe(wires: tuple[Wire, ...]) -> str:
    """The wires in words, for screen readers."""
    return "; ".join(
        f"{wire.part} {wire.terminal} to pin {wire.pin.position} ({wire.pin.name})"
        + (" through the divider" if wire.divided else "")
        for wire in wires
    )
