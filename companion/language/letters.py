"""The letters that the display's font can draw, what stands in for those it lacks, and letters as people type
them.

For the display every letter is folded to one or more that the font has; none is ever dropped. One letter
of the folded text takes one column.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path

FONTS = Path(__file__).parent / "fonts"
"""Where the display's font lies, `terminus-normal.otb` and `terminus-bold.otb`."""
STAND_IN = "¤"
"""Drawn for a letter that nothing resembles."""

_SPANS = (
    (0x20, 0x7E),  # ASCII
    (0xA1, 0xAC),  # Latin-1, without its blank and its soft hyphen
    (0xAE, 0x17F),  # Latin-1 and the letters of Europe's other Latin alphabets
    (0x218, 0x21B),  # Romanian
    (0x391, 0x3A1),  # Greek
    (0x3A3, 0x3CE),
    (0x400, 0x45F),  # Cyrillic
)
_MARKS = "–—‘’‚“”„•…€→←↑↓✓✗●■▲◆▼▬♣♥♠○⌂►◄"

LETTERS: frozenset[str] = frozenset(
    chr(code) for first, last in _SPANS for code in range(first, last + 1)
) | frozenset(_MARKS)
"""What `fold` leaves as it is: the font must have every one of them."""

_INSTEAD = {
    "ẞ": "SS",
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "―": "—",
    "−": "-",
    "′": "'",
    "″": '"',
    "⁄": "/",
    "‹": "<",
    "›": ">",
}


def fold(text: str) -> str:
    """Put the text into letters of `LETTERS`: accents that the font lacks fall off their letter,
    ligatures open, blanks of any kind become spaces, and what is left becomes `STAND_IN`.
    """
    if LETTERS.issuperset(text):
        return text
    return "".join(map(_letter, unicodedata.normalize("NFC", text)))


def _letter(letter: str) -> str:
    if letter in LETTERS:
        return letter
    if letter in _INSTEAD:
        return _INSTEAD[letter]
    if letter.isspace() or unicodedata.category(letter) == "Cc":
        return " "
    parts = unicodedata.normalize("NFKD", letter)
    kept = "".join(part for part in parts if part in LETTERS)
    if kept.strip():
        return kept
    # A mark of its own belongs to the letter before it, which is already there.
    return "" if unicodedata.category(letter) in {"Mn", "Me", "Cf"} else STAND_IN


def folded(words: str) -> str:
    """Without case, accents and printed apostrophes, so that nobody has to type them to find something."""
    apart = unicodedata.normalize("NFKD", words.replace("’", "'"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()
