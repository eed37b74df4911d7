"""UIDs of 13.56 MHz stickers (ISO 14443-3, type A), the same from any chip. Pure."""

_SIZES = (4, 7, 10)
"""Bytes that a UID may have."""
_RANDOM = 0x08
"""The first of a random UID's four bytes, as phones send."""


def sticker_tag(uid: bytes) -> str | None:
    """A UID as a tag: upper-case hex of 8, 14 or 20 digits; None for a random or broken one."""
    if len(uid) not in _SIZES or is_random(uid):
        return None
    return uid.hex().upper()


def is_random(uid: bytes) -> bool:
    """Whether a UID changes with each reading."""
    return len(uid) == 4 and uid[0] == _RANDOM
