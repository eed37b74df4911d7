"""A game on the table: how the journal's entries make its steps, and what the rules say of where it
stands, each asked once.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec

from companion.games import Answer, Command, Event, Game, Page, Question, TableWarning, Told
from companion.games.dice import Dice
from companion.games.screen import Screen
from companion.journal.entry import Entry
from companion.language.text import Text
from companion.table.commands import COMMON, Import, Inherited, Redone, Undone

FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What rules may raise over events that they did not make: of another version, or forged."""
BESIDE = frozenset({"resume", "import"})
"""Entries that name a game and are no step of it."""
TAKING_BACK = frozenset({"undo", "redo"})
"""Entries that move a game's steps."""
_MOVED = msgspec.json.Decoder(tuple[Undone | Redone])


class Codec:
    """Reads what one game has written. Built once for each game: the decoders are made here."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.commands: dict[str, type[Command]] = by_type((*COMMON, *game.commands))
        either: Any = functools.reduce(operator.or_, game.events)
        self._events = msgspec.json.Decoder(tuple[either, ...])

    def events(self, stored: bytes) -> tuple[Event, ...]:
        """Stored events; fields that are not known any more are passed over. Raises msgspec.DecodeError."""
        events: tuple[Event, ...] = self._events.decode(stored)
        return events

    def command(self, plain: Mapping[str, Any]) -> Command:
        """A command from plain data. Raises msgspec.ValidationError, KeyError for a type there is not."""
        return msgspec.convert(plain, self.commands[plain["type"]])

    def options(self, given: Mapping[str, Any]) -> Any:
        """The game's options from plain data. Raises msgspec.ValidationError for a field there is not."""
        return msgspec.convert(given, self.game.options)

    def folded(self, state: Any, events: Iterable[Event]) -> Any:
        """The state after these events."""
        for event in events:
            state = self.game.apply(state, event)
        return state

    def told(self, entry: Entry) -> Told:
        """An entry in words; by its type alone where the rules do not know the command any more."""
        plain = entry.plain_command()
        try:
            command, events = self.command(plain), self.events(entry.events)
            if plain["type"] == "start":
                return Told("start", {"system": self.game.system})
            return self.game.told(command, events)
        except FAULTS:
            return Told(str(plain["type"]), {})


