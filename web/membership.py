"""Who sits at the table: the phones that know the join code, and how fast each of them may act."""

from __future__ import annotations

import hashlib
import math
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable

import msgspec

from companion.games import Player
from companion.notifier import Notifier
from companion.storage.settings import MEMBERS, Settings
from web.code import JoinCode
from web.errors import Problem, WrongField
from web.server.rate_limiter import Limit, RateLimiter, Seconds

NAME_LENGTH = 12
AWAY_AFTER: Seconds = 12 * 3600.0
"""Seconds without a sign after which a phone has left the table: longer than an evening, sleep included."""
ACTS = Limit(1000, 1 / 20)
"""What a phone or an address wants done: 1,000 at once and 20 a second are more than a table needs."""
GUESSES = Limit(5, 15.0)
"""Wrong codes of an address, after which it is asked to slow down. Its right code is taken all the same."""
_TOKEN_BYTES = 24


class Member(msgspec.Struct, frozen=True):
    """A joined phone. name: up to `NAME_LENGTH` characters, perhaps none. colour: of its player, or None.

    game: the one on the table when he chose it, empty for none; plays: what this player was called in it.
    is_admin: access was granted at the box.
    """

    name: str = ""
    colour: str | None = None
    plays: str = ""
    game: str = ""
    is_admin: bool = msgspec.field(default=False, name="cares")  # as stored

    @property
    def said(self) -> str:
        """What he is called, as far as anybody has said it."""
        return self.name or self.plays

    def among(self, players: Iterable[Player], game: str = "") -> str | None:
        """The colour that he has among a game's players: the one that he has chosen for it; in another game
        that of his name, whichever it is this time, else his own, unless it is another's now.
        """
        names = {each.colour: each.name.strip().casefold() for each in players}
        if game and game == self.game and self.colour in names:
            return self.colour
        own = [each.strip().casefold() for each in (self.name, self.plays) if each]
        for name in own:
            for colour, other in names.items():
                if name == other:
                    return colour
        if self.colour is None or self.colour not in names:
            return None
        return self.colour if not own or not names[self.colour] else None


class _Written(Member, frozen=True):
    """A member as he is kept. address: of the network, where he joined from; empty when that is not known."""

    address: str = ""


class _Seat(msgspec.Struct):
    """A member while the box runs. key: of what the phone does, for the rate limit. used: when the phone last
    asked. new: not since it joined.
    """

    member: _Written
    key: str
    used: Seconds
    new: bool


class TooManyCommands(Problem):
    """More came than is done for one phone or address. seconds: whole ones until the next is."""

    def __init__(self, seconds: int) -> None:
        wait = {"Retry-After": str(seconds)}
        super().__init__(429, "too-many-commands", {"count": seconds}, headers=wait)


class WrongCode(Problem):
    """This is not the code that the display shows."""

    def __init__(self) -> None:
        super().__init__(403, "wrong-code")


class TooManyWrongCodes(Problem):
    """Another wrong code, too soon after the others. seconds: whole ones to wait before the next guess."""

    def __init__(self, seconds: int) -> None:
        wait = {"Retry-After": str(seconds)}
        super().__init__(429, "too-many-wrong-codes", {"count": seconds}, headers=wait)


class ColourTaken(Problem):
    """Another phone has this colour. colour: the one that was chosen."""

    def __init__(self, colour: str) -> None:
        super().__init__(409, "colour-taken", {"colour": colour, "field": "colour"})


