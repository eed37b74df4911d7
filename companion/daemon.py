"""The composition root: everything is built, started and, in reverse, stopped here and nowhere else."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from companion import probes as looks
from companion.address import beside, reachable
from companion.bell import Bell
from companion.config import Config
from companion.copying import COPIES, Copying
from companion.data_folder import folder_of, now
from companion.doctor import Probe
from companion.example import play_example
from companion.front import Controls, Front
from companion.games import Game, every_colour
from companion.games.registry import registered
from companion.journal import DataFolderUnusable, Journal
from companion.messages import Language, Messages, catalogues
from companion.parts import ButtonPressed, Parts, TagSeen
from companion.screen import Param, Text, text
from companion.service_manager import NotPoweredOff, ServiceManager, power_off
from companion.table import Table
from hardware import probes as part_probes
from hardware.box import Box, build
from hardware.errors import PartError
from hardware.settings import BoxSettings, configured
from web.app import create_app
from web.membership import Membership
from web.server import CannotListen, WebServer
from web.site import Site

log = logging.getLogger(__name__)

_ANSWERS_WITHIN = 4.0
"""Seconds after which what does not answer is taken for dead."""


class CannotStart(Exception):
    """Something that the companion cannot do without is not to be had."""

    def __init__(self, said: Text) -> None:
        super().__init__(said)
        self.said = said


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


def run(
    config: Config,
    *,
    ready: Callable[[str, str], None],
    example: str | None = None,
    games: Mapping[str, Game] | None = None,
) -> None:
    """Serve until SIGTERM, SIGINT or a shutdown on the panel. Raises `CannotStart`.

    ready: called once requests are answered, with the address and the join code. example, games: as of
    `serving`.
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    manager = ServiceManager(os.environ)
    with serving(config, shut_down=stop.set, example=example, games=games) as served:
        ready(served.url, served.code)
        manager.ready()
        while not stop.wait(manager.pulse):
            if served.alive():
                manager.alive()
        manager.stopping()
    if served.off() and config.box.power_off:
        try:
            power_off()
        except NotPoweredOff as error:
            log.warning("the machine was not switched off: %s", error.why)


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
    messages = Messages(catalogues(games))
    language = _spoken(messages, config.box.language)
    bell = Bell()
    parts = Parts(bell)
    shut = threading.Event()
    with ExitStack() as stack:
        journal = _journal(folder_of(config))
        if journal.set_aside:
            log.warning("the journal was damaged and is set aside as %s", journal.set_aside)
        if journal.kept:
            log.info("the journal is in this version's format now; as it was, it is kept as %s", journal.kept)
        table = Table(journal, games, bell, clock=now, entropy=secrets.token_bytes)
        stack.callback(table.close)
        if example is not None:
            play_example(table, games[example])
        membership = _membership(config, journal, games)

        def put(thing: ButtonPressed | TagSeen) -> None:
            front.put(thing)

        def handled(timeout: float) -> bool:
            return front.settle(timeout)

        def address() -> str | None:
            return reachable(config.web.host, server.port)

        def halt() -> None:
            shut.set()
            shut_down()

        box = _box(config, games, parts, put, handled)
        front = Front(
            table,
            language,
            parts,
            bell,
            Controls(
                show=box.show,
                monotonic=time.monotonic,
                address=address,
                join_code=lambda: membership.code,
                new_code=membership.new_code,
                shut_down=halt,
                dim_after=config.box.dim_after * 60,
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
            monotonic=time.monotonic,
            box=box.simulated,
            streams=config.web.streams,
            address=address,
            show_code=config.web.show_code,
            settings=journal,
        )
        server = WebServer(
            create_app(site), bell, host=config.web.host, port=config.web.port, streams=config.web.streams
        )
        stack.callback(server.stop)
        _listen(server, config)
        stack.callback(lambda: box.stop(blank=not shut.is_set()))
        stack.callback(front.stop)
        front.start()
        _start(box)
        copying = _copying(config, bell, table)
        if copying is not None:
            stack.callback(copying.stop)
            copying.start()
        stack.callback(bell.close)

        def alive() -> bool:
            return table.alive(_ANSWERS_WITHIN) and front.settle(_ANSWERS_WITHIN)

        url = f"http://{beside(config.web.host)}:{server.port}/"
        yield Served(url, membership.code, box, alive, shut.is_set)


def probes(config: Config, games: Mapping[str, Game] | None = None) -> tuple[Probe, ...]:
    """What the doctor looks at, in the order of its report. games: as of `serving`."""
    settings = _settings(config, registered() if games is None else games)
    return (
        partial(part_probes.display, settings.display),
        partial(part_probes.buttons, settings.buttons),
        partial(part_probes.reader, settings.reader),
        partial(looks.disk, folder_of(config)),
        partial(looks.clock, now),
        partial(looks.port, config.web.host, config.web.port),
    )


def _journal(folder: Path) -> Journal:
    try:
        return Journal(folder, at=now(), entropy=secrets.token_bytes)
    except DataFolderUnusable as error:
        raise CannotStart(error.said) from error


def _spoken(messages: Messages, code: str) -> Language:
    if code not in messages.codes:
        raise CannotStart(text("cannot-start.unknown-language", code=code, codes=messages.codes))
    return messages.language(code)


def _copying(config: Config, bell: Bell, table: Table) -> Copying | None:
    folder, stick = folder_of(config), config.copies.stick
    if not config.copies.keep:
        return None
    beside = None if stick is None else Path(stick).expanduser()
    return Copying(folder, folder / COPIES, beside, config.copies.keep, bell, lambda: table.snapshot)


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
        return build(_settings(config, games), put, parts, monotonic=time.monotonic, handled=handled)
    except PartError as error:
        raise _unusable(error) from error


def _settings(config: Config, games: Mapping[str, Game]) -> BoxSettings:
    colours = every_colour(games)
    strange = set(config.buttons.colours) - set(colours)
    if strange:
        raise CannotStart(text("cannot-start.unknown-colour", which=min(strange), colours=colours))
    return configured(config, colours)


def _listen(server: WebServer, config: Config) -> None:
    try:
        server.start()
    except CannotListen as error:
        where: dict[str, Param] = {"host": config.web.host, "port": config.web.port, "why": error.why}
        raise CannotStart(Text("cannot-start.port", where)) from error


def _start(box: Box) -> None:
    try:
        box.start()
    except PartError as error:
        raise _unusable(error) from error


def _unusable(error: PartError) -> CannotStart:
    return CannotStart(Text(f"part.{error.code}", error.params))
