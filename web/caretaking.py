"""Who may look after the box: phones that somebody who stands before it has let in."""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, TypeAlias

import msgspec

from companion.bell import Bell
from companion.storage.settings import HANDS, Settings
from companion.storage.storage import StorageFailed
from web.code import same
from web.errors import Problem
from web.membership import Membership
from web.server.rate_limiter import Seconds

STANDS: Seconds = 300.0
"""Seconds for which a phone's number stands at the box."""
RESTS: Seconds = 60.0
"""Seconds after which one that was sent away may ask again."""
MOST = 4
"""Phones that may ask at a time: the list at the box stays short, whoever asks."""
SHOWN: Seconds = 120.0
"""Seconds for which a number to type stands on the display."""
TRIES = 3
"""Wrong numbers after which a phone is sent away."""
WayIn: TypeAlias = Literal["buttons", "display", "none"]
"""How somebody at the box lets a phone in: by its buttons; on a box without, by reading its display; on one
that has neither, not at all.
"""
_FIRST, _NUMBERS = 10, 90
_RECENT = 40
"""Numbers that are not given again: who stands at the box with one in mind must not let another phone in."""
_TO_TYPE, _MANY = 10_000, 90_000


class _Asking(msgspec.Struct):
    """A phone that asks. number: what it and the box show. until: monotonic; past it stands no more, and so
    long its address does not ask again. code: what the display shows and the phone is to type; empty where it
    is let in by buttons. wrong: how often something else was typed.
    """

    number: int
    holder: str
    address: str
    until: Seconds
    refused: bool = False
    code: str = ""
    wrong: int = 0


class Caretaking:
    """Phones ask, and are let in on the box. Safe to use from any thread.

    settings: remembers that a hand has been at the box. entropy: gives that many random bytes. monotonic: in
    seconds. bell: rung when the numbers that stand at the box have become others.

    At a box on which no button has ever been pressed, and which was never set up, nobody could be let in:
    there whoever has joined may look after it, for the code stands on its display. On a box without buttons
    the display shows a number, and who types it on the phone stands before it.
    """

    def __init__(
        self,
        membership: Membership,
        settings: Settings,
        *,
        entropy: Callable[[int], bytes],
        monotonic: Callable[[], Seconds],
        bell: Bell,
        way: WayIn = "buttons",
    ) -> None:
        self.way = way
        self._membership = membership
        self._settings = settings
        self._entropy = entropy
        self._monotonic = monotonic
        self._bell = bell
        self._lock = threading.Lock()
        self._asking: tuple[_Asking, ...] = ()
        self._recent: deque[int] = deque(maxlen=_RECENT)
        self._hands = bool(settings.get(HANDS, bool))

    @property
    def asking(self) -> tuple[int, ...]:
        """The numbers that stand at the box, the one that came first first."""
        return tuple(each.number for each in self._standing() if not each.code)

    @property
    def shown(self) -> tuple[str, ...]:
        """The numbers that the display shows for phones to type, the one that came first first."""
        return tuple(each.code for each in self._standing() if each.code)

    @property
    def untouched(self) -> bool:
        """Whether this box was never set up and no button of it has ever been pressed; or has no way in."""
        return not self._hands or self.way == "none"

    def pressed(self) -> None:
        """A button works, or the box was set up: from now on who would look after it is let in there."""
        if not self._hands:
            self._hands = True
            with suppress(StorageFailed):  # the press counts all the same
                self._settings.set(HANDS, True)

    def may(self, token: str | None) -> bool:
        """Whether the phone with this token may look after the box."""
        member = self._membership.who(token)
        return member is not None and (member.cares or self.untouched)

    def number(self, token: str | None) -> int | None:
        """The number by which this phone asks; None when it does not, or not any more."""
        holder = self._membership.holder(token)
        return next((each.number for each in self._standing() if each.holder == holder), None)

    def sent_away(self, token: str | None) -> Problem | None:
        """That this phone was sent away at the box, while it may not ask again."""
        holder, now = self._membership.holder(token), self._monotonic()
        rests = (each.until - now for each in self._asking if each.refused and each.holder == holder)
        return next((_wait("sent-away", rest) for rest in rests if rest > 0), None)

    def ask(self, token: str | None, address: str) -> int:
        """Let a joined phone's number stand at the box, and give it; asking again changes nothing.

        address: of the network, each has one number at a time. Raises `Problem`: 401 for one that has not
        joined, 429 where too many ask, or this address was just sent away.
        """
        holder = self._membership.holder(token)
        if holder is None:
            raise Problem(401, "not-joined")
        with self._lock:
            now = self._monotonic()
            others = [each for each in self._asking if each.until > now]
            own = next((each for each in others if each.holder == holder and not each.refused), None)
            if own is not None:
                return own.number
            busy = [each for each in others if each.address == address] or others[MOST - 1 :]
            if busy:
                raise _wait("sent-away" if busy[0].refused else "too-many-ask", busy[0].until - now)
            number = self._new_number({*self._recent, *(each.number for each in others)})
            self._recent.append(number)
            code, stands = ("", STANDS) if self.way == "buttons" else (self._new_code(), SHOWN)
            self._asking = (*others, _Asking(number, holder, address, now + stands, code=code))
        self._bell.ring()
        return number

    def answer(self, number: int, *, yes: bool) -> None:
        """Let the phone of this number in, or send it away; done at the box. Of one that stands no more
        nothing comes.
        """
        with self._lock:
            found = next((each for each in self._standing() if each.number == number), None)
            if found is None:
                return
            if yes:
                self._asking = tuple(each for each in self._asking if each is not found)
            else:
                found.refused, found.until = True, self._monotonic() + RESTS
        if yes:
            self._membership.let_care(found.holder, cares=True)
        self._bell.ring()

    def typed(self, token: str | None, code: str) -> bool:
        """Let in the phone that has typed the number on the display; whether it was that one. After `TRIES`
        others it is sent away.
        """
        holder = self._membership.holder(token)
        with self._lock:
            found = next((each for each in self._standing() if each.code and each.holder == holder), None)
            if found is None:
                return False
            right = same(code.strip(), found.code)
            found.wrong += not right
            number, over = found.number, right or found.wrong >= TRIES
        if over:
            self.answer(number, yes=right)
        return right

    def leave(self, token: str | None) -> None:
        """Let this phone look after the box no longer."""
        holder = self._membership.holder(token)
        if holder is not None:
            self._membership.let_care(holder, cares=False)

    def forget(self) -> None:
        """Let nobody ask any more, nor rest: who asked has to join anew, by another code."""
        with self._lock:
            self._asking = ()
        self._bell.ring()

    def _standing(self) -> tuple[_Asking, ...]:
        now = self._monotonic()
        return tuple(each for each in self._asking if each.until > now and not each.refused)

    def _new_code(self) -> str:
        return str(_TO_TYPE + int.from_bytes(self._entropy(8)) % _MANY)

    def _new_number(self, taken: set[int]) -> int:
        while True:
            number = _FIRST + int.from_bytes(self._entropy(8)) % _NUMBERS
            if number not in taken:
                return number


def _wait(code: str, seconds: Seconds) -> Problem:
    wait = math.ceil(seconds)
    return Problem(429, code, {"count": wait}, headers={"Retry-After": str(wait)})
