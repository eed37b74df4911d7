"""A screen in a language, in rows: codes into words, words into `ROWS` rows of `COLUMNS` letters.

What a row is too short for goes on in the next one, broken between words. What four rows are too few
for goes on in further leaves of the same screen, each under the same title; a line that fits on one
leaf is never torn over two. So every word is shown, and none is cut. Where a catalogue has a second, shorter
sentence for the display, that one is shown.

A picture stands before the words, as a leaf of its own, and hands its words on in both lengths: the display
takes those that fit.
"""

from __future__ import annotations

from collections import deque

from msgspec.structs import replace

from companion.games.screen import COLUMNS, ROWS, Screen
from companion.language.letters import fold
from companion.language.messages import Language
from companion.language.picture import Band, Mark, Picture, Words
from companion.language.text import Param, Text
from companion.parts import Frame

QR_COLUMNS = 10
"""Columns that are left beside a QR code."""
LARGE_COLUMNS = 12
"""Letters that a large title has room for."""
BRIEF = "display."
"""What stands before a code in the catalogue's few words for the display."""
_KEPT = 8
_BREAKS = ".:/-,_@?&=+"


class Layout:
    """How the display says screens. The last few are kept: the next press looks at them again."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._kept: deque[tuple[Screen, str | None, tuple[Frame, ...]]] = deque(maxlen=_KEPT)

    def leaves(self, screen: Screen, system: str | None) -> tuple[Frame, ...]:
        """The screen's leaves in the words of a game, or of none."""
        for kept, its_system, leaves in self._kept:
            if system == its_system and screen == kept:
                return leaves
        leaves = lay_out(screen, self._language.of(system))
        self._kept.append((screen, system, leaves))
        return leaves


def lay_out(screen: Screen, language: Language) -> tuple[Frame, ...]:
    """Put a screen into frames, at least one: its leaves. Several leaves of words are numbered in the title
    where the row has room for that. A picture comes before them, with the words of the first.
    """
    columns = QR_COLUMNS if screen.qr is not None else COLUMNS
    title = brief(screen.title, language)
    large = screen.large and screen.qr is None and len(title) <= LARGE_COLUMNS
    first, *rest = wrap(title, columns)
    blocks = [wrap(brief(line, language), columns) for line in screen.lines]
    hints = wrap(brief(screen.hint, language), columns) if screen.hint is not None else [""]
    *above, hint = hints
    room = ROWS - (2 if large else 1) - len(rest) - len(above) - (1 if hint else 0)
    if room < 1:  # a title or a hint of several rows: it is read like any other line
        blocks = [rest, *blocks, above]
        rest, above = [], []
        room = ROWS - (2 if large else 1) - (1 if hint else 0)
    leaves = _leaves([block for block in blocks if block], room)
    frames = tuple(
        Frame(
            title=_numbered(first, number, len(leaves), columns if not large and not rest else len(first)),
            lines=(*rest, *leaf, *above),
            hint=hint,
            large=large,
            qr=screen.qr,
            place=screen.place,
        )
        for number, leaf in enumerate(leaves, 1)
    )
    if screen.picture is None:
        return frames
    pictured = replace(frames[0], picture=_said(screen.picture, language))
    return (pictured,) if screen.picture.alone else (pictured, *frames)


def brief(what: Text, language: Language) -> str:
    """A text in the font's letters, by the catalogue's few words for it where it has some.

    What stands within it is said in few words too.
    """
    return _words(language.say(_shortened(what, language)))


def wrap(text: str, columns: int) -> list[str]:
    """Break a text into rows of at most `columns` letters, between words.

    A word longer than a row is broken after a sign such as the dots and colons of an address; a word
    without one, and only such a word, goes on in the next row where the row ends. Gives at least one
    row unless the text is empty.
    """
    rows: list[str] = []
    row = ""
    for word in text.split():
        for piece, glue in [(word, " ")] if len(word) <= columns else _pieces(word, columns):
            if row and len(row) + len(glue) + len(piece) <= columns:
                row += glue + piece
            else:
                if row:
                    rows.append(row)
                row = piece
    return [*rows, row] if row else rows


def _said(picture: Picture[Text], language: Language) -> Picture[str]:
    """The picture with its words in a language."""
    bands: list[Band[str]] = []
    for band in picture.bands:
        said: list[Mark[str]] = []
        for mark in (*band.left, *band.right):
            if isinstance(mark, Words):
                said.append(Words(_ever_fewer(mark.said, language), mark.small))
            else:
                said.append(mark)
        left = len(band.left)
        bands.append(Band(tuple(said[:left]), tuple(said[left:]), band.height))
    return Picture(tuple(bands), picture.alone)


def _ever_fewer(said: tuple[Text, ...], language: Language) -> tuple[str, ...]:
    """Each text in full, and in the catalogue's few words for it where it has some."""
    each: list[str] = []
    for what in said:
        each.append(_words(language.say(what)))
        short = _shortened(what, language)
        if short != what:
            each.append(_words(language.say(short)))
    return tuple(each)


def _pieces(word: str, columns: int) -> list[tuple[str, str]]:
    """A long word's unbreakable pieces, each with what joins it to the one before in the same row."""
    pieces: list[tuple[str, str]] = []
    piece = ""
    for at, letter in enumerate(word):
        piece += letter
        breaks = letter in _BREAKS and len(piece) > 1  # a sign begins no piece of its own
        if len(piece) == columns or breaks or at == len(word) - 1:
            pieces.append((piece, "" if pieces else " "))
            piece = ""
    return pieces


def _leaves(blocks: list[list[str]], room: int) -> list[list[str]]:
    """Deal the blocks onto leaves of `room` rows, in order; only a block longer than a leaf is torn."""
    leaves: list[list[str]] = [[]]
    for block in blocks:
        if leaves[-1] and len(leaves[-1]) + len(block) > room:
            leaves.append([])
        for row in block:
            if len(leaves[-1]) == room:
                leaves.append([])
            leaves[-1].append(row)
    return leaves


def _numbered(title: str, number: int, of: int, columns: int) -> str:
    """The leaf's title: its number follows, but a question still ends in its question mark."""
    mark = f"{number}/{of} {title}" if title.endswith("?") else f"{title} {number}/{of}"
    return mark if of > 1 and len(mark) <= columns else title


def _shortened(what: Text, language: Language) -> Text:
    if what.system is not None:
        language = language.of(what.system)
    short = BRIEF + what.code
    params = dict(what.params)
    for name, value in what.params.items():
        if isinstance(value, Text | tuple):
            params[name] = _short_param(value, language)
    return Text(short if language.knows_beside(short, what.code) else what.code, params, what.system)


def _short_param(value: Param, language: Language) -> Param:
    match value:
        case Text():
            return _shortened(value, language)
        case tuple():
            return tuple([_short_param(each, language) for each in value])
        case _:
            return value


def _words(said: str) -> str:
    return " ".join(fold(said).split())
