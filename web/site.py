"""What the web side is built from: the collaborators that the daemon hands over, and nothing global."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from flask import Request

from companion.config import Config
from companion.games import Game
from companion.language.messages import FALLBACK, Language, Messages
from companion.language.signals import Sound
from companion.language.text import Text
from companion.notifier import Notifier
from companion.parts import PartName, Parts
from companion.storage.settings import Settings
from companion.table.table import Table
from web.admin_access import AdminAccess
from web.confirmations import Confirmations
from web.guided import GuidedPhones
from web.membership import Membership

if TYPE_CHECKING:  # with its radio, most boxes need none of it for the first page
    from companion.health.broker_status import BrokerStatus
    from companion.system.wifi_keeper import WifiKeeper
    from companion.table.organiser import Organiser
    from web.admin_services import AdminServices


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


class EditableConfiguration(Protocol):
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

    def update(self, wanted: Mapping[str, str]) -> bool:
        """Keep these values, by `section.key`; whether any is another than before. Raises `ConfigError` for
        one that does not fit, and `CompanionError`; nothing has changed then.
        """

    def restart(self) -> None:
        """Serve anew, by what is kept now; ends this server."""


REPLAYS = 4
"""Requests that look back at games at once: fewer than threads, so that players have one."""


class Site(msgspec.Struct, frozen=True):
    """The collaborators of every page and response, put together by `companion.daemon.build`."""

    table: Table
    parts: Parts
    notifier: Notifier
    """Rung at each change; closed, it ends the streams."""
    messages: Messages
    games: Mapping[str, Game]
    """The games that can be played, by system."""
    membership: Membership
    admin_access: AdminAccess
    confirmations: Confirmations
    admin: AdminServices
    clock: Callable[[], datetime]
    """Now, in UTC."""
    configuration: EditableConfiguration
    put_back: Callable[[str], None]
    """Restores the backup of this name and restarts; returns at once. Raises `CompanionError`."""
    forget: Callable[[str, str], None] = lambda _name, _game: None
    """Deletes a name, or a game by its id, and restarts; returns at once. Raises `CompanionError`."""
    wifi: WifiKeeper | None = None
    """None where the box does not manage its Wi-Fi."""
    guided: GuidedPhones = msgspec.field(default_factory=lambda: GuidedPhones(time.monotonic))
    replays: threading.BoundedSemaphore = msgspec.field(
        default_factory=lambda: threading.BoundedSemaphore(REPLAYS)
    )
    """Limits the requests that look back at games, which may take long."""
    organiser: Organiser | None = None
    """Of the event, if the table belongs to one."""
    link: Callable[[], BrokerStatus | None] = lambda: None
    """The connection to the broker; None without a broker."""
    settings: Settings | None = None
    box: BoxControls | None = None
    """The simulated box; None when no part is simulated."""
    degraded: Callable[[], tuple[str, ...]] = tuple
    """Codes of what makes the box less than it should be."""
    came: Callable[[], Text | None] = lambda: None
    """The result of a restore before this start, or a change of machines; None after the next entry."""
    show_code: bool = False
    """Whether the page for joining shows the join code."""
    url: Callable[[], str | None] = lambda: None
    """Of the pages, by the box's best address; None without a network."""
    names: frozenset[str] = frozenset({"localhost"})
    """Hosts that mean the box, as `web.hosts.names_of` gives them."""
    language: str = FALLBACK
    """The display's, which decides the players' letters on every phone."""
    monotonic: Callable[[], float] = time.monotonic
    """Seconds on a clock that never goes back."""

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

    def choose_system(self, wish: str, among: Collection[str]) -> str | None:
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
    """The browser's first language that exists, regardless of the country."""
    wishes = (tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality > 0)
    return next((wish for wish in wishes if wish in messages.codes), None)
