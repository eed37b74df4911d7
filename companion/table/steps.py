"""How the journal's entries make a game's steps, and how these are taken back and done again.

However long a game is, it takes little memory: steps of long ago are kept as their entries' numbers, with a
state here and there from which the others are made again.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import msgspec

from companion.games import Event, Luck, Refused
from companion.games.dice import Dice
from companion.language.text import Text
from companion.storage.entry import Entry
from companion.table import chain
from companion.table.codec import FAULTS, Codec
from companion.table.commands import TAKING_BACK, Inherited, Redone, Undone
from companion.table.luck import Fairness, at_start
from companion.table.pile import Pile

BESIDE = frozenset({"resume", "import"})
"""Entries that name a game and are no step of it."""
PLAYED = timedelta(minutes=10)
"""How long a game goes on that is played: who begins games until the start suits looks at each for less."""
PAUSE = timedelta(minutes=30)
"""A gap between two entries counts as play up to here: a longer one was a meal, or a week."""
_MOVED = msgspec.json.Decoder(tuple[Undone | Redone, ...])


class Unreadable(Exception):
    """The game's entries cannot be read by the rules that are installed. Never leaves this room: it becomes a
    refusal, a verdict, or a game that is listed as unreadable.
    """

    code = "game-unreadable"
    """What who asks for the game hears, after `refused.`."""

    def refused(self, system: str) -> Refused:
        """The refusal that it becomes. system: the game's."""
        return Refused(self.code, system=system)


class Newer(Unreadable):
    """The game was begun by a newer edition of its rules than the one that is installed."""

    code = "game-newer"


Reader: TypeAlias = Callable[[int], Entry | None]
"""Gives a game's entry by its number. What it raises goes to who takes a step back, and nothing has moved."""


class Step(msgspec.Struct, frozen=True):
    """One step of undo: the entry that made it and the state after it."""

    entry: Entry
    state: Any


class Back(msgspec.Struct, frozen=True):
    """What one undo took back. count: how many steps. last: of several, the last of them."""

    count: int = 1
    last: Step | None = None


_ONE = Back()


class Chapter(msgspec.Struct, frozen=True):
    """Steps of long ago: the state after the first of them, and the numbers of their entries.

    The entries are read and the other states made again when undo comes this far. moments: those at which the
    game then stood, each with the number of its first entry.
    """

    state: Any
    numbers: array[int]
    moments: tuple[tuple[int, Text], ...]


