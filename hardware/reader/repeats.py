"""A tag that lies on the reader is read over and over; it was laid there once. Pure."""

from __future__ import annotations


class Repeats:
    """Tells a tag that is new from one that has been lying there.

    silence: seconds that a tag must have been away to be new again. Each tag is judged by itself, so
    that two bags read in turn do not make each other new.
    """

    def __init__(self, silence: float) -> None:
        self._silence = silence
        self._seen: dict[str, float] = {}

    def is_new(self, tag: str, at: float) -> bool:
        """A tag was read at this time, in seconds; times never go back."""
        self._seen = {each: seen for each, seen in self._seen.items() if at - seen < self._silence}
        new = tag not in self._seen
        self._seen[tag] = at
        return new
