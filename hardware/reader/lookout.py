"""When it is time to look again for a line that is gone: when the kernel tells of a device, or in a while."""

from __future__ import annotations

from collections.abc import Callable

from companion.bell import SETTLED, Nudge, Told

SELDOM = 10.0
"""Seconds between two looks for a line that is not there, where the kernel tells of each that comes: of a
link that somebody makes by hand it does not tell."""


class Lookout:
    """Waits for a lost line on its reader's thread, within `with`. `wake` may be called from any.

    retry: seconds between two looks where nothing tells that there is something to see. told: opens what
    tells of devices that come, if that is to be had.
    """

    def __init__(self, retry: float = 1.0, told: Callable[[], Told | None] = lambda: None) -> None:
        self._retry = retry
        self._listen = told
        self._told: Told | None = None
        self._nudge: Nudge | None = None

    def __enter__(self) -> Lookout:
        self._nudge = Nudge()
        return self

    def __exit__(self, *_: object) -> None:
        self.found()
        if self._nudge is not None:
            self._nudge.close()

    def wake(self) -> None:
        """End a wait, or the next one."""
        if self._nudge is not None:
            self._nudge.give()

    def wait(self, *, absent: bool) -> None:
        """Wait until it is time to look again. absent: there is no such device; else it cannot be used now.

        The first look after a loss comes soon, whatever tells: the line may have come back before that began.
        """
        assert self._nudge is not None
        patience = SELDOM if absent and self._told is not None else self._retry
        self._told = self._told or self._listen()
        if self._nudge.wait(patience, self._told):
            self._nudge.wait(SETTLED)
        if self._told is not None:
            self._told.take()

    def found(self) -> None:
        """The line is there: nobody need tell of devices."""
        told, self._told = self._told, None
        if told is not None:
            told.close()
