"""The web server: six threads for whatever is asked, one that waits for all others, and none for who listens.

A connection costs a thread only once it has said something, and keeps it for half a request only while
there are others; a stream costs none, and neither does an answer that is not taken, and what is kept of such
answers has bounds; a body that nobody wants is read away within bounds so that the client hears the answer;
nothing goes by the time of day, which may jump; and it goes when told.
"""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from importlib import import_module
from typing import TYPE_CHECKING, Any

from companion.bell import Bell
from companion.language.text import CompanionError, text
from web.seldom import Seldom
from web.server.audience import HEARTBEAT, Audience
from web.server.connection import PATIENCE, TIMEOUT, Connection
from web.server.dispatch import Dispatch
from web.server.preambles import Preamble, Preambles
from web.server.shedding import Bounds, too_many
from web.server.waiting import WaitingRoom

if TYPE_CHECKING:  # a start is spared a module that has nothing but types
    from wsgiref.types import WSGIApplication

THREADS = 6
"""Requests that are answered at the same time."""
BACKLOG = 128
GRACE = 0.75
"""Seconds that a stop waits for answers under way before their connections are cut."""
KEPT_ALIVE = 200
"""Idle connections that are kept for a next request."""
OPEN = Bounds(number=400, address=100, size=sys.maxsize)
"""Connections that no thread has."""
UNREAD = Bounds(number=64, address=16, size=4 * 1024 * 1024)
"""Answers that are kept for phones which have not taken them."""
SENDING = 64 * 1024
"""Bytes of an answer that the machine itself keeps for a phone."""
RUSH = 0.4
"""Seconds that a stranger may keep a thread waiting while others wait for it; the less, the more they are."""
_LOOKS = 0.05
"""Seconds between looks at who keeps a thread while others wait for one."""

log = logging.getLogger(__name__)


class CannotListen(CompanionError):
    """The address cannot be had: taken, forbidden, or not of this machine."""

    def __init__(self, host: str, port: int, why: OSError) -> None:
        super().__init__(text("cannot-start.port", host=host, port=port, why=why.strerror or str(why)))


class WebServer:
    """Answers requests between `start` and `stop`; made once, started once.

    host: address to listen on. port: 0 takes a free one. bell: rung when there is news for who listens;
    closed by `stop`, so that the streams end. heartbeat: seconds of silence on a stream before a comment.
    given: a socket that listens already, in the place of host and port; it is closed by `stop`. threads:
    requests that are answered at the same time.
    """

    timeout: float = TIMEOUT
    """Seconds that an idle connection is kept."""
    dispatch: Dispatch[Connection]
    _door: socket.socket
    _port: int
    _room: WaitingRoom

    def __init__(
        self,
        app: WSGIApplication,
        bell: Bell,
        *,
        host: str,
        port: int,
        heartbeat: float = HEARTBEAT,
        given: socket.socket | None = None,
        threads: int = THREADS,
    ) -> None:
        self.app = app
        self.preambles = Preambles(_read)
        self.connections: set[Connection] = set()
        self.audience = Audience[Connection](bell, heartbeat, self._watch)
        self.relief = Relief(threads, self.hurry, _LOOKS)
        self._asked = (host, port)
        self._bell = bell
        self._given = given
        self._threads = [threading.Thread(target=self._wait, name="web")]
        self._threads += [threading.Thread(target=self._work, name=f"web-{n}") for n in range(1, threads + 1)]
        self._seldom = Seldom(time.monotonic)
        self._held = ExitStack()
        self._one_stops = threading.Lock()

    @property
    def port(self) -> int:
        """The port it listens on, once it has been started."""
        return self._port

    def start(self) -> None:
        """Listen, and answer from now on. Raises `CannotListen`, and RuntimeError when no thread is to be
        had; nothing is left running then.
        """
        with ExitStack() as held:
            try:
                self._door = held.enter_context(self._given or _listening(*self._asked))
                self._door.setblocking(False)
                self._port = int(self._door.getsockname()[1])
                self.dispatch = held.enter_context(closing(Dispatch[Connection]()))
                self._room = held.enter_context(closing(WaitingRoom(self, self._door)))
            except OSError as error:
                raise CannotListen(*self._asked, error) from error
            held.callback(self._finish)
            for each in self._threads:
                each.start()
            self._held = held.pop_all()

    def stop(self) -> None:
        """Close the bell, let answers under way finish, cut what takes longer than `GRACE`, and return.

        May be called again, by any thread but its own, and without a start.
        """
        self._bell.close()
        with self._one_stops:
            self._held.close()

    def put(self, conn: Connection) -> None:
        """Wait for a phone that has been answered, or has come: no thread has it from now on."""
        try:
            if conn.listener is None:
                self._room.put(conn)
            elif not self.audience.take(conn, conn.listener):
                conn.close()
        except (OSError, ValueError):
            self._release(conn)
            return
        if conn.waits and conn.unsent:
            self.let_go(too_many([each for each in self._idle() if each.unsent], UNREAD))

    def welcome(self, its_socket: socket.socket, address: tuple[str, int]) -> None:
        """Take in a connection. address: of who has come."""
        self.put(Connection(self, its_socket, address))

    @property
    def full(self) -> bool:
        """Whether no more connections are kept for a next request."""
        return len(self._room) >= KEPT_ALIVE

    def make_room(self, *, full: bool = False) -> None:
        """Let connections go that no thread has, where there are too many. full: one at least."""
        idle = self._idle()
        bounds = Bounds(len(idle) - 1, OPEN.address, OPEN.size) if full and idle else OPEN
        self.let_go(too_many(idle, bounds))

    def let_go(self, some: list[Connection]) -> None:
        """End those of them that no thread has."""
        for each in some:
            log.debug("an unread or idle connection of %s is cut", each.address)
            self.dispatch.cut(each)

    def hurry(self) -> None:
        """Read no more from who keeps a thread waiting for his request, and cut who does not take the pieces
        of his answer; what others are answered still goes out.
        """
        now = time.monotonic()
        crowd = 1 + self.dispatch.crowd // THREADS
        for connection in self._staying():
            asking, sending = connection.asking_since, connection.sending_since
            latest = now - (PATIENCE if connection.member else RUSH / crowd)
            if sending is not None and sending < latest:
                connection.cut()
            elif asking is not None and asking < latest:
                connection.hurry()

    def level_of(self, fault: BaseException) -> int:
        """At which level what nobody foresaw is logged: loud once in a while, each kind of it."""
        return logging.ERROR if self._seldom.now(type(fault).__name__) else logging.DEBUG

    def _watch(self, conn: Connection) -> None:
        self._room.watch(conn)

    def _wait(self) -> None:
        self._room.run()

    def _work(self) -> None:
        """Answer one after another, until it is over."""
        while (connection := self.dispatch.take()) is not None:
            try:
                if connection.communicate():
                    self.put(connection)
                else:
                    connection.close()
            except BaseException as fault:  # a thread that ended for it would be missing from now on
                log.log(self.level_of(fault), "a connection failed", exc_info=True)
                self._release(connection)

    def _release(self, conn: Connection) -> None:
        self._room.forget(conn)
        conn.close()

    def _finish(self) -> None:
        """Have the threads end, those that could be started; they would outlast the process."""
        self._room.stop()
        started = [each for each in self._threads if each.ident is not None]
        for each in started[:1]:
            each.join()
        self._door.close()
        self.dispatch.end()
        until = time.monotonic() + GRACE
        for each in started:
            each.join(max(0.0, until - time.monotonic()))
        for connection in self.connections.copy():
            connection.cut()
        for each in started:
            each.join()
        self.relief.stop()

    def _staying(self) -> list[Connection]:
        return [each for each in self.connections.copy() if not each.going]

    def _idle(self) -> list[Connection]:
        return [each for each in self._staying() if each.waits]


