"""The organiser's hall as a process: what it hears of the broker, the page that shows it, and the proving of
results, put together.
"""

from __future__ import annotations

import gc
import logging
import os
import re
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime

import msgspec

from companion.bell import Bell
from companion.daemon.journald import log_to_stderr
from companion.daemon.service import ServiceManager
from companion.daemon.wishes import End, Wishes
from companion.games import Game
from companion.games.registry import folders, registered
from companion.health.network import here
from companion.language.messages import Messages, catalogues
from companion.language.text import CompanionError, text
from companion.mqtt import topics
from companion.mqtt.broker import Broker
from companion.mqtt.client import Client
from companion.mqtt.hall import Hall
from companion.mqtt.proving import Proved, proved
from companion.mqtt.speaking import Speaking
from web.hall.app import STREAMS, HallSite, create_hall
from web.hall.board import Board
from web.hall.code import DIGITS, SHORTEST, OrganiserCode
from web.hosts import names_of
from web.server.server import WebServer

log = logging.getLogger(__name__)

_OFTEN = 20_000
"""As many more things than went may be made before cycles among them are looked for."""
_PARTING = 1.0
"""Seconds that what is still to be said is given at the end."""


class HallUnfit(CompanionError):
    """The hall cannot be opened as it was asked for."""


class HallChoices(msgspec.Struct, frozen=True):
    """How a hall is opened. event: its name. host, port: where the page answers, port 0 for a free one. code:
    the organiser's, None to make one. names: of this machine, beside its own.
    """

    event: str
    broker: Broker
    host: str
    port: int
    code: str | None = None
    names: tuple[str, ...] = ()


class HallServed(msgspec.Struct, frozen=True):
    """An open hall. url: of the page, for this machine's browser. code: the organiser's. bell: rung when
    there is something new on the board.
    """

    url: str
    code: str
    hall: Hall
    board: Board
    client: Client
    bell: Bell


def fit(choices: HallChoices) -> HallChoices:
    """The choices with a code. Raises `HallUnfit`."""
    if re.fullmatch(topics.EVENT, choices.event) is None or not choices.event.isprintable():
        raise HallUnfit(text("cannot-start.hall-event", event=choices.event), lasting=True)
    code = choices.code
    if code is None:
        code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    if len(code.strip()) < SHORTEST:
        raise HallUnfit(text("cannot-start.hall-code", count=SHORTEST), lasting=True)
    return msgspec.structs.replace(choices, code=code)


def run(choices: HallChoices, *, ready: Callable[[HallServed], None]) -> None:
    """Keep the hall open until SIGTERM or SIGINT. ready: called once the page answers.

    Raises `CompanionError` for what it cannot do without.
    """
    log_to_stderr(os.environ)
    manager = ServiceManager(os.environ)
    with Wishes() as wishes, wishes.hearing_signals(), opened(choices) as served:
        gc.freeze()  # what a start has made stays, and need not be looked through for what may go
        gc.set_threshold(_OFTEN, 10, 100)
        ready(served)
        manager.ready()
        while not isinstance(wishes.next(manager.pulse), End):
            manager.alive()
        manager.stopping()


@contextmanager
def opened(
    choices: HallChoices,
    games: Mapping[str, Game] | None = None,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Iterator[HallServed]:
    """An open hall, for as long as the block lasts. games: by default the registered ones. clock: now, UTC.

    Raises `HallUnfit` and `CannotListen`.
    """
    choices = fit(choices)
    games = registered() if games is None else games
    bell = Bell()
    event, code = choices.event, choices.code or ""
    waking, speaking = _Waking(), Speaking(event, clock)
    hall = Hall(event, clock, waking)

    def hears(topic: str, payload: bytes, _retained: bool) -> None:
        hall.hear(topic, payload)
        speaking.hears(topic, payload)

    client = Client(
        choices.broker,
        client_id=f"companion-hall-{secrets.token_hex(4)}",
        filters=hall.filters,
        on_message=hears,
        on_connect=waking.connected,
        on_status=waking,
    )
    speaking.by(client)
    organiser = OrganiserCode(code, event, time.monotonic)
    app, board = create_hall(
        HallSite(
            hall=hall,
            messages=Messages(catalogues(folders(games))),
            games=games,
            code=organiser,
            link=lambda: client.status,
            note=speaking.note,
            answer=speaking.answer,
            over=speaking.over,
            names=names_of(socket.gethostname(), choices.names),
            clock=clock,
            monotonic=time.monotonic,
            bell=bell,
        )
    )
    proving = _Proving(hall, games)
    waking.wakes(board, proving)
    server = WebServer(
        app, bell, host=choices.host, port=choices.port, streams=STREAMS, member=organiser.holder_in
    )
    server.start()
    try:
        board.start()
        proving.start()
        client.start()
        yield HallServed(f"http://{here(choices.host, server.port)}/", code, hall, board, client, bell)
    finally:
        client.stop(_PARTING)
        proving.stop()
        board.stop()
        server.stop()


class _Waking:
    """Wakes whoever goes on from what the hall has heard, once there is somebody."""

    def __init__(self) -> None:
        self._board: Board | None = None
        self._proving: _Proving | None = None

    def wakes(self, board: Board, proving: _Proving) -> None:
        self._board, self._proving = board, proving

    def __call__(self) -> None:
        if self._board is not None and self._proving is not None:
            self._board.wake()
            self._proving.wake()

    def connected(self) -> None:
        """There is a new connection."""
        if self._board is not None:
            self._board.connected()


class _Proving:
    """Proves the games' files that have come, one after another, on a thread of its own."""

    def __init__(self, hall: Hall, games: Mapping[str, Game]) -> None:
        self._hall = hall
        self._games = games
        self._woken = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="proving", daemon=True)

    def wake(self) -> None:
        """There may be one more. Returns at once."""
        self._woken.set()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """After the one that is being proved; nobody waits for that."""
        self._stopping = True
        self._woken.set()

    def _run(self) -> None:
        while not self._stopping:
            found = self._hall.next_file()
            if found is None:
                self._woken.wait()
                self._woken.clear()
                continue
            box, file = found
            try:
                found_out = proved(file, self._games)
            except Exception:
                log.exception("the file of box %s could not be proved", box)
                found_out = Proved("unread")
            self._hall.prove(box, file, found_out)
