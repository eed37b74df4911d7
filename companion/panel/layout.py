"""Screens into frames: codes into words, words into `ROWS` rows of `COLUMNS` letters.

A long text is wrapped between words, and goes on in further frames under the same title; a line that fits one
frame is never split. Nothing is cut off. A text's short form in the catalogue (`display.` before its code)
wins.

A picture stands before the words, as a frame of its own, with its words in both lengths: the display takes
those that fit.
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
"""Columns beside a QR code."""
LARGE_COLUMNS = 12
"""Letters of a large title."""
BRIEF = "display."
"""Prefix of a code's short form for the display."""
_CACHED = 8
_BREAKS = ".:/-,_@?&=+"


class Layout:
    """Lays out screens in one language; caches the last few."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._cache: deque[tuple[Screen, str | None, tuple[Frame, ...]]] = deque(maxlen=_CACHED)

    def frames(self, screen: Screen, system: str | None) -> tuple[Frame, ...]:
        """The screen's frames in the words of a game; system: None for no game."""
        for kept, its_system, frames in self._cache:
            if system == its_system and screen == kept:
                return frames
        frames = lay_out(screen, self._language.for_game(system))
        self._cache.append((screen, system, frames))
        return frames

    def fits_row(self, what: Text, system: str | None) -> bool:
        """Whether a text in the words of a game fits one row; system: None for no game."""
        return len(brief(what, self._language.for_game(system))) <= COLUMNS


def lay_out(screen: Screen, language: Language) -> tuple[Frame, ...]:
    """The screen's frames, at least one. Frames of words are numbered in the title where it has room."""
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
    contents = _paginate([block for block in blocks if block], room)
    frames = tuple(
        Frame(
            title=_numbered(first, number, len(contents), columns if not large and not rest else len(first)),
            lines=(*rest, *rows, *above),
            hint=hint,
            large=large,
            qr=screen.qr,
            position=screen.position,
        )
        for number, rows in enumerate(contents, 1)
    )
    if screen.picture is None:
        return frames
    pictured = replace(frames[0], picture=_picture_in(screen.picture, language))
    return (pictured,) if screen.picture.replaces_lines else (pictured, *frames)


def brief(long: Text, language: Language) -> str:
    """A text in the font's letters, by its short form and those of its parameters."""
    return _plain(language.say(_shortened(long, language)))


def wrap(text: str, columns: int) -> list[str]:
    """Break a text into rows of at most `columns` letters, between words; no row for an empty text.

    A word longer than a row is broken after a sign such as the dots and colons of an address, else where the
    row ends.
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


def _picture_in(picture: Picture[Text], language: Language) -> Picture[str]:
    """The picture with its words in a language."""
    bands: list[Band[str]] = []
    for band in picture.bands:
        marks: list[Mark[str]] = []
        for mark in (*band.left, *band.right):
            if isinstance(mark, Words):
                marks.append(Words(_variants(mark.variants, language), mark.small))
            else:
                marks.append(mark)
        left = len(band.left)
        bands.append(Band(tuple(marks[:left]), tuple(marks[left:]), band.height))
    return Picture(tuple(bands), picture.replaces_lines)


def _variants(texts: tuple[Text, ...], language: Language) -> tuple[str, ...]:
    """Each text in full, then by its short form where it has one."""
    each: list[str] = []
    for what in texts:
        each.append(_plain(language.say(what)))
        short = _shortened(what, language)
        if short != what:
            each.append(_plain(language.say(short)))
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


def _paginate(blocks: list[list[str]], room: int) -> list[list[str]]:
    """Deal the blocks onto frames of `room` rows, in order; only a block longer than a frame is split."""
    frames: list[list[str]] = [[]]
    for block in blocks:
        if frames[-1] and len(frames[-1]) + len(block) > room:
            frames.append([])
        for row in block:
            if len(frames[-1]) == room:
                frames.append([])
            frames[-1].append(row)
    return frames


def _numbered(title: str, number: int, of: int, columns: int) -> str:
    """The frame's title with its number; a question still ends in its question mark."""
    mark = f"{number}/{of} {title}" if title.endswith("?") else f"{title} {number}/{of}"
    return mark if of > 1 and len(mark) <= columns else title


def _shortened(what: Text, language: Language) -> Text:
    if what.system is not None:
        language = language.for_game(what.system)
    short = BRIEF + what.code
    params = dict(what.params)
    for name, value in what.params.items():
        if isinstance(value, Text | tuple):
            params[name] = _short_param(value, language)
    return Text(short if language.prefers(short, what.code) else what.code, params, what.system)


def _short_param(value: Param, language: Language) -> Param:
    match value:
        case Text():
            return _shortened(value, language)
        case tuple():
            return tuple([_short_param(each, language) for each in value])
        case _:
            return value


def _plain(words: str) -> str:
    return " ".join(fold(words).split())
