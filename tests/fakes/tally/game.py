"""Everything that is shown of Tally: its figures, the display, what buttons mean; and the game as a whole."""

from __future__ import annotations

from functools import partial
from importlib.resources import files
from typing import Any

from companion.games import (
    Answer,
    Choice,
    Events,
    Game,
    GameView,
    LogText,
    Page,
    Player,
    Question,
    TableWarning,
    derived,
)
from companion.games.screen import Screen, named, token
from companion.language.text import Text, text
from tests.fakes.tally import rules
from tests.fakes.tally.rules import MOST, Add, State


class View(GameView, frozen=True):
    """Everything derived from a state: each figure by its name."""

    state: State

    json = ("players", "options", "counter", "turns", "active", "ended")
    players = derived(lambda state: tuple(Player(seat.colour, seat.name) for seat in state.seats))
    options = derived(lambda state: {"goal": state.goal})
    counter = derived(lambda state: state.counter)
    turns = derived(lambda state: state.turns)
    missing = derived(lambda state: state.goal - state.counter)

    @property
    def ended(self) -> dict[str, Any] | None:
        """Who has won; None before."""
        if not rules.over(self.state):
            return None
        won = rules.winner(self.state).colour
        scores = [{"colour": each.colour, "rank": 1 if each.colour == won else 2} for each in self.players]
        return {"reason": "goal", "scores": scores}

    @property
    def active(self) -> str | None:
        """Whose turn it is."""
        return None if self.over else rules.on_turn(self.state).colour

    on_turn = active

    @property
    def upcoming(self) -> str | None:
        """Whose turn comes next."""
        return None if self.over else self.players[(self.turns + 1) % len(self.players)].colour

    @property
    def moment(self) -> Text:
        """Whose turn it is, or who has won."""
        if self.over:
            return text("moment.over", colour=rules.winner(self.state).colour)
        return text("moment.turn", colour=rules.on_turn(self.state).colour)

    @property
    def steps(self) -> range:
        """What may be added now."""
        return range(1, min(MOST, self.missing) + 1)

    @property
    def warnings(self) -> tuple[TableWarning, ...]:
        """That the next turn may win."""
        return (TableWarning("in-reach", {"count": self.missing}),) if 0 < self.missing <= MOST else ()


def log_text(command: Add, _events: Events) -> LogText:
    """The command in words, which says it all."""
    return LogText("add", {"colour": command.colour, "by": command.by})


def pages(view: View) -> tuple[Page, ...]:
    """One page of the display, drawn when it is looked at."""
    return (Page("table", partial(_table, view)),)


def _table(view: View) -> Screen:
    """Whose turn it is, and how far it is to the goal."""
    counter = text("display.counter", counter=view.counter, goal=view.state.goal)
    if view.over:
        return Screen(text("display.won", token=token(rules.winner(view.state).colour)), (counter,))
    seat = rules.on_turn(view.state)
    return Screen(named(seat.colour, seat.name), (counter,), text("display.hint"))


def press(view: View, _page: str, button: str, _held: bool) -> Answer:
    """Advance asks how much is added; a player's own button adds one at once."""
    if button == "advance":
        return _how_much(view.state)
    seat = next((each for each in view.state.seats if each.colour == button), None)
    return None if seat is None else Add(seat.colour, 1)


def _how_much(state: State) -> Question:
    """The panel leaves out what would be refused, and says why when nothing is left."""
    colour = rules.on_turn(state).colour
    choices = (
        Choice(
            Screen(text("display.add", by=by), (text("display.makes", counter=state.counter + by),)),
            Add(colour, by),
        )
        for by in range(1, MOST + 1)
    )
    return Question("how-much", tuple(choices))


GAME = Game(
    system="tally",
    colours=rules.COLOURS,
    folder=files("tests.fakes.tally"),
    commands=(Add,),
    events=(rules.Begun, rules.Added),
    options=rules.Options,
    begin=rules.begin,
    decide=rules.decide,
    apply=rules.apply,
    view=View,
    log_text=log_text,
    pages=pages,
    press=press,
)
