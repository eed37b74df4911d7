"""What a game is to the program: `Game` decides and applies, `GameView` derives what is shown.

Table, panel and pages use nothing else of a game, and know none of its words.
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
from companion.games.report import Report, ReportStep
from companion.games.results import Feat, PlayerResult, Progress
from companion.games.rulebook import Rulebook, read
from companion.games.screen import Screen, no_bags
from companion.language.signals import Lamp, Sound, lamps_of
from companion.language.text import CompanionError, Param, Text

_Kind = TypeVar("_Kind")
_State = TypeVar("_State")
_Result = TypeVar("_Result")
_Args = ParamSpec("_Args")
_Value = TypeVar("_Value")


def kebab(name: str) -> str:
    """The tag of a class in commands, events and catalogues: `EndTurn` is `end-turn`."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The `type` of a command or event in JSON."""
    return str(kind.__struct_config__.tag)


def plain(value: Any) -> Any:
    """The value as JSON has it: dicts, lists, strings, numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=kebab):
    """What is wanted, in the imperative. Its types are checked when it is read, its rules in `decide`."""

    forms: ClassVar[tuple[Any, ...]] = ()
    """Types of its values beyond those of its fields."""
    aside: ClassVar[bool] = False
    """It changes nothing in the game: an entry that undo and redo skip. The last one holds."""


class Event(msgspec.Struct, frozen=True, tag_field="type", tag=kebab):
    """What happened, in the past tense; stored for ever. Unknown fields are ignored when read."""


Events: TypeAlias = tuple[Event, ...]
"""A command's events in order, at least one."""


def on(
    kind: type[_Kind], handler: Callable[Concatenate[_State, _Kind, _Args], _Result]
) -> tuple[type[Any], Callable[Concatenate[_State, Any, _Args], _Result]]:
    """A row of a game's table of commands or events: a type and its handler.

    Returned as they are: a type checker verifies that they match.
    """
    return kind, handler


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player.

    colour: One of the game's.
    name: Up to 12 characters; if empty, the colour is shown.
    """

    colour: str
    name: str = ""


class TableWarning(msgspec.Struct, frozen=True):
    """A reminder of something due; `code` and `params` as in `Text`."""

    code: str
    params: Mapping[str, Any]


class Refused(CompanionError):
    """The rules refuse a command; nothing has changed.

    code: the catalogue's `refused.<code>`. rule: its ID, or None if no rule of a game refuses it. params:
    numbers, words and lists for the sentence.
    """

    def __init__(self, code: str, rule: str | None = None, **params: Any) -> None:
        super().__init__(Text(f"refused.{code}", params))
        self.code = code
        self.rule = rule
        self.params: dict[str, Any] = params

    @property
    def system(self) -> str | None:
        """The game that has the sentence; None for the game on the table."""
        return self.message.system

    def for_game(self, system: str) -> Self:
        """The same refusal in the sentence of this game, which may not be on the table."""
        self.message = Text(self.message.code, self.message.params, system)
        return self


class Decline(Command, frozen=True):
    """Answer a question with no: it closes, or starts again if it cannot close. Only within the panel."""


class Choice(msgspec.Struct, frozen=True):
    """An answer to a question, with its screen."""

    screen: Screen
    then: "Command | Question"


class Question(msgspec.Struct, frozen=True):
    """A question on the display. The titles of its choices end in "?"."""

    name: str
    """A redraw with the same name keeps the shown choice."""
    choices: tuple[Choice, ...]
    """At least one. Select shows the next, Advance confirms it."""
    on_back: Command | None = None
    """None: Back closes the question or, if it cannot close, shows the previous choice."""
    closes: bool = True
    player: str | None = None
    """The colour whose button confirms like Advance."""
    destructive: bool = False
    """Not easily undone: held buttons neither choose nor confirm it."""


class Page:
    """A page of the panel, drawn when it is first shown.

    name: unique in the game; not `join`, `organiser`, `box` or `proof`.
    """

    def __init__(self, name: str, draw: Callable[[], Screen]) -> None:
        self.name = name
        self._draw = draw

    @cached_property
    def screen(self) -> Screen:
        """The page's screen."""
        return self._draw()


def confirmation(name: str, stay: Screen, sure: Screen, then: Command) -> Question:
    """A question before a destructive command. Its first choice, `stay`, does nothing."""
    return Question(name, (Choice(stay, Decline()), Choice(sure, then)), destructive=True)


def is_destructive(choice: Choice) -> bool:
    """Whether a choice leads to a destructive question."""
    return isinstance(choice.then, Question) and choice.then.destructive


