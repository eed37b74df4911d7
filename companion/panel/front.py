"""The front panel's one thread: presses, tags and news in, commands to the table, frames to the display."""

from __future__ import annotations

import logging
import math
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from companion.bell import Bell
from companion.games import Command
from companion.language.messages import Language
from companion.language.text import CompanionError
from companion.panel import announcing, homing, memory, presses
from companion.panel.box import NewCode, ShutDown
from companion.panel.calling import CallOrganiser
from companion.panel.caretaking import LetIn
from companion.panel.confirming import Confirm
from companion.panel.damage import PutBack
from companion.panel.desk import Desk
from companion.panel.homing import DIM_AFTER, SHIFT_EVERY
from companion.panel.keeper import Keeper
from companion.panel.layout import Layout
from companion.panel.memory import Panel
from companion.panel.signals import Burst, happened, lights, refused
from companion.panel.switching import Switch
from companion.panel.wifi import StayOnWifi
from companion.parts import ButtonPressed, Frame, Input, Lights, Parts, TagSeen, TagUnread
from companion.table.archive import GameOnFile
from companion.table.performed import Stale
from companion.table.snapshot import Snapshot
from companion.table.table import Table

log = logging.getLogger(__name__)

MOST = 32
"""Presses and tags that may wait: more than hands make while a slow disk writes once."""
LATE = 5.0
"""Seconds after which a press or a tag that had to wait is not done any more: nobody means it still."""


class _Press(msgspec.Struct, frozen=True):
    """What came in, and the version of the table that stood there at that moment."""

    thing: Input
    version: int

    @property
    def by_hand(self) -> bool:
        """Whether a hand did it: a bag that is read badly comes and goes by itself."""
        return not (isinstance(self.thing, TagSeen) and self.thing.again)


class _News:
    """The bell has rung."""


BLINK = 0.2
"""Seconds for which the last row is turned inside out after a press that left the display as it was."""


_Item: TypeAlias = "_Press | _News | queue.SimpleQueue[None] | None"