class Steps(msgspec.Struct, frozen=True):
    """A game as its entries have made it.

    read: gives its entries again. started_at: UTC. done: the steps that count, the start first, never empty.
    state: the game's now. aside: what was said aside last and is no step; whether it still holds is for the
    rules to see.
    undone: the entries of those taken back, the latest last, as long as the game goes the same way again.
    redoable: in how many pieces redo may do these again, the latest undo's last: none once a step was made,
    be it the same again.
    known: it has been over once, so its secret has been seen. inherited: None for a game of this box.
    dice: of the secret and what phones added to it.
    head: of the chain of all its entries so far, 32 bytes. fairness: how chance was treated in them.
    """

    id: str
    codec: Codec
    secret: bytes
    dice: Dice
    read: Reader
    started_at: datetime
    head: bytes
    fairness: Fairness
    done: Pile[Step, Chapter]
    state: Any
    aside: tuple[Event, ...] = ()
    undone: Pile[Entry, array[int]] = Pile(())
    redoable: tuple[Back, ...] = ()
    known: bool = False
    inherited: Inherited | None = None

    @property
    def last(self) -> Step:
        """The last step that counts: what undo takes back, unless it is the start."""
        return self.done.top[-1]

    @property
    def before(self) -> Step | None:
        """The step before the last one; None at the start, which nothing takes back."""
        return self.done.top[-2] if self.done.top[1:] else None

    @property
    def over(self) -> bool:
        """Whether the game has ended and nothing has taken its end back."""
        return self.codec.game.ended(self.state)

    @property
    def played(self) -> bool:
        """Whether it was played, and not only looked at: from its start to its last step that counts."""
        return self.last.entry.at - self.started_at >= PLAYED

    def on_new_dice(self) -> Steps:
        """The game as it goes on with another secret, which nobody has seen."""
        return msgspec.structs.replace(self, known=self.over)

    def counting(self) -> Iterator[int]:
        """The numbers of the entries whose steps count, the start's first."""
        for chapter in self.done.below:
            yield from chapter.numbers
        for step in self.done.top:
            yield step.entry.n

    def newest(self) -> Iterator[int]:
        """The same numbers, the last step's first."""
        for step in reversed(self.done.top):
            yield step.entry.n
        for chapter in reversed(self.done.below):
            yield from reversed(chapter.numbers)

    def behind(self, first: int, last: int) -> dict[int, int]:
        """How many steps came after each, by the numbers of the entries from `first` to `last` whose steps
        count. What lies behind them is counted, and not read."""
        found, count = {}, 0
        tops = [each.entry.n for each in self.done.top]
        for numbers in itertools.chain((tops,), (each.numbers for each in reversed(self.done.below))):
            if numbers[0] <= last:
                places = enumerate(reversed(numbers), count)
                found.update({n: place for place, n in places if first <= n <= last})
            if numbers[0] <= first:
                break
            count += len(numbers)
        return found

    def moments(self, first: int, last: int) -> Iterator[tuple[int, Text]]:
        """The moments at which the game stood from the entry `first` to the entry `last`, the latest first,
        each with the number of an entry since which it did. Raises `Unreadable`."""
        for step in reversed(self.done.top):
            if step.entry.n <= last:
                yield step.entry.n, _moment(self.codec, step)
            if step.entry.n <= first:
                return
        for chapter in reversed(self.done.below):
            if chapter.numbers[0] <= last:
                yield from ((n, moment) for n, moment in reversed(chapter.moments) if n <= last)
            if chapter.numbers[0] <= first:
                return

    def coming_back(self) -> tuple[int, ...]:
        """The numbers of the entries whose steps redo does again, in their order; none where nothing was
        taken back."""
        gone = (entry.n for entry in reversed(self.undone.top))
        older = (n for part in reversed(self.undone.below) for n in reversed(part))
        count = self.redoable[-1].count if self.redoable else 0
        return tuple(itertools.islice(itertools.chain(gone, older), count))

    def after(self, entry: Entry) -> Steps:
        """The game after one more entry of its own. Raises `Unreadable`, and what `read` raises."""
        kind = entry.kind
        if kind in BESIDE:
            return self
        if kind in self.codec.asides:
            return self._aside(entry)
        if kind in TAKING_BACK:
            steps = self._back(entry) if kind == "undo" else self._again(entry)
        else:
            steps = self._on(entry)
        state = steps.last.state
        known = self.known or self.codec.game.ended(state)
        head = chain.after(self.head, entry)
        if self.aside:
            state = _folded(self.codec, state, self.aside, entry)
        return msgspec.structs.replace(steps, state=state, known=known, head=head)

    def _on(self, entry: Entry) -> Steps:
        """With one more step."""
        events = _events(self.codec, entry)
        step = _step(self.codec, self.last.state, entry, events)
        done, luck = self.done.with_one(step, self._chapter), _luck(self.codec, step, events)
        undone: Pile[Entry, array[int]] = Pile(())
        if self.undone.top and _same(entry, self.undone.top[-1]):
            undone, fairness = self.undone.without_last(self._entries), self.fairness.again(luck)
        else:
            fairness = self.fairness.on(luck)
        fairness = fairness.knowing(luck) if self.known else fairness
        return msgspec.structs.replace(self, done=done, undone=undone, redoable=(), fairness=fairness)

    def _back(self, entry: Entry) -> Steps:
        """Without the steps that an undo has taken back."""
        to, gone = entry.plain_command().get("to"), moved(entry)
        done, undone, fairness = self.done, self.undone, self.fairness
        for each in gone:
            last = done.top[-1]
            if not done.top[1:] or each != Undone(last.entry.n):
                raise Unreadable(f"entry {entry.n}")
            luck = _luck(self.codec, last, _events(self.codec, last.entry))
            done, undone = done.without_last(self._steps), undone.with_one(last.entry, _numbers)
            fairness = fairness.back(luck)
        if len(gone) != 1 if to is None else not gone or done.top[-1].entry.n != to:
            raise Unreadable(f"entry {entry.n}")
        back = Back(len(gone), self.last) if gone[1:] else _ONE
        redoable = (*self.redoable, back)
        return msgspec.structs.replace(self, done=done, undone=undone, redoable=redoable, fairness=fairness)

    def _again(self, entry: Entry) -> Steps:
        """With the steps that a redo has brought back."""
        coming = self.coming_back()
        if not coming or moved(entry) != tuple(Redone(n) for n in coming):
            raise Unreadable(f"entry {entry.n}")
        done, undone, fairness = self.done, self.undone, self.fairness
        for _ in coming:
            again = undone.top[-1]
            events = _events(self.codec, again)
            step = _step(self.codec, done.top[-1].state, again, events)
            done, undone = done.with_one(step, self._chapter), undone.without_last(self._entries)
            fairness = fairness.again(_luck(self.codec, step, events))
        redoable = self.redoable[:-1]
        return msgspec.structs.replace(self, done=done, undone=undone, redoable=redoable, fairness=fairness)

    def _aside(self, entry: Entry) -> Steps:
        """The game once something was said aside: what could be taken back or done again still can."""
        aside = _events(self.codec, entry)
        state = _folded(self.codec, self.last.state, aside, entry)
        return msgspec.structs.replace(self, state=state, aside=aside, head=chain.after(self.head, entry))

    def again(self) -> Step:
        """The step to which redo leads; for a game of which something was taken back."""
        last = self.redoable[-1].last
        if last is not None:
            return last
        again = self.undone.top[-1]
        return _step(self.codec, self.last.state, again, _events(self.codec, again))

    def _chapter(self, steps: tuple[Step, ...]) -> Chapter:
        moments: list[tuple[int, Text]] = []
        for step in steps:
            moment = _moment(self.codec, step)
            if not moments or moment != moments[-1][1]:
                moments.append((step.entry.n, moment))
        return Chapter(steps[0].state, _numbers(step.entry for step in steps), tuple(moments))

    def _steps(self, chapter: Chapter) -> tuple[Step, ...]:
        """A chapter's steps, whole again."""
        first, *others = self._entries(chapter.numbers)
        steps = [Step(first, chapter.state)]
        for entry in others:
            steps.append(_step(self.codec, steps[-1].state, entry, _events(self.codec, entry)))
        return tuple(steps)

    def _entries(self, numbers: Iterable[int]) -> tuple[Entry, ...]:
        found = []
        for n in numbers:
            entry = self.read(n)
            if entry is None:
                raise Unreadable(f"entry {n}")
            found.append(entry)
        return tuple(found)


