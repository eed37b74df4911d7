"""The composition root: everything is put together, started and, in reverse, stopped here and nowhere else.

In this order: the box, whose display says what keeps the rest from starting; journal and table; what looks on
in the background; the panel; the web. Each is handed what it needs, and looks for nothing itself.
"""

from __future__ import annotations

import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from functools import partial

from companion.bell import Bell, Watch
from companion.config import Config
from companion.daemon.starting import (
    box_language,
    greeting,
    in_a_word,
    keep_out,
    open_journal,
    put_back,
    say_meanwhile,
    tell_of,
)
from companion.games import Game, every_colour, folders
from companion.games.registry import registered
from companion.health import machine, probes
from companion.health.findings import Finding, Probe, degrading, warned
from companion.health.network import here, local_name, reachable
from companion.language.messages import Messages, catalogues
from companion.language.text import Text
from companion.panel.front import Front
from companion.panel.pages import Known
from companion.parts import ButtonPressed, Frame, Parts, TagSeen
from companion.table.copying import Copying
from companion.table.opening import copies_of, folder_of, now, play_example, stick_of
from companion.table.table import Table
from hardware import doctor
from hardware.box import build
from web.app import create_app
from web.hosts import names_of
from web.membership import Membership
from web.server.server import WebServer
from web.site import Site

_ANSWERS_WITHIN = 4.0
"""Seconds after which what does not answer is taken for dead."""
NETWORK_EVERY = 5.0
"""Seconds after which the display's code has followed a new address at the latest."""


@contextmanager
def serving(
    config: Config,
    *,
    shut_down: Callable[[], object],
    example: str | None = None,
    copy: str | None = None,
    games: Mapping[str, Game] | None = None,
    clock: Callable[[], datetime] = now,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
) -> Iterator[Served]:
    """Everything, started and answering; stopped in reverse on leaving.

    shut_down: called when all has to stop: on the panel's thread, when somebody shuts the box down there, the
    display then keeps its last words; on any, when a copy is to be put back, see `Served.wanted`.
    example: the game whose example is begun. copy: the name of the copy that is put in the place of the games
    before they are read. games: what can be played, by default the registered ones. clock, entropy: the
    present time, UTC, and that many random bytes. Raises `CompanionError` for what the companion cannot do
    without.
    """
    with ExitStack() as stack:
        games = registered() if games is None else games
        with in_a_word(folder_of(config)):
            served = Served(config, games, example, copy, shut_down, clock, entropy, stack)
            served.start(stack)
        yield served