Answer: TypeAlias = "Command | Question | Screen | None"
"""The result of a press or a scanned tag; None for nothing."""


Luck: TypeAlias = Literal["rolled", "by-hand", "voided", "corrected"]
"""How an entry involves chance.

- rolled: by the dice.
- by-hand: a drawn result was entered.
- voided: a draw does not count any more.
- corrected: a bag or a laid-out draw was corrected.
"""


class LogText(msgspec.Struct, frozen=True):
    """An entry in words: the catalogue's sentence `did.<what>`."""

    what: str
    """The command's tag."""
    params: Mapping[str, Param]
    note: Text | None = None
    """Appended to an entry that was made out of order."""

    def text(self, **more: Param) -> Text:
        """The sentence. more: parameters that `params` may override."""
        did = Text(f"did.{self.what}", {**more, **self.params})
        return did if self.note is None else Text("did.noted", {"did": did, "note": self.note})


class SetupTask(msgspec.Struct, frozen=True):
    """A task of the setup checklist, before the first turn."""

    name: str
    """Unique in the checklist."""
    code: str
    """The catalogue's `lay.<code>`."""
    params: Mapping[str, Param] = MappingProxyType({})
    rule: str | None = None
    """The rule's ID, if it is one."""
    colour: str | None = None
    """The player who does it, if it is one."""


class Aid(msgspec.Struct, frozen=True):
    """A calculation beside the board, which changes nothing."""

    query: type[msgspec.Struct]
    answers: tuple[type[msgspec.Struct], ...]
    answer: Callable[[Any, Any], msgspec.Struct]
    """From the state, or None without a game, and a query. Raises `Refused` for what the rules exclude."""


def derived(compute: Callable[[Any], _Value]) -> cached_property[_Value]:
    """A property that is computed from a view's state once, when it is first read."""
    return cached_property(lambda view: compute(view.state))


