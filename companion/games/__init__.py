"""What a game is to the rest of the program.

Table, panel and pages know a game only through `Game`, which decides and applies, and through the `GameView`
of a state: they hand it commands and get back events, snapshots, screens and questions. Nothing outside a
game's own folder knows its words.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import (
    Any,
    ClassVar,
    Concatenate,
    Literal,
    ParamSpec,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
)

import msgspec

from companion.games.dice import Dice
from companion.games.lamps import lamps_of
from companion.games.report import Reporting
from companion.games.results import Giving
from companion.games.rulebook import Rulebook
from companion.games.screen import Screen
from companion.games.telling import Telling
from companion.language.signals import Lamp, Sound
from companion.language.text import CompanionError, Param, Text

_Kind = TypeVar("_Kind")
_Held = TypeVar("_Held")
_Came = TypeVar("_Came")
_More = ParamSpec("_More")


def kebab(name: str) -> str:
    """Turn a class's name into its tag: `EndTurn` is `end-turn` in commands, events and catalogues."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


def plain(whole: msgspec.Struct) -> dict[str, Any]:
    """A struct as it stands in JSON."""
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(whole))
    return decoded


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=kebab):
    """What somebody wants: imperative, checked for its form where it enters, by the rules in `decide`.

    forms: the types that a value of it is read as beyond what its fields say.
    aside: it changes nothing in the game and is only said to the others. So it is an entry and no step: undo
    and redo pass over it, and what was said last holds on. It is taken back by another one.
    """

    forms: ClassVar[tuple[Any, ...]] = ()
    aside: ClassVar[bool] = False


class Event(msgspec.Struct, frozen=True, tag_field="type", tag=kebab):
    """What happened: past tense, stored for ever. Unknown fields are tolerated when read back."""


Events: TypeAlias = tuple[Event, ...]
"""What a command comes to: at least one, in the order in which they happen."""


def on(
    kind: type[_Kind], does: Callable[Concatenate[_Held, _Kind, _More], _Came]
) -> tuple[type[Any], Callable[Concatenate[_Held, Any, _More], _Came]]:
    """A row of a game's table of commands, or of events: what is done with a state and one of this kind.

    It hands back what it is given, so that a type checker holds the one to the other.
    """
    return kind, does


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """colour: one of the game's. name: 1 to 12 characters as typed, or empty: then the colour is the name."""

    colour: str
    name: str = ""


class TableWarning(msgspec.Struct, frozen=True):
    """Something the table should not forget; `code` and `params` as in `Text`."""

    code: str
    params: Mapping[str, Any]


class Refused(CompanionError):
    """The rules say no. Nothing has changed.

    code: what the catalogue calls it, after `refused.`. rule: the ledger's ID, or None where no rule of a
    game is meant. params: plain numbers, words and lists that the sentence needs.
    """

    def __init__(self, code: str, rule: str | None = None, **params: Any) -> None:
        super().__init__(Text(f"refused.{code}", params))
        self.code = code
        self.rule = rule
        self.params: dict[str, Any] = params

    @property
    def system(self) -> str | None:
        """The game whose sentence it is; None for the one on the table."""
        return self.said.system

    def of(self, system: str) -> Self:
        """The same refusal, said as that game says it: for who asks one that is not on the table."""
        self.said = Text(self.said.code, self.said.params, system)
        return self


class LeaveIt(Command, frozen=True):
    """Answer a question with no: it closes, or begins anew where it does not close, and nothing is done.

    It never leaves the panel.
    """


class Choice(msgspec.Struct, frozen=True):
    """One answer to a question: what the display shows for it, and what taking it leads to."""

    screen: Screen
    then: "Command | Question"


class Question(msgspec.Struct, frozen=True):
    """What the panel asks. Its choices' titles end in "?".

    name: the same name is the same question: a redraw keeps the shown choice.
    choices: at least one; Select shows the next, Advance takes the shown one.
    otherwise: what Back does; without it Back closes the question, or shows the previous choice
      where `closes` is not set.
    asks: the colour whose own button answers like Advance.
    careful: what it leads to is not easily mended: a held button neither turns to its choices nor takes one,
      and a held Select passes by the choice that leads to it.
    """

    name: str
    choices: tuple[Choice, ...]
    otherwise: Command | None = None
    closes: bool = True
    asks: str | None = None
    careful: bool = False


