"""What every game shares: starting, resuming, taking back, the bags' tags, setting up, house rules, and
having seen what a start found wrong; and what comes of them.
"""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from companion.games import Command, Event, Player
from companion.storage.damage import Kind

Tag = Annotated[str, Meta(pattern=r"^([0-9A-Fa-f]{2}){4,10}$(?!\n)")]
"""A tag's identity: 8 to 20 hex digits, even in number; upper case once it is stored."""
MAX_BAGS = 40
BagNumber = Annotated[int, Meta(ge=1, le=MAX_BAGS)]
"""The number on a bag."""
Seed = Annotated[str, Meta(min_length=1, max_length=64)]
"""What a phone adds to the dice."""
MAX_HOUSE_RULE_LENGTH = 160
MAX_HOUSE_RULES = 20
HouseRule = Annotated[str, Meta(max_length=MAX_HOUSE_RULE_LENGTH)]
"""A line of a group's own rules; blank ones are left out."""


class Start(Command, frozen=True):
    """Put a new game on the table. `options` are the game's own; `replace` sets a running game aside.

    seed: what the phone that starts it adds to the dice, the last of all.
    """

    system: str
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=6)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    replace: bool = False
    seed: Seed | None = None


class Resume(Command, frozen=True):
    """Put an earlier game back on the table, by its id."""

    game: str


class Undo(Command, frozen=True, omit_defaults=True):
    """Take the last step back, or every step after one that counts: all of them come back by one redo.

    to: the number of that one's entry; the start's takes the whole game back.
    """

    to: Annotated[int, Meta(ge=1)] | None = None


class Redo(Command, frozen=True):
    """Do again what was taken back last: one step, or all that one undo took back together."""


class PairTag(Command, frozen=True):
    """Say which bag a tag sticks on; a paired tag moves."""

    tag: Tag
    number: BagNumber


class ForgetTag(Command, frozen=True):
    """Take a tag off its bag."""

    tag: Tag


class Acknowledge(Command, frozen=True):
    """Say that what a start found wrong with the games was seen. at: of that damage, as the snapshot's
    `set_aside` writes it."""

    at: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$(?!\n)")]


class Prepare(Command, frozen=True):
    """Say for whom a game will be set up, and with which options, before it starts. Nothing begins by it."""

    system: str
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=6)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)


class Tick(Command, frozen=True):
    """Tick a thing to do of a game's set-up, or take its tick off. step: its name; left out, all of them."""

    system: str
    step: Annotated[str, Meta(min_length=1, max_length=60)] | None = None
    done: bool = True


class HouseRules(Command, frozen=True):
    """Write down what a group plays differently in this game and in its next ones, each rule in a line.

    Nothing is decided by them, and they stay at home when a game is exported: a file is of one game, which
    anybody may have, and what a group has agreed on may change in the midst of it. What a game is judged by
    are its options.
    """

    system: str
    rules: Annotated[tuple[HouseRule, ...], Meta(max_length=MAX_HOUSE_RULES)]


class AddSeed(Command, frozen=True):
    """Add to the dice of the next game. A phone's seed takes the place of the one that it added before."""

    seed: Seed


COMMON: tuple[type[Command], ...] = (
    Start, Resume, Undo, Redo, PairTag, ForgetTag, Acknowledge, AddSeed, Prepare, Tick, HouseRules,
)  # fmt: skip
UNDO_OR_REDO = frozenset({"undo", "redo"})
"""The commands that move a game's steps, by their type."""


class Inherited(msgspec.Struct, frozen=True):
    """What a game brought from another box cannot prove here.

    commitments: those of the secrets that stayed there, oldest first. entries: how many of the game's
    entries, from its start, were made with them.
    """

    commitments: tuple[str, ...]
    entries: int


class Import(Command, frozen=True):
    """An earlier game was brought in. Only the journal has this: nobody can send it.

    entries: how many entries follow that were made elsewhere.
    """

    game: str
    entries: int
    inherited: Inherited | None = None


class Resumed(Event, frozen=True):
    """An earlier game is back on the table."""

    game: str


class Undone(Event, frozen=True):
    """A step does not count any more. entry: its number in the log."""

    entry: int


class Redone(Event, frozen=True):
    """A step that was taken back counts again. entry: its number in the log."""

    entry: int


class TagPaired(Event, frozen=True):
    """A tag sticks on this bag now, and on no other."""

    tag: str
    number: int


class TagForgotten(Event, frozen=True):
    """A tag sticks on no bag."""

    tag: str


class Acknowledged(Event, frozen=True):
    """Somebody has seen what a start found wrong. kind, at, last, lost: as in `Damage`, at as written."""

    kind: Kind
    at: str
    last: int
    lost: int | None


class SeedAdded(Event, frozen=True):
    """The next game's dice will be rolled with this, too.

    phone: a mark that tells one joined phone from another, and nothing more of it; empty for who has none.
    """

    seed: str
    phone: str = ""


class Prepared(Event, frozen=True):
    """So a game will be set up. options: as they were said."""

    system: str
    players: tuple[Player, ...]
    options: dict[str, Any]


class Ticked(Event, frozen=True):
    """Things to do of a game's set-up are done, or are not.

    steps: their names. game: of which they are, None for one that has not begun.
    """

    system: str
    steps: tuple[str, ...]
    done: bool
    game: str | None


class HouseRulesWritten(Event, frozen=True):
    """What a group plays differently in games of this system, from now on; empty for nothing."""

    system: str
    rules: tuple[str, ...]


class Nameless(Event, frozen=True):
    """Names were taken out of this game since: every head of its chain became another one by that. It stands
    beside the game's own events, in its start."""


class Seeded(Event, frozen=True):
    """What phones have added to this game's dice, in the order that counts. It stands there, too."""

    seeds: tuple[str, ...]


class Replaced(Event, frozen=True):
    """Games that roll dice were begun before this one, and not played. It stands there, too.

    game: the last of them. starts: how many there were, one after another, with this one.
    """

    game: str
    starts: int


AtStart: TypeAlias = Nameless | Seeded | Replaced
"""What the table itself writes down of a start."""
