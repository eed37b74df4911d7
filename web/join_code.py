"""The join code, which becomes longer when it is guessed at."""

from __future__ import annotations

import hmac
import logging
import threading
from collections.abc import Callable

import msgspec

from companion.notifier import Notifier
from companion.storage.settings import JOIN_CODE, Settings
from companion.storage.storage import StorageFailed
from web.server.rate_limiter import Limit, RateLimiter, Seconds

MIN_DIGITS, MAX_DIGITS = 4, 10
"""Digits of a generated code. The longest fits a row beside its QR code."""
MAX_GUESSES = Limit(300, 600.0)
"""Wrong guesses of a four-digit code before it is replaced: 300 at once and one more in ten minutes.

A guesser's chance is then 3 %, in an evening 3.3 %. Each two digits more allow ten times the guesses among
a hundred times the codes: 0.3 % for six digits, 0.03 % for eight, 0.003 % for ten, below 3.5 % in all. A
flood of 500 guesses a second replaces eight digits after a minute and ten after ten: time to type them.
"""

log = logging.getLogger(__name__)


class _Code(msgspec.Struct, frozen=True):
    """The stored code.

    configured: the configured code when it was made, if any. guessed: whether it replaced a guessed one.
    """

    code: str
    configured: str | None
    guessed: bool = False


class JoinCode:
    """The code with which phones join. Safe to use from any thread.

    The right code is accepted after any number of wrong ones, so that guessing keeps no phone out. Guessed at
    too often (`MAX_GUESSES`), it is replaced by a longer one, which the display shows. That includes a
    configured code, until the configuration names another. A word counts as four digits: words are guessed
    first.

    value: the code. guessed: whether it replaced a guessed one; until `renew`. changes: how many codes there
    were since the start.
    settings: store the code. configured: the owner's, or None for one of `MIN_DIGITS` digits. entropy: gives
    that many random bytes. monotonic: in seconds.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        configured: str | None,
        entropy: Callable[[int], bytes],
        monotonic: Callable[[], Seconds],
        notifier: Notifier,
    ) -> None:
        self._settings = settings
        self._configured = configured
        self._entropy = entropy
        self._monotonic = monotonic
        self._notifier = notifier
        self._lock = threading.Lock()
        self.value, self.guessed, self.changes = "", False, 0
        found = settings.get(JOIN_CODE, _Code)
        if found is not None and found.code and found.configured == configured:
            self._set(found)
        else:
            self._store(_Code(configured or self._digits(MIN_DIGITS), configured))
        self._guesses = self._new_limiter()

    def matches(self, given: str) -> bool:
        """Whether this is the code, as of `codes_match`."""
        return codes_match(given, self.value)

    def count_guess(self) -> None:
        """Count a wrong code; replace the code after too many."""
        with self._lock:
            if self._guesses.take():
                self._lengthen()

    def renew(self) -> None:
        """Replace the code by one of `MIN_DIGITS` digits. Raises `StorageFailed`."""
        with self._lock:
            self._store(_Code(self._digits(MIN_DIGITS), self._configured))
            self._guesses = self._new_limiter()

    def _lengthen(self) -> None:
        """Replace the code by a longer one; if it cannot be stored it holds until the next start."""
        digits = min(MAX_DIGITS, 2 * (_strength(self.value) // 2 + 1))
        longer = _Code(self._digits(digits), self._configured, guessed=True)
        try:
            self._store(longer)
        except StorageFailed:
            self._set(longer)
            log.warning("the longer join code could not be stored: it holds until the next start")
        self._guesses = self._new_limiter()
        log.warning("too many wrong join codes: the join code is replaced by one of %d digits", digits)
        self._notifier.notify()

    def _store(self, code: _Code) -> None:
        self._settings.set(JOIN_CODE, code)
        self._set(code)

    def _set(self, code: _Code) -> None:
        self.value, self.guessed = code.code, code.guessed
        self.changes += 1

    def _new_limiter(self) -> RateLimiter:
        """Limits the guesses of the present code."""
        more = 10.0 ** ((_strength(self.value) - MIN_DIGITS) / 2)
        return RateLimiter(Limit(round(MAX_GUESSES.size * more), MAX_GUESSES.every / more), self._monotonic)

    def _digits(self, digits: int) -> str:
        """A different code of so many digits."""
        number, many = int.from_bytes(self._entropy(8), "big"), 10**digits
        code = f"{number % many:0{digits}}"
        return code if code != self.value else f"{(number + 1) % many:0{digits}}"


def _strength(code: str) -> int:
    """The number of digits that are as hard to guess."""
    return len(code) if code.isascii() and code.isdigit() else MIN_DIGITS


def codes_match(given: str, code: str) -> bool:
    """Whether the codes are equal but for case; takes the same time for any."""
    return hmac.compare_digest(_folded(given), _folded(code))


def _folded(code: str) -> bytes:
    return code.strip().casefold().encode(errors="surrogatepass")
