"""Members: the phones that have joined, and their rate limits."""

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
from web.errors import Problem, WrongField
from web.join_code import JoinCode
from web.server.rate_limiter import Limit, RateLimiter, Seconds

MAX_NAME = 12
AWAY_AFTER: Seconds = 12 * 3600.0
"""Seconds without a request after which a member has left the table: longer than an evening."""
COMMAND_LIMIT = Limit(1000, 1 / 20)
"""Unsafe requests of a phone or address: more than a table needs."""
GUESS_LIMIT = Limit(5, 15.0)
"""Wrong codes of an address before it has to wait; the right one is accepted all the same."""
_TOKEN_BYTES = 24


class Member(msgspec.Struct, frozen=True):
    """A joined phone.

    name: up to `MAX_NAME` characters, can be empty. colour: the chosen player's, or None. game: the id of
    the game in which it was chosen, or empty; plays: that player's name. is_admin: access was granted at the
    box.
    """

    name: str = ""
    colour: str | None = None
    plays: str = ""
    game: str = ""
    is_admin: bool = msgspec.field(default=False, name="cares")  # as stored

    @property
    def known_name(self) -> str:
        """The member's own name, else the player's, else empty."""
        return self.name or self.plays

    def among(self, players: Iterable[Player], game: str = "") -> str | None:
        """The member's colour among a game's players.

        In the game in which it was chosen: that colour. In another: that of the player with the member's
        name, else the chosen one unless it is another person's now.
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
    """A stored member. address: of the network, at joining; empty if unknown."""

    address: str = ""


class _Seat(msgspec.Struct):
    """A member while the box runs.

    key: of the rate limit. last_used: monotonic time of the last request. new: no request since joining.
    """

    member: _Written
    key: str
    last_used: Seconds
    new: bool


class TooManyCommands(Problem):
    """Too many unsafe requests of a phone or address (429). seconds: to wait."""

    def __init__(self, seconds: int) -> None:
        wait = {"Retry-After": str(seconds)}
        super().__init__(429, "too-many-commands", {"count": seconds}, headers=wait)


class WrongCode(Problem):
    """A wrong join code (403)."""

    def __init__(self) -> None:
        super().__init__(403, "wrong-code")


class TooManyWrongCodes(Problem):
    """Another wrong join code too soon (429). seconds: to wait before the next guess."""

    def __init__(self, seconds: int) -> None:
        wait = {"Retry-After": str(seconds)}
        super().__init__(429, "too-many-wrong-codes", {"count": seconds}, headers=wait)


class ColourTaken(Problem):
    """The chosen colour is another phone's (409)."""

    def __init__(self, colour: str) -> None:
        super().__init__(409, "colour-taken", {"colour": colour, "field": "colour"})