class Page:
    """A page of the panel.

    name: what `press` is told; unique in the game, and none of `join`, `organiser`, `box` and `proof`. draw:
    gives what the display says there; it is asked once somebody looks at the page, and once only.
    """

    def __init__(self, name: str, draw: Callable[[], Screen]) -> None:
        self.name = name
        self._draw = draw

    @cached_property
    def screen(self) -> Screen:
        """What the display says."""
        return self._draw()


def asked_twice(name: str, stay: Screen, sure: Screen, then: Command) -> Question:
    """The second question before something that is not easily mended: that all stays as it is comes first."""
    return Question(name, (Choice(stay, LeaveIt()), Choice(sure, then)), careful=True)


def is_careful(choice: Choice) -> bool:
    """Whether a choice leads to a question that is asked to be sure."""
    return isinstance(choice.then, Question) and choice.then.careful


Answer: TypeAlias = "Command | Question | Screen | None"
"""What a press or a tap leads to: something to do, to ask or to show, or nothing."""


Luck: TypeAlias = Literal["rolled", "by-hand", "voided", "corrected"]
"""How something bears on chance: the dice rolled; a person drew and said what came; a draw does not count any
more; what the dice draw from, or have laid out, was set right."""


class Told(msgspec.Struct, frozen=True):
    """An entry in words: `what` is the command's tag; `did.<what>` is the catalogue's sentence for it.

    note: what is said behind it, of an entry that was taken against the usual course.
    """

    what: str
    params: Mapping[str, Param]
    note: Text | None = None

    def said(self, **more: Param) -> Text:
        """As a sentence. more: parameters for it, where it has none of that name."""
        did = Text(f"did.{self.what}", {**more, **self.params})
        return did if self.note is None else Text("did.noted", {"did": did, "note": self.note})


class ToDo(msgspec.Struct, frozen=True):
    """A thing to do before the first turn.

    name: what it is ticked by, unique in its list. code, params: as in `Text`; the catalogue calls it
    `lay.<code>`. rule: the ledger's ID, or None where no rule of the game is meant. colour: who does it,
    where that is one player's turn.
    """

    name: str
    code: str
    params: Mapping[str, Param] = MappingProxyType({})
    rule: str | None = None
    colour: str | None = None


class Aid(msgspec.Struct, frozen=True):
    """Something that people work out beside the board: asked by anybody, changing nothing.

    asks: what may be asked, a struct type; what does not fit it never reaches `answer`. answers: the
    struct types that an answer may have. answer: from the state of the running game, or None, and what
    is asked; raises `Refused` for what the rules make impossible, and nothing else.
    """

    asks: type[msgspec.Struct]
    answers: tuple[type[msgspec.Struct], ...]
    answer: Callable[[Any, Any], msgspec.Struct]


