"""Draws the marks of a picture, for a width and a height. The latest are cached."""

from __future__ import annotations

from functools import lru_cache

from companion.language.picture import (
    Answers,
    Bar,
    Cell,
    Cells,
    Counts,
    Dots,
    Positions,
    Row,
    Shape,
    Sign,
    Table,
)
from hardware.display.ink import LETTERS, Canvas, Ink, letters, number, sign

SMALL = 12
"""The height of a small band and of its letters."""
SHAPE_SIZE = 9
"""The height of a shape, and of most signs, in a small band."""
DOT_SIZE = 7
_BAR_HEIGHT = 7
_LEAST = 24
"""Pixels of a bar, at least."""


@lru_cache(maxsize=64)
def draw_sign(mark: Sign, height: int) -> Ink:
    """A sign; a highlighted one inverted, with two more pixels at each side."""
    ink = sign(mark.name, SHAPE_SIZE if height == SMALL else height)
    if not mark.highlighted:
        return ink
    canvas = Canvas(ink.width + 4, ink.height + 2)
    canvas.put(ink, 2, 1)
    canvas.invert(0, 0, canvas.width, ink.height + 2)
    return canvas.ink()


def draw_shape(mark: Shape, height: int) -> Ink:
    """A player's shape."""
    return sign(mark.colour, SHAPE_SIZE if height == SMALL or mark.small else height)


