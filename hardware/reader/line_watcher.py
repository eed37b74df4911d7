"""Waits between two tries to open a lost line: for the kernel's news of devices, or some seconds."""

from __future__ import annotations

from collections.abc import Callable

from companion.notifier import SETTLE_TIME, EventSource, Wakeup

ABSENT_RETRY = 10.0
"""Seconds between two tries for an absent device while the kernel reports new ones: it does not report links
made by hand."""


class LineWatcher:
    """Waits for a lost line on its reader's thread, within `with`. `wake` may be called from any.

    retry: seconds between two tries without news. open_events: opens the kernel's news of devices, None
    where there are none.
    """

    def __init__(
        self, retry: float = 1.0, open_events: Callable[[], EventSource | None] = lambda: None
    ) -> None:
        self._retry = retry
        self._open_notifier = open_events
        self._events: EventSource | None = None
        self._wakeup: Wakeup | None = None

    def __enter__(self) -> LineWatcher:
        self._wakeup = Wakeup()
        return self

    def __exit__(self, *_: object) -> None:
        self.found()
        if self._wakeup is not None:
            self._wakeup.close()

    def wake(self) -> None:
        """End the wait, or else the next one."""
        if self._wakeup is not None:
            self._wakeup.set()

    def wait(self, *, absent: bool) -> None:
        """Wait until the next try is due. absent: there is no such device; else it cannot be used now.

        The first try after a loss comes soon: the line may be back before the notifier was opened.
        """
        assert self._wakeup is not None
        patience = ABSENT_RETRY if absent and self._events is not None else self._retry
        self._events = self._events or self._open_notifier()
        if self._wakeup.wait(patience, self._events):
            self._wakeup.wait(SETTLE_TIME)
        if self._events is not None:
            self._events.take()

    def found(self) -> None:
        """Close the notifier, as the line is open."""
        open_events, self._events = self._events, None
        if open_events is not None:
            open_events.close()
