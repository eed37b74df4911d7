"""A picture's bands as ink: what stands where, in which letters. Pure."""

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
    Places,
    Row,
    Shape,
    Sign,
    Table,
    Words,
)
from hardware.display.ink import LETTERS, Canvas, Ink, letters
from hardware.display.marks import (
    CELL,
    SMALL,
    answered,
    barred,
    cell_rows,
    celled,
    counted,
    dotted,
    lined_up,
    placed,
    shaped,
    signed,
    tabled,
)  # fmt: skip

WIDE = 126
"""Columns of a picture."""
HIGH = 60
"""Rows of a picture."""
HEIGHTS = {"small": SMALL, "middle": 24, "large": 34, "whole": 48}
GAP = 3
"""Pixels between two marks."""
FIGURE = 32
"""The height of letters whose figures are 20 pixels high: they stay as long as anything else can give way."""


_TAKES = Bar | Cells | Counts | Dots | Row
"""Marks that take the room that the others leave."""


class Spot(msgspec.Struct, frozen=True):
    """A mark's ink with its upper left pixel within its band."""

    x: int
    y: int
    ink: Ink


@lru_cache(maxsize=16)
def drawn(picture: Picture[str], hint: str, place: tuple[int, int] | None = None) -> tuple[int, ...]:
    """The rows of a picture from the top, each of `WIDE` bits, with the hint as the last of its bands.

    place: which of how many it is, shown beside the hint as dots.
    """
    heights = [HEIGHTS[band.height] for band in picture.bands]
    places = tops((*heights, SMALL) if hint else tuple(heights))
    canvas = Canvas(WIDE, HIGH)
    for y, band in zip(places, picture.bands, strict=False):
        canvas.put(_band(band), 0, y)
    if hint:
        said = letters(fold(hint), SMALL)
        canvas.put(said, 0, places[-1])
        dots = None if place is None else beside(*place, WIDE - said.width - 2 * GAP)
        if dots is not None:
            canvas.put(dots, WIDE - dots.width, places[-1])
    return tuple(canvas.rows)


