"""Where one press spends its calls and its microseconds: a phone makes a transporter, while eight listen.

A stage is a function of the program, wrapped from outside; what it calls is its own, but for what belongs to
a stage within it. Microseconds are those of this machine, calls are the same everywhere; the least of all
presses is told of each.
"""

from __future__ import annotations

import logging
import socket
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property, partial, wraps
from types import FrameType
from typing import Any, NamedTuple
from unittest import mock
from urllib.parse import urlsplit

from flask import Flask

from benchmarks.calls import Phone
from companion.bell import Bell
from companion.config import SIMULATED, load
from companion.daemon.build import Served, serving
from companion.games.roads_and_boats import display
from companion.journal.journal import Journal
from companion.panel.front import Front
from companion.panel.layout import Layout
from companion.table.play import Play
from companion.table.table import Table
from hardware.display.driver import Display
from web.api import acting
from web.server.answer import Answer
from web.server.audience import Audience
from web.server.connection import Connection
from web.server.preambles import Preambles

STREAMS = 8
PRESSES = 60
QUIET = 0.05


class Stage(NamedTuple):
    """owner, function: of the program, where it is looked up."""

    name: str
    owner: Any
    function: str


STAGES = (
    Stage("the connection", Connection, "communicate"),
    Stage("first line and headers", Preambles, "of"),
    Stage("environment", Connection, "_environ"),
    Stage("the way to the command, its answer", Answer, "give"),
    Stage("Flask, or the way before it", Flask, "__call__"),
    Stage("who asks", acting, "acting_member"),
    Stage("body", acting, "json_body"),
    Stage("reading the command", Table, "read"),
    Stage("performing", Table, "perform"),
    Stage("deciding", Table, "_decided"),
    Stage("folding, the chain", Table, "_steps_after"),
    Stage("the snapshot", Table, "_composed"),
    Stage("its warnings", Play, "warnings"),
    Stage("its view", Play, "view"),
    Stage("what undo would do", Play, "undo"),
    Stage("journal", Journal, "append"),
    Stage("the bell", Bell, "ring"),
    Stage("the streams", Audience, "_hear"),
    Stage("the panel", Front, "_guarded"),
    Stage("its page", display, "_table"),
    Stage("words in rows", Layout, "leaves"),
    Stage("the picture, and what is sent of it", Display, "_send"),
)
ELSEWHERE = "between threads, and all the rest"


class Watch:
    """Who is at which stage. counts: the calls, and not the time, are told."""

    def __init__(self, *, counts: bool) -> None:
        self.spent: Counter[str] = Counter()
        self._counts = counts
        self._here = threading.local()

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Until the end of the block every stage is watched, on each thread that is started meanwhile."""
        with ExitStack() as stack:
            for stage in STAGES:
                found = vars(stage.owner)[stage.function]
                made: Any = self._watched(stage.name, found)
                if isinstance(found, cached_property):
                    made = cached_property(self._watched(stage.name, found.func))
                    made.__set_name__(stage.owner, stage.function)
                stack.enter_context(mock.patch.object(stage.owner, stage.function, made))
            if self._counts:
                threading.setprofile(self._call)
                stack.callback(threading.setprofile, None)
            yield

    def of(self, press: Callable[[], object]) -> Counter[str]:
        """What a press spends, by the stage."""
        self._settle()
        self.spent.clear()
        press()
        self._settle()
        return self.spent.copy()

    def _settle(self) -> None:
        before = None
        while before != self.spent:
            before = self.spent.copy()
            time.sleep(QUIET)

    def _watched(self, name: str, does: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(does)
        def watched(*given: Any, **named: Any) -> Any:
            stages = self._here.__dict__.setdefault("stages", [])
            within, began = len(stages), time.perf_counter_ns()
            stages.append([name, 0])
            try:
                return does(*given, **named)
            finally:
                spent = time.perf_counter_ns() - began
                _, others = stages.pop()
                if within:
                    stages[-1][1] += spent
                if not self._counts:
                    self.spent[name] += spent - others

        return watched

    def _call(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename != __file__:
            stages = self._here.__dict__.get("stages")
            self.spent[stages[-1][0] if stages else ELSEWHERE] += 1


def measured(watch: Watch, presses: int) -> Counter[str]:
    """Of each stage the least that any of so many presses has spent there."""
    with tempfile.TemporaryDirectory() as folder:
        own = (f"data.folder={folder}", "web.host=127.0.0.1", "web.port=0")
        with (
            watch.installed(),
            serving(
                load(None, (*SIMULATED, *own)), shut_down=lambda: None, example="roads-and-boats"
            ) as served,
        ):
            phone, listening = Phone(served), [_listens(served) for _ in range(STREAMS)]
            every = [watch.of(partial(_press, phone, number)) for number in range(presses + 2)][2:]
            phone.close()
            for each in listening:
                each.close()
    return Counter({name: min(each[name] for each in every) for name in set().union(*every)})


def _press(phone: Phone, number: int) -> None:
    phone.does("change-fleet", colour="red", transporter="raft", by=1 - number % 2 * 2)


def _listens(served: Served) -> socket.socket:
    address = urlsplit(served.url)
    phone = socket.create_connection((address.hostname or "", address.port or 80))
    phone.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    phone.recv(65536)
    return phone


def main() -> None:
    """Print a line for each stage."""
    logging.disable()
    calls = measured(Watch(counts=True), 4)
    spent = measured(Watch(counts=False), PRESSES)
    print(f"{'one press, stage by stage':<42} {'calls':>6} {'us':>8}")
    for name in (*(stage.name for stage in STAGES), ELSEWHERE):
        told = f"{spent[name] / 1e3:8.0f}" if spent[name] else ""
        print(f"{name:<42} {calls[name]:6} {told}")
    print(f"{'together':<42} {calls.total():6} {spent.total() / 1e3:8.0f}")


if __name__ == "__main__":
    main()
