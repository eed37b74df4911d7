"""The hours in which the buzzer says nothing."""

from __future__ import annotations

import msgspec


class Quiet(msgspec.Struct, frozen=True):
    """From one hour of the day until another, 0 to 23, across midnight where it begins later than it ends.

    The same hour twice is never.
    """

    begins: int
    ends: int

    def at(self, hour: int) -> bool:
        """Whether it is quiet in this hour."""
        if self.begins <= self.ends:
            return self.begins <= hour < self.ends
        return hour >= self.begins or hour < self.ends
