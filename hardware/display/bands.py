"""Lays out a picture's bands: positions and sizes of marks and letters. Pure."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

import msgspec

from companion.language.letters import fold
from companion.language.picture import (
    Answers,
    Band,
    Bar,
    Cells,
    Counts,
    Dots,
    Figure,
    Mark,
    Picture,
    Positions,
    Row,
    Shape,
    Sign,
    Table,
    Words,
)
from hardware.display.ink import LETTERS, Canvas, Ink, letters
from hardware.display.marks import (
    CELL_WIDTH,
    SMALL,
    cell_rows,
    draw_answers,
    draw_bar,
    draw_cells,
    draw_counts,
    draw_dots,
    draw_positions,
    draw_row,
    draw_shape,
    draw_sign,
    draw_table,
)  # fmt: skip

PICTURE_WIDTH = 126
"""Pixels across."""
PICTURE_HEIGHT = 60
"""Pixels down."""
HEIGHTS = {"small": SMALL, "middle": 24, "large": 34, "whole": 48}
GAP = 3
"""Pixels between two marks."""
FIGURE = 32
"""The height of letters with figures of 20 pixels, which shrink last."""


_STRETCHING = Bar | Cells | Counts | Dots | Row
"""Marks that fill the room that others leave."""


class Placement(msgspec.Struct, frozen=True):
    """A mark's ink, and the position of its upper left pixel in the band."""

    x: int
    y: int
    ink: Ink


@lru_cache(maxsize=16)
def picture_rows(picture: Picture[str], hint: str, place: tuple[int, int] | None = None) -> tuple[int, ...]:
    """A picture's rows from the top, of `PICTURE_WIDTH` bits each, with the hint as its last band.

    place: the page's number and the number of pages, drawn beside the hint as dots.
    """
    heights = [HEIGHTS[band.height] for band in picture.bands]
    places = band_tops((*heights, SMALL) if hint else tuple(heights))
    canvas = Canvas(PICTURE_WIDTH, PICTURE_HEIGHT)
    for y, band in zip(places, picture.bands, strict=False):
        canvas.put(_band(band), 0, y)
    if hint:
        ink = letters(fold(hint), SMALL)
        canvas.put(ink, 0, places[-1])
        dots = None if place is None else page_dots(*place, PICTURE_WIDTH - ink.width - 2 * GAP)
        if dots is not None:
            canvas.put(dots, PICTURE_WIDTH - dots.width, places[-1])
    return tuple(canvas.rows)


