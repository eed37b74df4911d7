"""What a game is to the rest of the program.

Table, panel and pages know a game only through `Game`, which decides and applies, and through the `GameView`
of a state: they hand it commands and get back events, snapshots, screens and questions. Nothing outside a
game's own folder knows its words.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import (
    Any,
    ClassVar,
    Concatenate,
    Literal,
    ParamSpec,
    Self,
    TypeAlias,
    TypeVar,
)

import msgspec

from companion.games.dice import Dice
from companion.games.lamps import lamps_of
from companion.games.report import Played, Report
from companion.games.results import Feat, Place, Progress
from companion.games.rulebook import Rulebook, read
from companion.games.screen import Screen, no_bags
from companion.language.signals import Lamp, Sound
from companion.language.text import CompanionError, Param, Text

_Kind = TypeVar("_Kind")
_Held = TypeVar("_Held")
_Came = TypeVar("_Came")
_More = ParamSpec("_More")
_Made = TypeVar("_Made")


def kebab(name: str) -> str:
    """Turn a class's name into its tag: `EndTurn` is `end-turn` in commands, events and catalogues."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


def tag_of(kind: type[msgspec.Struct]) -> str:
    """What stands in the `type` of such a command or event."""
    return str(kind.__struct_config__.tag)


def plain(whole: Any) -> Any:
    """Structs, mappings and rows as they stand in JSON."""
    return msgspec.json.decode(msgspec.json.encode(whole))


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
        return self.message.system

    def for_game(self, system: str) -> Self:
        """The same refusal in the sentence of this game, which may not be on the table."""
        self.message = Text(self.message.code, self.message.params, system)
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


def derived(work: Callable[[Any], _Made]) -> cached_property[_Made]:
    """A property of a view that is worked out of its state when it is first read, and once."""
    return cached_property(lambda view: work(view.state))