class Front:
    """Runs the panel. Presses and tags may come from any thread; everything else is done by its own.

    It never dies of an exception: what broke is logged, the display says that nothing was changed.
    A press or a tag that leaves the display as it was makes the last row blink, so that none goes unseen.
    At most `MOST` presses and tags wait. One that finds no place is not done, nor is any that waits then, nor
    one that has waited for `LATE` seconds: the display says that they were not, so that nobody's press is
    done late and unseen, and a button that is stuck fills nothing.
    monotonic: seconds. dim_after: idle seconds until the display dims. shift_every: seconds between two
    movements of the dimmed picture, 0 for none.
    """

    def __init__(
        self,
        table: Table,
        language: Language,
        parts: Parts,
        bell: Bell,
        keeper: Keeper,
        *,
        monotonic: Callable[[], float],
        dim_after: float = DIM_AFTER,
        shift_every: float = SHIFT_EVERY,
    ) -> None:
        self._table = table
        self._layout = Layout(language)
        self._parts = parts
        self._bell = bell
        self._keeper = keeper
        self._monotonic = monotonic
        self._dim_after = dim_after
        self._shift_every = shift_every
        self._desk: Desk | None = None
        self._items: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        self._counting = threading.Lock()
        self._waiting = 0
        self._overflown = False
        self._panel = Panel()
        self._shown: Frame | None = None
        self._blinks = -math.inf
        self._lit: Lights | None = None
        self._burst = Burst()
        self._due = math.inf
        self._seen = table.snapshot.version
        self._others = -1
        self._ringing = threading.Event()
        self._resting = False
        self._over = False
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)

    def start(self) -> None:
        """Show where the game stands, and begin to take presses."""
        self._thread.start()
        self._bell.first(self._hear)

    def stop(self) -> None:
        """Stop taking presses; what was put before is still done."""
        self._items.put(None)
        if self._thread.ident is not None:
            self._thread.join(2)

    def put(self, thing: Input) -> None:
        """Take a press or a tag; returns at once. Where too many wait, it and they are not done."""
        with self._counting:
            if self._waiting == MOST:
                self._overflown = True
                return
            self._waiting += 1
        self._items.put(_Press(thing, self._table.snapshot.version))

    def settle(self, timeout: float = 5.0) -> bool:
        """Wait until everything put so far is done and shown; False when that took too long, or it has been
        stopped."""
        done: queue.SimpleQueue[None] = queue.SimpleQueue()  # a signal may break a start's wait off
        self._items.put(done)
        if self._over:
            return False
        with suppress(queue.Empty):
            done.get(timeout=timeout)
            return not self._over
        return False

    def alive(self, timeout: float) -> bool:
        """Whether what is put would be done: it waits for something, and is not woken, or it answers."""
        resting = self._resting and self._items.empty() and self._thread.is_alive()
        return resting or self.settle(timeout)

    @property
    def waiting(self) -> int:
        """How many presses and tags wait to be judged."""
        return self._waiting

    def _taken(self, item: _Press) -> bool:
        """Take a press or a tag off those that wait; whether it is done."""
        with self._counting:
            self._waiting -= 1
            lost = self._overflown
            self._overflown = lost and self._waiting > 0
        return not lost and self._monotonic() - item.thing.at <= LATE

    def _hear(self) -> None:
        """Pass a ring of the bell on, several at once as one."""
        if not self._ringing.is_set():
            self._ringing.set()
            self._items.put(_News())

    def _run(self) -> None:
        self._serve()
        self._over = True  # before the rest is let go: who waits from now on sees it
        with suppress(queue.Empty):
            while True:
                item = self._items.get_nowait()
                if isinstance(item, queue.SimpleQueue):
                    item.put(None)

    def _serve(self) -> None:
        self._guarded(self._begin)
        while True:
            patience = self._until_change()
            self._resting = True
            try:
                item = self._items.get(timeout=patience)
            except queue.Empty:
                item = _News()
            self._resting = False
            if item is None:
                return
            if isinstance(item, _News):
                self._ringing.clear()
            press = item if isinstance(item, _Press) else None
            self._guarded(partial(self._step, press), by_hand=press is not None and press.by_hand)
            if isinstance(item, queue.SimpleQueue):
                item.put(None)

    def _guarded(self, work: Callable[[], Desk], *, by_hand: bool = False) -> None:
        """Do it and show what came of it, even if that is only that it failed. work: gives the desk as it
        then is. by_hand: a hand is there that is to see something."""
        desk: Desk | None = None
        try:
            desk = work()
        except Exception:
            log.exception("the panel stumbled; it goes on")
            self._panel = memory.failed(replace(self._panel, time=self._monotonic()))
        try:
            self._render(desk or self._look(), by_hand=by_hand)
        except Exception:
            log.exception("the display was not given its picture")

    def _begin(self) -> Desk:
        desk = self._look()
        now = self._monotonic()
        self._panel = homing.note_wifi_code(memory.started(desk, now), desk, now)
        return desk

    def _step(self, item: _Press | None) -> Desk:
        meant = item is not None and self._taken(item)
        now = self._monotonic()
        was, before, desk = self._panel, self._desk, self._look()
        if item is None or self._panel.off:
            self._panel = announcing.heard(self._panel, before, desk, now)
        elif meant:
            desk = self._act(item, desk, now)
        else:
            self._panel = memory.missed(memory.settle(self._panel, desk, now))
        panel = homing.note_wifi_code(homing.come_home(self._panel, desk, now), desk, now)
        self._panel = homing.tick(panel, now)
        if desk.known.sound:
            self._sound(was, before, desk, now, pressed=item is not None)
        return desk

    def _sound(self, was: Panel, before: Desk | None, desk: Desk, now: float, *, pressed: bool) -> None:
        """Have heard what has happened since the last look, and that a press was not done."""
        heard = happened(before, desk)
        if pressed and refused(was, self._panel):
            heard = (*heard, "refused")
        if heard and not self._panel.off:
            self._keeper.sound(self._burst.most(heard, now))

    def _act(self, item: _Press, desk: Desk, now: float) -> Desk:
        """Do what a press or a tag wants; the desk after it."""
        thing = item.thing
        if isinstance(thing, TagUnread):
            self._panel = presses.unread(self._panel, desk, thing)
            return desk
        if isinstance(thing, TagSeen):
            self._panel, command = presses.tagged(self._panel, desk, thing)
        else:
            self._panel, command = presses.press(self._panel, desk, thing)
        if command is None:
            return desk
        if isinstance(thing, ButtonPressed) and self._others > item.version:
            self._panel = memory.overtaken(self._panel)
            return desk
        try:
            after = self._done(command, thing, desk, now)
        except Stale:
            self._panel = memory.overtaken(self._panel)
        except CompanionError as refusal:
            self._panel = memory.impossible(replace(self._panel, off=False), refusal.said)
        else:
            before, desk = desk, after
            self._panel = memory.done(self._panel, before, desk, command, now)
        return desk

    def _done(self, command: Command, thing: ButtonPressed | TagSeen, desk: Desk, now: float) -> Desk:
        """Do a command; the desk as that has left it, whatever others have done since."""
        match command:
            case ShutDown() | PutBack():
                self._panel = memory.done(self._panel, desk, desk, command, now)
                self._render(desk)  # before it is too late for the last words
                if isinstance(command, PutBack):
                    self._keeper.put_back(command.backup)
                else:
                    self._keeper.shut_down()
                return desk
            case Confirm() | NewCode() | LetIn() | StayOnWifi() | Switch() | CallOrganiser():
                if isinstance(command, Confirm) and command.ends:
                    self._panel = memory.done(self._panel, desk, desk, command, now)
                    self._render(desk)  # it ends this start
                self._ask_the_keeper(command)
                return self._look()
            case _ if isinstance(thing, TagSeen):
                done = self._table.perform(command, source="reader")
            case _:
                colours = desk.play.game.colours if desk.play is not None else ()
                by = thing.button if thing.button in colours else None
                version = desk.snapshot.version
                done = self._table.perform(command, source="panel", by=by, expects=version)
        if done.version > desk.snapshot.version + 1:  # a tag is read whatever others have done since
            self._others = done.version - 1
        self._seen = done.version
        return self._laid(done.snapshot)

    def _ask_the_keeper(
        self, command: Confirm | NewCode | LetIn | StayOnWifi | Switch | CallOrganiser
    ) -> None:
        match command:
            case Confirm(number=number, yes=yes):
                self._keeper.confirm(number, yes=yes)
            case NewCode():
                self._keeper.new_code()
            case LetIn(number=number, yes=yes):
                self._keeper.let_in(number, yes=yes)
            case StayOnWifi(choice=choice):
                self._keeper.stay_on_wifi(choice)
            case Switch(what=what, on=on):
                self._keeper.switch(what, on=on)
            case CallOrganiser(back=back):
                self._keeper.call_organiser(back=back)

    def _look(self) -> Desk:
        """The desk as it is now; entries that others made since the last look are remembered."""
        snapshot = self._table.snapshot
        if snapshot.version != self._seen:
            self._seen = self._others = snapshot.version
        return self._laid(snapshot)

    def _laid(self, snapshot: Snapshot) -> Desk:
        """The desk with this picture of the table, and the box as it is now."""
        parts, known = self._parts.states(), self._keeper.knows()
        if self._desk is None or not self._desk.shows(snapshot, parts, known):
            earlier = () if snapshot.play is not None else self._earlier()
            self._desk = Desk(snapshot, parts, known, earlier, self._layout)
        return self._desk

    def _earlier(self) -> tuple[GameOnFile, ...]:
        """The games that could be put on the table."""
        return tuple(each for each in self._table.games() if not each.ended and not each.on_table)

    def _render(self, desk: Desk, *, by_hand: bool = False) -> None:
        """Show what there is to see now. by_hand: as of `_guarded`."""
        self._due = math.inf
        screen = memory.screen(self._panel, desk)
        leaves = desk.leaves(screen)
        leaf = min(self._panel.leaf, len(leaves) - 1)
        dim, shift, _ = self._rest(self._panel)
        frame = replace(leaves[leaf], dim=dim, shift=shift)
        now, blinked = self._monotonic(), self._blinks
        if frame != self._shown:
            self._blinks = -math.inf
            self._keeper.show(frame)
            self._keeper.mirror(screen, leaf, None if desk.play is None else desk.play.game.system)
            self._shown = frame
        elif now >= self._blinks:
            self._blinks = now + BLINK if by_hand and not self._panel.off else -math.inf
            if self._blinks != blinked:
                self._keeper.show(replace(frame, blink=now < self._blinks))
        lit = lights(self._panel, desk, dim=dim)
        if lit is not None and lit != self._lit:
            self._keeper.light(lit)
            self._lit = lit
        self._due = homing.changes_at(self._panel, desk)
        if now < self._blinks:
            self._due = min(self._due, self._blinks)

    def _until_change(self) -> float | None:
        """Seconds until the display changes of itself; None for never."""
        now = self._monotonic()
        seconds = self._rest(homing.tick(self._panel, now))[2]
        seconds = min(seconds, max(0.0, self._due - now))
        return None if math.isinf(seconds) else seconds

    def _rest(self, panel: Panel) -> tuple[bool, int, float]:
        return homing.rest(panel, self._dim_after, self._shift_every)
