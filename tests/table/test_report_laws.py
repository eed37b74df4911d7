"""Whole games of both systems as they are really played: with mistakes, late entries, corrections, house
rules, undo and redo in any mix. Something is always possible, every refusal keeps its word, nothing that can
be counted is lost, and what is on the table is what the journal and the file of the game make of it.

`EVENINGS=100 pytest tests/table/test_report_laws.py` plays for long, and other games in every run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from types import MappingProxyType
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from companion.games import Command, Refused
from companion.games.dice import Dice
from companion.games.registry import registered
from companion.games.roads_and_boats.commands import BuildMine
from tests.games.advice_check import AdviceChecker, Entry
from tests.games.la_strada import refusal_advice as strada_advice
from tests.games.la_strada import strategies as strada
from tests.games.la_strada.counters import Counters as StradaCounters
from tests.games.la_strada.invariants import invariants_hold as whole_strada
from tests.games.roads_and_boats import refusal_advice as boats_advice
from tests.games.roads_and_boats import strategies as boats
from tests.games.roads_and_boats.counters import Counters as BoatsCounters
from tests.games.roads_and_boats.invariants import invariants_hold as whole_boats
from tests.table.lawful import EVENINGS, Law

boats_slips = st.lists(boats.anything, max_size=9)
strada_slips = st.lists(strada.anything, max_size=9)


class EveningLaw(Law):
    """A game of the registry, played by entries that its own room makes up."""

    games = MappingProxyType(registered())
    advice: AdviceChecker[Any]
    whole: Callable[[Any], bool]

    def entered(self, entry: Entry[Any]) -> Refused | None:
        """Enter it, and hold the table to what came of it."""
        command = entry if isinstance(entry, Command) else entry(self.state)
        before, refused = self.state, self.evening.table.would_refuse(command)
        self.step(command)
        if refused:
            self.advice.check_all_ways(before, command, refused, self.dice)
        else:
            assert type(self).whole(self.state), command
        self.advice.check_continues(self.state, self.dice)
        return refused

    def played(self, seed: int, evening: Iterable[Entry[Any]], slips: Sequence[Entry[Any]]) -> None:
        """An evening with slips in it. People follow what a refusal tells them, or do not; now and then
        something is taken back, the end above all, and done again after all.
        """
        dice = random.Random(seed)
        for usual in evening:
            entry = dice.choice(slips) if slips and dice.random() < 0.2 else usual
            command = entry if isinstance(entry, Command) else entry(self.state)
            before = self.state
            refused = self.entered(command)
            if refused and dice.random() < 0.5:
                for each in self.advice.first_way(before, command, refused):
                    self.entered(each)
            if dice.random() < (0.5 if self.evening.game["ended"] else 0.06):
                self.undo(dice.randint(1, 4))
                self.redo(dice.choice([0, 0, 1, 3]))

    @property
    def dice(self) -> Dice:
        """The game's, as the table rolls them."""
        play = self.evening.table.snapshot.play
        assert play is not None
        return play.steps.dice

    @property
    def state(self) -> Any:
        """The game's, as the table has it."""
        play = self.evening.table.snapshot.play
        assert play is not None
        return play.state

    def teardown(self) -> None:
        if self.lives:
            self._hold_to_the_end()
        super().teardown()

    def _hold_to_the_end(self) -> None:
        """Every game is played on to its end, or called off; then its file proves it."""
        self.restart()
        for game in self.lives:
            self.act({"type": "resume", "game": game})
            if not self.evening.game["ended"]:
                self.step({"type": "end"})
            self.the_table_is_the_fold_of_what_survived()
            self.nothing_is_lost_or_counted_twice()
        self.the_file_of_every_game_proves_it()

    @precondition(lambda self: self.lives)
    @invariant()
    def nothing_is_lost_or_counted_twice(self) -> None:
        raise NotImplementedError


class BoatsLaw(EveningLaw):
    start = MappingProxyType({"type": "start", "system": "roads-and-boats", "players": [{"colour": "red"}]})
    advice = boats_advice.CHECKER
    whole = staticmethod(whole_boats)

    @initialize(
        start=boats.starts(),
        seed=st.integers(0, 99_999),
        count=st.integers(0, 150),
        slips=boats_slips,
    )
    def begin(self, start: dict[str, Any], seed: int, count: int, slips: list[Entry[Any]]) -> None:
        self.start = MappingProxyType(start)
        self.new()
        for number in range(1, seed % 5):
            self.entered(BuildMine(number, "red", "standard", late=True))
        self.play_on(seed, count, slips)

    @rule(entries=st.lists(boats.anything, min_size=1, max_size=20))
    def play_anything(self, entries: list[Entry[Any]]) -> None:
        for entry in entries:
            self.entered(entry)

    @rule(seed=st.integers(0, 99_999), count=st.integers(1, 60), slips=boats_slips)
    def play_on(self, seed: int, count: int, slips: list[Entry[Any]]) -> None:
        self.played(seed, boats.evening(seed)[:count], slips)

    @invariant()
    def nothing_is_lost_or_counted_twice(self) -> None:
        if self.lives:
            counters = BoatsCounters(event for step in self.life.done for event in step.events)
            counters.hold_ore(self.state)
            counters.hold_bricks(self.state)


TestBoatsLaw = BoatsLaw.TestCase
TestBoatsLaw.settings = settings(max_examples=7 * EVENINGS, stateful_step_count=12)


class StradaLaw(EveningLaw):
    start = MappingProxyType(
        {"type": "start", "system": "la-strada", "players": [{"colour": "grey"}, {"colour": "red"}]}
    )
    advice = strada_advice.CHECKER
    whole = staticmethod(whole_strada)

    @initialize(
        start=strada.starts(),
        seed=st.integers(0, 99_999),
        count=st.integers(0, 120),
        slips=strada_slips,
    )
    def begin(self, start: dict[str, Any], seed: int, count: int, slips: list[Entry[Any]]) -> None:
        self.start = MappingProxyType(start)
        self.new()
        self.play_on(seed, count, slips)

    @rule(entries=st.lists(strada.anything, min_size=1, max_size=20))
    def play_anything(self, entries: list[Entry[Any]]) -> None:
        for entry in entries:
            self.entered(entry)

    @rule(seed=st.integers(0, 99_999), count=st.integers(1, 60), slips=strada_slips)
    def play_on(self, seed: int, count: int, slips: list[Entry[Any]]) -> None:
        self.played(seed, strada.evening(seed)[:count], slips)

    @invariant()
    def nothing_is_lost_or_counted_twice(self) -> None:
        if self.lives:
            StradaCounters(event for step in self.life.done for event in step.events).hold(self.state)


TestStradaLaw = StradaLaw.TestCase
TestStradaLaw.settings = settings(max_examples=7 * EVENINGS, stateful_step_count=12)