class GameView(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Everything derived from one state that anyone shows: each worked out once, when it is first read.

    The snapshot's JSON, the display, the pages, the lamps, the results and a broker read this and nothing
    else. A game's view has properties of its own beside these, for its templates. Any thread may read it.
    What a game has not it leaves as it is here.
    """

    state: Any

    bgg: ClassVar[int | None] = None
    """BoardGameGeek's number of the game."""
    published_events: ClassVar[tuple[type[Event], ...]] = ()
    """The events that a broker is sent when they happen: what lights a lamp or plays a sound."""
    sensors: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What of `published` is one number that a house may want to know: where it stands there, its fields
    joined by dots, by the name that the game's catalogues have for it as `sensed.<name>`."""

    json: ClassVar[tuple[str, ...]] = ()
    """Which properties are the game's own fields of the snapshot, among them `players` and `ended`."""

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The game's own fields of the snapshot as plain data."""
        fields: dict[str, Any] = plain({name: getattr(self, name) for name in self.json})
        return fields

    def work_out(self) -> None:
        """Read everything once: rules that have not made a state may stumble over it."""
        for name in dir(type(self)):
            getattr(self, name)

    @property
    def players(self) -> tuple[Player, ...]:
        """Who plays, in the order of their seats, with those who have left."""
        raise NotImplementedError

    @property
    def ended(self) -> Any:
        """How the game ended, with a `reason` and `scores`; None while it goes on."""
        raise NotImplementedError

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ended is not None

    @property
    def moment(self) -> Text:
        """Where the game stands, in a few words ("turn 12, building"); it changes when a phase begins."""
        raise NotImplementedError

    @property
    def left(self) -> tuple[str, ...]:
        """The colours of those players who have left the game."""
        return ()

    @property
    def turn(self) -> int | None:
        """The number of the turn, from 1; None in a game that has none."""
        return None

    @property
    def phase(self) -> str | None:
        """The phase of the turn by the game's own word; None in a game that has none."""
        return None

    @property
    def on_turn(self) -> str | None:
        """The colour whose go it is, or who is asked something: it is shown on that player's phone, and a
        phone of no player acts for them. None for none.
        """
        return None

    @property
    def upcoming(self) -> str | None:
        """The colour whose go comes when the present one is over; None where there is none, or it is not
        known.
        """
        return None

    @cached_property
    def lamps(self) -> tuple[Lamp, ...]:
        """The lamp of each player's colour, in the order in which they stand along a strip: that of play
        where one is determined, else as the players sit. At most one has the go, `on_turn`; once the game is
        over all are dark. `companion.games.lamps` makes them.
        """
        return lamps_of((each.colour for each in self.players), self.on_turn, self.upcoming)

    def sounds_since(self, _before: Self, /) -> tuple[Sound, ...]:
        """How that sounds which was drawn since, in its order: `common` or `rare`. What was corrected is
        silent. It is not asked of what undo or redo does.
        """
        return ()

    @property
    def warnings(self) -> tuple[TableWarning, ...]:
        """What the table should not forget now."""
        return ()

    @property
    def bags(self) -> tuple[int, ...]:
        """The numbers that a bag of this game may have, those in use first: what a new tag is asked for.
        Empty for a game without bags.
        """
        return ()

    def luck(self, _events: Events, /) -> tuple[Luck, ...]:
        """What of these events, which have led here, bears on chance, a word for each: `rolled` for each
        label that the dice were asked. It is counted, and told wherever the fairness of the dice is.
        """
        return ()

    @property
    def places(self) -> tuple[Place, ...]:
        """How all stand, the first first; empty for a game without points."""
        return ()

    @property
    def first(self) -> str | None:
        """The colour that begins, or has begun; None where that is no player's."""
        return None

    @property
    def begins(self) -> bool:
        """Whether a correction may still say who begins."""
        return False

    @property
    def feats(self) -> Iterable[Feat]:
        """What may be a record of the box, beside points and length, of an ended game; often nothing."""
        return ()

    @property
    def published(self) -> dict[str, Any]:
        """The game's own fields of what a broker is sent after each entry: plain data of a kilobyte or two,
        by names that `companion.mqtt.payloads.TableState` has not; in no language, and no player's name.
        """
        return {}

    @property
    def progress(self) -> Progress | None:
        """How far the game has come towards its end; None where that is not known."""
        return None

    @property
    def end_near(self) -> bool:
        """Whether the game may be over soon; of an ended game it does not matter."""
        return False


def _nothing(*_: Any) -> tuple[Any, ...]:
    return ()


def _none(*_: Any) -> None:
    return None


def _no_bags(*_: Any) -> Screen:
    return no_bags()


class Game(msgspec.Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """A game: its rules and its screens.

    Every function is pure: no clock, no file, no thread, and randomness only from `dice`. States are
    immutable and opaque to all others. What a game does not need it leaves out.
    """

    system: str
    """Its name in commands, files and addresses, in kebab case: `"your-game"`."""
    colours: tuple[str, ...]
    """Every colour that a player may have: `("red", "blue")`."""
    folder: Traversable
    """Its folder, `files("companion.games.your_game")`: with `catalogues/<language>/*.po`, its templates in
    `templates/<folder>/`, its `rulebook/` and an `example.json` with which the demo begins."""
    commands: tuple[type[Command], ...]
    """Every command beside the common ones of `companion.table.commands`: `(Add,)`."""
    events: tuple[type[Event], ...]
    """Every event that `apply` takes: `(Begun, Added)`."""
    options: type[msgspec.Struct]
    """What `start` may carry: a struct, all of whose fields have defaults."""

    begin: Callable[[tuple[Player, ...], Any, Dice], Events]
    """Start a game: `begin(players, Options(), dice)` is `(Begun(...),)`. Raises `Refused`."""
    decide: Callable[[Any, Any, Dice], Events]
    """What a command does to a state: `decide(state, Add("red", 2), dice)` is `(Added(2),)`. Raises
    `Refused`; never anything else."""
    apply: Callable[[Any, Any], Any]
    """The state after an event, at first of None; never fails on what `begin` and `decide` made."""
    view: type[GameView]
    """Everything that is shown of a state; a subclass of `GameView`: `view(state).moment`."""
    told: Callable[[Any, Any], Told]
    """An entry in words, for the log, the undo button and the resumed display: `told(Add("red", 2), events)`
    is `Told("add", {"colour": "red", "by": 2})`."""

    # the display: each is given a view of the game's own
    pages: Callable[[Any], tuple[Page, ...]]
    """The panel's pages of a view in the order of Select; the first is shown after a start."""
    press: Callable[[Any, str, str, bool], Answer]
    """What a button means on a page, and whether it is held: `press(view, "table", "red", False)` is
    `Add("red", 1)`. The buttons are `advance`, `select` (held only) and the players' colours."""
    question: Callable[[Any], Question | None] = _none
    """What has to be answered before anything else can be done."""
    tap: Callable[[Any, int], Answer] = _no_bags
    """What a tapped bag means: `tap(view, 7)` is a command for bag 7, or a screen about it."""
    tapped: Callable[[Any, int], Screen] = _no_bags
    """What the display shows of a bag after it was tapped."""
    outcome: Callable[[Any, Any], Screen | None] = _none
    """What has to be read of what the panel just did, from one view to another, and no page shows."""

    signs: tuple[str, ...] = ()
    """What the legend explains, in this order: every sign that its pictures show, and what else they draw.
    The catalogue says each as `sign.<name>`."""

    checklist: Callable[[Any, int, Any], tuple[ToDo, ...]] = _nothing
    """What so many players lay out before the first turn: `checklist(None, 3, Options())`. Of a game that has
    begun its state is given. Raises `Refused` for a number of players that cannot play."""
    aids: Mapping[str, Aid] = {}
    """Calculations beside the board by their names in addresses, in the order in which pages offer them."""
    report: Callable[[Iterable[Played]], Report] | None = None
    """The report of the game that these steps make."""
    chance: bool = False
    """Whether the game ever asks `dice`. Only then the table promises that they are fair: it publishes the
    hash of a secret, tells the secret with the end, and warns once an undone end has told it."""

    @cached_property
    def _read(self) -> Rulebook:
        return read(self.folder.joinpath("rulebook"))

    def rulebook(self) -> Rulebook:
        """The rules without their words, which are in `rulebook/catalogues/`. Read once."""
        return self._read