class GameView(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Everything derived from one state that anyone shows: each worked out once, when it is first read.

    The snapshot's JSON, the display, the pages, the lamps, the results and a broker read this and nothing
    else. A game's view has properties of its own beside these, for its templates. Any thread may read it.
    """

    state: Any

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The game's own fields of the snapshot, `players`, `options` and `ended` included, as plain data."""
        raise NotImplementedError

    @property
    def players(self) -> tuple[Player, ...]:
        """Who plays, in the order of their seats, with those who have left."""
        raise NotImplementedError

    @property
    def left(self) -> tuple[str, ...]:
        """The colours of those players who have left the game."""
        return ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        raise NotImplementedError

    @cached_property
    def moment(self) -> Text:
        """Where the game stands, in a few words ("turn 12, building"); it changes when a phase begins."""
        raise NotImplementedError

    @cached_property
    def picture(self) -> Mapping[str, Any]:
        """What the game's templates draw beyond the snapshot: plain data, no sentences."""
        return {}

    @cached_property
    def on_turn(self) -> str | None:
        """The colour whose go it is, or who is asked something: it is shown on that player's phone, and a
        phone of no player acts for them. None for none.
        """
        return None

    @cached_property
    def upcoming(self) -> str | None:
        """The colour whose go comes when the present one is over; None where there is none, or it is not
        known."""
        return None

    @cached_property
    def lamps(self) -> tuple[Lamp, ...]:
        """The lamp of each player's colour, in the order in which they stand along a strip: that of play
        where one is determined, else as the players sit. At most one has the go, `on_turn`; once the game is
        over all are dark. `companion.games.lamps` makes them.
        """
        return lamps_of((each.colour for each in self.players), self.on_turn, self.upcoming)

    @cached_property
    def warnings(self) -> tuple[TableWarning, ...]:
        """What the table should not forget now."""
        return ()

    @property
    def bags(self) -> tuple[int, ...]:
        """The numbers that a bag of this game may have, those in use first: what a new tag is asked for.
        Empty for a game without bags.
        """
        return ()

    def sounds_since(self, _before: Self, /) -> tuple[Sound, ...]:
        """How that sounds which was drawn since, in its order: `common` or `rare`. What was corrected is
        silent. It is not asked of what undo or redo does.
        """
        return ()


class Game(Protocol):
    """A game's rules and screens: a module `game.py` that has all these names, mostly by importing them.

    Every function is pure: no clock, no file, no thread, and randomness only from `dice`. States are
    immutable and opaque to everybody else.
    """

    @property
    def system(self) -> str:
        """The game's name in commands and files, in kebab case."""

    @property
    def colours(self) -> tuple[str, ...]:
        """Every colour that a player of this game may have."""

    @property
    def folder(self) -> Traversable:
        """Where the game keeps its `catalogues/<language>/*.po`, its templates in `templates/<system>/`, its
        `rulebook/` and, if it has one, the `example.json` with which the demo begins.
        """

    @property
    def chance(self) -> bool:
        """Whether the game ever asks `dice`. Only then the table promises that they are fair: it publishes
        the hash of a secret, tells the secret with the end, and warns once an undone end has told it."""

    @property
    def reporting(self) -> Reporting | None:
        """The module that makes the report of a game; None for a game that tells nothing beyond its
        entries.
        """

    @property
    def commands(self) -> tuple[type[Command], ...]:
        """Every command beside the common ones of `companion.table.commands`."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every event that `apply` takes."""

    @property
    def options(self) -> type[msgspec.Struct]:
        """The options that `start` may carry: a struct, all of whose fields have defaults."""

    @property
    def aids(self) -> Mapping[str, Aid]:
        """Table aids by the names that addresses call them by, in the order in which pages offer them."""

    @property
    def giving(self) -> Giving | None:
        """The module that tells points and places; None for a game without points."""

    @property
    def telling(self) -> Telling | None:
        """The module that tells a broker how the game stands; None for a game that has nothing of its own to
        tell there.
        """

    def rulebook(self) -> Rulebook:
        """The rules without their words, which are in `rulebook/catalogues/`."""

    def begin(self, players: tuple[Player, ...], options: Any, dice: Dice, /) -> tuple[Event, ...]:
        """Start a game; `options` is an instance of the type `options`. Raises `Refused`."""

    def checklist(self, state: Any, players: int, options: Any, /) -> tuple[ToDo, ...]:
        """What so many players lay out before the first turn, in the order in which they do it; empty for a
        game that needs no help with it. state: of the game once it has begun, else None. options: an instance
        of the type `options`. Raises `Refused` for a number of players that cannot play.
        """

    def decide(self, state: Any, command: Any, dice: Dice, /) -> tuple[Event, ...]:
        """What the command does to this state. Raises `Refused`; never anything else."""

    def apply(self, state: Any, event: Any, /) -> Any:
        """The state after the event, at first None; never fails on what `begin` and `decide` made."""

    def view(self, state: Any, /) -> GameView:
        """Everything that is shown of a state."""

    def told(self, command: Any, events: tuple[Any, ...], /) -> Told:
        """The command and what came of it, for the log, the undo button and the resumed display."""

    def luck(self, state: Any, events: tuple[Any, ...], /) -> tuple[Luck, ...]:
        """What of these events bears on chance, a word for each: `rolled` for each label that `dice` were
        asked. state: after them. It is counted, and told wherever the fairness of the dice is.
        """

    def pages(self, view: Any, /) -> tuple[Page, ...]:
        """The panel's pages in the order of Select; the first is shown after a start."""

    def question(self, state: Any, /) -> Question | None:
        """What the game asks now, until it is answered: nothing else can be done meanwhile."""

    def press(self, state: Any, page: str, button: str, held: bool, /) -> Answer:
        """What a button means on a page: `advance`, `select` (held only), or a player's colour."""

    def tap(self, state: Any, bag: int, /) -> Answer:
        """What a tapped bag means now. A command's outcome is shown by `tapped`."""

    def tapped(self, state: Any, bag: int, /) -> Screen:
        """What the display shows of a bag after it was tapped."""

    def outcome(self, before: Any, after: Any, /) -> Screen | None:
        """What has to be read of what the panel just did and no page shows at a glance; None for nothing."""
