"""What the web side is built from: the collaborators that the daemon hands over, and nothing global."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from flask import Request

from companion.bell import Bell
from companion.config import Config
from companion.games import Game
from companion.language.messages import FALLBACK, Language, Messages
from companion.language.signals import Sound
from companion.language.text import Text
from companion.parts import PartName, Parts
from companion.storage.settings import Settings
from companion.table.table import Table
from web.caretaking import Caretaking
from web.confirming import Confirming
from web.guided import Guided
from web.membership import Membership

if TYPE_CHECKING:  # with its radio, most boxes need none of it for the first page
    from companion.health.broker_status import BrokerStatus
    from companion.system.wifi_keeper import WifiKeeper
    from companion.table.organiser import Organiser
    from web.caring import Caring


class BoxControls(Protocol):
    """The simulated box, as far as one is simulated. Every method may be called from any thread.

    What does something returns once its effect is shown, and after two seconds in any case.
    """

    @property
    def simulated(self) -> frozenset[PartName]:
        """The parts that are simulated: only they may be pressed, tapped, looked at and pulled out."""

    def buttons(self) -> tuple[str, ...]:
        """The simulated buttons' names in their order: `advance`, `select`, `back`, then the colours."""

    def press(self, button: str, held: bool) -> None:
        """Press one of `buttons` and let it go; with `held` not before the hold has fired."""

    def scan(self, tag: str) -> None:
        """Lay a bag on the reader. tag: upper-case hex. Raises `ValueError` for one its line cannot carry."""

    def screen_png(self) -> bytes:
        """The picture in the display's memory, a PNG of 128x64."""

    def screen_json(self) -> Mapping[str, Any]:
        """What the display says: `title`, `lines` and `hint`."""

    def lamps_json(self) -> Mapping[str, Mapping[str, Any]]:
        """The lamps by colour, in the order of the strip.

        `state`: a `LampState`, or `off`. `level`: of its LED, 0 to 1. `pixel`: RGB on a strip, 0 to 255.
        Both as an eye sees them.
        """

    def words(self) -> tuple[tuple[Sound, datetime], ...]:
        """The buzzer's last words, the newest last, each with the local time at which it began."""

    def pull(self, part: PartName) -> None:
        """Pull a simulated part out; one that is out stays out. Raises `ValueError` for what is fixed."""

    def plug(self, part: PartName) -> None:
        """Put a simulated part back in; one that is in stays in. Raises `ValueError` as `pull` does."""


class Own(Protocol):
    """The configuration, in the hands of who looks after the box. Any thread may come."""

    @property
    def config(self) -> Config:
        """By which the box serves now."""

    @property
    def real(self) -> bool:
        """Whether no part of the box is simulated."""

    def set_up(self, holder: str, language: str) -> None:
        """Let the box be set up by this phone, as `Membership.holder` calls it; ends this server. language:
        the code of the one it reads. Raises `CompanionError`, nothing has changed then.
        """

    def choose(self, wanted: Mapping[str, str]) -> bool:
        """Keep these values, by `section.key`; whether any is another than before. Raises `ConfigError` for
        one that does not fit, and `CompanionError`; nothing has changed then.
        """

    def begin_anew(self) -> None:
        """Serve anew, by what is kept now; ends this server."""


REPLAYS = 4
"""Who may look back at games at once: fewer than there are threads, for who plays needs one."""


class Site(msgspec.Struct, frozen=True):
    """The collaborators of every page and answer, put together by `companion.daemon.build`.

    table: the one writer. parts: the box's, for what is missing. bell: rung at each change; closed, it ends
    the streams. messages: every language. games: those that can be played, by system. membership: who has
    joined. caretaking: which of them may look after the box. confirming: what they want done, until somebody
    at the box has said so. caring: what the pages of care work with. clock: now, in UTC. put_back: puts the
    copy of this name in the place of the games and starts the box anew; it returns at once, and raises
    `CompanionError` where that cannot be. forget: likewise, with a name or with a game, by its id, that is
    forgotten before that start.
    wifi: looks after the box's Wi-Fi; None where that is not the box's affair. guided: the phones that have
    been shown the page for joining. own: the configuration, which phones may change.
    organiser: of the event that this table belongs to; None where it belongs to none. link: how the
    connection to the broker stands; None without a broker.
    settings: keeps what pages want kept in the data folder; None keeps nothing.
    box: the simulated one, None when nothing is simulated. show_code: the page for joining says the code.
    degraded: codes of what makes the box less than it should be. came: what came of a copy that was put back
    before this start, or that the card came from another machine, until something new has happened; None
    where neither is so.
    url: of the box's pages, by its best address; None without a network.
    names: by which the box may be asked, as `web.hosts.names_of` gives them.
    language: of the display; a player's letter is the same on every phone.
    replays: places for who looks back at games, which may take long.
    monotonic: seconds on a clock that never goes back.
    """

    table: Table
    parts: Parts
    bell: Bell
    messages: Messages
    games: Mapping[str, Game]
    membership: Membership
    caretaking: Caretaking
    confirming: Confirming
    caring: Caring
    clock: Callable[[], datetime]
    own: Own
    put_back: Callable[[str], None]
    forget: Callable[[str, str], None] = lambda _name, _game: None
    wifi: WifiKeeper | None = None
    guided: Guided = msgspec.field(default_factory=lambda: Guided(time.monotonic))
    replays: threading.BoundedSemaphore = msgspec.field(
        default_factory=lambda: threading.BoundedSemaphore(REPLAYS)
    )
    organiser: Organiser | None = None
    link: Callable[[], BrokerStatus | None] = lambda: None
    settings: Settings | None = None
    box: BoxControls | None = None
    degraded: Callable[[], tuple[str, ...]] = tuple
    came: Callable[[], Text | None] = lambda: None
    show_code: bool = False
    url: Callable[[], str | None] = lambda: None
    names: frozenset[str] = frozenset({"localhost"})
    language: str = FALLBACK
    monotonic: Callable[[], float] = time.monotonic

    @property
    def system(self) -> str | None:
        """The game on the table."""
        play = self.table.snapshot.play
        return None if play is None else play.game.system

    @property
    def playing(self) -> bool:
        """Whether a game is on the table that goes on."""
        play = self.table.snapshot.play
        return play is not None and not play.over

    def choose(self, wish: str, among: Collection[str]) -> str | None:
        """The game asked for, else the one on the table, else the first: of these; None of none."""
        return next((each for each in (wish, self.system, *among) if each in among), None)


LANGUAGE_COOKIE = "language"


SCHEME_COOKIE = "scheme"
SCHEMES = frozenset({"light", "dark"})


def scheme_of(request: Request) -> str:
    """Whether this phone wants pages `light` or `dark`; empty where it takes them as it has everything."""
    chosen = request.cookies.get(SCHEME_COOKIE, "")
    return chosen if chosen in SCHEMES else ""


def language_of(request: Request, messages: Messages, system: str | None) -> Language:
    """The best language for this request: its cookie `language`, then `Accept-Language`, then English.

    system: the game in whose words it is, or None.
    """
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    code = chosen if chosen in messages.codes else _asked(request, messages)
    return messages.language(code or FALLBACK, system)


def _asked(request: Request, messages: Messages) -> str | None:
    """The first language that the browser would like and that is there, whatever the country."""
    wishes = (tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality > 0)
    return next((wish for wish in wishes if wish in messages.codes), None)
