"""A game's steps as its entries make them, with undo and redo: two stacks of entries and states.

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
"""Entries that name a game and are no step of it."""
MIN_PLAY_TIME = timedelta(minutes=10)
"""How long a game goes on that is played: who begins games until the start suits looks at each for less."""
MAX_GAP = timedelta(minutes=30)
"""A gap between two entries counts as play up to here: a longer one was a meal, or a week."""
_MOVED = msgspec.json.Decoder(tuple[Undone | Redone, ...])


class Unreadable(Exception):
    """The game's entries cannot be read by the rules that are installed. Never leaves this room: it becomes a
    refusal, a verdict, or a game that is listed as unreadable.
    """

    def refused(self, system: str) -> Refused:
        """The refusal that it becomes. system: the game's."""
        return Refused("game-unreadable", system=system)


class Step(msgspec.Struct, frozen=True):
    """One step of undo: the entry that made it and the state after it."""

    entry: Entry
    state: Any


class Steps(msgspec.Struct, frozen=True):
    """A game as its entries have made it.

    started_at, last_at: of the first entry and the last, UTC. done: the steps that count, the start first.
    state: the game's now. aside: what was said aside last and is no step; whether it still holds is for the
    rules to see. undone: the steps taken back, the latest last, as long as the game goes the same way again.
    redoable: how many of them each redo does again, the latest undo's last: none once a step was made, be it
    the same again. known: it has been over once, so its secret has been seen. inherited: None for a game of
    this box. dice: of the secret and what phones added to it. head: of the chain of all its entries so far,
    32 bytes. fairness: how chance was treated in them. play_time: from the first entry to the last, pauses
    left out.
    """

    id: str
    codec: Codec
    secret: bytes
    dice: Dice
    started_at: datetime
    last_at: datetime
    head: bytes
    fairness: LuckLog
    done: tuple[Step, ...]
    state: Any
    aside: tuple[Event, ...] = ()
    undone: tuple[Step, ...] = ()
    redoable: tuple[int, ...] = ()
    known: bool = False
    inherited: Inherited | None = None
    play_time: timedelta = timedelta()

    @property
    def last(self) -> Step:
        """The last step that counts: what undo takes back, unless it is the start."""
        return self.done[-1]

    @property
    def redo(self) -> tuple[Step, ...]:
        """The steps that redo does again, in their order; none where nothing was taken back."""
        return self.undone[: -self.redoable[-1] - 1 : -1] if self.redoable else ()

    @property
    def over(self) -> bool:
        """Whether the game has ended and nothing has taken its end back."""
        return self.codec.game.view(self.state).over

    @property
    def played(self) -> bool:
        """Whether it was played, and not only looked at: from its start to its last step that counts."""
        return self.last.entry.at - self.started_at >= MIN_PLAY_TIME

    def played_until(self, now: datetime) -> timedelta:
        """The play time until now, or until the last entry once the game is over."""
        return self.play_time + (timedelta() if self.over else play_time_between(self.last_at, now))

    def on_new_dice(self) -> Steps:
        """The game as it goes on with another secret, which nobody has seen."""
        return msgspec.structs.replace(self, known=self.over)

    def counting(self) -> Iterator[int]:
        """The numbers of the entries whose steps count, the start's first."""
        return (step.entry.n for step in self.done)

    def behind(self, first: int, last: int) -> dict[int, int]:
        """How many steps came after each, by the numbers of the entries from `first` to `last` whose steps
        count."""
        steps = enumerate(reversed(self.done))
        return {step.entry.n: count for count, step in steps if first <= step.entry.n <= last}

    def moments(self, first: int, last: int) -> Iterator[tuple[int, Text]]:
        """The moments at which the game stood from the entry `first` to the entry `last`, the latest first,
        each with the number of an entry since which it did. Raises `Unreadable`."""
        for step in reversed(self.done):
            if step.entry.n <= last:
                yield step.entry.n, _moment(self.codec, step)
            if step.entry.n <= first:
                return

    def after(self, entry: Entry) -> Steps:
        """The game after one more entry of its own. Raises `Unreadable`."""
        if entry.kind in NOT_STEPS:
            return self
        steps = self._aside(entry) if entry.kind in self.codec.asides else self._moved(entry)
        return msgspec.structs.replace(
            steps, head=chain.next_head(self.head, entry), last_at=entry.at,
            play_time=self.play_time + play_time_between(self.last_at, entry.at),
        )  # fmt: skip

    def _moved(self, entry: Entry) -> Steps:
        """With one more step, or those of an undo or a redo."""
        if entry.kind in UNDO_OR_REDO:
            steps = self._back(entry) if entry.kind == "undo" else self._again(entry)
        else:
            steps = self._on(entry)
        state = steps.last.state
        known = self.known or self.codec.game.view(state).over
        changed = steps.done[len(self.done) :] or self.done[len(steps.done) :]
        aside = () if any(_changes_players(step.entry) for step in changed) else self.aside
        if aside:
            state = _folded(self.codec, state, aside, entry)
        return msgspec.structs.replace(steps, state=state, aside=aside, known=known)

    def _on(self, entry: Entry) -> Steps:
        """With one more step."""
        events = _events(self.codec, entry)
        step = Step(entry, _folded(self.codec, self.last.state, events, entry))
        luck = _luck(self.codec, step, events)
        again = bool(self.undone) and _same(entry, self.undone[-1].entry)
        fairness = self.fairness.again(luck) if again else self.fairness.on(luck)
        return msgspec.structs.replace(
            self, done=(*self.done, step), undone=self.undone[:-1] if again else (), redoable=(),
            fairness=fairness.knowing(luck) if self.known else fairness,
        )  # fmt: skip

    def _back(self, entry: Entry) -> Steps:
        """Without the steps that an undo has taken back."""
        to, undone = entry.plain_command().get("to"), moved_entries(entry)
        count = len(undone)
        kept, gone = self.done[:-count], self.done[: -count - 1 : -1]
        named = undone == tuple(Undone(step.entry.n) for step in gone)
        if not kept or not named or (count != 1 if to is None else kept[-1].entry.n != to):
            raise Unreadable(f"entry {entry.n}")
        fairness = self.fairness
        for step in gone:
            fairness = fairness.back(_luck(self.codec, step, _events(self.codec, step.entry)))
        return msgspec.structs.replace(
            self, done=kept, undone=(*self.undone, *gone), redoable=(*self.redoable, count), fairness=fairness
        )

    def _again(self, entry: Entry) -> Steps:
        """With the steps that a redo has brought back."""
        coming, fairness = self.redo, self.fairness
        if not coming or moved_entries(entry) != tuple(Redone(step.entry.n) for step in coming):
            raise Unreadable(f"entry {entry.n}")
        for step in coming:
            fairness = fairness.again(_luck(self.codec, step, _events(self.codec, step.entry)))
        return msgspec.structs.replace(
            self, done=(*self.done, *coming), undone=self.undone[: -len(coming)],
            redoable=self.redoable[:-1], fairness=fairness,
        )  # fmt: skip

    def _aside(self, entry: Entry) -> Steps:
        """The game once something was said aside: what could be taken back or done again still can."""
        aside = _events(self.codec, entry)
        state = _folded(self.codec, self.last.state, aside, entry)
        return msgspec.structs.replace(self, state=state, aside=aside)


