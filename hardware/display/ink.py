"""Bitmaps: signs from the text pictures in `signs/`, letters from the font. All are cached."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

import msgspec
from PIL import Image, ImageDraw, ImageFont

from companion.language.letters import FONTS
from companion.language.signs import sign_rows

LETTERS = (32, 28, 24, 22, 20, 16, 12)
"""The heights in which the font has letters half as wide."""
DIGITS = ("digits", 7)
"""The ten narrow figures for cells, with a column between them."""
LOW = "▬"
"""A player's shape that the font has at the foot; it is drawn in the middle."""


class Ink(msgspec.Struct, frozen=True):
    """A bitmap in pixels. rows: from the top, the highest of `width` bits is the leftmost pixel."""

    width: int
    height: int
    rows: tuple[int, ...]


class Canvas:
    """A bitmap to draw on. Ink beyond its edges is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.rows = [0] * height

    def put(self, ink: Ink, x: int, y: int) -> None:
        """Draw ink with its upper left pixel at `x`, `y`."""
        shift = self.width - x - ink.width
        for at, row in enumerate(ink.rows[max(0, -y) : len(self.rows) - y], start=max(0, y)):
            self.rows[at] |= row << shift if shift >= 0 else row >> -shift

    def fill(self, x: int, y: int, width: int, height: int) -> None:
        """Light a rectangle."""
        self.put(block(width, height), x, y)

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Invert a rectangle."""
        lit = ((1 << width) - 1) << (self.width - x - width)
        for at in range(y, y + height):
            self.rows[at] ^= lit

    def ink(self) -> Ink:
        """The bitmap so far."""
        return Ink(self.width, len(self.rows), tuple(self.rows))


@cache
def block(width: int, height: int) -> Ink:
    """A lit rectangle."""
    return Ink(width, height, ((1 << width) - 1,) * height)


@cache
def sign(name: str, height: int) -> Ink:
    """The sign in the size that `sign_rows` has for this height. Raises `KeyError` for an unknown name."""
    rows = sign_rows(name, height)
    return Ink(
        len(rows[0]), len(rows), tuple([int(row.replace("#", "1").replace(".", "0"), 2) for row in rows])
    )


@cache
def number(value: int) -> Ink:
    """A number in narrow figures, for a cell."""
    digits = sign(*DIGITS)
    every = Canvas(4 * len(str(value)) - 1, digits.height)
    for place, digit in enumerate(str(value)):
        column = digits.width - 3 - 4 * int(digit)
        every.put(Ink(3, digits.height, tuple([row >> column & 0b111 for row in digits.rows])), 4 * place, 0)
    return every.ink()


@lru_cache(maxsize=256)
def letters(text: str, size: int) -> Ink:
    """Letters in one of the sizes of `LETTERS`; those above the smallest are bold and cropped to be
    centred.
    """
    width = len(text) * size // 2
    if not text.strip():
        return Ink(width, 1, (0,))
    image = Image.new("1", (width, size))
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    write(pen, text, (0, 0), "normal" if size == LETTERS[-1] else "bold", size)
    row, bits = -(-width // 8), image.tobytes()
    spare = 8 * row - width
    rows = tuple([int.from_bytes(bits[at : at + row]) >> spare for at in range(0, len(bits), row)])
    if size == LETTERS[-1]:
        return Ink(width, size, rows)
    lit = [at for at, each in enumerate(rows) if each]
    return Ink(width, lit[-1] + 1 - lit[0], rows[lit[0] : lit[-1] + 1])


def write(
    pen: ImageDraw.ImageDraw, text: str, at: tuple[int, int], weight: Literal["normal", "bold"], size: int
) -> None:
    """Draw folded text in one of the sizes of `LETTERS`, with its upper left corner at `at`."""
    x, y = at
    letters = font(weight, size)
    pen.text(at, text.replace(LOW, " "), fill=255, font=letters)
    for place, letter in enumerate(text):
        if letter == LOW:
            pen.text((x + place * size // 2, y - size // 4), LOW, fill=255, font=letters)


@lru_cache(maxsize=2)
def font(weight: Literal["normal", "bold"], size: int) -> ImageFont.FreeTypeFont:
    """The display's font in one of the sizes of `LETTERS`. Only two are cached, as each keeps its file
    in memory.
    """
    path = FONTS / f"terminus-{weight}.otb"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
