"""Everything is built, started and, in reverse, stopped here and nowhere else."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import NamedTuple, Protocol

from companion.bell import Bell, Watch
from companion.config import Config
from companion.daemon.starting import CannotStart, greeting, keep_out, opened, spoken
from companion.games import Game, every_colour, folders
from companion.games.registry import registered
from companion.health import probes
from companion.health import probes as looks
from companion.health.findings import Finding
from companion.health.machine import clock, power
from companion.health.network import here, local_name, reachable
from companion.journal.journal import Journal
from companion.language.messages import Messages, catalogues
from companion.panel.front import Controls, Front
from companion.parts import ButtonPressed, Parts, TagSeen
from companion.table.copying import COPIES, Copying
from companion.table.opening import folder_of, now, play_example, stick_of
from companion.table.table import Table
from hardware import doctor
from hardware.box import Box, build
from hardware.part import PartError
from web.app import create_app
from web.membership import Membership
from web.server.server import CannotListen, WebServer
from web.site import Site

_ANSWERS_WITHIN = 4.0
"""Seconds after which what does not answer is taken for dead."""
NETWORK_EVERY = 5.0
"""Seconds after which the display's code has followed a new address at the latest."""


class Runs(Protocol):
    """Something with a thread of its own."""

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """Finish what is under way."""


class Served(NamedTuple):
    """What answers now.

    url: for this machine's own browser. code: for joining. box: its parts. alive: whether game, journal and
    panel have just been seen to answer; takes up to `_ANSWERS_WITHIN` seconds for each when they do not.
    off: whether somebody has shut the box down on its panel.
    """

    url: str
    code: str
    box: Box
    alive: Callable[[], bool]
    off: Callable[[], bool]


@contextmanager
def serving(
    config: Config,
    *,
    shut_down: Callable[[], object],
    example: str | None = None,
    games: Mapping[str, Game] | None = None,
) -> Iterator[Served]:
    """Everything, started and answering; stopped in reverse on leaving.

    shut_down: called, on the panel's thread, when somebody shuts the box down there; the display then
    keeps its last words. example: the game whose example is begun. games: what can be played, by default
    the registered ones. Raises `CannotStart`.
    """
    games = registered() if games is None else games
    messages = Messages(catalogues(folders(games)))
    language = spoken(messages, config.box.language)
    bell = Bell()
    parts = Parts(bell)
    shut = threading.Event()
    with ExitStack() as stack:

        def put(thing: ButtonPressed | TagSeen) -> None:
            front.put(thing)

        def handled(timeout: float) -> bool:
            return front.settle(timeout)

        def addresses() -> tuple[str, ...]:
            return network.latest

        def halt() -> None:
            shut.set()
            shut_down()

        keep_out(folder_of(config))
        box = _box(config, games, parts, put, handled)
        stack.enter_context(greeting(box, language))
        journal = opened(folder_of(config))
        table = Table(journal, games, bell, clock=now, entropy=secrets.token_bytes)
        stack.callback(table.close)
        if example is not None:
            play_example(table, games[example])
        membership = _membership(config, journal, games)
        front = Front(
            table,
            language,
            parts,
            bell,
            Controls(
                show=box.show,
                monotonic=time.monotonic,
                addresses=addresses,
                name=lambda: own_name,
                check=lambda: checked.latest,
                join_code=lambda: membership.code,
                new_code=membership.new_code,
                shut_down=halt,
                dim_after=config.oled.dim_after * 60,
                shift_every=config.oled.shift_every * 60,
            ),
        )
        site = Site(
            table=table,
            parts=parts,
            bell=bell,
            messages=messages,
            games=games,
            membership=membership,
            clock=now,
            settings=journal,
            box=box.simulated,
            show_code=config.web.show_code,
            streams=config.web.streams,
        )
        server = WebServer(
            create_app(site), bell, host=config.web.host, port=config.web.port, streams=config.web.streams
        )
        stack.callback(server.stop)
        _listen(server)
        network = Watch[tuple[str, ...]](
            partial(reachable, config.web.host, server.port), (), bell, every=NETWORK_EVERY, name="network"
        )
        network.look()
        own_name = local_name(config.web.host, server.port)
        check = probes.Checkup(
            parts,
            doctor.of_box(config, monotonic=time.monotonic),
            (power, partial(looks.disk, folder_of(config)), partial(clock, now)),
            language,
        )
        checked = Watch[tuple[Finding, ...]](check, (), bell, every=probes.EVERY, name="checkup")
        stack.callback(lambda: box.stop(blank=not shut.is_set()))
        stack.callback(front.stop)
        front.start()
        box.start()
        stack.enter_context(_running(checked))
        if own_name is not None:  # else the server listens on one address, which stays
            stack.enter_context(_running(network))
        stack.enter_context(_running(_copying(config, bell, table)))
        stack.callback(bell.close)

        def alive() -> bool:
            return table.alive(_ANSWERS_WITHIN) and front.settle(_ANSWERS_WITHIN)

        url = f"http://{here(config.web.host, server.port)}/"
        yield Served(url, membership.code, box, alive, shut.is_set)


@contextmanager
def _running(thing: Runs) -> Iterator[None]:
    """Started, and stopped on leaving."""
    thing.start()
    try:
        yield
    finally:
        thing.stop()


def _copying(config: Config, bell: Bell, table: Table) -> Copying:
    folder = folder_of(config)
    places = (folder / COPIES, stick_of(config))
    return Copying(folder, *places, config.copies.keep, bell, lambda: table.snapshot)


def _membership(config: Config, journal: Journal, games: Mapping[str, Game]) -> Membership:
    return Membership(
        journal,
        configured=config.web.join_code,
        colours=every_colour(games),
        entropy=secrets.token_bytes,
        monotonic=time.monotonic,
    )


def _box(
    config: Config,
    games: Mapping[str, Game],
    parts: Parts,
    put: Callable[[ButtonPressed | TagSeen], None],
    handled: Callable[[float], object],
) -> Box:
    try:
        colours = every_colour(games)
        return build(config, put, parts, colours=colours, monotonic=time.monotonic, handled=handled)
    except PartError as error:
        raise CannotStart(error.said, lasting=True) from error


def _listen(server: WebServer) -> None:
    try:
        server.start()
    except CannotListen as error:
        raise CannotStart(error.said) from error