def play_time_between(before: datetime, at: datetime) -> timedelta:
    """What of the time between two entries counts as play; nothing where a clock was set back."""
    return min(max(at - before, timedelta()), MAX_GAP)


def _changes_players(entry: Entry) -> bool:
    """Whether an entry sets the players right: what a colour has said aside may then be another person's."""
    return entry.kind == "correct" and entry.plain_command().get("field") == "players"


def _same(one: Entry, other: Entry) -> bool:
    """Whether two entries did the same, whoever entered them."""
    return (one.plain_command(), one.plain_events()) == (other.plain_command(), other.plain_events())


def start_steps(codec: Codec, secret: bytes, entry: Entry, inherited: Inherited | None = None) -> Steps:
    """A game after its `start`. Raises `Unreadable`."""
    try:
        events, beside = codec.opening(entry.events)
        state = codec.folded(None, events)
        fairness = luck_at_start(beside, codec.game.view(state).luck(events), inherited)
        dice = Dice(secret, fairness.seeds)
        first = chain.initial_head(str(entry.game), codec.game.system, dice.commitment, inherited)
        head = chain.next_head(first, entry)
    except FAULTS as fault:
        raise Unreadable(f"entry {entry.n}") from fault
    return Steps(
        str(entry.game), codec, secret, dice, entry.at, entry.at, head, fairness, (Step(entry, state),),
        state, known=codec.game.view(state).over, inherited=inherited,
    )  # fmt: skip


def replay_steps(codec: Codec, secret: bytes, entries: Iterable[Entry], inherited: Inherited | None) -> Steps:
    """A game from all its entries, in their order. Raises `Unreadable`."""
    steps: Steps | None = None
    old = inherited.entries if inherited else 0
    for entry in entries:
        if entry.kind in NOT_STEPS:
            continue
        steps = steps.after(entry) if steps else start_steps(codec, secret, entry, inherited)
        old -= 1
        if old == 0:
            steps = steps.on_new_dice()
    if steps is None:
        raise Unreadable
    return steps


def moved_entries(entry: Entry) -> tuple[Undone | Redone, ...]:
    """What an undo or a redo has moved, in that order. Raises `Unreadable`."""
    try:
        return _MOVED.decode(entry.events)
    except ValueError as fault:
        raise Unreadable(f"entry {entry.n}") from fault


def _events(codec: Codec, entry: Entry) -> tuple[Event, ...]:
    """What an entry's command did. Raises `Unreadable`."""
    try:
        return codec.events(entry.events)
    except FAULTS as fault:
        raise Unreadable(f"entry {entry.n}") from fault


def _folded(codec: Codec, state: Any, events: tuple[Event, ...], entry: Entry) -> Any:
    """The state after these events. entry: with which it is made. Raises `Unreadable`."""
    try:
        return codec.folded(state, events)
    except FAULTS as fault:
        raise Unreadable(f"entry {entry.n}") from fault


def _moment(codec: Codec, step: Step) -> Text:
    """Where the game stood after a step. Raises `Unreadable`."""
    try:
        return codec.game.view(step.state).moment
    except FAULTS as fault:
        raise Unreadable(f"entry {step.entry.n}") from fault


def _luck(codec: Codec, step: Step, events: tuple[Event, ...]) -> tuple[Luck, ...]:
    """What of a step bears on chance. events: its entry's. Raises `Unreadable`."""
    try:
        return codec.game.view(step.state).luck(events)
    except FAULTS as fault:
        raise Unreadable(f"entry {step.entry.n}") from fault
