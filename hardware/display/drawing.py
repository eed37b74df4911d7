"""From words to pixels: the picture of a frame, 128x64, lit pixels white. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PIL import Image, ImageChops, ImageDraw

from companion.language.letters import fold
from companion.language.picture import Picture
from companion.parts import Frame
from hardware.display.bands import HIGH, WIDE, drawn, parts
from hardware.display.ink import LETTERS, write

SIZE = (128, 64)
ROW = 16
"""Pixels from one row of text to the next: two of the controller's pages."""
TEXT = 12
"""The height of a letter; it is half as wide."""
CODE = 64
"""The side of the lit ground that a QR code stands on."""
PLACES = (
    (1, 2), (2, 3), (0, 1), (2, 1), (0, 3), (1, 4), (1, 0), (2, 2), (0, 2), (2, 4), (0, 0), (2, 0), (0, 4),
    (1, 3), (1, 1),
)  # fmt: skip
"""Where the picture may stand, by `Frame.shift`: 126 of 128 columns and 12 of a row's 16 are used, so
that it can move 2 pixels across and 4 down and nothing is cut off. The first is the usual place."""
LIT = 255
Drawn = Callable[[str, int], Image.Image | None]
"""What makes codes; it is brought in for the first one that is shown."""


def draw(frame: Frame) -> Image.Image:
    """Draw a frame as an image of mode "1". A text that the layout made too long runs out at the right."""
    image = _words(frame) if frame.picture is None else _picture(frame, frame.picture)
    if frame.blink:
        _, y = PLACES[frame.shift % len(PLACES)]
        last = (0 if frame.qr is None else CODE, y + 3 * ROW - 1, *SIZE)
        image.paste(ImageChops.invert(image.crop(last)), last)
    return image


def _words(frame: Frame) -> Image.Image:
    image = Image.new("1", SIZE)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    x, y = PLACES[frame.shift % len(PLACES)]
    left = x
    if frame.qr is not None:
        image.paste(_code(frame.qr, x, y), (0, 0))
        left = x + CODE + 2
    first = 1
    if frame.large and frame.qr is None:
        _large(pen, frame.title, x, y)
        first = 2
    elif frame.title:
        _write(pen, frame.title, left, y, "bold")
        _under(pen, frame, left, y + TEXT + 1)
    last = 3 if frame.hint else 4
    for row, line in enumerate(frame.lines[: last - first], start=first):
        _write(pen, line, left, y + row * ROW, "normal")
    if frame.hint:
        _write(pen, frame.hint, left, y + 3 * ROW, "normal")
    return image


def _picture(frame: Frame, picture: Picture[str]) -> Image.Image:
    x, y = PLACES[frame.shift % len(PLACES)]
    rows = [0] * SIZE[1]
    rows[y : y + HIGH] = drawn(picture, frame.hint, frame.place)
    left = SIZE[0] - WIDE - x
    return Image.frombytes("1", SIZE, b"".join([(row << left).to_bytes(SIZE[0] // 8) for row in rows]))


def _under(pen: ImageDraw.ImageDraw, frame: Frame, x: int, y: int) -> None:
    """Underline a title; where Select walks through several, with a part for each, the present one thick."""
    if frame.place is None or frame.qr is not None:
        pen.line(((x, y), (x + (59 if frame.qr is not None else WIDE - 1), y)), fill=LIT)
        return
    shown, of = frame.place
    for number, (begin, end) in enumerate(parts(of), 1):
        thick = number == shown
        pen.rectangle(((x + begin, y - thick), (x + end, y + thick)), fill=LIT)


def _write(pen: ImageDraw.ImageDraw, text: str, x: int, y: int, weight: Literal["normal", "bold"]) -> None:
    write(pen, fold(text), (x, y), weight, TEXT)


def _large(pen: ImageDraw.ImageDraw, title: str, x: int, y: int) -> None:
    """Write over the two upper rows, in the middle, in the largest letters that fit."""
    words = fold(title)
    size = next((each for each in LETTERS if len(words) * each // 2 <= WIDE), TEXT)
    left = x + (WIDE - len(words) * size // 2) // 2
    write(pen, words, (left, y + (2 * ROW - size) // 2), "bold", size)


def _code(content: str, x: int, y: int) -> Image.Image:
    """Draw a code, dark modules on lit ground, moved within its ground."""
    ground = Image.new("1", (CODE, CODE), LIT)
    from hardware.display.qr import matrix  # with the library for codes

    modules = matrix(content, CODE)
    if modules is None:
        return ground
    spare = CODE - modules.width
    ground.paste(modules, (spare // 2 + x - 1, spare // 2 + min(max(y - 2, -1), 1)))
    return ground
