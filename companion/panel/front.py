"""The front panel's one thread: presses, tags and news in, commands to the table, frames to the display."""

from __future__ import annotations

import logging
import math
import queue
import threading
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from companion.bell import Bell
from companion.games import Command, Refused
from companion.games.screen import Screen
from companion.health.findings import Finding
from companion.language.messages import Language
from companion.panel import memory as panels
from companion.panel import presses
from companion.panel.layout import lay_out
from companion.panel.memory import DIM_AFTER, SHIFT_EVERY, Panel
from companion.panel.pages import Desk, Earlier, NewCode, ShutDown
from companion.parts import ButtonPressed, Frame, Parts, TagSeen
from companion.table.snapshot import Snapshot
from companion.table.table import Stale, Table

_LOG = logging.getLogger(__name__)


class Controls(msgspec.Struct, frozen=True):
    """What the panel may do to the box, and what the box knows of itself.

    show: takes a frame and returns at once. monotonic: seconds on a clock that never goes back.
    addresses, name, check: as `companion.panel.pages.Desk` has them; the bell is rung when they change.
    join_code: what phones join with now. new_code: makes another and ends what the old one opened.
    shut_down: begins to stop the box, and returns. dim_after: idle seconds until the display dims.
    shift_every: seconds between two movements of the dimmed picture, 0 for none.
    Called on the panel's thread only.
    """

    show: Callable[[Frame], None]
    monotonic: Callable[[], float]
    addresses: Callable[[], tuple[str, ...]]
    name: Callable[[], str | None]
    check: Callable[[], tuple[Finding, ...]]
    join_code: Callable[[], str]
    new_code: Callable[[], object]
    shut_down: Callable[[], object]
    dim_after: float = DIM_AFTER
    shift_every: float = SHIFT_EVERY


class _Press(msgspec.Struct, frozen=True):
    """What came in, and the version of the table that stood there at that moment."""

    thing: ButtonPressed | TagSeen
    version: int


class _News:
    """The bell has rung."""


_Item: TypeAlias = "_Press | _News | threading.Event | None"


