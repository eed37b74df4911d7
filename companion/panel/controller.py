"""The panel's thread: presses, tags and snapshots in; commands, frames, lamps and sounds out."""

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

from companion.games import Command
from companion.language.messages import Language
from companion.language.text import CompanionError
from companion.notifier import Notifier
from companion.panel import announcements, presses, state, timeouts
from companion.panel.box import NewCode, ShutDown
from companion.panel.box_status import BoxServiceProtocol
from companion.panel.confirmations import AdmitAdmin, Confirm
from companion.panel.context import PanelContext
from companion.panel.damage import RestoreBackup
from companion.panel.language_choice import ChooseLanguage
from companion.panel.layout import Layout
from companion.panel.organiser import CallOrganiser
from companion.panel.signals import SoundLimiter, lights, new_sounds, was_refused
from companion.panel.state import PanelState
from companion.panel.switches import Switch
from companion.panel.timeouts import DIM_AFTER, SHIFT_EVERY
from companion.panel.wifi import SetWifiMode
from companion.parts import ButtonPressed, Frame, Input, Lights, Parts, TagSeen, TagUnread
from companion.table.archive import GameSummary
from companion.table.snapshot import Snapshot
from companion.table.table import Stale, Table

log = logging.getLogger(__name__)

MAX_WAITING = 32
"""Presses and tags in the queue: more than hands make during one write to a slow disk."""
MAX_DELAY = 5.0
"""Seconds after which a queued press or tag is dropped."""


class _Input(msgspec.Struct, frozen=True):
    """A press or a tag."""

    input: Input
    version: int
    """Of the snapshot when it came in."""

    @property
    def by_hand(self) -> bool:
        """False for a tag that the reader lost for a moment and found again."""
        return not (isinstance(self.input, TagSeen) and self.input.again)


class _Wakeup:
    """A new snapshot, or other news of the notifier."""


BLINK_TIME = 0.2
"""Seconds for which the last row is inverted after a press that changed nothing."""


_Item: TypeAlias = "_Input | _Wakeup | queue.SimpleQueue[None] | None"


