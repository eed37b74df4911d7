"""An event: many tables at one broker, a move in each every two seconds, and the hall with its page.

The broker is Mosquitto as docs/organisers.md sets it up, with its access list; the hall is a process of its
own. The tables, in this process, say what boxes say, and take little of the machine that is measured; for the
broker's restart they are connected as boxes are.
"""

from __future__ import annotations

import json
import logging
import re
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.figures import Figure, milliseconds, one
from companion.mqtt import topics
from companion.mqtt.client import Client as BoxClient
from tests.fakes.documented import Documented
from tests.fakes.packets import Client
from tests.fakes.tables import EVENT, Table, Tables

HALL = "hall"
MANY = (60, 600)
EVERY = 2.0
"""Seconds from one move of a table to its next."""
ROUNDS, FIRST = 11, 1
"""Moves of each table, and how many are not counted: templates are compiled meanwhile."""
SETTLED = 0.2
"""Seconds after the last move in which the page shows it, or never."""
RESTARTS = 5
AWAY = 5.0
"""Seconds without a broker."""
READY = re.compile(r"companion hall ready on (http://\S+)")
HEARD = re.compile(rb"event: hall\n(?:id: \S+\n)?data: ([^\n]*)\n\n")


class Hall:
    """A hall's process. started: the moment at which it was."""

    def __init__(self, broker: Documented) -> None:
        self.started = time.perf_counter()
        password = broker.folder / "hall-password"
        password.write_text(broker.users[HALL], "utf-8")
        asked = (
            "--event", EVENT, "--broker", broker.url, "--username", HALL, "--password-file", str(password),
            "--host", "127.0.0.1", "--port", "0",
        )  # fmt: skip
        self.process = subprocess.Popen(
            (sys.executable, "-m", "companion", "hall", *asked),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = READY.match(line)
        if found is None:
            raise RuntimeError(f"no ready line: {line!r}")
        url = urlsplit(found[1])
        self.address = (url.hostname or "", url.port or 80)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


class Page:
    """The hall's page as a browser has it open. rows: the tables that it shows. waits: seconds from each move
    that it was told of to the row that shows it."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.stream = socket.create_connection(address, timeout=20)
        self.stream.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
        self.rows: set[str] = set()
        self.waits: list[float] = []
        self._moved: dict[str, float] = {}
        self._heard = bytearray()

    def moved(self, table: Table) -> None:
        """This table moves now."""
        self._moved[table.box] = time.perf_counter()

    def hears(self) -> None:
        """Take what has come."""
        come = self.stream.recv(1 << 18)
        now = time.perf_counter()
        if not come:
            raise ConnectionResetError
        self._heard += come
        for found in HEARD.finditer(self._heard):
            rows = json.loads(found[1]).get("rows", {})
            self.rows.update(rows)
            self.waits += [now - self._moved.pop(box) for box in rows if box in self._moved]
        end = self._heard.rfind(b"\n\n")
        del self._heard[: end + 2 if end >= 0 else 0]


def figures_inside() -> Iterator[Figure]:
    """Each of both events, the hall's restart, the broker's."""
    for many in MANY:
        yield from _event(many)
    yield from _broker_restarted(MANY[0])


def _event(many: int) -> Iterator[Figure]:
    with _broker(many) as broker, ExitStack() as stack:
        tables = Tables(("127.0.0.1", broker.port), many, broker.users)
        stack.callback(tables.close)
        hall = Hall(broker)
        page = _whole(hall, many)
        tables.selector.register(page.stream, selectors.EVENT_READ, page.hears)
        tables.play(FIRST * EVERY, EVERY, page.moved)
        tables.attend_until(time.monotonic() + SETTLED)
        page.waits.clear()
        used, began = [_cpu(each) for each in (broker.pid, hall.process.pid)], time.perf_counter()
        tables.play((ROUNDS - FIRST) * EVERY, EVERY, page.moved)
        tables.attend_until(time.monotonic() + SETTLED)
        lasted = time.perf_counter() - began
        said = f"{many} tables"
        yield milliseconds(f"move to hall page, {said}", page.waits)
        for name, pid, before in zip(("broker", "hall"), (broker.pid, hall.process.pid), used, strict=True):
            yield one(f"memory of the {name}, {said}", "MB", _memory(pid))
            yield one(f"processor of the {name}, {said}", "%", (_cpu(pid) - before) / lasted * 100)
        yield one(
            f"memory of broker and hall, {said}", "MB", sum(map(_memory, (broker.pid, hall.process.pid)))
        )
        yield one(f"moves that no page has shown, {said}", "", many * (ROUNDS - FIRST) - len(page.waits))
        tables.selector.unregister(page.stream)
        page.stream.close()
        hall.stop()
        yield from _hall_restarted(broker, many)


def _hall_restarted(broker: Documented, many: int) -> Iterator[Figure]:
    starts, catching_up = [], []
    for _ in range(RESTARTS):
        hall = Hall(broker)
        answers = time.perf_counter()
        _whole(hall, many).stream.close()
        starts.append(time.perf_counter() - hall.started)
        catching_up.append(time.perf_counter() - answers)
        hall.stop()
    yield milliseconds(f"hall started to whole, {many} tables", starts)
    yield milliseconds(f"hall ready to whole, {many} tables", catching_up)


def _whole(hall: Hall, many: int) -> Page:
    """A page of the hall, once it shows every table."""
    page = Page(hall.address)
    while len(page.rows) < many:
        page.hears()
    return page


def _broker_restarted(many: int) -> Iterator[Figure]:
    """Boxes as they are, each with its connection."""
    logging.getLogger("companion.mqtt").setLevel(logging.ERROR)  # that it is away is no news here
    with _broker(many) as broker:
        there = threading.Semaphore(0)

        boxes = [_box(broker, number, there.release) for number in range(1, many + 1)]
        for _ in boxes:
            there.acquire()
        broker.kill()
        time.sleep(AWAY)
        broker.start()
        began = time.perf_counter()
        with Client(("127.0.0.1", broker.port), HALL, user=HALL, password=broker.users[HALL]) as hall:
            hall.follows(topics.of_box("+", "state"))
            back: dict[str, float] = {}
            while len(back) < many:
                topic, _ = hall.hears()
                back.setdefault(topic, time.perf_counter() - began)
        for each in boxes:
            each.stop(5)
    yield one(f"last of {many} boxes back after {AWAY:g} s without a broker", "s", max(back.values()))


def _box(broker: Documented, number: int, on_connect: Callable[[], object]) -> BoxClient:
    box = f"{number:08x}"
    made = BoxClient(
        broker.broker(box),
        client_id=f"companion-{box}",
        will=(topics.of_box(box, "status"), topics.OFFLINE),
        on_message=lambda *_: None,
        on_connect=on_connect,
        on_status=lambda: None,
    )
    made.retain(topics.of_box(box, "status"), topics.ONLINE)
    made.retain(topics.of_box(box, "state"), box.encode() * 64)
    made.start()
    return made


@contextmanager
def _broker(many: int) -> Iterator[Documented]:
    users = (HALL, *(f"{number:08x}" for number in range(1, many + 1)))
    with tempfile.TemporaryDirectory() as folder:
        broker = Documented(Path(folder), users={each: f"password of {each}" for each in users})
        broker.start()
        try:
            yield broker
        finally:
            broker.kill()


def _memory(pid: int) -> float:
    """Resident memory in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def _cpu(pid: int) -> float:
    """Seconds of processor time used so far, by its threads that are there."""
    each = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(path.read_text("ascii").split()[0]) for path in each) / 1e9