class Front:
    """Runs the panel. Presses and tags may come from any thread; everything else is done by its own.

    It never dies of an exception: what broke is logged, the display says that nothing was changed.
    """

    def __init__(
        self, table: Table, language: Language, parts: Parts, bell: Bell, controls: Controls
    ) -> None:
        self._table = table
        self._language = language
        self._parts = parts
        self._bell = bell
        self._controls = controls
        self._items: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        self._panel = Panel()
        self._shown: Frame | None = None
        self._seen = table.snapshot.version
        self._others = -1
        self._ringing = threading.Event()
        self._threads = (
            threading.Thread(target=self._run, name="panel", daemon=True),
            threading.Thread(target=self._listen, name="panel-bell", daemon=True),
        )

    def start(self) -> None:
        """Show where the game stands, and begin to take presses."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop taking presses; what was put before is still done. The bell must be closed as well."""
        self._items.put(None)
        for thread in self._threads[: 2 if self._bell.closed else 1]:
            thread.join(2)

    def put(self, thing: ButtonPressed | TagSeen) -> None:
        """Take a press or a tag; returns at once."""
        self._items.put(_Press(thing, self._table.snapshot.version))

    def settle(self, timeout: float = 5.0) -> bool:
        """Wait until everything put so far is done and shown; False when that took too long."""
        done = threading.Event()
        self._items.put(done)
        return done.wait(timeout)

    def _listen(self) -> None:
        """Pass the bell's rings on, several at once as one."""
        heard = self._bell.rings
        while not self._bell.closed:
            heard = self._bell.wait(heard, None)
            if not self._ringing.is_set():
                self._ringing.set()
                self._items.put(_News())

    def _run(self) -> None:
        self._guarded(self._begin)
        while True:
            try:
                item = self._items.get(timeout=self._until_change())
            except queue.Empty:
                item = _News()
            if item is None:
                return
            if isinstance(item, _News):
                self._ringing.clear()
            self._guarded(partial(self._step, item if isinstance(item, _Press) else None))
            if isinstance(item, threading.Event):
                item.set()

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do it and show what came of it, even if that is only that it failed."""
        try:
            work()
        except Exception:  # noqa: BLE001 - whatever broke, the next press must find the panel alive
            _LOG.exception("the panel stumbled; it goes on")
            self._panel = panels.failed(self._panel)
        try:
            self._render(self._desk())
        except Exception:  # noqa: BLE001 - the old picture stays; the next step tries again
            _LOG.exception("the display was not given its picture")

    def _begin(self) -> None:
        self._panel = panels.started(self._desk(), self._controls.monotonic())

    def _step(self, item: _Press | None) -> None:
        now = self._controls.monotonic()
        desk = self._desk()
        if item is None:
            self._panel = panels.settle(self._panel, desk, now)
        else:
            self._act(item, desk, now)
        self._panel = panels.tick(self._panel, now)

    def _act(self, item: _Press, desk: Desk, now: float) -> None:
        thing = item.thing
        if isinstance(thing, TagSeen):
            self._panel, command = presses.tagged(self._panel, desk, thing)
        else:
            self._panel, command = presses.press(self._panel, desk, thing)
        if command is None:
            return
        if isinstance(thing, ButtonPressed) and self._others > item.version:
            self._panel = panels.overtaken(self._panel)
            return
        if isinstance(command, ShutDown):
            self._panel = panels.done(self._panel, desk, desk, command, now)
            self._render(desk)
            self._controls.shut_down()
            return
        try:
            self._do(command, thing, desk)
        except Stale:
            self._panel = panels.overtaken(self._panel)
        except Refused as refusal:
            self._panel = panels.refused(self._panel, refusal)
        else:
            self._panel = panels.done(self._panel, desk, self._desk(), command, now)

    def _do(self, command: Command, thing: ButtonPressed | TagSeen, desk: Desk) -> None:
        match command:
            case NewCode():
                self._controls.new_code()
            case _ if isinstance(thing, TagSeen):
                self._seen = self._table.perform(command, source="reader").version
            case _:
                colours = desk.table[0].colours if desk.table is not None else ()
                by = thing.button if thing.button in colours else None
                version = desk.snapshot.version
                done = self._table.perform(command, source="panel", by=by, expects=version)
                self._seen = done.version

    def _desk(self) -> Desk:
        """The desk as it is now; entries that others made since the last look are remembered."""
        snapshot = self._table.snapshot
        if snapshot.version != self._seen:
            self._seen = self._others = snapshot.version
        return Desk(
            snapshot,
            self._parts.states(),
            self._controls.join_code(),
            self._controls.addresses(),
            self._controls.name(),
            self._controls.check(),
            self._table.would_refuse,
            lambda screen: len(self._leaves(screen, snapshot)),
            self._earlier,
        )

    def _earlier(self) -> tuple[Earlier, ...]:
        return tuple(
            Earlier(game.id, game.moment, game.started_at.date().isoformat())
            for game in self._table.games()
            if not game.ended and not game.on_table
        )

    def _leaves(self, screen: Screen, snapshot: Snapshot) -> tuple[Frame, ...]:
        """The screen in the words of the game on the table."""
        system = None if snapshot.game is None else snapshot.game.system
        return lay_out(screen, self._language.of(system))

    def _render(self, desk: Desk) -> None:
        leaves = self._leaves(panels.screen(self._panel, desk), desk.snapshot)
        dim, shift, _ = self._rest(self._panel)
        frame = replace(leaves[min(self._panel.leaf, len(leaves) - 1)], dim=dim, shift=shift)
        if frame != self._shown:
            self._controls.show(frame)
            self._shown = frame

    def _until_change(self) -> float | None:
        """Seconds until the display changes of itself; None for never."""
        seconds = self._rest(panels.tick(self._panel, self._controls.monotonic()))[2]
        return None if math.isinf(seconds) else seconds

    def _rest(self, panel: Panel) -> tuple[bool, int, float]:
        return panels.rest(panel, self._controls.dim_after, self._controls.shift_every)
