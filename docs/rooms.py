"""Draws the rooms of the program from import-linter's contract: `make rooms`."""

from __future__ import annotations

import ast
import re
import textwrap
import tomllib
from pathlib import Path

from docs.wiring.drawing import Drawing

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "pictures" / "rooms.svg"
WIDTH, GAP, RIM = 880.0, 12.0, 16.0
LINE, HEAD = 17.0, 26.0
LETTER = 6.6
"""Pixels of a letter of the small words, roughly."""
FILLS = ("#fbf3e2", "#f3e9d6", "#e7f0df", "#dfe9f5")
"""From the edge down to the core."""


def layers() -> list[list[str]]:
    """The layers from the top down, each with its rooms."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    rooms = next(each["layers"] for each in contracts if each["id"] == "rooms")
    return [re.split(r" [|:] ", layer) for layer in rooms]


def purpose(room: str) -> str:
    """The first sentence of the room's docstring."""
    path = ROOT / room.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    words = " ".join((ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").split())
    return re.split(r"(?<=[.:;]) ", words)[0].rstrip(".:;")


def picture() -> str:
    """The rooms as SVG."""
    rows = []
    for rooms in layers():
        wide = (WIDTH - 2 * RIM - GAP * (len(rooms) - 1)) / len(rooms)
        texts = [textwrap.wrap(purpose(room), int((wide - 2 * RIM) / LETTER)) for room in rooms]
        rows.append((rooms, wide, texts, HEAD + LINE * max(map(len, texts)) + 8))
    height = sum(row[3] + GAP for row in rows) + 2 * RIM
    drawing = Drawing(
        WIDTH, height, "The rooms", "Each room imports what is drawn below it, nothing above or beside it."
    )
    y = RIM
    for number, (rooms, wide, texts, high) in enumerate(rows):
        fill = FILLS[number * len(FILLS) // len(rows)]
        for place, (room, lines) in enumerate(zip(rooms, texts, strict=True)):
            x = RIM + place * (wide + GAP)
            drawing.box(x, y, wide, high, fill=fill, round_=8)
            drawing.words((x + 12, y + 20), room.replace(".", "/"), size=15, bold=True)
            for at, line in enumerate(lines):
                drawing.words((x + 12, y + HEAD + LINE * (at + 0.75)), line, size=12.5)
        y += high + GAP
    return drawing.text()


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