class PanelController:
    """Runs the panel on a thread of its own. `put` may be called from any thread.

    An exception is logged and shown as a notice; the thread goes on. A press that changes nothing makes the
    last row blink. When `MAX_WAITING` presses wait, they and the next are dropped, as is one that has waited
    for `MAX_DELAY` seconds; a notice says so.

    monotonic: seconds.
    dim_after: idle seconds until the display dims.
    shift_every: seconds between two shifts of the dimmed picture, 0 for none.
    """

    def __init__(
        self,
        table: Table,
        language: Language,
        parts: Parts,
        notifier: Notifier,
        service: BoxServiceProtocol,
        *,
        monotonic: Callable[[], float],
        dim_after: float = DIM_AFTER,
        shift_every: float = SHIFT_EVERY,
    ) -> None:
        self._table = table
        self._layout = Layout(language)
        self._parts = parts
        self._notifier = notifier
        self._service = service
        self._monotonic = monotonic
        self._dim_after = dim_after
        self._shift_every = shift_every
        self._context: PanelContext | None = None
        self._items: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._waiting = 0
        self._overflowed = False
        self._state = PanelState()
        self._frame: Frame | None = None
        self._blinks_until = -math.inf
        self._lights: Lights | None = None
        self._limiter = SoundLimiter()
        self._due = math.inf
        self._version = table.snapshot.version
        self._others_version = -1
        self._woken = threading.Event()
        self._idle = False
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)

    def start(self) -> None:
        """Show the present screen, and begin to take presses."""
        self._thread.start()
        self._notifier.subscribe(self._wake)

    def stop(self) -> None:
        """Finish what is queued, then end the thread; waits 2 seconds at most."""
        self._items.put(None)
        if self._thread.ident is not None:
            self._thread.join(2)

    def put(self, thing: Input) -> None:
        """Queue a press or a tag. Returns at once."""
        with self._lock:
            if self._waiting == MAX_WAITING:
                self._overflowed = True
                return
            self._waiting += 1
        self._items.put(_Input(thing, self._table.snapshot.version))

    def drain(self, timeout: float = 5.0) -> bool:
        """Wait until everything queued so far is done and shown; False after the timeout or once stopped."""
        done: queue.SimpleQueue[None] = queue.SimpleQueue()  # not an Event: a signal may interrupt the wait
        self._items.put(done)
        if self._stopped:
            return False
        with suppress(queue.Empty):
            done.get(timeout=timeout)
            return not self._stopped
        return False

    def alive(self, timeout: float) -> bool:
        """Whether the thread waits for input, or answers within `timeout` seconds."""
        resting = self._idle and self._items.empty() and self._thread.is_alive()
        return resting or self.drain(timeout)

    @property
    def waiting(self) -> int:
        """How many presses and tags are queued."""
        return self._waiting

    def _accept(self, item: _Input) -> bool:
        """Take an input off the queue's count; False where it is dropped."""
        with self._lock:
            self._waiting -= 1
            lost = self._overflowed
            self._overflowed = lost and self._waiting > 0
        return not lost and self._monotonic() - item.input.at <= MAX_DELAY

    def _wake(self) -> None:
        """Queue one wakeup for several notifications."""
        if not self._woken.is_set():
            self._woken.set()
            self._items.put(_Wakeup())

    def _run(self) -> None:
        self._serve()
        self._stopped = True  # before the queue is emptied: `drain` looks at it afterwards
        with suppress(queue.Empty):
            while True:
                item = self._items.get_nowait()
                if isinstance(item, queue.SimpleQueue):
                    item.put(None)

    def _serve(self) -> None:
        self._guarded(self._begin)
        while True:
            patience = self._until_change()
            self._idle = True
            try:
                item = self._items.get(timeout=patience)
            except queue.Empty:
                item = _Wakeup()
            self._idle = False
            if item is None:
                return
            if isinstance(item, _Wakeup):
                self._woken.clear()
            press = item if isinstance(item, _Input) else None
            self._guarded(partial(self._step, press), by_hand=press is not None and press.by_hand)
            if isinstance(item, queue.SimpleQueue):
                item.put(None)

    def _guarded(self, work: Callable[[], PanelContext], *, by_hand: bool = False) -> None:
        """Run `work`, which returns the context after it, and render; an exception becomes a notice."""
        context: PanelContext | None = None
        try:
            context = work()
        except Exception:
            log.exception("the panel stumbled; it goes on")
            self._state = state.show_failure(replace(self._state, time=self._monotonic()))
        try:
            self._render(context or self._look(), by_hand=by_hand)
        except Exception:
            log.exception("the display was not given its picture")

    def _begin(self) -> PanelContext:
        context = self._look()
        now = self._monotonic()
        self._state = timeouts.track_wifi_code(state.initial_state(context, now), context, now)
        return context

    def _step(self, item: _Input | None) -> PanelContext:
        meant = item is not None and self._accept(item)
        now = self._monotonic()
        was, before, context = self._state, self._context, self._look()
        if item is None or self._state.shutting_down:
            self._state = announcements.announce(self._state, before, context, now)
        elif meant:
            context = self._act(item, context, now)
        else:
            self._state = state.show_missed(state.refresh(self._state, context, now))
        self._state = timeouts.track_wifi_code(timeouts.expire(self._state, context, now), context, now)
        self._state = timeouts.with_idle_time(self._state, now)
        if context.status.sound:
            self._play_sounds(was, before, context, now, pressed=item is not None)
        return context

    def _play_sounds(
        self,
        was: PanelState,
        before: PanelContext | None,
        context: PanelContext,
        now: float,
        *,
        pressed: bool,
    ) -> None:
        """Play what happened since the last look, and a refusal."""
        sounds = new_sounds(before, context)
        if pressed and was_refused(was, self._state):
            sounds = (*sounds, "refused")
        if sounds and not self._state.shutting_down:
            self._service.sound(self._limiter.limit(sounds, now))

    def _act(self, item: _Input, context: PanelContext, now: float) -> PanelContext:
        """Handle a press or a tag; return the context after it."""
        thing = item.input
        if isinstance(thing, TagUnread):
            self._state = presses.tag_unread(self._state, context, thing)
            return context
        if isinstance(thing, TagSeen):
            self._state, command = presses.tag_seen(self._state, context, thing)
        else:
            self._state, command = presses.press(self._state, context, thing)
        if command is None:
            return context
        if isinstance(thing, ButtonPressed) and self._others_version > item.version:
            self._state = state.show_overtaken(self._state)
            return context
        try:
            after = self._perform(command, thing, context, now)
        except Stale:
            self._state = state.show_overtaken(self._state)
        except CompanionError as refusal:
            self._state = state.show_refusal(replace(self._state, shutting_down=False), refusal.message)
        else:
            before, context = context, after
            self._state = state.after_command(self._state, before, context, command, now)
        return context

    def _perform(
        self, command: Command, thing: ButtonPressed | TagSeen, context: PanelContext, now: float
    ) -> PanelContext:
        """Perform a command; return the context that it led to."""
        match command:
            case ShutDown() | RestoreBackup() | ChooseLanguage():
                self._state = state.after_command(self._state, context, context, command, now)
                self._render(context)  # the last frame before the display goes
                if isinstance(command, RestoreBackup):
                    self._service.restore(command.backup)
                elif isinstance(command, ChooseLanguage):
                    self._service.choose_language(command.code)
                else:
                    self._service.shut_down()
                return context
            case Confirm() | NewCode() | AdmitAdmin() | SetWifiMode() | Switch() | CallOrganiser():
                if isinstance(command, Confirm) and command.restarts:
                    self._state = state.after_command(self._state, context, context, command, now)
                    self._render(context)  # it ends this run
                self._request(command)
                return self._look()
            case _ if isinstance(thing, TagSeen):
                done = self._table.perform(command, source="reader")
            case _:
                colours = context.play.game.colours if context.play is not None else ()
                by = thing.button if thing.button in colours else None
                version = context.snapshot.version
                done = self._table.perform(command, source="panel", by=by, expects=version)
        if (
            done.version > context.snapshot.version + 1
        ):  # a tag needs no version: others may have come between
            self._others_version = done.version - 1
        self._version = done.version
        return self._context_for(done.snapshot)

    def _request(
        self, command: Confirm | NewCode | AdmitAdmin | SetWifiMode | Switch | CallOrganiser
    ) -> None:
        match command:
            case Confirm(number=number, yes=yes):
                self._service.confirm(number, yes=yes)
            case NewCode():
                self._service.new_code()
            case AdmitAdmin(number=number, yes=yes):
                self._service.admit_admin(number, yes=yes)
            case SetWifiMode(mode=choice):
                self._service.set_wifi_mode(choice)
            case Switch(what=what, on=on):
                self._service.switch(what, on=on)
            case CallOrganiser(cancel=back):
                self._service.call_organiser(cancel=back)

    def _look(self) -> PanelContext:
        """The present context. Remembers the version of entries that others made."""
        snapshot = self._table.snapshot
        if snapshot.version != self._version:
            self._version = self._others_version = snapshot.version
        return self._context_for(snapshot)

    def _context_for(self, snapshot: Snapshot) -> PanelContext:
        """The context of this snapshot and the present box; reused while nothing has changed."""
        parts, known = self._parts.states(), self._service.status()
        if self._context is None or not self._context.is_current(snapshot, parts, known):
            earlier = () if snapshot.play is not None else self._unfinished()
            self._context = PanelContext(snapshot, parts, known, earlier, self._layout)
        return self._context

    def _unfinished(self) -> tuple[GameSummary, ...]:
        return tuple(each for each in self._table.games() if not each.ended and not each.on_table)

    def _render(self, context: PanelContext, *, by_hand: bool = False) -> None:
        """Show the present frame and lamps; blink where a hand's press changed nothing."""
        self._due = math.inf
        screen = state.current_screen(self._state, context)
        frames = context.frames(screen)
        index = min(self._state.frame, len(frames) - 1)
        dim, shift, _ = self._dimming(self._state)
        frame = replace(frames[index], dim=dim, shift=shift)
        now, blinked = self._monotonic(), self._blinks_until
        if frame != self._frame:
            self._blinks_until = -math.inf
            self._service.show(frame)
            self._service.broadcast(screen, index, None if context.play is None else context.play.game.system)
            self._frame = frame
        elif now >= self._blinks_until:
            self._blinks_until = now + BLINK_TIME if by_hand and not self._state.shutting_down else -math.inf
            if self._blinks_until != blinked:
                self._service.show(replace(frame, blink=now < self._blinks_until))
        lit = lights(self._state, context, dim=dim)
        if lit is not None and lit != self._lights:
            self._service.light(lit)
            self._lights = lit
        self._due = timeouts.next_change(self._state, context)
        if now < self._blinks_until:
            self._due = min(self._due, self._blinks_until)

    def _until_change(self) -> float | None:
        """Seconds until the display changes by itself; None for never."""
        now = self._monotonic()
        seconds = self._dimming(timeouts.with_idle_time(self._state, now))[2]
        seconds = min(seconds, max(0.0, self._due - now))
        return None if math.isinf(seconds) else seconds

    def _dimming(self, state: PanelState) -> tuple[bool, int, float]:
        return timeouts.dimming(state, self._dim_after, self._shift_every)