class Membership:
    """The join code and the joined phones. Safe to use from any thread.

    settings: store code and members, tokens as hashes. configured: the owner's code, or None to generate
    one. colours: those of every game. entropy: gives that many random bytes. monotonic: in seconds.
    notifier: notifies when the code has changed and when a phone has joined.

    There are at most `MEMBERS`, and `NEIGHBOURS` of one address. A newcomer beyond that replaces a member of
    its own address, or of the one with most: first one that has sent no request since joining, then one that
    has left the table (`AWAY_AFTER`), then the latest to join. So a flood of joins replaces no player.
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
        self._acts = RateLimiter(COMMAND_LIMIT, monotonic)
        self._guesses = RateLimiter(GUESS_LIMIT, monotonic)
        written = settings.get(MEMBERS, dict[str, _Written]) or {}
        self._seats = {key: _Seat(member, key, -math.inf, new=False) for key, member in written.items()}
        self._joined = 0

    @property
    def code(self) -> str:
        """The join code."""
        return self._code.value

    @property
    def guessed(self) -> bool:
        """Whether the code replaced a guessed one; until `new_code`."""
        return self._code.guessed

    @property
    def changes(self) -> int:
        """A number that changes with the code and with each join."""
        return self._code.changes + self._joined

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
        """Join a phone and return its token, of which only the hash is stored.

        code: in any case. address: of the network. token: the phone's earlier one, which the new one
        replaces. players, game: of the table. taken: colours of other phones. Raises `WrongField`,
        `WrongCode`, `TooManyWrongCodes`, and `ColourTaken`.
        """
        member = self._member(name, colour, address, players, game)
        if not self._code.matches(code):
            self._code.count_guess()
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
        """The member with this token, if any; counts as the member's request."""
        return self.member(None if token is None else holder_of(token))

    def member(self, holder: str | None) -> Member | None:
        """As `who`, by the token's holder id."""
        seat = None if holder is None else self._seats.get(holder)
        if seat is None:
            return None
        seat.last_used, seat.new = self._monotonic(), False
        return seat.member

    def present(self, but: str | None = None) -> tuple[Member, ...]:
        """Members who have not left the table, in the order of joining. but: token of one to leave out."""
        latest, out = self._monotonic() - AWAY_AFTER, None if but is None else holder_of(but)
        return tuple([
            each.member for key, each in self._seats.items() if each.last_used >= latest and key != out
        ])  # fmt: skip

    def learn(self, players: Iterable[Player]) -> None:
        """Give members with a colour and no name the name of their player in this game."""
        names = {each.colour: each.name for each in players if each.name}
        with self._lock:
            seats = {
                key: msgspec.structs.replace(seat, member=msgspec.structs.replace(seat.member, plays=plays))
                for key, seat in self._seats.items()
                if not seat.member.known_name and (plays := names.get(seat.member.colour or ""))
            }
            if seats:
                self._keep({**self._seats, **seats})

    def holder(self, token: str | None) -> str | None:
        """The holder id of a member's token; None for a stranger. Counts as the member's request."""
        return holder_of(token) if token is not None and self.who(token) else None

    def set_admin(self, holder: str, *, is_admin: bool) -> None:
        """Make a member an admin, or no longer. holder: as of `holder`; a stranger's changes nothing."""
        with self._lock:
            seat = self._seats.get(holder)
            if seat is not None and seat.member.is_admin != is_admin:
                member = msgspec.structs.replace(seat.member, is_admin=is_admin)
                self._keep({**self._seats, holder: msgspec.structs.replace(seat, member=member)})

    def count(self, holder: str | None, address: str) -> None:
        """Count an unsafe request, a member's by holder, else by address. Raises `TooManyCommands`."""
        seat = None if holder is None else self._seats.get(holder)
        wait = self._acts.take(address if seat is None else seat.key)
        if wait:
            raise TooManyCommands(wait)

    def new_code(self) -> str:
        """Generate a new code, end every membership, and return the code.

        It replaces a configured code too, until the configuration names another.
        """
        with self._lock:
            self._keep({})
            self._code.renew()
            code = self._code.value
        self._notifier.notify()
        return code

    def _member(
        self, name: str, colour: str | None, address: str, players: Iterable[Player], game: str
    ) -> _Written:
        name = name.strip()
        if len(name) > MAX_NAME or not name.isprintable():
            raise WrongField("name", "name")
        if colour is not None and colour not in self._colours:
            raise WrongField("colour", "colour")
        plays = next((each.name for each in players if each.colour == colour), "")
        return _Written(name, colour, plays, game, address=address)

    def _make_room(self, seats: dict[str, _Seat], address: str) -> _Seat | None:
        """Remove and return a member if there is no room for another of this address.

        The newcomer inherits its rate limit, so that joining again and again makes no phone faster.
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
        """The key of the member to remove. among: in the order of joining."""
        latest = self._monotonic() - AWAY_AFTER
        new = [key for key, each in among.items() if each.new]
        away = [key for key, each in among.items() if each.last_used < latest]
        if new:
            return new[0]
        return min(away, key=lambda key: among[key].last_used) if away else list(among)[-1]

    def _keep(self, seats: dict[str, _Seat]) -> None:
        members = {key: each.member for key, each in seats.items()}
        self._settings.set(MEMBERS, members)
        self._seats = seats


def holder_of(token: str) -> str:
    """The holder id of a token: its hash, which does not reveal it."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