def by_type(commands: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """The commands by what stands in their `type`."""
    return {str(each.__struct_config__.tag): each for each in commands}


class Unreadable(Exception):
    """The game's entries cannot be read by the rules that are installed. Never leaves this room: it becomes a
    refusal, a verdict, or a game that is listed as unreadable.
    """


class Step(msgspec.Struct, frozen=True):
    """One step of undo: the entry that made it and the state after it."""

    entry: Entry
    state: Any


class Steps(msgspec.Struct, frozen=True):
    """A game as its entries have made it.

    done: the steps that count, the start first, never empty. undone: those taken back, the latest last.
    known: it has been over once, so its secret has been seen. inherited: None for a game of this box.
    """

    id: str
    codec: Codec
    secret: bytes
    done: tuple[Step, ...]
    undone: tuple[Step, ...] = ()
    known: bool = False
    inherited: Inherited | None = None

    @property
    def state(self) -> Any:
        """The state now."""
        return self.done[-1].state

    @property
    def dice(self) -> Dice:
        """The game's dice."""
        return Dice(self.secret)

    @property
    def started_at(self) -> datetime:
        """When the game was started, UTC."""
        return self.done[0].entry.at

    @property
    def over(self) -> bool:
        """Whether the game has ended and nothing has taken its end back."""
        return self.codec.game.ended(self.state)

    def after(self, entry: Entry) -> Steps:
        """The game after one more entry of its own. Raises `Unreadable`."""
        kind = entry.kind
        if kind in BESIDE:
            return self
        if kind == "undo" and self.done[1:] and _moved(entry) == Undone(self.done[-1].entry.n):
            done, undone = self.done[:-1], (*self.undone, self.done[-1])
        elif kind == "redo" and self.undone and _moved(entry) == Redone(self.undone[-1].entry.n):
            done, undone = (*self.done, self.undone[-1]), self.undone[:-1]
        elif kind in TAKING_BACK:
            raise Unreadable(f"entry {entry.n}")
        else:
            done, undone = (*self.done, _step(self.codec, self.state, entry)), ()
        known = self.known or self.codec.game.ended(done[-1].state)
        return msgspec.structs.replace(self, done=done, undone=undone, known=known)


def begun(codec: Codec, secret: bytes, entry: Entry) -> Steps:
    """A game after its `start`. Raises `Unreadable`."""
    step = _step(codec, None, entry)
    return Steps(str(entry.game), codec, secret, (step,), known=codec.game.ended(step.state))


def replayed(codec: Codec, secret: bytes, entries: Iterable[Entry]) -> Steps:
    """A game from all its entries, in their order. Raises `Unreadable`."""
    steps: Steps | None = None
    inherited: Inherited | None = None
    for entry in entries:
        if entry.kind == "import":
            inherited = msgspec.json.decode(entry.command, type=Import).inherited
        elif steps:
            steps = steps.after(entry)
        else:
            steps = begun(codec, secret, entry)
    if steps is None:
        raise Unreadable
    return msgspec.structs.replace(steps, inherited=inherited)


def _moved(entry: Entry) -> Undone | Redone:
    try:
        return _MOVED.decode(entry.events)[0]
    except ValueError as fault:
        raise Unreadable(f"entry {entry.n}") from fault


def _step(codec: Codec, state: Any, entry: Entry) -> Step:
    try:
        return Step(entry, codec.folded(state, codec.events(entry.events)))
    except FAULTS as fault:
        raise Unreadable(f"entry {entry.n}") from fault


class StepTold(msgspec.Struct, frozen=True):
    """A step that undo would take back, or redo do again.

    told: in words. by: the colour of the player whose step it is, or of who entered it; None for nobody's.
    at: when it was entered, UTC. to: the moment that the game then is at, None where it stays in its phase.
    """

    told: Told
    by: str | None
    at: datetime
    to: Text | None

    @property
    def said(self) -> Text:
        """As a sentence."""
        return Text(f"did.{self.told.what}", {"by": self.by or "", **self.told.params})


class Play:
    """The game in play: its rules and its state, as they are after one entry. It never changes.

    What everybody looks at is worked out when somebody first does, and kept. Any thread may: two that
    are the first together come to the same.
    steps: how it came about. known: its dice's secret has been seen, and it goes on.
    """

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.id = steps.id
        self.game = steps.codec.game
        self.state = steps.state
        self.over = steps.over
        self.known = self.game.chance and steps.known and not self.over

    @cached_property
    def moment(self) -> Text:
        """Where it stands; another one when a phase begins."""
        return self.game.moment(self.state)

    @cached_property
    def view(self) -> dict[str, Any]:
        """The game's own fields of the snapshot."""
        return self.game.view(self.state)

    @cached_property
    def warnings(self) -> tuple[TableWarning, ...]:
        """What the table should not forget, that its secret is known among it."""
        ours = (TableWarning("secret-known", {}),) if self.known else ()
        return (*self.game.warnings(self.state), *ours)

    @cached_property
    def commitment(self) -> str | None:
        """What the dice are held to, 64 hex digits; None for a game without chance."""
        return self.steps.dice.commitment if self.game.chance else None

    @cached_property
    def acting(self) -> str | None:
        """The colour whose go it is."""
        return self.game.acting(self.state)

    @cached_property
    def picture(self) -> dict[str, Any]:
        """What the game's templates draw beyond the snapshot."""
        return self.game.picture(self.state)

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The panel's pages."""
        return self.game.pages(self.state)

    @cached_property
    def question(self) -> Question | None:
        """What the game asks now, until it is answered."""
        return self.game.question(self.state)

    @cached_property
    def bags(self) -> tuple[int, ...]:
        """The numbers that a bag may have, those in use first."""
        return self.game.bags(self.state)

    @cached_property
    def undo(self) -> StepTold | None:
        """What undo would take back; None at the start."""
        done = self.steps.done
        return self._told(done[-1], done[-2]) if len(done) > 1 else None

    @cached_property
    def redo(self) -> StepTold | None:
        """What redo would do again; None where nothing was taken back."""
        undone = self.steps.undone
        return self._told(undone[-1], undone[-1]) if undone else None

    def press(self, page: str, button: str, held: bool) -> Answer:
        """What a button means on a page."""
        return self.game.press(self.state, page, button, held)

    def tap(self, bag: int) -> Answer:
        """What a tapped bag means."""
        return self.game.tap(self.state, bag)

    def tapped(self, bag: int) -> Screen:
        """What the display shows of a bag after it was tapped."""
        return self.game.tapped(self.state, bag)

    def outcome(self, after: Play) -> Screen | None:
        """What has to be read of what led from here to `after`, the same game later."""
        return self.game.outcome(self.state, after.state)

    def _told(self, step: Step, to: Step) -> StepTold:
        entry, moment = step.entry, self.game.moment(to.state)
        colour = entry.plain_command().get("colour")
        return StepTold(
            self.steps.codec.told(entry),
            colour if colour in self.game.colours else entry.by,
            entry.at,
            None if moment == self.moment else moment,
        )
