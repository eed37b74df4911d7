"""A game's steps with undo and redo: two stacks of entries and states.

Designed for 2,000 entries a game: states share what they have in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

import msgspec

from companion.games import Event, Luck, Refused
from companion.games.dice import Dice
from companion.language.text import Text
from companion.storage.entry import Entry
from companion.table import chain
from companion.table.codec import FAULTS, Codec
from companion.table.commands import UNDO_OR_REDO, Inherited, Redone, Undone
from companion.table.luck_log import LuckLog, luck_at_start

NOT_STEPS = frozenset({"resume", "import"})
"""Entries of a game that are no steps of it."""
MIN_PLAY_TIME = timedelta(minutes=10)
"""Duration from which a game counts as played, rather than begun until the start suits."""
MAX_GAP = timedelta(minutes=30)
"""Longest gap between two entries that counts as play: a longer one was a pause."""
_MOVED = msgspec.json.Decoder(tuple[Undone | Redone, ...])


class Unreadable(Exception):
    """The installed rules cannot read the game's entries. Stays within this package: it becomes a refusal, a
    verdict, or a game listed as unreadable.
    """

    def refused(self, system: str) -> Refused:
        """Return the refusal for a game of this system."""
        return Refused("game-unreadable", system=system)


class Step(msgspec.Struct, frozen=True):
    """An entry and the state after it."""

    entry: Entry
    state: Any


class Steps(msgspec.Struct, frozen=True):
    """A game as its entries have made it."""

    id: str
    codec: Codec
    secret: bytes
    dice: Dice
    """Of the secret and the seeds of phones."""
    started_at: datetime
    """Of the first entry, UTC."""
    last_at: datetime
    """Of the last entry, UTC."""
    head: bytes
    """Of the chain of all entries so far, 32 bytes."""
    luck_log: LuckLog
    """How chance was treated."""
    done: tuple[Step, ...]
    """The steps that count, the start first."""
    state: Any
    """The game's state now."""
    aside: tuple[Event, ...] = ()
    """Events of the last command that is no step; the rules see whether it still holds."""
    undone: tuple[Step, ...] = ()
    """Undone steps, the latest last, as long as the game goes the same way again."""
    redoable: tuple[int, ...] = ()
    """How many of them each redo repeats, the latest undo's last; empty once a step was made."""
    secret_known: bool = False
    """The game has been over once, so its secret has been shown."""
    inherited: Inherited | None = None
    """None for a game of this box."""
    elapsed: timedelta = timedelta()
    """From the first entry to the last, pauses left out."""
    play_time: timedelta = timedelta()
    """The same without what was entered after the end."""

    @property
    def last(self) -> Step:
        """The last step that counts: what undo takes back, unless it is the start."""
        return self.done[-1]

    @property
    def redo(self) -> tuple[Step, ...]:
        """The steps that redo repeats, in order."""
        return self.undone[: -self.redoable[-1] - 1 : -1] if self.redoable else ()

    @property
    def over(self) -> bool:
        """Whether the game has ended and its end is not undone."""
        return self.codec.game.view(self.state).over

    @property
    def played(self) -> bool:
        """Whether it lasted at least `MIN_PLAY_TIME`."""
        return self.last.entry.at - self.started_at >= MIN_PLAY_TIME

    def played_until(self, now: datetime) -> timedelta:
        """Return the play time until now, or until the end."""
        return self.play_time + (timedelta() if self.over else play_time_between(self.last_at, now))

    def with_new_secret(self) -> Steps:
        """Return the game as it goes on with a new secret."""
        return msgspec.structs.replace(self, secret_known=self.over)

    def counting(self) -> Iterator[int]:
        """Yield the numbers of the entries that count, the start first."""
        return (step.entry.n for step in self.done)

    def steps_after(self, first: int, last: int) -> dict[int, int]:
        """Count the later steps of each entry between `first` and `last` that counts, by its number."""
        steps = enumerate(reversed(self.done))
        return {step.entry.n: count for count, step in steps if first <= step.entry.n <= last}

    def moments(self, first: int, last: int) -> Iterator[tuple[int, Text]]:
        """Yield the moments between two entries, latest first, each with the number of its entry. Raises
        `Unreadable`.
        """
        for step in reversed(self.done):
            if step.entry.n <= last:
                yield step.entry.n, _moment(self.codec, step)
            if step.entry.n <= first:
                return

    def after(self, entry: Entry) -> Steps:
        """Return the game after one more entry. Raises `Unreadable`."""
        if entry.kind in NOT_STEPS:
            return self
        steps = self._aside(entry) if entry.kind in self.codec.asides else self._moved(entry)
        elapsed = self.elapsed + play_time_between(self.last_at, entry.at)
        return msgspec.structs.replace(
            steps, head=chain.next_head(self.head, entry), last_at=entry.at, elapsed=elapsed,
            play_time=self.play_time if steps.over and self.over else elapsed,
        )  # fmt: skip

    def _moved(self, entry: Entry) -> Steps:
        """Add a step, or move those of an undo or redo."""
        if entry.kind in UNDO_OR_REDO:
            steps = self._back(entry) if entry.kind == "undo" else self._again(entry)
        else:
            steps = self._on(entry)
        state = steps.last.state
        known = self.secret_known or self.codec.game.view(state).over
        changed = steps.done[len(self.done) :] or self.done[len(steps.done) :]
        aside = () if any(_changes_players(step.entry) for step in changed) else self.aside
        if aside:
            state = _folded(self.codec, state, aside, entry)
        return msgspec.structs.replace(steps, state=state, aside=aside, secret_known=known)

    def _on(self, entry: Entry) -> Steps:
        """Add a step."""
        events = _events(self.codec, entry)
        step = Step(entry, _folded(self.codec, self.last.state, events, entry))
        luck = _luck(self.codec, step, events)
        again = bool(self.undone) and _same(entry, self.undone[-1].entry)
        luck_log = self.luck_log.after_redo(luck) if again else self.luck_log.after_step(luck)
        return msgspec.structs.replace(
            self, done=(*self.done, step), undone=self.undone[:-1] if again else (), redoable=(),
            luck_log=luck_log.with_known_secret(luck) if self.secret_known else luck_log,
        )  # fmt: skip

    def _back(self, entry: Entry) -> Steps:
        """Move undone steps off the stack."""
        to, undone = entry.plain_command().get("to"), moved_entries(entry)
        count = len(undone)
        kept, gone = self.done[:-count], self.done[: -count - 1 : -1]
        named = undone == tuple(Undone(step.entry.n) for step in gone)
        if not kept or not named or (count != 1 if to is None else kept[-1].entry.n != to):
            raise Unreadable(f"entry {entry.n}")
        luck_log = self.luck_log
        for step in gone:
            luck_log = luck_log.after_undo(_luck(self.codec, step, _events(self.codec, step.entry)))
        return msgspec.structs.replace(
            self, done=kept, undone=(*self.undone, *gone), redoable=(*self.redoable, count), luck_log=luck_log
        )

    def _again(self, entry: Entry) -> Steps:
        """Move redone steps back onto the stack."""
        coming, luck_log = self.redo, self.luck_log
        if not coming or moved_entries(entry) != tuple(Redone(step.entry.n) for step in coming):
            raise Unreadable(f"entry {entry.n}")
        for step in coming:
            luck_log = luck_log.after_redo(_luck(self.codec, step, _events(self.codec, step.entry)))
        return msgspec.structs.replace(
            self, done=(*self.done, *coming), undone=self.undone[: -len(coming)],
            redoable=self.redoable[:-1], luck_log=luck_log,
        )  # fmt: skip

    def _aside(self, entry: Entry) -> Steps:
        """Return the game after a command that is no step: undo and redo stay possible."""
        aside = _events(self.codec, entry)
        state = _folded(self.codec, self.last.state, aside, entry)
        return msgspec.structs.replace(self, state=state, aside=aside)


