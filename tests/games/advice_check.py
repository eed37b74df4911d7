"""A refusal held to its word: what its sentence tells people to do is done, and has to help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from companion.games import Command, Refused
from companion.games.dice import Dice
from companion.table.codec import Codec

State = TypeVar("State")
Entry: TypeAlias = Command | Callable[[State], Command]
"""A command, or one that is made by a look at the table."""
Way: TypeAlias = Sequence[Entry[State]]
"""Entries one after the other: what a sentence tells people to do, and what they can enter then."""
Advice: TypeAlias = Mapping[str, Callable[[State, Any, Refused], Iterable[Way[State]]]]
"""By the code of a refusal: all ways that its sentence names. Codes whose cure lies outside of what is
entered next, such as another number typed, are not among them.
"""


class AdviceChecker(Generic[State]):
    """Follows the sentences of a game's refusals, on states that no table has."""

    def __init__(self, codec: Codec, advice: Advice[State], next_command: Callable[[State], Command]) -> None:
        """next_command: what a state waits for, so that the game goes on."""
        self._codec = codec
        self._advice = advice
        self._next_command = next_command

    def check_all_ways(self, state: State, command: Command, refused: Refused, dice: Dice) -> None:
        """Every way that the refusal of this command names can be gone."""
        for way in self._ways(state, command, refused):
            self._gone(state, way, dice, (Met(state, command, refused),))

    def first_way(self, state: State, command: Command, refused: Refused) -> Way[State]:
        """The first way that the refusal of this command names, if it names one."""
        ways = self._ways(state, command, refused)
        return ways[0] if ways else ()

    def check_continues(self, state: State, dice: Dice) -> None:
        """What the state waits for can be entered, after what a refusal of it asks for at most."""
        self._entered(state, self._next_command(state), dice, ())

    def _ways(self, state: State, command: Command, refused: Refused) -> tuple[Way[State], ...]:
        named = self._advice.get(refused.code)
        return tuple(named(state, command, refused)) if named else ()

    def _gone(self, state: State, way: Way[State], dice: Dice, met: tuple[Met, ...]) -> State:
        for entry in way:
            if self._codec.game.view(state).over:
                break
            state = self._entered(state, entry if isinstance(entry, Command) else entry(state), dice, met)
        return state

    def _entered(self, state: State, command: Command, dice: Dice, met: tuple[Met, ...]) -> State:
        refused = self._refused(state, command, dice)
        if refused is None:
            after: State = self._codec.fold(state, self._codec.game.decide(state, command, dice))
            return after
        here = Met(state, command, refused)
        assert here not in met, f"what {met} ask for does not help"
        assert len(met) < _MANY, f"what {met} ask for does not end"
        ways = self._ways(state, command, refused)
        if not ways and any(each.another_fault(here) for each in met):
            return state
        assert ways, f"{command} is refused with {refused.code} after {met}"
        return self._gone(state, ways[0], dice, (*met, here))

    def _refused(self, state: State, command: Command, dice: Dice) -> Refused | None:
        try:
            self._codec.game.decide(state, command, dice)
        except Refused as refused:
            return refused
        return None


_MANY = 20


class Met:
    """A refusal on the way."""

    def __init__(self, state: Any, command: Command, refused: Refused) -> None:
        self._state, self._command = state, command
        self._code, self._params = refused.code, dict(refused.params)

    def __eq__(self, other: object) -> bool:
        """Whether what was done between them has not helped."""
        return isinstance(other, Met) and self._told() == other._told()

    def _told(self) -> tuple[Any, ...]:
        return self._state, type(self._command), self._code, self._params

    def __hash__(self) -> int:
        return hash(self._code)

    def __repr__(self) -> str:
        return f"{self._command}: {self._code} {self._params}"

    def another_fault(self, later: Met) -> bool:
        """Whether what is refused later is the same thing, for something else that is wrong with it: then
        this refusal has kept its word."""
        return type(self._command) is type(later._command) and self._code != later._code
