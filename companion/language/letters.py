"""Letters folded for the display's font, and for searching."""

from __future__ import annotations

import unicodedata
from pathlib import Path

FONTS = Path(__file__).parent / "fonts"
"""The folder of the display's font, `terminus-normal.otb` and `terminus-bold.otb`."""
REPLACEMENT = "¤"
"""Drawn for a letter that resembles none of the font's."""

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
"""The font's letters; `fold` leaves them as they are."""

_REPLACED = {
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
    """Fold a text into letters of `LETTERS`, one column each.

    Letters lose the accents that the font lacks, ligatures become several letters, blanks become spaces, and
    any other letter becomes `REPLACEMENT`.
    """
    if LETTERS.issuperset(text):
        return text
    return "".join(map(_letter, unicodedata.normalize("NFC", text)))


def _letter(letter: str) -> str:
    if letter in LETTERS:
        return letter
    if letter in _REPLACED:
        return _REPLACED[letter]
    if letter.isspace() or unicodedata.category(letter) == "Cc":
        return " "
    parts = unicodedata.normalize("NFKD", letter)
    kept = "".join(part for part in parts if part in LETTERS)
    if kept.strip():
        return kept
    # A combining mark belongs to the letter before it, which stands there already.
    return "" if unicodedata.category(letter) in {"Mn", "Me", "Cf"} else REPLACEMENT


def search_key(words: str) -> str:
    """The words without case, accents and curly apostrophes, so that a search need not type them."""
    decomposed = unicodedata.normalize("NFKD", words.replace("’", "'"))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).casefold()
