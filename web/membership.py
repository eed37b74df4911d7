"""Who sits at the table: the join code, the phones that know it, and how often one may guess at it."""

from __future__ import annotations

import hashlib
import hmac
import math
import threading
from collections.abc import Callable, Collection
from typing import TypeVar

import msgspec

from companion.journal.journal import Journal
from web.errors import Problem, WrongField

Seconds = float
NAME_LENGTH = 12
_TOKEN_BYTES = 24
_CODE_SETTING = "join-code"
_MEMBERS_SETTING = "members"
T = TypeVar("T")


class Member(msgspec.Struct, frozen=True):
    """A joined phone. name: up to `NAME_LENGTH` characters, perhaps none. colour: of its player, or None."""

    name: str = ""
    colour: str | None = None


class _Code(msgspec.Struct, frozen=True):
    """The code in force. configured: what the configuration said when it was made, None for nothing."""

    code: str
    configured: str | None


class WrongCode(Problem):
    """This is not the code that the display shows."""

    def __init__(self) -> None:
        super().__init__(403, "wrong-code")


class TooManyWrongCodes(Problem):
    """Wrong codes came too fast. seconds: whole ones until the next is looked at."""

    def __init__(self, seconds: int) -> None:
        wait = {"Retry-After": str(seconds)}
        super().__init__(429, "too-many-wrong-codes", {"count": seconds}, headers=wait)


class Membership:
    """The join code and the joined phones. Safe to use from any thread.

    settings: where code and members are kept. configured: the owner's code, or None to make one of four
    digits. colours: those of every game. entropy: gives that many random bytes. monotonic: in seconds.
    Tokens are kept as hashes: who reads the data folder cannot act with them.
    """

    MEMBERS = 500

    def __init__(
        self,
        settings: Journal,
        *,
        configured: str | None,
        colours: Collection[str],
        entropy: Callable[[int], bytes],
        monotonic: Callable[[], float],
    ) -> None:
        self._settings = settings
        self._configured = configured
        self._colours = frozenset(colours)
        self._entropy = entropy
        self._throttle = Throttle(monotonic)
        self._lock = threading.Lock()
        self._members = _read(settings.setting(_MEMBERS_SETTING), dict[str, Member]) or {}
        self._code = ""
        self._take_code()

    @property
    def code(self) -> str:
        """The code that lets a phone in."""
        return self._code

    def join(self, code: str, name: str, colour: str | None, address: str) -> str:
        """Let a phone in and return its token, which nobody can be told again.

        code: in any letters' case. address: of the network, for slowing down.
        Raises `WrongField`, `TooManyWrongCodes` and `WrongCode`.
        """
        member = self._member(name, colour)
        wait = self._throttle.wait(address)
        if wait:
            raise TooManyWrongCodes(wait)
        if not hmac.compare_digest(_folded(code), _folded(self._code)):
            self._throttle.wrong(address)
            raise WrongCode
        token = self._entropy(_TOKEN_BYTES).hex()
        with self._lock:
            newest = list(self._members.items())[1 - self.MEMBERS :]
            self._keep_members(dict([*newest, (_hashed(token), member)]))
        return token

    def who(self, token: str | None) -> Member | None:
        """The member who holds this token, None for nobody."""
        return None if token is None else self._members.get(_hashed(token))

    def new_code(self) -> str:
        """Make a new code, end every token, and return the code.

        A configured code gives way too, until the configuration names another one.
        """
        with self._lock:
            self._keep_members({})
            self._keep_code(self._four_digits())
            return self._code

    def _member(self, name: str, colour: str | None) -> Member:
        name = name.strip()
        if len(name) > NAME_LENGTH or not name.isprintable():
            raise WrongField("name", "name")
        if colour is not None and colour not in self._colours:
            raise WrongField("colour", "colour")
        return Member(name, colour)

    def _take_code(self) -> None:
        kept = _read(self._settings.setting(_CODE_SETTING), _Code)
        if kept is not None and kept.configured == self._configured:
            self._code = kept.code
        else:
            self._keep_code(self._configured or self._four_digits())

    def _keep_code(self, code: str) -> None:
        kept = msgspec.json.encode(_Code(code, self._configured)).decode()
        self._settings.set(_CODE_SETTING, kept)
        self._code = code

    def _keep_members(self, members: dict[str, Member]) -> None:
        self._settings.set(_MEMBERS_SETTING, msgspec.json.encode(members).decode())
        self._members = members

    def _four_digits(self) -> str:
        number = int.from_bytes(self._entropy(8), "big")
        code = f"{number % 10_000:04}"
        return code if code != self._code else f"{(number + 1) % 10_000:04}"


class Throttle:
    """Who may guess again, and when. Safe to use from any thread; nobody is made to sleep.

    An address has five wrong guesses at once and one more every 15 seconds; all addresses together
    have 30 and one more every 5 seconds, so that four digits outlast an evening.
    monotonic: seconds on a clock that never goes back.
    """

    OWN = (5, 15.0)
    ALL = (30, 5.0)
    ADDRESSES = 1000

    def __init__(self, monotonic: Callable[[], Seconds]) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._all = Bucket(*self.ALL, monotonic())
        self._own: dict[str, Bucket] = {}

    def wait(self, address: str) -> int:
        """Return the whole seconds until this address may guess; 0 for now."""
        with self._lock:
            now = self._monotonic()
            own = self._own.get(address)
            return math.ceil(max(self._all.wait(now), own.wait(now) if own else 0.0))

    def wrong(self, address: str) -> None:
        """Count a wrong guess of this address."""
        with self._lock:
            now = self._monotonic()
            if address not in self._own:
                self._forget(now)
                self._own[address] = Bucket(*self.OWN, now)
            self._own[address].take(now)
            self._all.take(now)

    def _forget(self, now: Seconds) -> None:
        """Keep the addresses few: those that rest go first, then the oldest."""
        if len(self._own) >= self.ADDRESSES:
            self._own = {address: each for address, each in self._own.items() if not each.full(now)}
        if len(self._own) >= self.ADDRESSES:
            del self._own[next(iter(self._own))]


class Bucket:
    """Holds up to `size` tokens and regains one every `every` seconds. Not safe for threads."""

    __slots__ = ("_at", "_every", "_left", "_size")

    def __init__(self, size: int, every: Seconds, now: Seconds) -> None:
        self._size = size
        self._every = every
        self._left = float(size)
        self._at = now

    def wait(self, now: Seconds) -> Seconds:
        """Return how long until there is a token; 0 when there is one."""
        self._refill(now)
        return max(0.0, (1 - self._left) * self._every)

    def take(self, now: Seconds) -> None:
        """Take a token out; with none left the next one comes later."""
        self._refill(now)
        self._left = max(0.0, self._left - 1)

    def full(self, now: Seconds) -> bool:
        """Whether nothing has been taken lately, so that the bucket can be forgotten."""
        self._refill(now)
        return self._left >= self._size

    def _refill(self, now: Seconds) -> None:
        self._left = min(float(self._size), self._left + (now - self._at) / self._every)
        self._at = now


def _read(kept: str | None, kind: type[T]) -> T | None:
    """Read what was kept; what nobody can read counts as nothing, for the evening must go on."""
    try:
        return None if kept is None else msgspec.json.decode(kept, type=kind)
    except msgspec.DecodeError:
        return None


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _folded(code: str) -> bytes:
    return code.strip().casefold().encode(errors="surrogatepass")
