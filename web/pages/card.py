"""The card of an ended game: a picture to share, in the display's letters with pixels twice as large."""

from __future__ import annotations

from io import BytesIO
from textwrap import wrap
from typing import Literal

import msgspec
from PIL import Image, ImageDraw, ImageFont

from companion.language.letters import FONTS, fold
from companion.language.shapes import SHAPES

WIDE, HIGH = 600, 315
LARGER = 2
"""How many pixels of the picture a pixel of the drawing has in each direction."""
COLOURS = {
    "red": "#b3261e",
    "yellow": "#f2c117",
    "green": "#1f7a3a",
    "blue": "#1f56b0",
    "purple": "#7a2f96",
    "black": "#1c1c1c",
    "grey": "#667080",
}
"""The players', as pages have them by day."""
PAPER, EDGE, INK, SOFT, CUP = "#fffaf0", "#5b3a1e", "#2a2018", "#6a5642", "#d99a00"
MARGIN, COLUMN = 24, 258
"""Pixels that are left free around it; where the moments begin."""
TOP, BOTTOM = 98, HIGH - 14
"""Between which players and moments are spread."""
_FEW = 5
"""So many players stand in large letters."""
_HEADINGS = (32, 28, 24, 22, 20)
_MOMENTS = (20, 18, 16, 12)
_BESIDE, _GAP = 24, 6


class Line(msgspec.Struct, frozen=True):
    """A player's row. rank: 0 while it is not decided. note: said below the name, or empty."""

    colour: str
    name: str
    points: int
    rank: int = 0
    note: str = ""


class Card(msgspec.Struct, frozen=True):
    """What it shows, in one language. won: the winners' colours. moments: each with the colour that it is
    about, None for everybody's.
    """

    heading: str
    below: str
    won: tuple[str, ...]
    lines: tuple[Line, ...]
    moments: tuple[tuple[str | None, str], ...]


def png(card: Card) -> bytes:
    """The card as a PNG."""
    image = Image.new("RGB", (WIDE, HIGH), PAPER)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    pen.rectangle((0, 0, WIDE - 1, HIGH - 1), outline=EDGE, width=6)
    _trophy(pen, MARGIN, 24)
    x = MARGIN + 56
    for colour in card.won:
        _shape(pen, colour, x, 28, 30)
        x += 38
    _say(pen, card.heading, (x, 26), _fitting(card.heading, WIDE - MARGIN - x), "bold")
    _say(pen, card.below, (MARGIN + 56, 66), 16, colour=SOFT)
    pen.line((MARGIN, 94, WIDE - MARGIN, 94), EDGE, 2)
    size = 20 if len(card.lines) <= _FEW else 16
    row = (BOTTOM - TOP) / max(1, len(card.lines))
    for at, line in enumerate(card.lines):
        high = size + (12 if line.note else 0)
        _player(pen, line, int(TOP + (at + 0.5) * row - high / 2), size)
    _remembered(pen, card.moments)
    found = BytesIO()
    image.resize((WIDE * LARGER, HIGH * LARGER), Image.Resampling.NEAREST).save(found, "PNG", optimize=True)
    return found.getvalue()


def _player(pen: ImageDraw.ImageDraw, line: Line, y: int, size: int) -> None:
    """size: of the letters; the note stands below them."""
    if line.rank:
        _say(pen, f"{line.rank}.", (MARGIN, y), size, colour=SOFT)
    _shape(pen, line.colour, MARGIN + 26, y, size)
    _say(pen, line.name, (MARGIN + 54, y), size)
    _say(pen, line.note, (MARGIN + 54, y + size), 12, colour=SOFT)
    points = str(line.points)
    _say(pen, points, (COLUMN - 20 - len(points) * size // 2, y), size, "bold")


def _remembered(pen: ImageDraw.ImageDraw, moments: tuple[tuple[str | None, str], ...]) -> None:
    """The moments spread below one another, in the largest letters in which all have room."""
    for size in _MOMENTS:
        wide = int((WIDE - MARGIN - COLUMN - _BESIDE) // _font(size).getlength(" "))
        wrapped = [(colour, wrap(fold(said), wide)) for colour, said in moments]
        gap = (BOTTOM - TOP - sum(len(rows) * (size + 2) for _, rows in wrapped)) // (len(wrapped) or 1)
        if gap >= _GAP:
            break
    y = TOP + gap // 2
    for colour, rows in wrapped:
        if colour is not None:
            _shape(pen, colour, COLUMN, y + 2, size - 4)
        for row in rows:
            _say(pen, row, (COLUMN + _BESIDE, y), size)
            y += size + 2
        y += gap


def _fitting(said: str, room: int) -> int:
    """The largest size in which a heading has room, at least the smallest."""
    fits = (size for size in _HEADINGS if len(fold(said)) * size // 2 <= room)
    return next(fits, _HEADINGS[-1])


def _say(
    pen: ImageDraw.ImageDraw,
    said: str,
    at: tuple[int, int],
    size: int,
    weight: Literal["normal", "bold"] = "normal",
    colour: str = INK,
) -> None:
    pen.text(at, fold(said), fill=colour, font=_font(size, weight))


def _font(size: int, weight: Literal["normal", "bold"] = "normal") -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"terminus-{weight}.otb", size, layout_engine=ImageFont.Layout.BASIC)


def _shape(pen: ImageDraw.ImageDraw, colour: str, x: int, y: int, size: int) -> None:
    outline, fill = SHAPES[colour], COLOURS[colour]
    if outline.corners:
        pen.polygon(
            [(x + size * right // 100, y + size * down // 100) for right, down in outline.corners], fill
        )
    elif outline.hole:
        pen.ellipse((x, y, x + size, y + size), outline=fill, width=size // 5)
    else:
        pen.ellipse((x, y, x + size, y + size), fill)


def _trophy(pen: ImageDraw.ImageDraw, x: int, y: int) -> None:
    """A cup with two handles on a foot, 42 pixels wide and 58 high."""
    for left in (0, 24):
        pen.ellipse((x + left, y + 4, x + left + 18, y + 24), outline=CUP, width=4)
    pen.rectangle((x + 8, y, x + 34, y + 16), CUP)
    pen.pieslice((x + 8, y, x + 34, y + 34), 0, 180, CUP)
    pen.rectangle((x + 19, y + 32, x + 23, y + 46), CUP)
    pen.rectangle((x + 9, y + 46, x + 33, y + 54), CUP)
