"""Builds a hall: its client at the broker, its pages, and the verification of results."""

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

from companion.games import Game
from companion.games.registry import folders, registered
from companion.hall.announcements import OrganiserMessages
from companion.hall.board import Board
from companion.hall.code import CODE_DIGITS, MIN_LENGTH, OrganiserCode
from companion.hall.hall import Hall
from companion.hall.pages import STREAMS, HallSite, create_hall
from companion.hall.verification import Verification, verify_file
from companion.health.network import local_address
from companion.language.messages import Messages, catalogues
from companion.language.text import CompanionError, text
from companion.mqtt import topics
from companion.mqtt.broker import Broker
from companion.mqtt.client import Client
from companion.notifier import Notifier
from web.hosts import names_of
from web.server.server import WebServer

log = logging.getLogger(__name__)

_DISCONNECT_TIMEOUT = 1.0
"""Seconds to publish waiting messages at the end."""


class HallUnfit(CompanionError):
    """The hall cannot be opened with these options."""


class HallOptions(msgspec.Struct, frozen=True):
    """The options of a hall. event: its name. host, port: of the page, port 0 for a free one. code: the
    organiser's, None to generate one. names: of this machine, beside its own.
    """

    event: str
    broker: Broker
    host: str
    port: int
    code: str | None = None
    names: tuple[str, ...] = ()


class RunningHall(msgspec.Struct, frozen=True):
    """An open hall. url: of the page, on this machine. code: the organiser's. notifier: notifies when the
    board changes.
    """

    url: str
    code: str
    hall: Hall
    board: Board
    client: Client
    notifier: Notifier


def validate(options: HallOptions) -> HallOptions:
    """The options with a code. Raises `HallUnfit`."""
    if re.fullmatch(topics.EVENT, options.event) is None or not options.event.isprintable():
        raise HallUnfit(text("cannot-start.hall-event", event=options.event), permanent=True)
    code = options.code
    if code is None:
        code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
    if len(code.strip()) < MIN_LENGTH:
        raise HallUnfit(text("cannot-start.hall-code", count=MIN_LENGTH), permanent=True)
    return msgspec.structs.replace(options, code=code)


@contextmanager
def open_hall(
    options: HallOptions,
    games: Mapping[str, Game] | None = None,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Iterator[RunningHall]:
    """Open a hall for the block. games: by default the registered ones. clock: now, UTC.

    Raises `HallUnfit` and `CannotListen`.
    """
    options = validate(options)
    games = registered() if games is None else games
    news, notifier = Notifier(), Notifier()
    event, code = options.event, options.code or ""
    hall = Hall(event, clock, news.notify)

    def received(topic: str, payload: bytes, _retained: bool) -> None:
        hall.receive(topic, payload)
        announcements.received(topic, payload)

    def connected() -> None:
        board.connected()

    client = Client(
        options.broker,
        client_id=f"companion-hall-{secrets.token_hex(4)}",
        filters=hall.filters,
        on_message=received,
        on_connect=connected,
        on_status=news.notify,
    )
    organiser = OrganiserCode(code, event, time.monotonic)
    announcements = OrganiserMessages(event, clock, client)
    app, board = create_hall(
        HallSite(
            hall=hall,
            messages=Messages(catalogues(folders(games))),
            games=games,
            code=organiser,
            link=lambda: client.status,
            publish_notice=announcements.publish_notice,
            answer=announcements.answer,
            on_call_over=announcements.clear_answer,
            names=names_of(socket.gethostname(), options.names),
            clock=clock,
            monotonic=time.monotonic,
            notifier=notifier,
        )
    )
    verifier = _Verifier(hall, games)
    news.subscribe(board.wake)
    news.subscribe(verifier.wake)
    server = WebServer(
        app, notifier, host=options.host, port=options.port, streams=STREAMS, member=organiser.holder_in
    )
    server.start()
    try:
        board.start()
        verifier.start()
        client.start()
        yield RunningHall(
            f"http://{local_address(options.host, server.port)}/", code, hall, board, client, notifier
        )
    finally:
        client.stop(_DISCONNECT_TIMEOUT)
        verifier.stop()
        board.stop()
        server.stop()


class _Verifier:
    """Verifies game files, one after another, on a thread of its own."""

    def __init__(self, hall: Hall, games: Mapping[str, Game]) -> None:
        self._hall = hall
        self._games = games
        self._wakeup = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="proving", daemon=True)

    def wake(self) -> None:
        """Note that there may be another file. Returns at once."""
        self._wakeup.set()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the thread after the present file, without waiting for that."""
        self._stopping = True
        self._wakeup.set()

    def _run(self) -> None:
        while not self._stopping:
            found = self._hall.next_file()
            if found is None:
                self._wakeup.wait()
                self._wakeup.clear()
                continue
            box, file = found
            try:
                found_out = verify_file(file, self._games)
            except Exception:
                log.exception("the file of box %s could not be proved", box)
                found_out = Verification("unread")
            self._hall.set_verification(box, file, found_out)