class Served:
    """What answers now; and for the panel, the keeper of the box that it is on.

    box: its parts. wanted: the name of the copy that somebody wants put back, now that all is to stop for it.
    All that has to be stopped stands on the stack that it was made with.
    """

    def __init__(
        self,
        config: Config,
        games: Mapping[str, Game],
        example: str | None,
        copy: str | None,
        shut_down: Callable[[], object],
        clock: Callable[[], datetime],
        entropy: Callable[[int], bytes],
        stack: ExitStack,
    ) -> None:
        """Put everything together, each after what it needs. Of all this only the display runs yet."""
        folder, host = folder_of(config), config.web.host
        messages = Messages(catalogues(folders(games)))
        language = box_language(messages, config.box.language)
        colours = every_colour(games)
        self._config = config
        self._shut_down = shut_down
        self._off = threading.Event()
        self.wanted: str | None = None
        self._bell = Bell()
        parts = Parts(self._bell)

        keep_out(folder)
        self.box = build(
            config,
            self._put,
            parts,
            colours=colours,
            monotonic=time.monotonic,
            handled=self._handled,
        )
        stack.enter_context(greeting(self.box, language))

        self._put_back = None if copy is None else put_back(folder, copies_of(config), copy)
        journal = open_journal(folder, say=partial(say_meanwhile, self.box, language))
        self._table = Table(journal, games, self._bell, clock=clock, entropy=entropy)
        stack.enter_context(closing(self._table))
        tell_of(self._table.snapshot)
        self._began = self._table.snapshot.version
        if example is not None:
            play_example(self._table, games[example])

        self._network = Watch[tuple[str, ...]](
            self._reachable, (), self._bell, every=NETWORK_EVERY, name="network"
        )
        self._copying = Copying(
            folder,
            stick_of(config),
            config.copies.keep,
            self._bell,
            lambda: self._table.snapshot,
            told=self._table.told,
            fold=journal.fold,
            monotonic=time.monotonic,
        )
        trial = probes.Trial(lambda: journal.last, time.monotonic)
        self._live: tuple[Probe, ...] = (
            partial(probes.standing, lambda: journal.trouble),
            partial(probes.copying, lambda: self._copying.failing),
        )
        check = probes.Checkup(
            parts,
            doctor.of_box(config, monotonic=time.monotonic),
            (
                machine.power,
                partial(probes.disk, folder, refused=trial),
                partial(machine.clock, clock),
                *self._live,
            ),
            language,
        )
        self._checkup = Watch[tuple[Finding, ...]](check, (), self._bell, every=probes.EVERY, name="checkup")

        self._membership = Membership(
            journal,
            configured=config.web.join_code,
            colours=colours,
            entropy=entropy,
            monotonic=time.monotonic,
            bell=self._bell,
        )
        self._front = Front(
            self._table,
            language,
            parts,
            self._bell,
            self,
            monotonic=time.monotonic,
            dim_after=config.oled.dim_after * 60,
            shift_every=config.oled.shift_every * 60,
        )

        site = Site(
            table=self._table,
            parts=parts,
            bell=self._bell,
            messages=messages,
            games=games,
            membership=self._membership,
            clock=clock,
            put_back=self.put_back,
            settings=journal,
            degraded=self.degraded,
            came=self.came,
            box=self.box.simulated,
            show_code=config.web.show_code,
            names=names_of(socket.gethostname(), config.web.names),
            streams=config.web.streams,
        )
        self._server = WebServer(
            create_app(site), self._bell, host=host, port=config.web.port, streams=config.web.streams
        )

    def start(self, stack: ExitStack) -> None:
        """Let everything run. The stack stops it in reverse: first the bell rings for the last time."""
        stack.callback(self._server.stop)
        self._server.start()
        self._network.look()
        self._name = local_name(self._config.web.host, self._server.port)
        stack.callback(self._stop_box)
        stack.callback(self._front.stop)
        self._front.start()
        self.box.start()
        stack.callback(self._checkup.stop)
        self._checkup.start()
        if self._name is not None:  # else the server listens on one address, which stays
            stack.callback(self._network.stop)
            self._network.start()
        stack.callback(self._copying.stop)
        self._copying.start()
        stack.callback(self._bell.close)

    @property
    def url(self) -> str:
        """For this machine's own browser."""
        return f"http://{here(self._config.web.host, self._server.port)}/"

    @property
    def port(self) -> int:
        """On which it answers."""
        return self._server.port

    @property
    def code(self) -> str:
        """What phones join with."""
        return self._membership.code

    def alive(self) -> bool:
        """Whether game, journal and panel answer; waits `_ANSWERS_WITHIN` seconds for each that does not."""
        return self._table.alive(_ANSWERS_WITHIN) and self._front.settle(_ANSWERS_WITHIN)

    def degraded(self) -> tuple[str, ...]:
        """Codes of what makes the box less than it should be: of its disk by the last check-up, else as it is
        now."""
        seen = [each for each in self._checkup.latest if each.part == "disk"]
        unseen = probes.standing(lambda: "journal-damaged" if self._table.snapshot.set_aside else None)
        return degrading((*seen, *(probe() for probe in self._live), unseen))

    def came(self) -> Text | None:
        """What came of a copy that was put back before this start, until something new has happened."""
        return self._put_back if self._table.snapshot.version == self._began else None

    def off(self) -> bool:
        """Whether somebody has shut the box down on its panel."""
        return self._off.is_set()

    def knows(self) -> Known:
        """What the box knows of itself, for its panel."""
        code, check = self._membership.code, self._checkup.latest
        if self._membership.guessed:
            check = (*check, warned("network", "guessed"))
        return Known(code, self._network.latest, self._name, check, self._put_back)

    def show(self, frame: Frame) -> None:
        """Leave a frame for the display."""
        self.box.show(frame)

    def new_code(self) -> None:
        """Make another join code, and end what the old one opened."""
        self._membership.new_code()

    def shut_down(self) -> None:
        """Begin to stop; the display keeps its last words."""
        self._off.set()
        self._shut_down()

    def put_back(self, name: str) -> None:
        """Begin to stop; who serves then starts anew, with the copy of this name in the place of the games.

        Returns at once. What came of it is said after that start: a copy that is not to be had, or not whole,
        changes nothing.
        """
        self.wanted = name
        self._shut_down()

    def _put(self, thing: ButtonPressed | TagSeen) -> None:
        self._front.put(thing)

    def _handled(self, timeout: float) -> bool:
        return self._front.settle(timeout)

    def _reachable(self) -> tuple[str, ...]:
        return reachable(self._config.web.host, self._server.port)

    def _stop_box(self) -> None:
        self.box.stop(blank=not (self.off() or self.wanted is not None))