@cache
def parts(of: int) -> tuple[tuple[int, int], ...]:
    """The first and the last column of each of so many parts of a line, with a gap between them."""
    ends = [(at * (WIDE + 2) // of, (at + 1) * (WIDE + 2) // of - 3) for at in range(of)]
    return tuple([(begin, max(begin, end)) for begin, end in ends])


@cache
def beside(shown: int, of: int, room: int) -> Ink | None:
    """A dot for each of several, the shown one tall; None where there is no room for them."""
    step = next((step for step in (6, 5, 4, 3) if of * step - 2 <= room), None)
    if step is None:
        return None
    wide = step - 2
    canvas = Canvas(of * step - 2, SMALL)
    for number in range(1, of + 1):
        high = 8 if number == shown else 2
        canvas.light((number - 1) * step, (SMALL - high) // 2, wide, high)
    return canvas.ink()


@cache
def tops(heights: tuple[int, ...]) -> tuple[int, ...]:
    """Where bands of these heights begin: the room that they leave stands between them, in even parts, the
    first at the top and the last at the bottom.
    """
    free, gaps = HIGH - sum(heights), len(heights) - 1
    return tuple([sum(heights[:at]) + (free * at // gaps if gaps else free // 2) for at in range(gaps + 1)])


@lru_cache(maxsize=32)
def _band(band: Band[str]) -> Ink:
    canvas = Canvas(WIDE, HEIGHTS[band.height])
    for spot in spots(band):
        canvas.put(spot.ink, spot.x, spot.y)
    return canvas.ink()


def spots(band: Band[str]) -> tuple[Spot, ...]:
    """Where each mark stands, left to right. Words that fit in no letters run out at the right."""
    height = HEIGHTS[band.height]
    inks = _inks(band, height)
    at, x = [], 0
    for ink in inks[: len(band.left)]:
        at.append(x)
        x += ink.width + GAP
    right = inks[len(band.left) :]
    x = max(x, WIDE - sum([ink.width for ink in right]) - GAP * (len(right) - 1))
    for ink in right:
        at.append(x)
        x += ink.width + GAP
    return tuple([Spot(x, (height - ink.height) // 2, ink) for x, ink in zip(at, inks, strict=True)])


def _inks(band: Band[str], height: int) -> list[Ink]:
    """Each mark's ink: first what has its size, then words, then what takes the room that is left. Signs and
    then shapes become small before a figure does.
    """
    marks = (*band.left, *band.right)
    least = sum([_least(mark, height) for mark in marks if isinstance(mark, _TAKES)])
    room = WIDE - GAP * (len(marks) - 1) - least
    words = {at: mark for at, mark in enumerate(marks) if isinstance(mark, Words | Figure)}
    most = max([len(mark.said) for mark in words.values() if isinstance(mark, Words)], default=1)
    for fewer, lowest, small in product(range(most), (FIGURE, SMALL), range(3)):
        found = _of_their_size(marks, height, small)
        left = room - sum([ink.width for ink in found.values()])
        said = (
            _worded({at: _said(mark, fewer) for at, mark in words.items()}, left, height, lowest)
            if words
            else {}
        )
        if said is not None:
            break
    else:
        said = {at: letters(_said(mark, -1).letters, SMALL) for at, mark in words.items()}
    found |= said
    room = left + least - sum([ink.width for ink in said.values()])
    for at, mark in enumerate(marks):
        if at not in found:
            least -= _least(mark, height)
            found[at] = _stretched(mark, max(1, room - least), height)
            room -= found[at].width
    return [found[at] for at in range(len(marks))]


def _of_their_size(marks: tuple[Mark[str], ...], height: int, small: int) -> dict[int, Ink]:
    """The inks of marks that neither shrink nor stretch. small: 1 for small signs, 2 for small shapes too."""
    found: dict[int, Ink] = {}
    for at, mark in enumerate(marks):
        match mark:
            case Sign():
                found[at] = signed(mark, SMALL if small else height)
            case Shape():
                found[at] = shaped(mark, SMALL if small == 2 else height)
            case Places():
                found[at] = placed(mark, height)
            case Answers():
                found[at] = answered(mark, height)
            case Table():
                found[at] = tabled(mark, height)
    return found


def _least(mark: Mark[str], height: int) -> int:
    """What a mark needs at least of the room that it takes."""
    match mark:
        case Bar():
            return 24
        case Cells():
            return CELL * -(-len(mark.each) // cell_rows(len(mark.each)))
        case Row():
            return 11 * len(mark.colours) - 2
        case Counts():
            digits = max((len(str(each.number)) for each in mark.each), default=1)
            rows = max(1, height // 11)
            return -(-len(mark.each) // rows) * (13 + 6 * digits)
        case Dots():
            return 60
        case _:
            return 0


def _stretched(mark: Mark[str], room: int, height: int) -> Ink:
    match mark:
        case Bar():
            return barred(mark, room, height)
        case Cells():
            return celled(mark, room, height)
        case Row():
            return lined_up(mark, room, height)
        case Counts():
            return counted(mark, room, height)
        case Dots():
            return dotted(mark, room, height)
        case _:
            raise TypeError(mark)


class _Said(msgspec.Struct, frozen=True):
    """A mark's words in one of their lengths. figure: they are a figure; rows: in small rows."""

    letters: str
    figure: bool
    rows: bool


def _said(mark: Words[str] | Figure, fewer: int) -> _Said:
    """fewer: which of its lengths, -1 for the fewest words."""
    if isinstance(mark, Figure):
        return _Said(str(mark.number), figure=True, rows=False)
    return _Said(fold(mark.said[min(fewer, len(mark.said) - 1)]), figure=False, rows=mark.small)


def _worded(words: dict[int, _Said], room: int, height: int, lowest: int) -> dict[int, Ink] | None:
    """All words of a band, in the highest letters in which they fit together; None if they do not fit.

    Figures keep theirs longest, and get none below `lowest`.
    """
    rows = height > SMALL and True in [said.rows for said in words.values()]
    highest = height if height == SMALL or rows else height - 2
    sizes = (SMALL,) if height == SMALL else LETTERS
    for figures, size in product([each for each in sizes if each >= lowest] or sizes, sizes):
        wide = sum(
            [
                len(said.letters) * (figures if said.figure else size) // 2
                for said in words.values()
                if not (rows and said.rows)
            ]
        )
        if wide > room:
            continue
        inks = {
            at: _in_rows(said.letters, room - wide)
            if rows and said.rows
            else letters(said.letters, figures if said.figure else size)
            for at, said in words.items()
        }
        high = max([ink.height for ink in inks.values()], default=0)
        if sum([ink.width for ink in inks.values()]) <= room and high <= highest:
            return inks
    return None


def _in_rows(said: str, room: int) -> Ink:
    """Small letters in as few rows as have room for them."""
    rows: list[str] = []
    wide = max(1, room // (SMALL // 2))
    for word in said.split():
        if rows and len(rows[-1]) + 1 + len(word) <= wide:
            rows[-1] += " " + word
        else:
            rows.append(word)
    most = max(map(len, rows), default=0)
    canvas = Canvas(most * SMALL // 2, SMALL * len(rows))
    for at, row in enumerate(rows):
        canvas.put(letters(row, SMALL), 0, at * SMALL)
    return canvas.ink()