@cache
def segments(of: int) -> tuple[tuple[int, int], ...]:
    """The first and the last column of each of `of` segments of a line, with gaps between them."""
    ends = [(at * (PICTURE_WIDTH + 2) // of, (at + 1) * (PICTURE_WIDTH + 2) // of - 3) for at in range(of)]
    return tuple([(begin, max(begin, end)) for begin, end in ends])


@cache
def page_dots(shown: int, of: int, room: int) -> Ink | None:
    """A dot for each page, a tall one for the shown one; None where they do not fit."""
    step = next((step for step in (6, 5, 4, 3) if of * step - 2 <= room), None)
    if step is None:
        return None
    wide = step - 2
    canvas = Canvas(of * step - 2, SMALL)
    for number in range(1, of + 1):
        high = 8 if number == shown else 2
        canvas.fill((number - 1) * step, (SMALL - high) // 2, wide, high)
    return canvas.ink()


@cache
def band_tops(heights: tuple[int, ...]) -> tuple[int, ...]:
    """The tops of bands of these heights, spread evenly from top to bottom."""
    free, gaps = PICTURE_HEIGHT - sum(heights), len(heights) - 1
    return tuple([sum(heights[:at]) + (free * at // gaps if gaps else free // 2) for at in range(gaps + 1)])


@lru_cache(maxsize=32)
def _band(band: Band[str]) -> Ink:
    canvas = Canvas(PICTURE_WIDTH, HEIGHTS[band.height])
    for placement in placements(band):
        canvas.put(placement.ink, placement.x, placement.y)
    return canvas.ink()


def placements(band: Band[str]) -> tuple[Placement, ...]:
    """Each mark's position, left to right. Words that do not fit are cut off at the right."""
    height = HEIGHTS[band.height]
    inks = _inks(band, height)
    at, x = [], 0
    for ink in inks[: len(band.left)]:
        at.append(x)
        x += ink.width + GAP
    right = inks[len(band.left) :]
    x = max(x, PICTURE_WIDTH - sum([ink.width for ink in right]) - GAP * (len(right) - 1))
    for ink in right:
        at.append(x)
        x += ink.width + GAP
    return tuple([Placement(x, (height - ink.height) // 2, ink) for x, ink in zip(at, inks, strict=True)])


def _inks(band: Band[str], height: int) -> list[Ink]:
    """Each mark's ink: fixed sizes first, then words, then marks that fill the room.

    Signs shrink before shapes, and shapes before a figure.
    """
    marks = (*band.left, *band.right)
    least = sum([_minimum_width(mark, height) for mark in marks if isinstance(mark, _STRETCHING)])
    room = PICTURE_WIDTH - GAP * (len(marks) - 1) - least
    words = {at: mark for at, mark in enumerate(marks) if isinstance(mark, Words | Figure)}
    most = max([len(mark.variants) for mark in words.values() if isinstance(mark, Words)], default=1)
    for fewer, lowest, small in product(range(most), (FIGURE, SMALL), range(3)):
        found = _fixed_inks(marks, height, small)
        left = room - sum([ink.width for ink in found.values()])
        texts = (
            _fit_texts({at: _text(mark, fewer) for at, mark in words.items()}, left, height, lowest)
            if words
            else {}
        )
        if texts is not None:
            break
    else:
        texts = {at: letters(_text(mark, -1).letters, SMALL) for at, mark in words.items()}
    found |= texts
    room = left + least - sum([ink.width for ink in texts.values()])
    for at, mark in enumerate(marks):
        if at not in found:
            least -= _minimum_width(mark, height)
            found[at] = _fill(mark, max(1, room - least), height)
            room -= found[at].width
    return [found[at] for at in range(len(marks))]


def _fixed_inks(marks: tuple[Mark[str], ...], height: int, small: int) -> dict[int, Ink]:
    """The inks of marks of fixed size. small: 1 for small signs, 2 for small shapes too."""
    found: dict[int, Ink] = {}
    for at, mark in enumerate(marks):
        match mark:
            case Sign():
                found[at] = draw_sign(mark, SMALL if small else height)
            case Shape():
                found[at] = draw_shape(mark, SMALL if small == 2 else height)
            case Positions():
                found[at] = draw_positions(mark, height)
            case Answers():
                found[at] = draw_answers(mark, height)
            case Table():
                found[at] = draw_table(mark, height)
    return found


def _minimum_width(mark: Mark[str], height: int) -> int:
    """The least width of a mark that fills the room."""
    match mark:
        case Bar():
            return 24
        case Cells():
            return CELL_WIDTH * -(-len(mark.cells) // cell_rows(len(mark.cells)))
        case Row():
            return 11 * len(mark.colours) - 2
        case Counts():
            digits = max((len(str(each.number)) for each in mark.counts), default=1)
            rows = max(1, height // 11)
            return -(-len(mark.counts) // rows) * (13 + 6 * digits)
        case Dots():
            return 60
        case _:
            return 0


def _fill(mark: Mark[str], room: int, height: int) -> Ink:
    match mark:
        case Bar():
            return draw_bar(mark, room, height)
        case Cells():
            return draw_cells(mark, room, height)
        case Row():
            return draw_row(mark, room, height)
        case Counts():
            return draw_counts(mark, room, height)
        case Dots():
            return draw_dots(mark, room, height)
        case _:
            raise TypeError(mark)


class _Text(msgspec.Struct, frozen=True):
    """A mark's words in one of their lengths. figure: they are a number. rows: they may wrap in small
    rows.
    """

    letters: str
    figure: bool
    rows: bool


def _text(mark: Words[str] | Figure, fewer: int) -> _Text:
    """A mark's text. fewer: the index of its length, -1 for the shortest."""
    if isinstance(mark, Figure):
        return _Text(str(mark.number), figure=True, rows=False)
    return _Text(fold(mark.variants[min(fewer, len(mark.variants) - 1)]), figure=False, rows=mark.small)


def _fit_texts(texts: dict[int, _Text], room: int, height: int, lowest: int) -> dict[int, Ink] | None:
    """All texts of a band in the highest letters in which they fit together; None if they do not fit.

    Figures shrink last, and not below `lowest`.
    """
    rows = height > SMALL and True in [text.rows for text in texts.values()]
    highest = height if height == SMALL or rows else height - 2
    sizes = (SMALL,) if height == SMALL else LETTERS
    for figures, size in product([each for each in sizes if each >= lowest] or sizes, sizes):
        wide = sum(
            [
                len(text.letters) * (figures if text.figure else size) // 2
                for text in texts.values()
                if not (rows and text.rows)
            ]
        )
        if wide > room:
            continue
        inks = {
            at: _in_rows(text.letters, room - wide)
            if rows and text.rows
            else letters(text.letters, figures if text.figure else size)
            for at, text in texts.items()
        }
        high = max([ink.height for ink in inks.values()], default=0)
        if sum([ink.width for ink in inks.values()]) <= room and high <= highest:
            return inks
    return None


def _in_rows(text: str, room: int) -> Ink:
    """Small letters, wrapped into as few rows as possible."""
    rows: list[str] = []
    wide = max(1, room // (SMALL // 2))
    for word in text.split():
        if rows and len(rows[-1]) + 1 + len(word) <= wide:
            rows[-1] += " " + word
        else:
            rows.append(word)
    most = max(map(len, rows), default=0)
    canvas = Canvas(most * SMALL // 2, SMALL * len(rows))
    for at, row in enumerate(rows):
        canvas.put(letters(row, SMALL), 0, at * SMALL)
    return canvas.ink()
