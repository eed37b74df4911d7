"""Floods: what one phone, a hundred strangers or a whole network can send, while honest people want to play.

Nothing here is timed. What honest people ask meanwhile must be answered; a bound of a minute is only a guard
against waiting for ever.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.bell import Bell
from companion.games.registry import registered
from companion.storage.entry import Entry
from companion.storage.storage import Storage
from companion.table.table import Table
from tests.adversary.besieged import START, Besieged, Phone
from tests.adversary.toll import Bout, Toll
from tests.fakes.evening import Clock

PRESSES = 12
"""How often honest people press in each round."""
STRANGERS = 100
GIVEN_UP = 15.0
"""Seconds after which people take a press for unheard; what is heard takes less than a tenth of one."""
FILLED = 600 * 1024
"""Bytes of unread answers for each connection: by then every thread that can has come to wait."""
ENOUGH = 200
"""Presses after which it is seen that no more is going to wait."""
LONG = 9_000
"""Entries that make a log of more than the kernel takes of an answer that nobody reads."""
BEHIND = 60
"""Requests that a stranger sends one behind the other, so that short answers, too, are more than that."""
JOINS = 500

Flood = Callable[[Besieged, Toll, str], None]


def floods(folder: Path, bout: Bout) -> Toll:
    """Each flood in its turn, against a box of its own with a game on its table."""
    toll = Toll()
    for number, round_, _ in bout.numbered:
        data = folder / f"data-{number}"
        flood = FLOODS[number % len(FLOODS)]
        if flood is strangers_that_never_read:
            long_game(data)
        with Besieged(data) as box:
            box.enter()
            if flood is not strangers_that_never_read:
                box.do(START)
            flood(box, toll, f"{round_} ({flood.__name__})")
            if box.tracebacks:
                toll.exceptions += box.tracebacks
                toll.breaks(f"{round_} ({flood.__name__}): {box.tracebacks} tracebacks")
            toll.times += 1
    return toll


def _pressed(
    box: Besieged, toll: Toll, round_: str, times: int = PRESSES, until: Callable[[], bool] = lambda: True
) -> None:
    """Honest people press: the box's own button, and a phone that has joined long ago. until: they go on
    until this holds, or something is not answered.
    """
    with box.phone(patience=GIVEN_UP) as phone:
        for each in itertools.count():
            if each >= times and (toll.unanswered or until()):
                break
            command = {"type": "correct", "field": "turn", "value": each % 9 + 1, "reason": "honest"}
            for what, answer in (
                ("a press", phone.ask("POST", "/api/v1/box/press", {"button": "select"})),
                ("a command", phone.do(command)),
            ):
                if answer.status == 200:
                    toll.held += 1
                else:
                    toll.unanswered += 1
                    toll.breaks(f"{round_}: {what} was answered {answer.status or 'not at all'}")


@contextlib.contextmanager
def _meanwhile(*doing: Callable[[threading.Event], None]) -> Iterator[None]:
    """Do these things over and over, each on a thread of its own, until the block ends."""
    over = threading.Event()
    threads = [threading.Thread(target=each, args=(over,)) for each in doing]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def one_phone(box: Besieged, toll: Toll, round_: str) -> None:
    """One phone that has joined sends commands as fast as it can, over four connections."""
    token = box.join("127.0.0.9").said["token"]
    sent = itertools.count()

    def sending(over: threading.Event) -> None:
        with Phone(box.port, token, "127.0.0.9") as phone:
            while not over.is_set():
                change = {
                    "type": "change-fleet",
                    "colour": "red",
                    "transporter": "raft",
                    "by": 1 - next(sent) % 2 * 2,
                }
                answer = phone.do(change)
                if answer.status >= 500:
                    toll.exceptions += 1
                    toll.breaks(f"{round_}: {answer.status} for a command of the flood")

    with _meanwhile(sending, sending, sending, sending):
        _pressed(box, toll, round_)


def long_game(folder: Path) -> None:
    """A folder with a game that has gone on for weeks: one raft comes and goes."""
    clock = Clock()
    journal = Storage(folder, at=clock(), entropy=secrets.token_bytes)
    table = Table(journal, registered(), Bell(), clock=clock, entropy=secrets.token_bytes)
    table.perform(table.read(START), source="panel")
    game = table.snapshot.body["game"]["id"]
    rows: list[tuple[Entry, bytes | None]] = []
    for n in range(2, LONG):
        change = {"colour": "red", "transporter": "raft", "by": -1 if n % 2 else 1}
        command = json.dumps({"type": "change-fleet", **change}).encode()
        events = json.dumps([{"type": "fleet-changed", **change}]).encode()
        rows.append((Entry(n, clock(), game, "phone", "red", "", f"{n:x}", command, events), None))
    journal.append(rows)
    table.close()


def strangers_that_never_read(box: Besieged, toll: Toll, round_: str) -> None:
    """A hundred who have not joined ask for the whole log, and for everything else that is long, and never
    read.
    """
    asked = (b"/api/v1/log", b"/api/v1/export")
    with contextlib.ExitStack() as held:
        for each in range(STRANGERS):
            stranger = held.enter_context(
                contextlib.closing(box.dial(f"127.0.1.{each % 20 + 1}", small=True))
            )
            with contextlib.suppress(OSError):
                asking = b"GET " + asked[each % len(asked)] + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                stranger.sendall(asking * BEHIND)
        looked = itertools.count(1)
        _pressed(
            box, toll, round_, until=lambda: next(looked) > ENOUGH or sum(box.unread()) > STRANGERS * FILLED
        )


def _listening(phone: socket.socket, token: str) -> bool:
    """Whether a phone that asks for the stream hears the table."""
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    phone.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n{bearer}\r\n".encode())
    heard = b""
    with contextlib.suppress(OSError):
        while b"event: table" not in heard and (more := phone.recv(4096)):
            heard += more
            if heard.startswith(b"HTTP/1.1 503"):
                break
    return b"event: table" in heard


def one_takes_all_streams(box: Besieged, toll: Toll, round_: str) -> None:
    """One stranger opens as many streams as he can; who has joined still hears, everybody can still look."""
    with contextlib.ExitStack() as held:
        for _ in range(STRANGERS):
            stranger = held.enter_context(contextlib.closing(box.dial("127.0.0.9")))
            stranger.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        for each in range(8):
            source = f"127.0.2.{each + 1}"
            token = box.join(source).said.get("token", "")
            with contextlib.closing(box.dial(source)) as phone:
                if token and _listening(phone, token):
                    toll.held += 1
                else:
                    toll.unanswered += 1
                    toll.breaks(f"{round_}: a phone that has joined hears nothing")
        _pressed(box, toll, round_, 3)
        if box.ask("GET", "/api/v1/table").status != 200:
            toll.unanswered += 1
            toll.breaks(f"{round_}: the table cannot be looked at")


def wrong_codes_from_everywhere(box: Besieged, toll: Toll, round_: str) -> None:
    """Neighbours guess at the code, from many addresses; whoever has the right one is let in at once."""
    for each in range(200):
        guessed = box.join(f"127.0.3.{each % 40 + 1}", f"{each:04}")
        if guessed.status not in {403, 429}:
            toll.breaks(f"{round_}: a wrong code was answered {guessed.status}")
    for source in ("127.0.4.1", "127.0.4.2", "127.0.3.1"):  # the last of them has guessed before
        answer = box.join(source)
        if answer.status == 200:
            toll.held += 1
        else:
            toll.unanswered += 1
            toll.breaks(f"{round_}: the right code was answered {answer.status}")


def many_joins(box: Besieged, toll: Toll, round_: str) -> None:
    """Somebody with the right code joins five hundred times; nobody else is thrown out."""
    others = [box.join(f"127.0.5.{each + 1}").said.get("token", "") for each in range(4)]
    with Phone(box.port, "", "127.0.0.9") as phone:
        for _ in range(JOINS):
            phone.ask("POST", "/api/v1/join", {"code": "4821"})
    for number, token in enumerate((box.token, *others)):
        with Phone(box.port, token, f"127.0.5.{number + 1}") as phone:
            if (
                phone.do({"type": "correct", "field": "turn", "value": 3, "reason": "still here"}).status
                == 200
            ):
                toll.held += 1
            else:
                toll.unanswered += 1
                toll.breaks(f"{round_}: a phone that had joined is out")


def _come(box: Besieged, number: int, words: bytes, source: Callable[[int], str]) -> list[socket.socket]:
    """So many connections that send these bytes and then wait."""
    phones = [box.dial(source(each)) for each in range(number)]
    for phone in phones:
        with contextlib.suppress(OSError):  # it may have had to give way already
            phone.sendall(words)
    return phones


def _with(box: Besieged, toll: Toll, round_: str, phones: list[socket.socket]) -> None:
    """Honest people press while these connections hold on; the box goes on."""
    with contextlib.ExitStack() as held:
        for phone in phones:
            held.enter_context(contextlib.closing(phone))
        _pressed(box, toll, round_)
    if box.process.poll() is not None:
        toll.breaks(f"{round_}: the box has ended")


def _of_a_guest(number: int) -> Flood:
    def guest(box: Besieged, toll: Toll, round_: str) -> None:
        """A guest's many connections, each a quick GET and half a POST in one breath."""
        bearer = f"Host: 127.0.0.1\r\nAuthorization: Bearer {box.join('127.0.0.9').said['token']}\r\n"
        quick = f"GET /api/v1/table HTTP/1.1\r\n{bearer}\r\n"
        half = f'POST /api/v1/commands HTTP/1.1\r\n{bearer}Content-Length: 500\r\n\r\n{{"type":'
        _with(box, toll, round_, _come(box, number, (quick + half).encode(), lambda _: "127.0.0.9"))

    return guest


