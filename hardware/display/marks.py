"""The marks of a picture as ink, in the room and height that their band has for them; the last are kept."""

from __future__ import annotations

from functools import lru_cache

from companion.language.picture import (
    Answers,
    Bar,
    Cell,
    Cells,
    Counts,
    Dots,
    Places,
    Row,
    Shape,
    Sign,
    Table,
)
from hardware.display.ink import LETTERS, Canvas, Ink, letters, number, sign

SMALL = 12
"""The height of a small band, and of the letters in it."""
SHAPE = 9
"""The height of a shape, and of most signs, in a small band."""
DOT = 7
_BAR = 7
_LEAST = 24
"""Pixels of a bar, at least."""


@lru_cache(maxsize=64)
def signed(mark: Sign, height: int) -> Ink:
    """A sign; the present one dark on lit ground that is two pixels wider at each side."""
    ink = sign(mark.name, SHAPE if height == SMALL else height)
    if not mark.present:
        return ink
    canvas = Canvas(ink.width + 4, ink.height + 2)
    canvas.put(ink, 2, 1)
    canvas.turn(0, 0, canvas.width, ink.height + 2)
    return canvas.ink()


def shaped(mark: Shape, height: int) -> Ink:
    """A player's shape."""
    return sign(mark.colour, SHAPE if height == SMALL or mark.small else height)