class Membership:
    """The join code and the joined phones. Safe to use from any thread.

    settings: where code and members are kept. configured: the owner's code, or None to make one of four
    digits. colours: those of every game. entropy: gives that many random bytes. monotonic: in seconds.
    notifier: notifies of a new code and of a phone that has joined.
    Tokens are kept as hashes: who reads the data folder cannot act with them.

    There are at most `MEMBERS`, and `NEIGHBOURS` of one address: for a newcomer beyond that another of his
    own address goes, or one of the address that has most. The first to go is who has joined and never come
    back, then who has left the table (`AWAY_AFTER`), then who joined last: however many join, who sits at the
    table stays.
    """

    MEMBERS = 500
    NEIGHBOURS = 20

    def __init__(
        self,
        settings: Settings,
        *,
        configured: str | None,
        colours: Collection[str],
        entropy: Callable[[int], bytes],
        monotonic: Callable[[], Seconds],
        notifier: Notifier,
    ) -> None:
        self._settings = settings
        self._colours = frozenset(colours)
        self._entropy = entropy
        self._monotonic = monotonic
        self._notifier = notifier
        self._code = JoinCode(
            settings, configured=configured, entropy=entropy, monotonic=monotonic, notifier=notifier
        )
        self._lock = threading.Lock()
        self._acts = RateLimiter(ACTS, monotonic)
        self._guesses = RateLimiter(GUESSES, monotonic)
        written = settings.get(MEMBERS, dict[str, _Written]) or {}
        self._seats = {key: _Seat(member, key, -math.inf, new=False) for key, member in written.items()}
        self._joined = 0

    @property
    def code(self) -> str:
        """The code that lets a phone in."""
        return self._code.said

    @property
    def guessed(self) -> bool:
        """Whether the code is a longer one because the one before was guessed at; until `new_code`."""
        return self._code.guessed

    @property
    def changes(self) -> int:
        """How many codes there have been since the start, and phones that joined: what pages show of both."""
        return self._code.made + self._joined

    def join(
        self,
        code: str,
        name: str,
        colour: str | None,
        address: str,
        token: str | None = None,
        players: Iterable[Player] = (),
        game: str = "",
        taken: Collection[str | None] = (),
    ) -> str:
        """Let a phone in and return its token, which nobody can be told again.

        code: in any letters' case. address: of the network. token: the one that the phone has already, which
        the new one replaces. players, game: of the one on the table. taken: colours that it may not have.
        Raises `WrongField`, `WrongCode`, `TooManyWrongCodes`, and `ColourTaken`.
        """
        member = self._member(name, colour, address, players, game)
        if not self._code.fits(code):
            self._code.guess()
            wait = self._guesses.take(address)
            raise TooManyWrongCodes(wait) if wait else WrongCode
        if colour is not None and colour in taken:
            raise ColourTaken(colour)
        with self._lock:
            seats = dict(self._seats)
            before = None if token is None else seats.pop(holder_of(token), None)
            if before is not None and before.member.is_admin:
                member = msgspec.structs.replace(member, is_admin=True)
            gone = self._make_room(seats, address)
            token = self._entropy(_TOKEN_BYTES).hex()
            key = next((each.key for each in (before, gone) if each), holder_of(token))
            seats[holder_of(token)] = _Seat(member, key, self._monotonic(), new=True)
            self._keep(seats)
            self._joined += 1
        self._notifier.notify()
        return token

    def who(self, token: str | None) -> Member | None:
        """The member who holds this token, None for nobody. It is a sign of him."""
        return self.member(None if token is None else holder_of(token))

    def member(self, holder: str | None) -> Member | None:
        """The same, by what `holder` makes of the token."""
        seat = None if holder is None else self._seats.get(holder)
        if seat is None:
            return None
        seat.used, seat.new = self._monotonic(), False
        return seat.member

    def present(self, but: str | None = None) -> tuple[Member, ...]:
        """Those who sit at the table, in the order of their joining. but: the token of one left out."""
        latest, out = self._monotonic() - AWAY_AFTER, None if but is None else holder_of(but)
        return tuple([
            each.member for key, each in self._seats.items() if each.used >= latest and key != out
        ])  # fmt: skip

    def learn(self, players: Iterable[Player]) -> None:
        """Remember who has said a colour and no name by what its player is called in this game."""
        names = {each.colour: each.name for each in players if each.name}
        with self._lock:
            seats = {
                key: msgspec.structs.replace(seat, member=msgspec.structs.replace(seat.member, plays=plays))
                for key, seat in self._seats.items()
                if not seat.member.said and (plays := names.get(seat.member.colour or ""))
            }
            if seats:
                self._keep({**self._seats, **seats})

    def holder(self, token: str | None) -> str | None:
        """A name, for nobody else, of the member who holds this token; None for nobody. A sign of him."""
        return holder_of(token) if token is not None and self.who(token) else None

    def set_admin(self, holder: str, *, is_admin: bool) -> None:
        """Make a member an admin, or no longer. holder: as of `holder`; a stranger's changes nothing."""
        with self._lock:
            seat = self._seats.get(holder)
            if seat is not None and seat.member.is_admin != is_admin:
                member = msgspec.structs.replace(seat.member, is_admin=is_admin)
                self._keep({**self._seats, holder: msgspec.structs.replace(seat, member=member)})

    def count(self, holder: str | None, address: str) -> None:
        """Count something that a phone wants done, or that an address does whose phone has not joined.

        holder: of the phone's token. Raises `TooManyCommands`; then it must not be done.
        """
        seat = None if holder is None else self._seats.get(holder)
        wait = self._acts.take(address if seat is None else seat.key)
        if wait:
            raise TooManyCommands(wait)

    def new_code(self) -> str:
        """Make a new code of four digits, end every token, and return the code.

        A configured code gives way too, until the configuration names another one.
        """
        with self._lock:
            self._keep({})
            self._code.renew()
            code = self._code.said
        self._notifier.notify()
        return code

    def _member(
        self, name: str, colour: str | None, address: str, players: Iterable[Player], game: str
    ) -> _Written:
        name = name.strip()
        if len(name) > NAME_LENGTH or not name.isprintable():
            raise WrongField("name", "name")
        if colour is not None and colour not in self._colours:
            raise WrongField("colour", "colour")
        plays = next((each.name for each in players if each.colour == colour), "")
        return _Written(name, colour, plays, game, address=address)

    def _make_room(self, seats: dict[str, _Seat], address: str) -> _Seat | None:
        """Let one go where there is no room for another of this address; who it was.

        The newcomer shares its rate limit: joining again and again makes no phone faster.
        """
        many = Counter(each.member.address for each in seats.values())
        if many[address] >= self.NEIGHBOURS:
            crowded = {address}
        elif len(seats) >= self.MEMBERS:
            most = max(many.values())
            crowded = {each for each, number in many.items() if number == most}
        else:
            return None
        return seats.pop(self._first_to_go(
            {key: each for key, each in seats.items() if each.member.address in crowded}
        ))  # fmt: skip

    def _first_to_go(self, among: dict[str, _Seat]) -> str:
        """Which of them goes. among: in the order of their joining."""
        latest = self._monotonic() - AWAY_AFTER
        new = [key for key, each in among.items() if each.new]
        away = [key for key, each in among.items() if each.used < latest]
        if new:
            return new[0]
        return min(away, key=lambda key: among[key].used) if away else list(among)[-1]

    def _keep(self, seats: dict[str, _Seat]) -> None:
        members = {key: each.member for key, each in seats.items()}
        self._settings.set(MEMBERS, members)
        self._seats = seats


def holder_of(token: str) -> str:
    """A name, for nobody else, of whoever holds this token; the token cannot be told from it."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