def half_requests_from_everywhere(box: Besieged, toll: Toll, round_: str) -> None:
    """Half a request from each of five hundred addresses."""
    half = b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\nX"
    phones = _come(box, 500, half, lambda each: f"127.0.{each // 250 + 6}.{each % 250 + 1}")
    _with(box, toll, round_, phones)


def _that_come_again(number: int, begins: bytes, drips: bytes) -> Flood:
    def again(box: Besieged, toll: Toll, round_: str) -> None:
        """Connections that send a little again and again, and come anew when they are cut."""

        def dripping(over: threading.Event) -> None:
            with contextlib.ExitStack() as held:
                phones: dict[int, socket.socket] = {}
                while not over.is_set():
                    for each in range(number):
                        try:
                            if each not in phones:
                                phones[each] = held.enter_context(contextlib.closing(box.dial("127.0.0.9")))
                                phones[each].sendall(begins)
                            phones[each].sendall(drips)
                        except OSError:
                            if each in phones:
                                phones.pop(each).close()

        with _meanwhile(dripping):
            _pressed(box, toll, round_)

    return again


FLOODS: tuple[Flood, ...] = (
    _of_a_guest(390),
    _of_a_guest(120),
    half_requests_from_everywhere,
    _that_come_again(300, b"GET /table HTTP/1.1\r\n", b"X-Slow: y\r\n"),
    _that_come_again(200, b"POST /join HTTP/1.1\r\nHost: box\r\nContent-Length: 60000\r\n\r\n", b"x"),
    one_phone,
    one_takes_all_streams,
    wrong_codes_from_everywhere,
    many_joins,
    strangers_that_never_read,
)  # fmt: skip