def _read(words: bytes) -> Preamble:
    """What stands before a body, by rules that are brought in with the first."""
    read: Callable[[bytes], Preamble] = import_module("web.server.grammar").read
    return read(words)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens there, at the first of the host's addresses that can be had. Raises OSError."""
    try:
        found = socket.getaddrinfo(_as_asked(host), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except UnicodeError as error:  # as a name that nobody can look up: `nonsense..`
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known") from error
    *others, last = found
    for each in others:
        with contextlib.suppress(OSError):
            return _at(*each)
    return _at(*last)


def _at(family: int, kind: int, protocol: int, _: str, address: tuple[Any, ...]) -> socket.socket:
    """A socket that listens at an address, whose connections notice it when a phone vanishes."""
    door = socket.socket(family, kind, protocol)
    try:
        if address[1]:  # else the machine might choose one that another is about to listen on
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6 and address[0] == "::":
            with contextlib.suppress(OSError):  # not every kernel has both
                door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TIMEOUT * 1000)
        door.bind(address)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a free port, too, is had again at once
        door.listen(BACKLOG)
    except BaseException:
        door.close()
        raise
    return door


def _as_asked(host: str) -> str | bytes:
    """The host as the system is asked for it. A name may have letters for which Python brings in tables of
    what each becomes; an address has none, and as bytes it is not looked at for them.
    """
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).compressed.encode("ascii")
    return host


class Relief:
    """Calls `relieve` every `pause` seconds while all of `places` are taken. Safe to use from any thread."""

    def __init__(self, places: int, relieve: Callable[[], None], pause: float) -> None:
        self._free = places
        self._relieve = relieve
        self._pause = pause
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._helper: threading.Thread | None = None

    def __enter__(self) -> None:
        """Take a place for as long as the block lasts."""
        with self._lock:
            self._free -= 1
            if not self._free and self._helper is None and not self._over.is_set():
                helper = threading.Thread(target=self._help, name="web-relief")
                with contextlib.suppress(RuntimeError):  # no thread to be had: who comes next tries again
                    helper.start()
                    self._helper = helper

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._free += 1

    def stop(self) -> None:
        """End, and wait for a relief under way."""
        self._over.set()
        with self._lock:
            helper = self._helper
        if helper is not None:
            helper.join()

    def _help(self) -> None:
        while not self._over.wait(self._pause):
            self._relieve()
            with self._lock:
                if self._free:
                    self._helper = None
                    return
