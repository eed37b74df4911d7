"""Admin access: phones ask for it, and a person at the box grants it."""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, TypeAlias

import msgspec

from companion.notifier import Notifier
from companion.storage.settings import ADMIN_CLAIMED, Settings
from companion.storage.storage import StorageFailed
from web.errors import Problem
from web.join_code import codes_match
from web.membership import Membership
from web.server.rate_limiter import Seconds

REQUEST_LIFETIME: Seconds = 300.0
REJECTION_TIME: Seconds = 60.0
"""Seconds after which a rejected phone may ask again."""
MAX_REQUESTS = 4
"""Pending requests: the list at the box stays short."""
CODE_LIFETIME: Seconds = 120.0
"""Seconds for which the display shows a code."""
MAX_TRIES = 3
"""Wrong codes after which a request is rejected."""
AccessMethod: TypeAlias = Literal["buttons", "display", "none"]
"""How access is granted at the box. buttons: its number is chosen on the panel. display: the phone types the
code that the display shows. none: not at all, the box has neither.
"""
_FIRST, _NUMBERS = 10, 90
_RECENT = 40
"""Numbers that are not given again soon: a number read a minute ago must not admit another phone."""
_FIRST_CODE, _CODES = 10_000, 90_000


class _Request(msgspec.Struct):
    """A phone's request.

    number: shown by phone and box. expires_at: monotonic; until then the address cannot ask again. code: to
    be typed on the phone; empty with buttons. wrong: codes typed that were not it.
    """

    number: int
    holder: str
    address: str
    expires_at: Seconds
    rejected: bool = False
    code: str = ""
    wrong: int = 0


class AdminAccess:
    """Who is an admin, and the requests to become one. Safe to use from any thread.

    settings: remembers that the box was claimed. entropy: gives that many random bytes. monotonic: in
    seconds. notifier: notifies when the requests have changed.

    An unclaimed box was never set up and its Advance, which grants access, never pressed: every member is
    an admin. The join code on its display proves that a phone is near.
    """

    def __init__(
        self,
        membership: Membership,
        settings: Settings,
        *,
        entropy: Callable[[int], bytes],
        monotonic: Callable[[], Seconds],
        notifier: Notifier,
        method: AccessMethod = "buttons",
    ) -> None:
        self.method = method
        self._membership = membership
        self._settings = settings
        self._entropy = entropy
        self._monotonic = monotonic
        self._notifier = notifier
        self._lock = threading.Lock()
        self._requests: tuple[_Request, ...] = ()
        self._recent: deque[int] = deque(maxlen=_RECENT)
        self._claimed = bool(settings.get(ADMIN_CLAIMED, bool))

    @property
    def requests(self) -> tuple[int, ...]:
        """Numbers of the pending requests that buttons answer, oldest first."""
        return tuple(each.number for each in self._pending() if not each.code)

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes that the display shows for phones to type, oldest first."""
        return tuple(each.code for each in self._pending() if each.code)

    @property
    def unclaimed(self) -> bool:
        """Whether every member is an admin."""
        return not self._claimed or self.method == "none"

    def claim(self) -> None:
        """From now on access is granted at the box: Advance was pressed, or the box was set up."""
        if not self._claimed:
            self._claimed = True
            with suppress(StorageFailed):  # until the next start it counts all the same
                self._settings.set(ADMIN_CLAIMED, True)

    def is_admin(self, token: str | None) -> bool:
        """Whether the phone with this token is an admin's."""
        member = self._membership.who(token)
        return member is not None and (member.is_admin or self.unclaimed)

    def number_of(self, token: str | None) -> int | None:
        """The number of this phone's pending request, if any."""
        holder = self._membership.holder(token)
        return next((each.number for each in self._pending() if each.holder == holder), None)

    def rejection(self, token: str | None) -> Problem | None:
        """The refusal of a phone that was rejected and cannot ask again yet."""
        holder, now = self._membership.holder(token), self._monotonic()
        waits = (each.expires_at - now for each in self._requests if each.rejected and each.holder == holder)
        return next((_wait("sent-away", wait) for wait in waits if wait > 0), None)

    def request(self, token: str | None, address: str) -> int:
        """Request access for a member's phone and return its number; asking again changes nothing.

        address: of the network; it has one request at a time. Raises `Problem`: 401 for a stranger, 429 for
        too many requests or an address that was just rejected.
        """
        holder = self._membership.holder(token)
        if holder is None:
            raise Problem(401, "not-joined")
        with self._lock:
            now = self._monotonic()
            others = [each for each in self._requests if each.expires_at > now]
            own = next((each for each in others if each.holder == holder and not each.rejected), None)
            if own is not None:
                return own.number
            busy = [each for each in others if each.address == address] or others[MAX_REQUESTS - 1 :]
            if busy:
                raise _wait("sent-away" if busy[0].rejected else "too-many-ask", busy[0].expires_at - now)
            number = self._new_number({*self._recent, *(each.number for each in others)})
            self._recent.append(number)
            code = "" if self.method == "buttons" else str(_FIRST_CODE + self._random() % _CODES)
            expires_at = now + (CODE_LIFETIME if code else REQUEST_LIFETIME)
            self._requests = (*others, _Request(number, holder, address, expires_at, code=code))
        self._notifier.notify()
        return number

    def answer(self, number: int, *, yes: bool) -> None:
        """Grant the request of this number, or reject it; a number that is not pending changes nothing."""
        with self._lock:
            found = next((each for each in self._pending() if each.number == number), None)
            if found is None:
                return
            if yes:
                self._requests = tuple(each for each in self._requests if each is not found)
            else:
                found.rejected, found.expires_at = True, self._monotonic() + REJECTION_TIME
        if yes:
            self._membership.set_admin(found.holder, is_admin=True)
        self._notifier.notify()

    def enter_code(self, token: str | None, code: str) -> bool:
        """Grant this phone's request if the code is its own, reject it after `MAX_TRIES` others; whether it
        was right.
        """
        holder = self._membership.holder(token)
        with self._lock:
            found = next((each for each in self._pending() if each.code and each.holder == holder), None)
            if found is None:
                return False
            right = codes_match(code.strip(), found.code)
            found.wrong += not right
            number, over = found.number, right or found.wrong >= MAX_TRIES
        if over:
            self.answer(number, yes=right)
        return right

    def leave(self, token: str | None) -> None:
        """Make this phone an admin's no longer."""
        holder = self._membership.holder(token)
        if holder is not None:
            self._membership.set_admin(holder, is_admin=False)

    def clear(self) -> None:
        """Drop every request and rejection, as a new join code does."""
        with self._lock:
            self._requests = ()
        self._notifier.notify()

    def _pending(self) -> tuple[_Request, ...]:
        now = self._monotonic()
        return tuple(each for each in self._requests if each.expires_at > now and not each.rejected)

    def _random(self) -> int:
        return int.from_bytes(self._entropy(8))

    def _new_number(self, taken: set[int]) -> int:
        while True:
            number = _FIRST + self._random() % _NUMBERS
            if number not in taken:
                return number


def _wait(code: str, seconds: Seconds) -> Problem:
    wait = math.ceil(seconds)
    return Problem(429, code, {"count": wait}, headers={"Retry-After": str(wait)})