@lru_cache(maxsize=32)
def draw_row(mark: Row, room: int, height: int) -> Ink:
    """Players in a row, as large as the room allows; the highlighted one inverted.

    Ready players are small, over a tick if there is room; finished ones are small.
    """
    wanted = SHAPE_SIZE if height == SMALL else height
    sizes = dict.fromkeys(sign("red", size).height for size in (wanted, 20, 14, SHAPE_SIZE) if size <= wanted)
    gap, rim = 2, 2 if mark.highlighted in mark.colours else 0
    room -= 2 * rim
    size = next((each for each in sizes if len(mark.colours) * (each + gap) - gap <= room), SHAPE_SIZE)
    gap = min(6, gap + max(0, room - len(mark.colours) * (size + gap)) // max(1, len(mark.colours) - 1))
    ticked = bool(mark.ready) and height >= SHAPE_SIZE + 2 + DOT_SIZE
    high = min(height, (max(size, SHAPE_SIZE + 2 + DOT_SIZE) if ticked else size) + 2 * rim)
    small = {*mark.ready, *mark.finished}
    canvas = Canvas(len(mark.colours) * (size + gap) - gap + 2 * rim, high)
    for place, colour in enumerate(mark.colours):
        ink = sign(colour, SHAPE_SIZE if colour in small else size)
        x, y = rim + place * (size + gap), (high - ink.height) // 2
        if ticked and colour in mark.ready:
            tick, y = sign("done", DOT_SIZE), (high - ink.height - 2 - DOT_SIZE) // 2
            canvas.put(tick, x + (size - tick.width) // 2, y + ink.height + 2)
        canvas.put(ink, x + (size - ink.width) // 2, y)
        if rim and colour == mark.highlighted:
            canvas.invert(x - rim, 0, size + 2 * rim, high)
    return canvas.ink()


CELL_WIDTH = 9
"""The least width of a cell: two narrow figures, a column between them and one behind."""


def cell_rows(count: int) -> int:
    """The number of rows for so many cells."""
    return 1 if count <= 6 else 2 if count <= 28 else 3


@lru_cache(maxsize=16)
def draw_cells(mark: Cells, room: int, height: int) -> Ink:
    """Numbered cells in rows: inverted if due, a dot if there is none."""
    rows = cell_rows(len(mark.cells))
    columns = -(-len(mark.cells) // rows)
    wide, high = min(14, room // columns), min(height // rows, 17 if height > 22 else 11)
    canvas = Canvas(columns * wide - 1, rows * high - (rows > 1))
    for at, cell in enumerate(mark.cells):
        ink = _draw_cell(cell, wide - 1, high - 1, low=rows > 1 and at >= columns * (rows - 1))
        canvas.put(ink, at % columns * wide, at // columns * high)
    return canvas.ink()


@lru_cache(maxsize=128)
def _draw_cell(cell: Cell, width: int, height: int, *, low: bool) -> Ink:
    """A number, and its sign close below. low: both are at the foot, away from the row above."""
    canvas = Canvas(width, height)
    if cell.state == "none":
        canvas.fill(width // 2, height // 2, 1, 1)
        return canvas.ink()
    if cell.state == "more":
        for x in (-2, 0, 2):
            canvas.fill(width // 2 + x, height // 2, 1, 1)
        return canvas.ink()
    ink = number(cell.number)
    below = sign(cell.sign, DOT_SIZE) if cell.sign and height > 2 * DOT_SIZE else None
    y = (height - ink.height) // 2
    if below is not None:
        y = height - below.height - 1 - ink.height if low else 0
        canvas.put(below, (width - below.width + 1) // 2, y + ink.height + 1)
    canvas.put(ink, (width - ink.width + 1) // 2, y)
    if cell.state == "empty":
        canvas.fill(1, y + ink.height // 2, width - 2, 1)
    if cell.state == "due":
        canvas.invert(0, 0, width, height)
    return canvas.ink()


@lru_cache(maxsize=16)
def draw_dots(mark: Dots, room: int, _height: int) -> Ink:
    """A dot for each, group by group; one dot and a number for each group where that does not fit."""
    groups = [group for group in mark.groups if group.count]
    for dot in (SHAPE_SIZE, DOT_SIZE):
        step = dot + 2
        width = sum(group.count * step for group in groups) + 4 * (len(groups) - 1)
        if width <= room:
            canvas, x = Canvas(max(1, width), dot), 0
            for group in groups:
                ink = sign(group.sign, dot)
                for each in range(group.count):
                    canvas.put(ink, x + each * step, 0)
                x += group.count * step + 4
            return canvas.ink()
    counts = [letters(str(group.count), SMALL) for group in groups]
    canvas, x = Canvas(sum([SHAPE_SIZE + 2 + count.width + 6 for count in counts]) - 6, SMALL), 0
    for group, count in zip(groups, counts, strict=True):
        canvas.put(sign(group.sign, SHAPE_SIZE), x, 1)
        canvas.put(count, x + SHAPE_SIZE + 2, 0)
        x += SHAPE_SIZE + 2 + count.width + 6
    return canvas.ink()


@lru_cache(maxsize=32)
def draw_bar(mark: Bar, room: int, _height: int) -> Ink:
    """A progress bar, with a notch that stands out above and below for each of its marks."""
    canvas = Canvas(room, _BAR_HEIGHT + 4)
    inner = room - 2
    canvas.fill(0, 2, room, _BAR_HEIGHT)
    canvas.invert(1, 3, inner, _BAR_HEIGHT - 2)
    done = min(inner, inner * mark.filled // max(1, mark.total))
    canvas.fill(1, 3, done, _BAR_HEIGHT - 2)
    for place in mark.marks:
        x = min(room - 1, 1 + inner * place // max(1, mark.total))
        if 0 < x < room - 1 and x <= done:
            canvas.invert(x, 3, 1, _BAR_HEIGHT - 2)
        canvas.fill(x, 0, 1, 2)
        canvas.fill(x, 2 + _BAR_HEIGHT, 1, 2)
        if x > done:
            canvas.fill(x, 2, 1, _BAR_HEIGHT)
    return canvas.ink()


@lru_cache(maxsize=16)
def draw_counts(mark: Counts, room: int, height: int) -> Ink:
    """A number for each player, in as many rows as give the highest figures."""
    best: Ink | None = None
    tallest = 0
    for rows in (1, 2, 3):
        columns = -(-len(mark.counts) // rows)
        wide, high = room // columns, height // rows
        digits = max((len(str(each.number)) for each in mark.counts), default=1)
        for size in LETTERS:
            figure = letters("8", size).height if size > SMALL else 8
            shape = 14 if figure >= 12 else SHAPE_SIZE
            if figure > high - (rows > 1) or shape > high or shape + 3 + digits * size // 2 > wide - 1:
                continue
            if figure > tallest:
                tallest, best = figure, _draw_counts(mark, size, shape, (columns, rows), (wide, high))
            break
    return best or _draw_counts(
        mark, SMALL, SHAPE_SIZE, (len(mark.counts), 1), (room // max(1, len(mark.counts)), height)
    )


def _draw_counts(mark: Counts, size: int, shape: int, grid: tuple[int, int], step: tuple[int, int]) -> Ink:
    columns, rows = grid
    wide, high = step
    canvas = Canvas(columns * wide, rows * high)
    for at, each in enumerate(mark.counts):
        x, y = at % columns * wide, at // columns * high
        ink = sign(each.colour, shape)
        canvas.put(ink, x + 1 + (shape - ink.width) // 2, y + (high - ink.height) // 2)
        figures = letters(str(each.number), size)
        away = max(2, min(4, wide - 2 - shape - figures.width))
        canvas.put(figures, x + 1 + shape + away, y + (high - figures.height) // 2)
        if each.highlighted:
            canvas.invert(x, y, wide - 1, high - (rows > 1))
    return canvas.ink()


@lru_cache(maxsize=16)
def draw_positions(mark: Positions, height: int) -> Ink:
    """Positions in a row, each underlined, with its player's shape or its number."""
    wide = 15
    canvas = Canvas(len(mark.positions) * wide - 2, height)
    for at, position in enumerate(mark.positions):
        ink = sign(position.colour, SHAPE_SIZE) if position.colour else letters(str(position.number), SMALL)
        y = 0 if position.colour else -1
        canvas.put(ink, at * wide + (wide - 2 - ink.width + 1) // 2, max(0, (height - ink.height) // 2 + y))
        if position.highlighted:
            canvas.invert(at * wide, 0, wide - 2, height)
        else:
            canvas.fill(at * wide, height - 1, wide - 2, 1)
    return canvas.ink()


@lru_cache(maxsize=16)
def draw_answers(mark: Answers, height: int) -> Ink:
    """Players in a row, each answer close behind its shape; the asked player inverted."""
    step = 20
    canvas = Canvas(len(mark.answers) * step, height)
    for at, each in enumerate(mark.answers):
        x = at * step + 1
        canvas.put(sign(each.colour, SHAPE_SIZE), x, (height - SHAPE_SIZE) // 2)
        if each.answer:
            ink = sign(each.answer, DOT_SIZE)
            canvas.put(ink, x + SHAPE_SIZE + 1, (height - ink.height) // 2)
        if each.answer == "asked":
            canvas.invert(x - 1, 0, step - 1, height)
    return canvas.ink()


@lru_cache(maxsize=16)
def draw_table(mark: Table, height: int) -> Ink:
    """Signs over columns of numbers, a row for each player, in the highest figures that fit.

    The highlighted row is inverted.
    """
    column, first = 22, 15
    width = first + column * len(mark.signs)
    canvas = Canvas(width, height)
    for at, name in enumerate(mark.signs):
        ink = sign(name, SHAPE_SIZE)
        canvas.put(ink, first + at * column + (column - ink.width) // 2, 0)
    top, rows = SHAPE_SIZE + 1, max(1, len(mark.rows))
    high = (height - top) // rows
    size = next((each for each in LETTERS if letters("0", each).height <= high - 1), SMALL)
    for at, (colour, numbers) in enumerate(mark.rows):
        y = top + at * (height - top) // rows
        shape = sign(colour, min(14, max(SHAPE_SIZE, high - 1)))
        canvas.put(shape, (first - shape.width) // 2, y + (high - shape.height) // 2)
        for place, value in enumerate(numbers):
            ink = letters(str(value), min(size, 22) if size > SMALL else SMALL)
            x = first + place * column + (column - ink.width) // 2
            canvas.put(ink, x, y + (high - ink.height) // 2)
        if colour == mark.highlighted:
            canvas.invert(0, y, width, high)
    return canvas.ink()
