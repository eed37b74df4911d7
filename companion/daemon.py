"""The composition root: everything is built, started and, in reverse, stopped here and nowhere else."""

from __future__ import annotations

import logging
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from typing import NamedTuple

from companion import checkup
from companion import probes as looks
from companion.address import here, local_name, reachable
from companion.bell import Bell
from companion.config import Config
from companion.data_folder import folder_of, now, reading
from companion.doctor import Finding, Probe
from companion.example import play_example
from companion.front import Controls, Front
from companion.games import Game
from companion.games.registry import registered
from companion.journal import Journal
from companion.machine import clock, kept_right, power, vcgencmd
from companion.messages import Messages, catalogues
from companion.parts import ButtonPressed, Parts, TagSeen
from companion.screen import Text, text
from companion.setup.searches import Searches
from companion.starting import CannotStart, greeting, keep_out, opened, spoken
from companion.table import Table
from companion.watch import Watch
from hardware import checks, searching
from hardware.box import Box, build
from hardware.configured import box_settings
from hardware.dumping import dump_reader
from hardware.errors import PartError
from hardware.settings import BoxSettings
from web.app import create_app
from web.membership import Membership
from web.server import CannotListen, WebServer
from web.site import Site

log = logging.getLogger(__name__)

__all__ = ["CannotStart", "Served", "dump", "probes", "run", "searches", "serving"]

NETWORK_EVERY = 5.0
"""Seconds after which the display's code has followed a new address at the latest."""


class Served(NamedTuple):
    """What answers now. url: for this machine's own browser. code: for joining. box: its parts."""

    url: str
    code: str
    box: Box


def run(config: Config, *, ready: Callable[[str, str], None], demo: bool = False) -> None:
    """Serve until SIGTERM, SIGINT or a shutdown on the panel. Raises `CannotStart`.

    ready: called once requests are answered, with the address and the join code. demo: begin with the
    example game.
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    with serving(config, shut_down=stop.set, demo=demo) as served:
        ready(served.url, served.code)
        stop.wait()


@contextmanager
def serving(config: Config, *, shut_down: Callable[[], object], demo: bool = False) -> Iterator[Served]:
    """Everything, started and answering; stopped in reverse on leaving.

    shut_down: called, on the panel's thread, when somebody shuts the box down there; the display then
    keeps its last words. Raises `CannotStart`.
    """
    games = registered()
    messages = Messages(catalogues(games))
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
        settings = box_settings(config, _colours(games))
        box = _box(settings, parts, put, handled)
        stack.enter_context(greeting(box, language))
        journal = opened(folder_of(config))
        if journal.set_aside:
            log.warning("the journal was damaged and is set aside as %s", journal.set_aside)
        table = Table(journal, games, bell, clock=now, entropy=secrets.token_bytes)
        stack.callback(table.close)
        if demo:
            play_example(table, games)
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
            monotonic=time.monotonic,
            box=box.simulated,
            streams=config.web.streams,
            address=lambda: next(iter(addresses()), None),
            show_code=config.web.show_code,
            settings=journal,
        )
        server = WebServer(
            create_app(site), bell, host=config.web.host, port=config.web.port, streams=config.web.streams
        )
        stack.callback(server.stop)
        _listen(server, config)
        network = Watch[tuple[str, ...]](
            partial(reachable, config.web.host, server.port), (), bell, every=NETWORK_EVERY, name="network"
        )
        network.look()
        own_name = local_name(config.web.host, server.port)
        check = checkup.Checkup(
            parts,
            checks.of_box(settings, monotonic=time.monotonic),
            (power, partial(looks.disk, folder_of(config)), partial(clock, now)),
            language,
        )
        checked = Watch[tuple[Finding, ...]](check, (), bell, every=checkup.EVERY, name="checkup")
        stack.callback(lambda: box.stop(blank=not shut.is_set()))
        stack.callback(front.stop)
        front.start()
        box.start()
        stack.callback(checked.stop)
        checked.start()
        if own_name is not None:  # else the server listens on one address, which stays
            stack.callback(network.stop)
            network.start()
        stack.callback(bell.close)
        yield Served(f"http://{here(config.web.host, server.port)}/", membership.code, box)


def probes(config: Config) -> tuple[Probe, ...]:
    """What the doctor looks at, in the order of its report."""
    host, port = config.web.host, config.web.port
    others = cache(partial(looks.running, here(host, port)))
    settings = box_settings(config, _colours(registered()))
    return (
        *checks.of_doctor(settings, monotonic=time.monotonic, others=others),
        partial(power, ask=vcgencmd),
        partial(looks.disk, folder_of(config)),
        partial(clock, now, kept_right),
        partial(looks.network, partial(reachable, host, port), local_name(host, port)),
        partial(looks.port, host, port, others),
        partial(looks.journal, partial(reading, config)),
    )


def searches(config: Config) -> Searches:
    """What `companion setup` looks for parts with."""
    others = partial(looks.running, here(config.web.host, config.web.port))
    return searching.searches(_colours(registered()), time.monotonic, others, probes)


def dump(config: Config, show: Callable[[float, Text], object], seconds: float | None) -> int:
    """Show the reader's bytes as they come; give how many there were. Raises `CannotStart`."""
    settings = box_settings(config, _colours(registered())).reader
    try:
        return dump_reader(settings, show, monotonic=time.monotonic, seconds=seconds)
    except PartError as error:
        raise _unusable(error) from error


def _membership(config: Config, journal: Journal, games: Mapping[str, Game]) -> Membership:
    return Membership(
        journal,
        configured=config.web.join_code,
        colours=_colours(games),
        entropy=secrets.token_bytes,
        monotonic=time.monotonic,
    )


def _box(
    settings: BoxSettings,
    parts: Parts,
    put: Callable[[ButtonPressed | TagSeen], None],
    handled: Callable[[float], object],
) -> Box:
    try:
        return build(settings, put, parts, monotonic=time.monotonic, handled=handled)
    except PartError as error:
        raise _unusable(error) from error


def _colours(games: Mapping[str, Game]) -> tuple[str, ...]:
    """The colours of every game, each once."""
    return tuple(dict.fromkeys(colour for game in games.values() for colour in game.colours))


def _listen(server: WebServer, config: Config) -> None:
    try:
        server.start()
    except CannotListen as error:
        where = config.web
        said = text("cannot-start.port", host=where.host, port=where.port, why=error.why)
        raise CannotStart(said) from error


def _unusable(error: PartError) -> CannotStart:
    return CannotStart(Text(f"part.{error.code}", error.params))
