"""Everything that is shown of a state: the snapshot's fields, whose turn it is, what the pages draw."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from companion.games import GameView, Player, TableWarning
from companion.language.text import Text, text
from tests.fakes.tally import rules
from tests.fakes.tally.words import MOST, State


class View(GameView, frozen=True):
    """Everything derived from a state of Tally."""

    state: State

    @property
    def players(self) -> tuple[Player, ...]:
        """In the order of their turns."""
        return tuple(Player(seat.colour, seat.name) for seat in self.state.seats)

    @property
    def over(self) -> bool:
        """Whether a player has reached the goal."""
        return rules.over(self.state)

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The game's own fields of the snapshot. turns: how many have been taken."""
        state, winner = self.state, rules.winner(self.state)
        scores = [{"colour": seat.colour, "rank": 1 if seat == winner else 2} for seat in state.seats]
        return {
            "players": [{"colour": seat.colour, "name": seat.name} for seat in state.seats],
            "options": {"goal": state.goal},
            "counter": state.counter,
            "turns": state.turns,
            "active": self.on_turn,
            "ended": {"reason": "goal", "scores": scores} if self.over else None,
        }

    @cached_property
    def picture(self) -> dict[str, Any]:
        """What the templates draw beyond the snapshot. steps: what may be added now."""
        return {"steps": [by for by in range(1, MOST + 1) if by <= self.state.goal - self.state.counter]}

    @property
    def on_turn(self) -> str | None:
        """Whose turn it is."""
        return None if self.over else rules.on_turn(self.state).colour

    @property
    def upcoming(self) -> str | None:
        """Whose turn comes next."""
        return None if self.over else self.players[(self.state.turns + 1) % len(self.players)].colour

    @property
    def moment(self) -> Text:
        """Whose turn it is, or who has won."""
        if self.over:
            return text("moment.over", colour=rules.winner(self.state).colour)
        return text("moment.turn", colour=rules.on_turn(self.state).colour)

    @property
    def warnings(self) -> tuple[TableWarning, ...]:
        """That the next turn may win."""
        left = self.state.goal - self.state.counter
        return (TableWarning("in-reach", {"count": left}),) if 0 < left <= MOST else ()
