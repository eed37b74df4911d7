"""How long is waited before a broker is tried again."""

from collections.abc import Callable

STOOD = 30.0
"""Seconds after which a connection was a good one, and the next wait is a short one."""


class BackOff:
    """Twice as long each time, within bounds, and never quite the same: sixty boxes do not come back at once.

    least, most: seconds. spread: by chance from 0 to 1.
    """

    def __init__(self, least: float, most: float, spread: Callable[[], float]) -> None:
        self._least = least
        self._most = most
        self._spread = spread
        self._next = least

    def after(self, stood: float) -> float:
        """Seconds to wait after a connection that has stood for so many, 0 for none."""
        if stood >= STOOD:
            self._next = self._least
        wait, self._next = self._next, min(self._next * 2, self._most)
        return wait * (0.5 + 0.5 * self._spread())
