"""What has to cross the bus for one picture to follow another. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hardware.display.pages import PAGES, WIDTH


class Piece(NamedTuple):
    """A rectangle of the memory: pages and columns, first and last."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def size(self) -> int:
        """Bytes in it."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def of(self, memory: bytes) -> bytes:
        """Its bytes, page after page."""
        return b"".join(
            memory[page * WIDTH + self.left : page * WIDTH + self.right + 1]
            for page in range(self.top, self.bottom + 1)
        )

    def joined(self, other: Piece) -> Piece:
        """The smallest rectangle that holds both."""
        return Piece(
            min(self.top, other.top), max(self.bottom, other.bottom),
            min(self.left, other.left), max(self.right, other.right),
        )  # fmt: skip


WHOLE = Piece(0, PAGES - 1, 0, WIDTH - 1)


def changes(before: bytes | None, after: bytes, *, cost: int, tall: bool) -> list[Piece]:
    """The pieces of `after` to send over `before`, None for a memory that is not known.

    cost: bytes on the bus that a piece costs beside its own; what is unchanged is sent where leaving it
    out would cost as much. tall: a piece may reach over several pages. It never costs more than everything.
    """
    whole = [WHOLE] if tall else [Piece(page, page, 0, WIDTH - 1) for page in range(PAGES)]
    if before is None:
        return whole
    pieces: list[Piece] = []
    for page in range(PAGES):
        for run in _runs(before, after, page, cost):
            _add(pieces, run, cost if tall else 0)
    return min(pieces, whole, key=lambda some: sum(piece.size + cost for piece in some))


def _runs(before: bytes, after: bytes, page: int, cost: int) -> Iterator[Piece]:
    """The changed columns of a page, those that lie near each other as one piece."""
    start = page * WIDTH
    if before[start : start + WIDTH] == after[start : start + WIDTH]:
        return
    changed = [at for at in range(WIDTH) if before[start + at] != after[start + at]]
    left = right = changed[0]
    for at in changed[1:]:
        if at - right - 1 > cost:
            yield Piece(page, page, left, right)
            left = at
        right = at
    yield Piece(page, page, left, right)


def _add(pieces: list[Piece], run: Piece, cost: int) -> None:
    """Add a run, to the piece that ends on the page above where that is cheaper than by itself."""
    above = [each for each in pieces if each.bottom == run.top - 1]
    best = min(above, key=lambda each: each.joined(run).size - each.size, default=None)
    if best is not None and best.joined(run).size - best.size < run.size + cost:
        pieces[pieces.index(best)] = best.joined(run)
    else:
        pieces.append(run)
