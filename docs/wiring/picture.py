"""One diagram: display, buttons and a reader on the header, with a legend and what must not be missed."""

from __future__ import annotations

from companion.config import Config
from docs.wiring import header, parts
from docs.wiring.drawing import Drawing
from docs.wiring.nets import Lead, ReaderModel, button_wires, display_wires, reader_wires

WIDTH = 448
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
    height = foot + LINE * sum(len(note.splitlines()) for note in notes) + PARAGRAPH * len(notes) - 8
    drawing = Drawing(WIDTH, height, f"Wiring with the reader {kind.heading}", _in_words(wires))
    drawing.words((12, 30), f"With the reader {kind.heading}", size=19, bold=True)
    drawing.words((12, 52), "The header of 40 pins, seen from above", size=14)
    header.draw_body(drawing)
    parts.buttons(drawing, buttons)
    parts.display(drawing, display)
    parts.reader(drawing, kind, reader)
    header.draw_pins(drawing, [wire.pin for wire in wires])
    _legend(drawing, kind)
    for note in notes:
        drawing.words((12, foot), "•", size=15)
        for words in note.splitlines():
            drawing.words((26, foot), words, size=15)
            foot += LINE
        foot += PARAGRAPH
    return drawing.text()


def _legend(drawing: Drawing, reader: ReaderModel) -> None:
    left, y = 282, header.row(10.6)
    kinds = [(kind, words) for kind, words in LEGEND if kind != "5V" or reader.supply == "5V"]
    for number, (kind, words) in enumerate(kinds):
        at = y + 23 * number
        drawing.strand(((left, at), (left + 40, at)), kind)
        drawing.words((left + 50, at + 5), words, size=14)


def _in_words(wires: tuple[Lead, ...]) -> str:
    """For who hears the picture instead of seeing it."""
    return "; ".join(
        f"{wire.part} {wire.terminal} to pin {wire.pin.position} ({wire.pin.name})"
        + (" through the divider" if wire.divided else "")
        for wire in wires
    )
