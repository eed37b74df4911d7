"""A walk through any game: buttons pressed and commands made of their types, as chance will have it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
from msgspec import inspect

from companion.games import Answer, Command, Decline, Event, Game, Player, Question, Refused
from companion.games.dice import Dice
from companion.panel.pages import _BAGS
from companion.table.codec import Codec

BUTTONS = (("advance", False), ("advance", True), ("select", True))
"""What a game is told of beside the colours: Select when it is held."""
PANEL_BUTTONS = ("join", "box", "proof")
"""Pages that the panel adds to every game's."""
_FAR = 12
TRIES = 300
"""How often a walk tries something. A step that would end the game is thought better of until late."""
_LATE = 0.8


class Step(msgspec.Struct, frozen=True):
    """A command by a state, and what came of it: events and the next state, or a refusal. rolls: how many."""

    before: Any
    command: Command
    events: tuple[Event, ...] = ()
    after: Any = None
    refused: Refused | None = None
    rolls: int = 0


class CountingDice(Dice):
    """Dice that know what they were asked since somebody last took note of it."""

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        self._labels: set[tuple[str | int, ...]] = set()
        self.asked = False

    def roll(self, faces: int, *label: str | int) -> int:
        self.asked = True
        self._labels.add(label)
        return super().roll(faces, *label)

    def shuffle(self, items: tuple[str, ...], *label: str | int) -> tuple[str, ...]:
        before = set(self._labels)
        dealt = super().shuffle(items, *label)
        self._labels = before | {label}
        return dealt

    def rolls(self) -> int:
        """How many labels were asked since this was last looked at."""
        asked, self._labels = len(self._labels), set()
        return asked


class Walk:
    """A game played by chance from its start. states: every one that it came to, the first included.

    rolled: how often the dice were asked at the start.
    """

    def __init__(self, game: Game, seed: int, tries: int = TRIES) -> None:
        self.game = game
        self.codec = Codec(game)
        self.dice = CountingDice(bytes([seed]) * 32)
        self._random = random.Random(seed)
        self.players, self.begun = self._sat_down()
        self.rolled = self.dice.rolls()
        self.states = [self.codec.fold(None, self.begun)]
        found = (self._step(may_end=tried >= tries * _LATE) for tried in range(tries))
        self.steps = [each for each in found if each is not None]

    @property
    def accepted(self) -> list[Step]:
        """The steps that were not refused."""
        return [each for each in self.steps if each.refused is None]

    @property
    def state(self) -> Any:
        """The latest state."""
        return self.states[-1]

    def _sat_down(self) -> tuple[tuple[Player, ...], tuple[Event, ...]]:
        """A start with as many players as chance and the rules allow, one of them with the longest name."""
        counts = list(range(1, len(self.game.colours) + 1))
        self._random.shuffle(counts)
        for count in counts:
            players = tuple(
                Player(colour, "W" * 12 if place == 1 else "")
                for place, colour in enumerate(self.game.colours[:count])
            )
            try:
                return players, self.game.begin(players, self.game.options(), self.dice)
            except Refused:
                continue
        raise AssertionError(f"nobody can start {self.game.system}")

    def _step(self, *, may_end: bool) -> Step | None:
        before = self.state
        command = self._pressed() if self._often() else self._made()
        if command is None:
            return None
        try:
            self.dice.rolls()
            events = self.game.decide(before, command, self.dice)
        except Refused as refused:
            return Step(before, command, refused=refused)
        after = self.codec.fold(before, events)
        if self.game.view(after).over and not may_end:
            return None
        self.states.append(after)
        return Step(before, command, events, after, rolls=self.dice.rolls())

    def _pressed(self) -> Command | None:
        """What some button leads to, whatever is asked on the way."""
        answer: Answer = self.game.question(self.game.view(self.state))
        if answer is None:
            name, button, held = self._random.choice(list(presses(self.game, self.state)))
            answer = self.game.press(self.game.view(self.state), name, button, held)
        while isinstance(answer, Question):
            answer = self._random.choice([*(each.then for each in answer.choices), answer.on_back])
        return answer if isinstance(answer, Command) and not isinstance(answer, Decline) else None

    def _made(self) -> Command | None:
        """A command with values as its type wants them."""
        kind = self._random.choice(self.game.commands)
        plain = {"type": kind.__struct_config__.tag, **self._struct(inspect.type_info(kind))}
        try:
            return self.codec.command(plain)
        except msgspec.ValidationError:
            return None

    def _often(self) -> bool:
        return self._random.random() < 0.6

    def _struct(self, kind: inspect.Type) -> dict[str, Any]:
        assert isinstance(kind, inspect.StructType)
        return {each.encode_name: self._value(each.type) for each in kind.fields if self._said(each)}

    def _said(self, field: inspect.Field) -> bool:
        return field.required or self._often()

    def _value(self, kind: inspect.Type) -> Any:
        """A value of this type, as a phone would send it."""
        value: Any = "chance"
        match kind:
            case inspect.LiteralType(values=values):
                acting = self.game.view(self.state).on_turn
                value = acting if acting in values and self._often() else self._random.choice(values)
            case inspect.IntType(ge=ge, le=le):
                least = 0 if ge is None else ge
                far = least + (1 if self._often() else _FAR)
                value = self._random.randint(least, far if le is None else min(le, far))
            case inspect.BoolType():
                value = self._often()
            case inspect.UnionType(types=types):
                value = self._value(self._random.choice(types))
            case inspect.StructType():
                value = self._struct(kind)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                value = [self._value(item) for _ in range(self._random.randint(0, 3))]
            case inspect.AnyType():
                value = self._random.choice([3, "red", [], {}])
            case inspect.NoneType():
                value = None
        return value


def presses(game: Game, state: Any) -> Iterator[tuple[str, str, bool]]:
    """Every press that the game is told of: the page, the button, and whether it is held."""
    for page in (*(each.name for each in game.pages(game.view(state))), *PANEL_BUTTONS):
        for button, held in (*BUTTONS, *product(game.colours, (False, True))):
            yield page, button, held


def answers(game: Game, state: Any) -> Iterator[Answer]:
    """What every button means on every page, and every bag."""
    view = game.view(state)
    for page, button, held in presses(game, state):
        yield game.press(view, page, button, held)
    for bag in view.bags[:4] or (1,):
        yield game.tap(view, bag)


def screens(game: Game, state: Any) -> list[Answer]:
    """Everything that the display may come to show in this state, each once."""
    view = game.view(state)
    found = (
        *(page.screen for page in game.pages(view)),
        game.question(view),
        *answers(game, state),
        *(game.bag_screen(view, bag) for bag in _BAGS),
    )
    return list({repr(each): each for each in found}.values())
