"""The organiser's hall put together: its client at the broker, its pages, and the proving of results."""

from __future__ import annotations

import logging
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
from companion.games import Game
from companion.games.registry import folders, registered
from companion.hall.announcements import Announcements
from companion.hall.board import Board
from companion.hall.code import DIGITS, SHORTEST, OrganiserCode
from companion.hall.hall import Hall
from companion.hall.pages import STREAMS, HallSite, create_hall
from companion.hall.proofs import Proved, proved
from companion.health.network import local_address
from companion.language.messages import Messages, catalogues
from companion.language.text import CompanionError, text
from companion.mqtt import topics
from companion.mqtt.broker import Broker
from companion.mqtt.client import Client
from web.hosts import names_of
from web.server.server import WebServer

log = logging.getLogger(__name__)

_PARTING = 1.0
"""Seconds to publish what still waits at the end."""


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
    news, bell = Bell(), Bell()
    event, code = choices.event, choices.code or ""
    hall = Hall(event, clock, news.ring)

    def received(topic: str, payload: bytes, _retained: bool) -> None:
        hall.receive(topic, payload)
        announcements.received(topic, payload)

    def connected() -> None:
        board.connected()

    client = Client(
        choices.broker,
        client_id=f"companion-hall-{secrets.token_hex(4)}",
        filters=hall.filters,
        on_message=received,
        on_connect=connected,
        on_status=news.ring,
    )
    organiser = OrganiserCode(code, event, time.monotonic)
    announcements = Announcements(event, clock, client)
    app, board = create_hall(
        HallSite(
            hall=hall,
            messages=Messages(catalogues(folders(games))),
            games=games,
            code=organiser,
            link=lambda: client.status,
            note=announcements.note,
            answer=announcements.answer,
            over=announcements.over,
            names=names_of(socket.gethostname(), choices.names),
            clock=clock,
            monotonic=time.monotonic,
            bell=bell,
        )
    )
    prover = _Prover(hall, games)
    news.first(board.wake)
    news.first(prover.wake)
    server = WebServer(
        app, bell, host=choices.host, port=choices.port, streams=STREAMS, member=organiser.holder_in
    )
    server.start()
    try:
        board.start()
        prover.start()
        client.start()
        yield HallServed(
            f"http://{local_address(choices.host, server.port)}/", code, hall, board, client, bell
        )
    finally:
        client.stop(_PARTING)
        prover.stop()
        board.stop()
        server.stop()


class _Prover:
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
