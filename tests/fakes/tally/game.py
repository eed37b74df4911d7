"""Tally as the rest of the program knows it, by the names of `companion.games.Game`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from companion.games import Aid, Command, Event, Events, Luck, TableWarning, ToDo, Told
from companion.games.lamps import lamps_of
from companion.games.rulebook import read
from companion.language.signals import Lamp, Sound
from companion.language.text import Text, text
from tests.fakes.tally.display import bags, outcome, pages, press, question, tap, tapped
from tests.fakes.tally.rules import apply, begin, decide, on_turn, over, winner
from tests.fakes.tally.words import COLOURS, MOST, Add, Added, Begun, Options, State

__all__ = [
    "acting", "aids", "apply", "bags", "begin", "chance", "checklist", "colours", "commands", "decide",
    "ended", "events", "folder", "giving", "lamps", "luck", "moment", "options", "outcome",
    "pages", "picture", "press", "question", "reporting", "rulebook", "sounds", "system",
    "tap", "tapped", "telling", "told", "upcoming", "view", "warnings",
]  # fmt: skip

system = "tally"
colours = COLOURS
chance = False
reporting: None = None
commands: tuple[type[Command], ...] = (Add,)
events: tuple[type[Event], ...] = (Begun, Added)
options: type[Options] = Options
aids: Mapping[str, Aid] = {}
giving: None = None
telling: None = None
folder: Traversable = files("tests.fakes.tally")
rulebook = cache(partial(read, folder.joinpath("rulebook")))
ended = over


def checklist(_state: State | None, _players: int, _options: Options) -> tuple[ToDo, ...]:
    """Nothing: a counter is laid out by itself."""
    return ()


def view(state: State) -> dict[str, Any]:
    """The game's own fields of the snapshot. turns: how many have been taken."""
    scores = [{"colour": seat.colour, "rank": 1 if seat == winner(state) else 2} for seat in state.seats]
    return {
        "players": [{"colour": seat.colour, "name": seat.name} for seat in state.seats],
        "options": {"goal": state.goal},
        "counter": state.counter,
        "turns": state.turns,
        "active": acting(state),
        "ended": {"reason": "goal", "scores": scores} if over(state) else None,
    }


def picture(state: State) -> dict[str, Any]:
    """What the templates draw beyond the snapshot. steps: what may be added now."""
    return {"steps": [by for by in range(1, MOST + 1) if by <= state.goal - state.counter]}


def acting(state: State) -> str | None:
    """Whose turn it is."""
    return None if over(state) else on_turn(state).colour


def upcoming(state: State) -> str | None:
    """Whose turn comes next."""
    return None if over(state) else state.seats[(state.turns + 1) % len(state.seats)].colour


def lamps(state: State) -> tuple[Lamp, ...]:
    """Whose turn it is, and whose comes next."""
    return lamps_of((seat.colour for seat in state.seats), acting(state), upcoming(state))


def sounds(_before: State, _after: State) -> tuple[Sound, ...]:
    """Nothing is drawn."""
    return ()


def moment(state: State) -> Text:
    """Whose turn it is, or who has won."""
    if over(state):
        return text("moment.over", colour=winner(state).colour)
    return text("moment.turn", colour=on_turn(state).colour)


def warnings(state: State) -> tuple[TableWarning, ...]:
    """That the next turn may win."""
    left = state.goal - state.counter
    return (TableWarning("in-reach", {"count": left}),) if 0 < left <= MOST else ()


def told(command: Add, _events: Events) -> Told:
    """The command in words, which says it all."""
    return Told("add", {"colour": command.colour, "by": command.by})


def luck(_state: State, _events: Events) -> tuple[Luck, ...]:
    """Nothing: this game has no chance."""
    return ()
