"""The box in a smart home, as voices beside those of `companion.mqtt.voices`: it presents itself to Home
Assistant, and takes the few commands that its owner allows.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.mqtt import topics
from companion.mqtt.commands import obey
from companion.mqtt.home_assistant import ANEW, BIRTH
from companion.mqtt.line import Line
from companion.table.snapshot import Snapshot
from companion.table.table import Table

SELDOM = 60.0
"""Seconds from one line of the log to the next of what is asked and not done: whoever asks again and again
fills no card."""


class Presenting:
    """Presents the box, and once more some seconds after Home Assistant has started.

    box: eight hex digits. described: makes the message with its topic, from the address of the box's pages,
    None while that is not known. url: that address. monotonic: seconds on a clock that never goes back.
    """

    follows: tuple[str, ...] = (BIRTH,)

    def __init__(
        self,
        box: str,
        described: Callable[[str | None], tuple[str, bytes]],
        url: Callable[[], str | None],
        monotonic: Callable[[], float],
    ) -> None:
        self._status = topics.of_box(box, "status")
        self._described = described
        self._url = url
        self._monotonic = monotonic
        self._message: tuple[str | None, str, bytes] | None = None
        self._due: float | None = None

    def hear(self, _topic: str, payload: bytes) -> None:
        """Home Assistant comes or goes; one that comes again and again is not waited for longer by that."""
        if payload != topics.ONLINE:
            self._due = None
        elif self._due is None:
            self._due = self._monotonic() + ANEW

    def anew(self) -> None:
        """What is kept is told again by the connection."""

    def tell(self, line: Line, _snapshot: Snapshot) -> float | None:
        """The message, another one whenever the box has another address; said again, behind it also that the
        box is there, which the last voice of all says otherwise.
        """
        url = self._url()
        if self._message is None or self._message[0] != url:
            self._message = (url, *self._described(url))
        _, topic, message = self._message
        left = None if self._due is None else self._due - self._monotonic()
        if left is None or left > 0:
            line.keep(topic, message)
            return left
        self._due = None
        line.keep(topic, message, again=True)
        line.keep(self._status, topics.ONLINE, again=True)
        return None


class Obeying:
    """Does what is asked of the table, as `companion.mqtt.commands` has it. monotonic: as `Presenting` has
    it.
    """

    def __init__(self, box: str, table: Table, monotonic: Callable[[], float]) -> None:
        self.follows: tuple[str, ...] = (topics.of_box(box, "command"),)
        self._table = table
        self._monotonic = monotonic
        self._seldom = monotonic()

    def hear(self, _topic: str, payload: bytes) -> None:
        """Somebody asks for something. What the broker has kept is to be passed over before it comes here."""
        now = self._monotonic()
        seldom = now >= self._seldom
        if not obey(payload, self._table, logging.INFO if seldom else logging.DEBUG) and seldom:
            self._seldom = now + SELDOM

    def anew(self) -> None:
        """What was asked while the broker was away is not done."""

    def tell(self, _line: Line, _snapshot: Snapshot) -> None:
        """It has nothing to tell."""