def _same(one: Entry, other: Entry) -> bool:
    """Whether two entries did the same, whoever entered them."""
    return (one.plain_command(), one.plain_events()) == (other.plain_command(), other.plain_events())


def _numbers(entries: Iterable[Entry]) -> array[int]:
    return array("q", [each.n for each in entries])


def begun(
    codec: Codec, secret: bytes, entry: Entry, read: Reader, inherited: Inherited | None = None
) -> Steps:
    """A game after its `start`. Raises `Unreadable`, `Newer` among it."""
    try:
        if codec.edition(entry.events) > codec.game.edition:
            raise Newer(f"entry {entry.n}")
        events, beside = codec.opening(entry.events)
        state = codec.folded(None, events)
        fairness = at_start(beside, codec.game.luck(state, events), inherited)
        dice = Dice(secret, fairness.seeds)
        first = chain.first(str(entry.game), codec.game.system, dice.commitment, inherited)
        head = chain.after(first, entry)
    except FAULTS as fault:
        raise Unreadable(f"entry {entry.n}") from fault
    done: Pile[Step, Chapter] = Pile((Step(entry, state),))
    return Steps(
        str(entry.game), codec, secret, dice, read, entry.at, head, fairness, done, state,
        known=codec.game.ended(state), inherited=inherited,
    )  # fmt: skip


def replayed(
    codec: Codec, secret: bytes, entries: Iterable[Entry], read: Reader, inherited: Inherited | None
) -> Steps:
    """A game from all its entries, in their order. Raises `Unreadable`, and what `read` raises."""
    steps: Steps | None = None
    old = inherited.entries if inherited else 0
    for entry in entries:
        if entry.kind in BESIDE:
            continue
        steps = steps.after(entry) if steps else begun(codec, secret, entry, read, inherited)
        old -= 1
        if old == 0:
            steps = steps.on_new_dice()
    if steps is None:
        raise Unreadable
    return steps


def moved(entry: Entry) -> tuple[Undone | Redone, ...]:
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


def _step(codec: Codec, state: Any, entry: Entry, events: tuple[Event, ...]) -> Step:
    """The step that an entry makes from this state. events: the entry's. Raises `Unreadable`."""
    return Step(entry, _folded(codec, state, events, entry))


def _folded(codec: Codec, state: Any, events: tuple[Event, ...], entry: Entry) -> Any:
    """The state after these events. entry: with which it is made. Raises `Unreadable`."""
    try:
        return codec.folded(state, events)
    except FAULTS as fault:
        raise Unreadable(f"entry {entry.n}") from fault


def _moment(codec: Codec, step: Step) -> Text:
    """Where the game stood after a step. Raises `Unreadable`."""
    try:
        return codec.game.moment(step.state)
    except FAULTS as fault:
        raise Unreadable(f"entry {step.entry.n}") from fault


def _luck(codec: Codec, step: Step, events: tuple[Event, ...]) -> tuple[Luck, ...]:
    """What of a step bears on chance. events: its entry's. Raises `Unreadable`."""
    try:
        return codec.game.luck(step.state, events)
    except FAULTS as fault:
        raise Unreadable(f"entry {step.entry.n}") from fault
