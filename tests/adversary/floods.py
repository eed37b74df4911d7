"""Floods: what one phone, a hundred strangers or a whole network can send, while honest people want to play.

Nothing here is timed: what honest people ask must be answered while the flood is held, and before the box has
cut it. A bound of a minute is only a guard against waiting for ever.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.games.registry import registered
from companion.notifier import Notifier
from companion.storage.entry import Entry
from companion.storage.storage import Storage
from companion.table.table import Table
from tests.adversary.besieged import START, Besieged
from tests.adversary.toll import Bout, Toll
from tests.fakes.evening import Clock
from tests.fakes.phone import HERE, Phone
from tests.patience import PATIENCE

PRESSES = 12
"""How often honest people press in each round."""
ROUNDS = 3
HELD = 60
"""Connections that a flood still holds, at least, when a press is answered: the press waits for no cut."""
FILES = 600
"""Open files of the box, at most."""
STRANGERS = 100
ENOUGH = 200
"""Presses, at most, until no more answers come to wait."""
LONG = 9_000
"""Entries that make a log of more than the kernel takes of an answer that nobody reads."""
FEW, SHORT, SOME = 20, 3_000, 100
"""So many strangers, entries and joins are enough for every run of the tests."""
BEHIND = 60
"""Requests that a stranger sends one behind the other, so that short answers, too, are more than that."""
JOINS = 500

Flood = Callable[[Besieged, Toll, str], None]


def floods(folder: Path, bout: Bout) -> Toll:
    """Each flood in its turn, against a box of its own with a game on its table."""
    toll = Toll()
    for number, round_, _ in bout.numbered:
        data = folder / f"data-{number}"
        name, flood = list(FLOODS.items())[number % len(FLOODS)]
        if flood is strangers_that_never_read:
            long_game(data)
        with Besieged(data) as box:
            box.enter()
            if flood is not strangers_that_never_read:
                box.do(START)
            _done(flood, box, toll, f"{round_} ({name})")
    return toll


def one_after_another(folder: Path) -> Toll:
    """All floods against one box with a long game, with fewer strangers who never read, and fewer joins."""
    toll = Toll()
    long_game(folder, SHORT)
    with Besieged(folder) as box:
        box.enter()
        fewer: dict[str, Flood] = {
            "many joins": partial(many_joins, joins=SOME),
            "never read": partial(strangers_that_never_read, strangers=FEW),
        }
        every = {**FLOODS, **fewer}
        for name, flood in every.items():
            _done(flood, box, toll, name)
    return toll


def _done(flood: Flood, box: Besieged, toll: Toll, round_: str) -> None:
    before = box.tracebacks
    flood(box, toll, round_)
    if new := box.tracebacks - before:
        toll.exceptions += new
        toll.breaks(f"{round_}: {new} tracebacks")
    toll.times += 1


def _pressed(box: Besieged, toll: Toll, round_: str, phone: Phone) -> None:
    """Honest people press: the box's own button, and a phone."""
    command = {"type": "correct", "field": "turn", "value": toll.held % 9 + 1, "reason": "honest"}
    for what, answer in (
        ("a press", phone.answer("POST", "/api/v1/box/press", {"button": "select"})),
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
    token = box.join("127.0.0.9").json["token"]
    sent = itertools.count()

    def sending(over: threading.Event) -> None:
        with Phone(box.port, token, source="127.0.0.9") as phone:
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

    with _meanwhile(sending, sending, sending, sending), box.phone() as phone:
        for _ in range(PRESSES):
            _pressed(box, toll, round_, phone)


def long_game(folder: Path, entries: int = LONG) -> None:
    """A folder with a game that has gone on for weeks: one raft comes and goes."""
    clock = Clock()
    journal = Storage(folder, at=clock(), entropy=secrets.token_bytes)
    table = Table(journal, registered(), Notifier(), clock=clock, entropy=secrets.token_bytes)
    table.perform(table.read(START), source="panel")
    game = table.snapshot.body["game"]["id"]
    rows: list[tuple[Entry, bytes | None]] = []
    for n in range(2, entries):
        change = {"colour": "red", "transporter": "raft", "by": -1 if n % 2 else 1}
        command = json.dumps({"type": "change-fleet", **change}).encode()
        events = json.dumps([{"type": "fleet-changed", **change}]).encode()
        rows.append((Entry(n, clock(), game, "phone", "red", "", f"{n:x}", command, events), None))
    journal.append(rows)
    table.close()


def strangers_that_never_read(box: Besieged, toll: Toll, round_: str, strangers: int = STRANGERS) -> None:
    """A hundred who have not joined ask for the whole log, and for everything else that is long, and never
    read.
    """
    asked = (b"/api/v1/log", b"/api/v1/export")
    with contextlib.ExitStack() as held:
        for each in range(strangers):
            stranger = held.enter_context(
                contextlib.closing(box.dial(f"127.0.1.{each % 20 + 1}", small=True))
            )
            with contextlib.suppress(OSError):
                asking = b"GET " + asked[each % len(asked)] + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                stranger.sendall(asking * BEHIND)
        with box.phone() as phone:
            most = since = 0
            for _ in range(ENOUGH):
                _pressed(box, toll, round_, phone)
                waiting = sum(box.unread()) // 1024
                most, since = max(most, waiting), 0 if waiting > most else since + 1
                if since >= PRESSES:
                    break


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
            token = box.join(source).json.get("token", "")
            with contextlib.closing(box.dial(source)) as phone:
                if token and _listening(phone, token):
                    toll.held += 1
                else:
                    toll.unanswered += 1
                    toll.breaks(f"{round_}: a phone that has joined hears nothing")
        with box.phone() as phone:
            _pressed(box, toll, round_, phone)
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


def many_joins(box: Besieged, toll: Toll, round_: str, joins: int = JOINS) -> None:
    """A hundred joins with the right code throw out no member."""
    others = [box.join(f"127.0.5.{each + 1}").json.get("token", "") for each in range(4)]
    with Phone(box.port, source="127.0.0.9") as phone:
        for _ in range(joins):
            phone.answer("POST", "/api/v1/join", {"code": "4821"})
    for number, token in enumerate((box.token, *others)):
        with Phone(box.port, token, source=f"127.0.5.{number + 1}") as phone:
            if (
                phone.do({"type": "correct", "field": "turn", "value": 3, "reason": "still here"}).status
                == 200
            ):
                toll.held += 1
            else:
                toll.unanswered += 1
                toll.breaks(f"{round_}: a phone that had joined is out")


@dataclass(frozen=True)
class Siege:
    """Half requests that are held, and come again when they are cut.

    begins, drips: what each connection sends first, and once more in each round; begins with "%b" in the
    place of a joined guest's token. addresses: from which they come, those of `street` and behind.
    """

    number: int
    begins: bytes
    drips: bytes = b""
    addresses: int = 1
    street: int = 9

    def come(self, port: int, token: str, phones: dict[int, socket.socket]) -> None:
        """Open what is not open, and drip. phones: by number; those that are cut go."""
        for each in range(self.number):
            try:
                if each in phones:
                    phones[each].sendall(self.drips)
                else:
                    phones[each] = socket.create_connection((HERE, port), PATIENCE, (self._source(each), 0))
                    phones[each].sendall(self.begins.replace(b"%b", token.encode()))
            except OSError:
                if each in phones:
                    phones.pop(each).close()

    def _source(self, each: int) -> str:
        thousands, rest = divmod(each % self.addresses, 250)
        return f"127.0.{self.street + thousands}.{rest + 1}"

    def __call__(self, box: Besieged, toll: Toll, round_: str) -> None:
        """Press while they are held."""
        token = box.join(self._source(0)).json["token"]
        phones: dict[int, socket.socket] = {}
        with box.phone() as phone:
            phone.answer("GET", "/api/v1/table")
            for _ in range(ROUNDS):
                self.come(box.port, token, phones)
                _pressed(box, toll, round_, phone)
                with box.phone(source="127.0.8.1") as newcomer:
                    _pressed(box, toll, round_, newcomer)
                for each in [each for each, one in phones.items() if not _open(one)]:
                    phones.pop(each).close()
                if len(phones) < HELD:
                    toll.breaks(f"{round_}: when a press was answered, {len(phones)} of the flood were held")
                if box.files() > FILES:
                    toll.breaks(f"{round_}: {box.files()} open files")
        for one in phones.values():
            one.close()
        if box.process.poll() is not None:
            toll.breaks(f"{round_}: the box has ended")


def _open(phone: socket.socket) -> bool:
    """Whether the box has not ended this connection; what it has answered is taken."""
    phone.setblocking(False)
    try:
        while phone.recv(65536):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        phone.settimeout(PATIENCE)
    return False


GUEST = b"Host: 127.0.0.1\r\nAuthorization: Bearer %b\r\n"
QUICK_AND_HALF = (
    b"GET /api/v1/table HTTP/1.1\r\n" + GUEST + b"\r\n"
    b"POST /api/v1/commands HTTP/1.1\r\n" + GUEST + b'Content-Length: 500\r\n\r\n{"type":'
)  # fmt: skip
SLOW_BODY = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n"
SIEGES = {
    "390 of a guest": Siege(390, QUICK_AND_HALF),
    "120 of a guest": Siege(120, QUICK_AND_HALF, street=20),
    "500 addresses": Siege(500, b"GET /table HTTP/1.1\r\nX", b"X", addresses=500, street=30),
    "slow heads": Siege(300, b"GET /table HTTP/1.1\r\n", b"X-Slow: y\r\n", street=40),
    "slow bodies": Siege(200, SLOW_BODY, b"x", street=50),
}
FLOODS: dict[str, Flood] = {
    **SIEGES,
    "one phone": one_phone,
    "all streams": one_takes_all_streams,
    "wrong codes": wrong_codes_from_everywhere,
    "many joins": many_joins,
    "never read": strangers_that_never_read,
}
"""Each by its name."""
