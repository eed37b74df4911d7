"""Confirmations at the box: what a phone requests is done once a person at the box confirms it."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from companion.language.text import Text
from companion.notifier import Notifier
from web.errors import Problem
from web.server.rate_limiter import Seconds

LIFETIME: Seconds = 300.0
"""Seconds for which a request is pending."""
ConfirmationKind: TypeAlias = Literal["games", "update", "earlier"]
"""games: restore a backup. update: install a newer version. earlier: go back to the version before."""


class Confirmation(msgspec.Struct, frozen=True):
    """A pending request.

    number: tells it from others. subject: which games or version, for the display. expires_at: monotonic.
    action: does it.
    """

    number: int
    kind: ConfirmationKind
    subject: Text
    expires_at: Seconds
    action: Callable[[], object]


class Confirmations:
    """At most one request is pending. Safe to use from any thread.

    monotonic: in seconds. notifier: notifies when the pending request has changed.
    """

    def __init__(self, *, monotonic: Callable[[], Seconds], notifier: Notifier) -> None:
        self._monotonic = monotonic
        self._notifier = notifier
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._latest: Confirmation | None = None

    @property
    def pending(self) -> Confirmation | None:
        """The pending request, if any."""
        latest = self._latest
        return latest if latest is not None and latest.expires_at > self._monotonic() else None

    def pending_kind(self, *kinds: ConfirmationKind) -> ConfirmationKind | None:
        """The kind of the pending request if it is one of these."""
        pending = self.pending
        return pending.kind if pending is not None and pending.kind in kinds else None

    def check_free(self) -> None:
        """Raise `Problem` 409 while a request is pending."""
        if self.pending is not None:
            raise Problem(409, "box-asks-already")

    def request(self, kind: ConfirmationKind, subject: Text, action: Callable[[], object]) -> None:
        """Show a request at the box. action: called on the panel's thread once it is confirmed.

        Raises `Problem` 409 while another one is pending.
        """
        with self._lock:
            self.check_free()
            expires_at = self._monotonic() + LIFETIME
            self._latest = Confirmation(next(self._numbers), kind, subject, expires_at, action)
        self._notifier.notify()

    def answer(self, number: int, *, yes: bool) -> None:
        """Do what this request wants, or drop it; a number that is not pending changes nothing.

        Raises `CompanionError` where it cannot be done.
        """
        with self._lock:
            pending = self.pending
            if pending is None or pending.number != number:
                return
            self._latest = None
        self._notifier.notify()
        if yes:
            pending.action()

    def cancel(self, *kinds: ConfirmationKind) -> None:
        """Drop the pending request if it is of one of these kinds; without a kind, any."""
        with self._lock:
            if kinds and self.pending_kind(*kinds) is None:
                return
            self._latest = None
        self._notifier.notify()
