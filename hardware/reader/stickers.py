"""Numbers of stickers of 13.56 MHz (ISO 14443-3, type A), the same from whichever chip reads them. Pure."""

_SIZES = (4, 7, 10)
"""Bytes that a number may have."""
_RANDOM = 0x08
"""How a number of four bytes begins that is made up anew each time, as phones do."""


def number(uid: bytes) -> str | None:
    """The tag of a sticker: upper-case hex, of 8, 14 or 20 digits; None for a number that is no tag."""
    if len(uid) not in _SIZES or made_up(uid):
        return None
    return uid.hex().upper()


def made_up(uid: bytes) -> bool:
    """Whether a number will be another one next time."""
    return len(uid) == 4 and uid[0] == _RANDOM
