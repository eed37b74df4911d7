"""Commands that every game shares, and their events: start, undo, tags, set-up, house rules, damage."""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from companion.games import Command, Event, Player
from companion.storage.damage import Kind

Tag = Annotated[str, Meta(pattern=r"^([0-9A-Fa-f]{2}){4,10}$(?!\n)")]
"""A tag's ID: 8 to 20 hex digits, even in number; stored in upper case."""
MAX_BAGS = 40
BagNumber = Annotated[int, Meta(ge=1, le=MAX_BAGS)]
"""The number on a bag."""
Seed = Annotated[str, Meta(min_length=1, max_length=64)]
"""A phone's contribution to the dice."""
MAX_HOUSE_RULE_LENGTH = 160
MAX_HOUSE_RULES = 20
HouseRule = Annotated[str, Meta(max_length=MAX_HOUSE_RULE_LENGTH)]
"""A line of a group's own rules; blank ones are dropped."""


class Start(Command, frozen=True):
    """Start a new game. `options` are the game's own; `replace` sets a running game aside.

    seed: of the phone that starts it, the last of all seeds.
    """

    system: str
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=6)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    replace: bool = False
    seed: Seed | None = None


class Resume(Command, frozen=True):
    """Put an earlier game back on the table, by its ID."""

    game: str


class Undo(Command, frozen=True, omit_defaults=True):
    """Undo the last step, or every step after entry `to`; one redo repeats them all.

    to: number of an entry that counts; the start's undoes the whole game.
    """

    to: Annotated[int, Meta(ge=1)] | None = None


class Redo(Command, frozen=True):
    """Redo the latest undo, whether of one step or several."""


class PairTag(Command, frozen=True):
    """Pair a tag with a bag; a paired tag moves."""

    tag: Tag
    number: BagNumber


class ForgetTag(Command, frozen=True):
    """Unpair a tag."""

    tag: Tag


class Acknowledge(Command, frozen=True):
    """Acknowledge the damage that a start found. at: of that damage, as in the snapshot's `set_aside`."""

    at: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$(?!\n)")]


class Prepare(Command, frozen=True):
    """Enter the players and options of a game's set-up. Nothing starts."""

    system: str
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=6)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)


class Tick(Command, frozen=True):
    """Tick an item of the set-up checklist, or untick it. step: its name; None means all items."""

    system: str
    step: Annotated[str, Meta(min_length=1, max_length=60)] | None = None
    done: bool = True


class HouseRules(Command, frozen=True):
    """Write down a group's house rules, for this game and later ones, one to a line.

    They decide nothing and are not exported: the game's options are what it is judged by.
    """

    system: str
    rules: Annotated[tuple[HouseRule, ...], Meta(max_length=MAX_HOUSE_RULES)]


class AddSeed(Command, frozen=True):
    """Add a seed to the next game's dice, replacing the phone's earlier one."""

    seed: Seed


COMMON: tuple[type[Command], ...] = (
    Start, Resume, Undo, Redo, PairTag, ForgetTag, Acknowledge, AddSeed, Prepare, Tick, HouseRules,
)  # fmt: skip
UNDO_OR_REDO = frozenset({"undo", "redo"})
"""Types of the commands that move a game's steps."""


class Inherited(msgspec.Struct, frozen=True):
    """What an imported game cannot prove on this box."""

    commitments: tuple[str, ...]
    """Of the secrets that stayed on other boxes, oldest first."""
    entries: int
    """Entries made with them, from the start."""


class Import(Command, frozen=True):
    """An earlier game was imported. Written by the table alone; no client can send it.

    entries: number of following entries that were made elsewhere.
    """

    game: str
    entries: int
    inherited: Inherited | None = None


class Resumed(Event, frozen=True):
    """An earlier game is back on the table."""

    game: str


class Undone(Event, frozen=True):
    """A step no longer counts. entry: its number."""

    entry: int


class Redone(Event, frozen=True):
    """An undone step counts again. entry: its number."""

    entry: int


class TagPaired(Event, frozen=True):
    """A tag belongs to this bag and no other."""

    tag: str
    number: int


class TagForgotten(Event, frozen=True):
    """A tag belongs to no bag."""

    tag: str


class Acknowledged(Event, frozen=True):
    """A damage was acknowledged. kind, at, last, lost: as in `Damage`, `at` as written."""

    kind: Kind
    at: str
    last: int
    lost: int | None


class SeedAdded(Event, frozen=True):
    """A seed was added for the next game.

    phone: a mark that tells joined phones apart and holds nothing else of them; empty without one.
    """

    seed: str
    phone: str = ""


class Prepared(Event, frozen=True):
    """Players and options of a set-up were entered."""

    system: str
    players: tuple[Player, ...]
    options: dict[str, Any]


class Ticked(Event, frozen=True):
    """Items of a set-up checklist were ticked or unticked.

    steps: their names.
    game: None before it has started.
    """

    system: str
    steps: tuple[str, ...]
    done: bool
    game: str | None


class HouseRulesWritten(Event, frozen=True):
    """The house rules for games of this system from now on; may be empty."""

    system: str
    rules: tuple[str, ...]


class Nameless(Event, frozen=True):
    """Names were redacted from this game, which changed every head of its chain. A record of the start."""


class Seeded(Event, frozen=True):
    """The seeds of this game's dice, in the order that counts. A record of the start."""

    seeds: tuple[str, ...]


class Replaced(Event, frozen=True):
    """Earlier games that roll dice were started and not played. A record of the start.

    game: the last of them.
    starts: how many, this one included.
    """

    game: str
    starts: int


AtStart: TypeAlias = Nameless | Seeded | Replaced
"""What the table itself records of a start."""