class GameView(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Everything derived from a state that is shown, published or counted. Safe for any thread.

    A game overrides what it has, and adds properties for its own templates.
    """

    state: Any

    bgg: ClassVar[int | None] = None
    """BoardGameGeek's ID of the game."""
    published_events: ClassVar[tuple[type[Event], ...]] = ()
    """Events that are published over MQTT, for lamps and sounds of a house."""
    sensors: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Numbers in `published` that become Home Assistant sensors: dotted paths by name.

    The catalogue has each as `sensed.<name>`.
    """

    json: ClassVar[tuple[str, ...]] = ()
    """The properties that are fields of the snapshot's JSON, with `players` and `ended`."""

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The game's fields of the snapshot as plain data."""
        fields: dict[str, Any] = plain({name: getattr(self, name) for name in self.json})
        return fields

    def compute_all(self) -> None:
        """Compute every property: a foreign state may break one."""
        for name in dir(type(self)):
            getattr(self, name)

    @property
    def players(self) -> tuple[Player, ...]:
        """All players in the order of seats, with those who have left."""
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
        """The phase in a few words: "turn 12, building"."""
        raise NotImplementedError

    @property
    def left(self) -> tuple[str, ...]:
        """The colours of players who have left."""
        return ()

    @property
    def turn(self) -> int | None:
        """The turn's number from 1; None in a game without turns."""
        return None

    @property
    def phase(self) -> str | None:
        """The phase by the game's own word; None in a game without phases."""
        return None

    @property
    def on_turn(self) -> str | None:
        """The colour that has the go or is asked. A phone without a colour acts for it."""
        return None

    @property
    def upcoming(self) -> str | None:
        """The colour that has the next go; None if there is none or it is not known."""
        return None

    @cached_property
    def lamps(self) -> tuple[Lamp, ...]:
        """The players' lamps in the order of a strip: order of play if there is one, else of seats."""
        return lamps_of((each.colour for each in self.players), self.on_turn, self.upcoming)

    def sounds_since(self, _before: Self, /) -> tuple[Sound, ...]:
        """The sounds of what was drawn since another view, `common` or `rare`. Corrections are silent.

        Not called for undo and redo.
        """
        return ()

    @property
    def warnings(self) -> tuple[TableWarning, ...]:
        """The present reminders."""
        return ()

    @property
    def bags(self) -> tuple[int, ...]:
        """The possible numbers of a bag, those in use first, for assigning a tag."""
        return ()

    def luck(self, _events: Events, /) -> tuple[Luck, ...]:
        """How these last events involve chance, for the luck log: `rolled` for each label that was rolled."""
        return ()

    @property
    def places(self) -> tuple[PlayerResult, ...]:
        """The results so far, best first; empty for a game without points."""
        return ()

    @property
    def first(self) -> str | None:
        """The first player's colour; None if there is none."""
        return None

    @property
    def begins(self) -> bool:
        """Whether the first player may still be corrected."""
        return False

    @property
    def feats(self) -> Iterable[Feat]:
        """Achievements of an ended game that may be records of the box."""
        return ()

    @property
    def published(self) -> dict[str, Any]:
        """The game's fields of the MQTT state: plain data of a kilobyte or two, without names and words.

        None has a name of `companion.mqtt.payloads.TableState`.
        """
        return {}

    @property
    def progress(self) -> Progress | None:
        """The progress towards the end; None if not known."""
        return None

    @property
    def end_near(self) -> bool:
        """Whether the game may end soon; any value once it has ended."""
        return False


def _nothing(*_: Any) -> tuple[Any, ...]:
    return ()


def _none(*_: Any) -> None:
    return None


def _no_bags(*_: Any) -> Screen:
    return no_bags()


class Game(msgspec.Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """A game: its rules and its screens.

    Every function is pure: no clock, file or thread, and randomness only from `dice`. States are immutable.
    """

    system: str
    """Its name in commands, files and addresses, in kebab case: `"your-game"`."""
    colours: tuple[str, ...]
    """The colours of players: `("red", "blue")`."""
    folder: Traversable
    """`files("companion.games.your_game")`, with `catalogues/<language>/*.po`, `templates/<folder>/`,
    `rulebook/`, and the demo's `example.json`."""
    commands: tuple[type[Command], ...]
    """Its commands, beside those of `companion.table.commands`: `(Add,)`."""
    events: tuple[type[Event], ...]
    """Its events: `(Begun, Added)`."""
    options: type[msgspec.Struct]
    """The options of `start`: a struct with a default for each field."""

    begin: Callable[[tuple[Player, ...], Any, Dice], Events]
    """Start a game: `begin(players, Options(), dice)` is `(Begun(...),)`. Raises `Refused`."""
    decide: Callable[[Any, Any, Dice], Events]
    """The events of a command: `decide(state, Add("red", 2), dice)` is `(Added(2),)`. Raises only
    `Refused`."""
    apply: Callable[[Any, Any], Any]
    """The state after an event, from None before the first. Never fails on events of `begin` and `decide`."""
    view: type[GameView]
    """Its subclass of `GameView`: `view(state).moment`."""
    log_text: Callable[[Any, Any], LogText]
    """An entry in words, for the log and the undo button: `log_text(Add("red", 2), events)` is
    `LogText("add", {"colour": "red", "by": 2})`."""

    # the display: each has a view of the game as its first argument
    pages: Callable[[Any], tuple[Page, ...]]
    """The panel's pages in the order of Select; the first is shown after a start."""
    press: Callable[[Any, str, str, bool], Answer]
    """The answer to a button on a page: `press(view, "table", "red", False)` is `Add("red", 1)`.

    The last argument is whether it is held. Buttons: `advance`, `select` (held only) and colours.
    """
    question: Callable[[Any], Question | None] = _none
    """The question that must be answered before anything else."""
    tap: Callable[[Any, int], Answer] = _no_bags
    """The answer to a bag's tag: `tap(view, 7)` is a command for bag 7, or a screen about it."""
    bag_screen: Callable[[Any, int], Screen] = _no_bags
    """The screen about a bag after its tag was scanned."""
    result_screen: Callable[[Any, Any], Screen | None] = _none
    """The screen about the panel's last command, from the view before and after; None if a page shows it."""

    signs: tuple[str, ...] = ()
    """The signs of its pictures in the order of the legend. The catalogue has each as `sign.<name>`."""

    checklist: Callable[[Any, int, Any], tuple[SetupTask, ...]] = _nothing
    """The setup checklist: `checklist(None, 3, Options())` for 3 players; with the state if a game has begun.
    Raises `Refused` for a wrong number of players."""
    aids: Mapping[str, Aid] = {}
    """Its aids by their names in addresses, in the order of pages."""
    report: Callable[[Iterable[ReportStep]], Report] | None = None
    """Makes the report of a game from its steps."""
    chance: bool = False
    """Whether the game uses `dice`. If so, the table commits to a secret and publishes it at the end."""

    @cached_property
    def _read(self) -> Rulebook:
        return read(self.folder.joinpath("rulebook"))

    def rulebook(self) -> Rulebook:
        """The rules, without their words in `rulebook/catalogues/`. Read once."""
        return self._read
