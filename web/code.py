"""The join code, and what becomes of it when it is guessed at."""

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

SHORTEST, LONGEST = 4, 10
"""Digits of a code that the box makes: at first, and at most. The longest fits a row beside its picture."""
BORNE = Limit(300, 600.0)
"""Wrong guesses that four digits bear before it becomes longer: 300 at once and one more in ten minutes.

With four digits that is a chance of 3 % for who guesses as fast as he can, and of 3.3 % in an evening for who
is patient. Each two digits more bear ten times as many guesses, and are a hundred times as many codes: 0.3 %
for six, 0.03 % for eight, 0.003 % for ten. So a flood of 500 guesses in a second, all evening, has less than
3.5 % in all; and the code on the display stands for a minute once it has eight digits, for ten minutes once
it has ten: time enough to type it in. Each new code that is asked for on the panel is another 3 %.
"""

log = logging.getLogger(__name__)


class _Code(msgspec.Struct, frozen=True):
    """The code in force.

    configured: what the configuration said when it was made, None for nothing. guessed: it stands for one
    that was guessed at too often.
    """

    code: str
    configured: str | None
    guessed: bool = False


class JoinCode:
    """The code that lets a phone in. Safe to use from any thread.

    A right code is taken whatever wrong ones came before it, from anywhere: nobody can keep others out by
    guessing. What bounds the guessing is the code itself: guessed at too often (`BORNE`), it gives way to
    a longer one, which the display shows at once. A configured code gives way as well, until the
    configuration names another: four digits are no harder to guess because the owner chose them. A word
    is taken for no better than four digits, for words are guessed first.

    said: the code, as the display shows it. guessed: whether it is a longer one because the one before was
    guessed at; until `renew`. made: how many there have been since the start.
    settings: where the code is kept. configured: the owner's, or None to make one of `SHORTEST` digits.
    entropy: gives that many random bytes. monotonic: in seconds.
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
        self.said, self.guessed, self.made = "", False, 0
        found = settings.get(JOIN_CODE, _Code)
        if found is not None and found.code and found.configured == configured:
            self._hold(found)
        else:
            self._put(_Code(configured or self._digits(SHORTEST), configured))
        self._guesses = self._borne()

    def fits(self, said: str) -> bool:
        """Whether this is the code, as `same` has it."""
        return same(said, self.said)

    def guess(self) -> None:
        """Count a wrong code; of all that are counted only the one too many is written down."""
        with self._lock:
            if self._guesses.take():
                self._yield_cpu()

    def renew(self) -> None:
        """Make another code, as short as at first. Raises `StorageFailed`."""
        with self._lock:
            self._put(_Code(self._digits(SHORTEST), self._configured))
            self._guesses = self._borne()

    def _yield_cpu(self) -> None:
        """Make a longer code. It holds also when the disk does not take it, until the next start."""
        digits = min(LONGEST, 2 * (_worth(self.said) // 2 + 1))
        longer = _Code(self._digits(digits), self._configured, guessed=True)
        try:
            self._put(longer)
        except StorageFailed:
            self._hold(longer)
            log.warning("the longer join code could not be kept, and holds until the next start")
        self._guesses = self._borne()
        log.warning("the join code was guessed at too often: there is another one, of %d digits", digits)
        self._notifier.notify()

    def _put(self, code: _Code) -> None:
        self._settings.set(JOIN_CODE, code)
        self._hold(code)

    def _hold(self, code: _Code) -> None:
        self.said, self.guessed = code.code, code.guessed
        self.made += 1

    def _borne(self) -> RateLimiter:
        """The guesses that the present code bears."""
        more = 10.0 ** ((_worth(self.said) - SHORTEST) / 2)
        return RateLimiter(Limit(round(BORNE.size * more), BORNE.every / more), self._monotonic)

    def _digits(self, digits: int) -> str:
        """Another code of so many digits."""
        number, many = int.from_bytes(self._entropy(8), "big"), 10**digits
        code = f"{number % many:0{digits}}"
        return code if code != self.said else f"{(number + 1) % many:0{digits}}"


def _worth(code: str) -> int:
    """The digits that are as hard to guess as this code."""
    return len(code) if code.isascii() and code.isdigit() else SHORTEST


def same(said: str, code: str) -> bool:
    """Whether a code is what somebody said, in any letters' case; how long that takes tells nothing of it."""
    return hmac.compare_digest(_folded(said), _folded(code))


def _folded(code: str) -> bytes:
    return code.strip().casefold().encode(errors="surrogatepass")
