"""Draws a frame as a picture of 128x64. Pure."""

from __future__ import annotations

from typing import Literal

from PIL import Image, ImageChops, ImageDraw

from companion.language.letters import fold
from companion.language.picture import Picture
from companion.parts import Frame
from hardware.display.bands import PICTURE_HEIGHT, PICTURE_WIDTH, picture_rows, segments
from hardware.display.ink import LETTERS, write

SIZE = (128, 64)
ROW_HEIGHT = 16
"""Pixels from one row of text to the next: two of the controller's pages."""
TEXT_HEIGHT = 12
"""The height of a letter in pixels; it is half as wide."""
CODE_SIDE = 64
"""The side in pixels of a QR code's lit ground."""
OFFSETS = (
    (1, 2), (2, 3), (0, 1), (2, 1), (0, 3), (1, 4), (1, 0), (2, 2), (0, 2), (2, 4), (0, 0), (2, 0), (0, 4),
    (1, 3), (1, 1),
)  # fmt: skip
"""The picture's offsets by `Frame.shift`, the first is the usual one: 126 of 128 columns and 12 of a row's 16
are
used, so it can move by 2 pixels across and by 4 down."""
LIT = 255


def draw(frame: Frame) -> Image.Image:
    """Draw a frame as an image of mode "1". Texts that are too long are cut off at the right."""
    image = _words(frame) if frame.picture is None else _picture(frame, frame.picture)
    if frame.blink:
        _, y = OFFSETS[frame.shift % len(OFFSETS)]
        last = (0 if frame.qr is None else CODE_SIDE, y + 3 * ROW_HEIGHT - 1, *SIZE)
        image.paste(ImageChops.invert(image.crop(last)), last)
    return image


def _words(frame: Frame) -> Image.Image:
    image = Image.new("1", SIZE)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    x, y = OFFSETS[frame.shift % len(OFFSETS)]
    left = x
    if frame.qr is not None:
        image.paste(_code(frame.qr, x, y), (0, 0))
        left = x + CODE_SIDE + 2
    first = 1
    if frame.large and frame.qr is None:
        _large(pen, frame.title, x, y)
        first = 2
    elif frame.title:
        _write(pen, frame.title, left, y, "bold")
        _underline(pen, frame, left, y + TEXT_HEIGHT + 1)
    last = 3 if frame.hint else 4
    for row, line in enumerate(frame.lines[: last - first], start=first):
        _write(pen, line, left, y + row * ROW_HEIGHT, "normal")
    if frame.hint:
        _write(pen, frame.hint, left, y + 3 * ROW_HEIGHT, "normal")
    return image


def _picture(frame: Frame, picture: Picture[str]) -> Image.Image:
    x, y = OFFSETS[frame.shift % len(OFFSETS)]
    rows = [0] * SIZE[1]
    rows[y : y + PICTURE_HEIGHT] = picture_rows(picture, frame.hint, frame.position)
    left = SIZE[0] - PICTURE_WIDTH - x
    return Image.frombytes("1", SIZE, b"".join([(row << left).to_bytes(SIZE[0] // 8) for row in rows]))


def _underline(pen: ImageDraw.ImageDraw, frame: Frame, x: int, y: int) -> None:
    """Underline a title; of several pages with a segment each, the present one thick."""
    if frame.position is None or frame.qr is not None:
        pen.line(((x, y), (x + (59 if frame.qr is not None else PICTURE_WIDTH - 1), y)), fill=LIT)
        return
    shown, of = frame.position
    for number, (begin, end) in enumerate(segments(of), 1):
        thick = number == shown
        pen.rectangle(((x + begin, y - thick), (x + end, y + thick)), fill=LIT)


def _write(pen: ImageDraw.ImageDraw, text: str, x: int, y: int, weight: Literal["normal", "bold"]) -> None:
    write(pen, fold(text), (x, y), weight, TEXT_HEIGHT)


def _large(pen: ImageDraw.ImageDraw, title: str, x: int, y: int) -> None:
    """Write across the two upper rows, centred, in the largest letters that fit."""
    words = fold(title)
    size = next((each for each in LETTERS if len(words) * each // 2 <= PICTURE_WIDTH), TEXT_HEIGHT)
    left = x + (PICTURE_WIDTH - len(words) * size // 2) // 2
    write(pen, words, (left, y + (2 * ROW_HEIGHT - size) // 2), "bold", size)


def _code(content: str, x: int, y: int) -> Image.Image:
    """Draw a code, dark modules on lit ground, shifted within its ground."""
    ground = Image.new("1", (CODE_SIDE, CODE_SIDE), LIT)
    from hardware.display.qr import matrix  # with the library for codes

    modules = matrix(content, CODE_SIDE)
    if modules is None:
        return ground
    spare = CODE_SIDE - modules.width
    ground.paste(modules, (spare // 2 + x - 1, spare // 2 + min(max(y - 2, -1), 1)))
    return ground
