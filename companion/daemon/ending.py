"""How what is served comes to its end: the box is shut down, or something else is wished for."""

from __future__ import annotations

from collections.abc import Callable

from companion.daemon.wishes import Wish


class Ending:
    """What everything is to stop for. Safe to use from any thread.

    wanted: what is to come then; None where that is the end. off: somebody has shut the box down on its
    panel. stop: called when all has to stop; returns at once.
    """

    def __init__(self, stop: Callable[[], object]) -> None:
        self._stop = stop
        self.wanted: Wish | None = None
        self.off = False

    def give_way(self, wish: Wish) -> None:
        """Begin to stop, for this."""
        self.wanted = wish
        self._stop()

    def shut_down(self) -> None:
        """Begin to stop, for good."""
        self.off = True
        self._stop()