def play_time_between(before: datetime, at: datetime) -> timedelta:
    """Return how much of a gap counts as play; 0 where a clock was set back."""
    return min(max(at - before, timedelta()), MAX_GAP)


def _changes_players(entry: Entry) -> bool:
    """Whether an entry corrects the players, so that a colour may be another person's."""
    return entry.kind == "correct" and entry.plain_command().get("field") == "players"


def _same(one: Entry, other: Entry) -> bool:
    """Whether two entries have the same command and events."""
    return (one.plain_command(), one.plain_events()) == (other.plain_command(), other.plain_events())


def start_steps(codec: Codec, secret: bytes, entry: Entry, inherited: Inherited | None = None) -> Steps:
    """Return a game after its start. Raises `Unreadable`."""
    try:
        events, beside = codec.start_events(entry.events)
        state = codec.fold(None, events)
        luck_log = luck_at_start(beside, codec.game.view(state).luck(events), inherited)
        dice = Dice(secret, luck_log.seeds)
        first = chain.initial_head(str(entry.game), codec.game.system, dice.commitment, inherited)
        head = chain.next_head(first, entry)
    except FAULTS as fault:
        raise Unreadable(f"entry {entry.n}") from fault
    return Steps(
        str(entry.game), codec, secret, dice, entry.at, entry.at, head, luck_log, (Step(entry, state),),
        state, secret_known=codec.game.view(state).over, inherited=inherited,
    )  # fmt: skip


def replay_steps(codec: Codec, secret: bytes, entries: Iterable[Entry], inherited: Inherited | None) -> Steps:
    """Return a game after all its entries. Raises `Unreadable`."""
    steps: Steps | None = None
    old = inherited.entries if inherited else 0
    for entry in entries:
        if entry.kind in NOT_STEPS:
            continue
        steps = steps.after(entry) if steps else start_steps(codec, secret, entry, inherited)
        old -= 1
        if old == 0:
            steps = steps.with_new_secret()
    if steps is None:
        raise Unreadable
    return steps


def moved_entries(entry: Entry) -> tuple[Undone | Redone, ...]:
    """Return what an undo or redo moved, in order. Raises `Unreadable`."""
    try:
        return _MOVED.decode(entry.events)
    except ValueError as fault:
        raise Unreadable(f"entry {entry.n}") from fault


def _events(codec: Codec, entry: Entry) -> tuple[Event, ...]:
    """Decode an entry's events. Raises `Unreadable`."""
    try:
        return codec.events(entry.events)
    except FAULTS as fault:
        raise Unreadable(f"entry {entry.n}") from fault


def _folded(codec: Codec, state: Any, events: tuple[Event, ...], entry: Entry) -> Any:
    """The state after these events. entry: with which it is made. Raises `Unreadable`."""
    try:
        return codec.fold(state, events)
    except FAULTS as fault:
        raise Unreadable(f"entry {entry.n}") from fault


def _moment(codec: Codec, step: Step) -> Text:
    """Return the moment after a step. Raises `Unreadable`."""
    try:
        return codec.game.view(step.state).moment
    except FAULTS as fault:
        raise Unreadable(f"entry {step.entry.n}") from fault


def _luck(codec: Codec, step: Step, events: tuple[Event, ...]) -> tuple[Luck, ...]:
    """Return what of a step bears on chance. events: its entry's. Raises `Unreadable`."""
    try:
        return codec.game.view(step.state).luck(events)
    except FAULTS as fault:
        raise Unreadable(f"entry {step.entry.n}") from fault