@lru_cache(maxsize=32)
def lined_up(mark: Row, room: int, height: int) -> Ink:
    """Players in a row, as large as the room allows: small who is ready, over a tick if there is room, and
    the lesser ones; the present one on lit ground that is two pixels wider at each side.
    """
    wanted = SHAPE if height == SMALL else height
    sizes = dict.fromkeys(sign("red", size).height for size in (wanted, 20, 14, SHAPE) if size <= wanted)
    gap, rim = 2, 2 if mark.present in mark.colours else 0
    room -= 2 * rim
    size = next((each for each in sizes if len(mark.colours) * (each + gap) - gap <= room), SHAPE)
    gap = min(6, gap + max(0, room - len(mark.colours) * (size + gap)) // max(1, len(mark.colours) - 1))
    ticked = bool(mark.ready) and height >= SHAPE + 2 + DOT
    high = min(height, (max(size, SHAPE + 2 + DOT) if ticked else size) + 2 * rim)
    small = {*mark.ready, *mark.lesser}
    canvas = Canvas(len(mark.colours) * (size + gap) - gap + 2 * rim, high)
    for place, colour in enumerate(mark.colours):
        ink = sign(colour, SHAPE if colour in small else size)
        x, y = rim + place * (size + gap), (high - ink.height) // 2
        if ticked and colour in mark.ready:
            tick, y = sign("done", DOT), (high - ink.height - 2 - DOT) // 2
            canvas.put(tick, x + (size - tick.width) // 2, y + ink.height + 2)
        canvas.put(ink, x + (size - ink.width) // 2, y)
        if rim and colour == mark.present:
            canvas.turn(x - rim, 0, size + 2 * rim, high)
    return canvas.ink()


CELL = 9
"""The least width of a cell: two narrow figures, the column between them and one before the next cell."""


def cell_rows(count: int) -> int:
    """In how many rows so many cells stand."""
    return 1 if count <= 6 else 2 if count <= 28 else 3


@lru_cache(maxsize=16)
def celled(mark: Cells, room: int, height: int) -> Ink:
    """Numbered places in rows: lit what is due, dark what is done, a dot for what is not there."""
    rows = cell_rows(len(mark.each))
    columns = -(-len(mark.each) // rows)
    wide, high = min(14, room // columns), min(height // rows, 17 if height > 22 else 11)
    canvas = Canvas(columns * wide - 1, rows * high - (rows > 1))
    for at, cell in enumerate(mark.each):
        ink = _cell(cell, wide - 1, high - 1, low=rows > 1 and at >= columns * (rows - 1))
        canvas.put(ink, at % columns * wide, at // columns * high)
    return canvas.ink()


@lru_cache(maxsize=128)
def _cell(cell: Cell, width: int, height: int, *, low: bool) -> Ink:
    """A number, and close under it what is told of it. low: both stand at the foot, away from those above."""
    canvas = Canvas(width, height)
    if cell.state == "none":
        canvas.light(width // 2, height // 2, 1, 1)
        return canvas.ink()
    if cell.state == "more":
        for x in (-2, 0, 2):
            canvas.light(width // 2 + x, height // 2, 1, 1)
        return canvas.ink()
    ink = number(cell.number)
    below = sign(cell.sign, DOT) if cell.sign and height > 2 * DOT else None
    y = (height - ink.height) // 2
    if below is not None:
        y = height - below.height - 1 - ink.height if low else 0
        canvas.put(below, (width - below.width + 1) // 2, y + ink.height + 1)
    canvas.put(ink, (width - ink.width + 1) // 2, y)
    if cell.state == "empty":
        canvas.light(1, y + ink.height // 2, width - 2, 1)
    if cell.state == "due":
        canvas.turn(0, 0, width, height)
    return canvas.ink()


@lru_cache(maxsize=16)
def dotted(mark: Dots, room: int, _height: int) -> Ink:
    """A dot for each, group by group; a dot of each form with its number where so many have no room."""
    heaps = [heap for heap in mark.heaps if heap.count]
    for dot in (SHAPE, DOT):
        step = dot + 2
        width = sum(heap.count * step for heap in heaps) + 4 * (len(heaps) - 1)
        if width <= room:
            canvas, x = Canvas(max(1, width), dot), 0
            for heap in heaps:
                ink = sign(heap.sign, dot)
                for each in range(heap.count):
                    canvas.put(ink, x + each * step, 0)
                x += heap.count * step + 4
            return canvas.ink()
    counts = [letters(str(heap.count), SMALL) for heap in heaps]
    canvas, x = Canvas(sum([SHAPE + 2 + count.width + 6 for count in counts]) - 6, SMALL), 0
    for heap, count in zip(heaps, counts, strict=True):
        canvas.put(sign(heap.sign, SHAPE), x, 1)
        canvas.put(count, x + SHAPE + 2, 0)
        x += SHAPE + 2 + count.width + 6
    return canvas.ink()


@lru_cache(maxsize=32)
def barred(mark: Bar, room: int, _height: int) -> Ink:
    """A bar with a notch, standing out above and below, at each place where something happens."""
    canvas = Canvas(room, _BAR + 4)
    inner = room - 2
    canvas.light(0, 2, room, _BAR)
    canvas.turn(1, 3, inner, _BAR - 2)
    done = min(inner, inner * mark.filled // max(1, mark.of))
    canvas.light(1, 3, done, _BAR - 2)
    for place in mark.marks:
        x = min(room - 1, 1 + inner * place // max(1, mark.of))
        if 0 < x < room - 1 and x <= done:
            canvas.turn(x, 3, 1, _BAR - 2)
        canvas.light(x, 0, 1, 2)
        canvas.light(x, 2 + _BAR, 1, 2)
        if x > done:
            canvas.light(x, 2, 1, _BAR)
    return canvas.ink()


@lru_cache(maxsize=16)
def counted(mark: Counts, room: int, height: int) -> Ink:
    """A number for each player, in the rows that give the highest figures."""
    best: Ink | None = None
    tallest = 0
    for rows in (1, 2, 3):
        columns = -(-len(mark.each) // rows)
        wide, high = room // columns, height // rows
        digits = max((len(str(each.number)) for each in mark.each), default=1)
        for size in LETTERS:
            figure = letters("8", size).height if size > SMALL else 8
            shape = 14 if figure >= 12 else SHAPE
            if figure > high - (rows > 1) or shape > high or shape + 3 + digits * size // 2 > wide - 1:
                continue
            if figure > tallest:
                tallest, best = figure, _counts(mark, size, shape, (columns, rows), (wide, high))
            break
    return best or _counts(mark, SMALL, SHAPE, (len(mark.each), 1), (room // max(1, len(mark.each)), height))


def _counts(mark: Counts, size: int, shape: int, grid: tuple[int, int], step: tuple[int, int]) -> Ink:
    columns, rows = grid
    wide, high = step
    canvas = Canvas(columns * wide, rows * high)
    for at, each in enumerate(mark.each):
        x, y = at % columns * wide, at // columns * high
        ink = sign(each.colour, shape)
        canvas.put(ink, x + 1 + (shape - ink.width) // 2, y + (high - ink.height) // 2)
        figures = letters(str(each.number), size)
        away = max(2, min(4, wide - 2 - shape - figures.width))
        canvas.put(figures, x + 1 + shape + away, y + (high - figures.height) // 2)
        if each.present:
            canvas.turn(x, y, wide - 1, high - (rows > 1))
    return canvas.ink()


@lru_cache(maxsize=16)
def placed(mark: Places, height: int) -> Ink:
    """Places in a row, each underlined, with its player's shape or its number."""
    wide = 15
    canvas = Canvas(len(mark.each) * wide - 2, height)
    for at, place in enumerate(mark.each):
        ink = sign(place.colour, SHAPE) if place.colour else letters(str(place.number), SMALL)
        y = 0 if place.colour else -1
        canvas.put(ink, at * wide + (wide - 2 - ink.width + 1) // 2, max(0, (height - ink.height) // 2 + y))
        if place.present:
            canvas.turn(at * wide, 0, wide - 2, height)
        else:
            canvas.light(at * wide, height - 1, wide - 2, 1)
    return canvas.ink()


@lru_cache(maxsize=16)
def answered(mark: Answers, height: int) -> Ink:
    """Players in a row, each with his answer close behind his shape; who is asked now on lit ground."""
    step = 20
    canvas = Canvas(len(mark.each) * step, height)
    for at, each in enumerate(mark.each):
        x = at * step + 1
        canvas.put(sign(each.colour, SHAPE), x, (height - SHAPE) // 2)
        if each.said:
            ink = sign(each.said, DOT)
            canvas.put(ink, x + SHAPE + 1, (height - ink.height) // 2)
        if each.said == "asked":
            canvas.turn(x - 1, 0, step - 1, height)
    return canvas.ink()


@lru_cache(maxsize=16)
def tabled(mark: Table, height: int) -> Ink:
    """Signs over columns of numbers, a row for each player, in the highest figures that fit.

    The present player's row is dark on lit ground.
    """
    column, first = 22, 15
    width = first + column * len(mark.signs)
    canvas = Canvas(width, height)
    for at, name in enumerate(mark.signs):
        ink = sign(name, SHAPE)
        canvas.put(ink, first + at * column + (column - ink.width) // 2, 0)
    top, rows = SHAPE + 1, max(1, len(mark.rows))
    high = (height - top) // rows
    size = next((each for each in LETTERS if letters("0", each).height <= high - 1), SMALL)
    for at, (colour, numbers) in enumerate(mark.rows):
        y = top + at * (height - top) // rows
        shape = sign(colour, min(14, max(SHAPE, high - 1)))
        canvas.put(shape, (first - shape.width) // 2, y + (high - shape.height) // 2)
        for place, value in enumerate(numbers):
            ink = letters(str(value), min(size, 22) if size > SMALL else SMALL)
            x = first + place * column + (column - ink.width) // 2
            canvas.put(ink, x, y + (high - ink.height) // 2)
        if colour == mark.present:
            canvas.turn(0, y, width, high)
    return canvas.ink()
