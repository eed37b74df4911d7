"""Steps are taken back and done again, one by one or together, and come to what they were."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import Event, LogText, Player, Refused
from companion.games.dice import Dice
from companion.storage.entry import Entry
from companion.table.codec import Codec
from companion.table.commands import Redone, Undone
from companion.table.snapshot import Play, UndoStep
from companion.table.steps import Step, Unreadable, start_steps
from tests.fakes.evening import BEGAN
from tests.fakes.toy import TOY_GAME as TOY
from tests.fakes.toy.words import Options

CODEC = Codec(TOY)
SECRET = bytes(32)
DICE = Dice(SECRET)


class TwoStacks:
    """A game with its two stacks, beside its steps."""

    def __init__(self) -> None:
        self.journal: dict[int, Entry] = {}
        begins = TOY.begin((Player("red"), Player("blue")), Options(999), DICE)
        start = self.written({"type": "start"}, begins)
        self.done = [Step(start, CODEC.fold(None, begins))]
        self.undone: list[Step] = []
        self.pieces: list[int] = []
        """How many of these each undo took back that redo may bring back."""
        self.known = False
        self.steps = start_steps(CODEC, SECRET, start)

    @property
    def state(self) -> Any:
        return self.done[-1].state

    def act(self, kind: str, **fields: Any) -> None:
        """Do it, unless the rules refuse it now."""
        command = {"type": kind, **fields}
        try:
            events = TOY.decide(self.state, CODEC.command(command), DICE)
        except Refused:
            return
        entry = self.written(command, events)
        self.done.append(Step(entry, CODEC.fold(self.state, events)))
        self.undone.clear()
        self.pieces.clear()
        self._on(entry)

    def to_the_start(self) -> None:
        while self.done[1:]:
            self.undo()

    def undo(self) -> None:
        if len(self.done) > 1:
            self.undone.append(self.done.pop())
            self.pieces.append(1)
            self._on(self.written({"type": "undo"}, (Undone(self.undone[-1].entry.n),)))

    def redo(self) -> None:
        if self.undone:
            count = self.pieces.pop()
            back = [self.undone.pop() for _ in range(count)]
            self.done.extend(back)
            self._on(self.written({"type": "redo"}, tuple(Redone(each.entry.n) for each in back)))

    def undo_to(self, place: int) -> None:
        """Take back every step behind the one at this place, together."""
        to, gone = self.done[place].entry.n, self.done[place + 1 :]
        if gone:
            del self.done[place + 1 :]
            self.undone.extend(reversed(gone))
            self.pieces.append(len(gone))
            back = tuple(Undone(each.entry.n) for each in reversed(gone))
            self._on(self.written({"type": "undo", "to": to}, back))

    def written(self, command: dict[str, Any], events: tuple[Event, ...]) -> Entry:
        n = 2 * len(self.journal) + 1  # other entries lie between
        at, plain = BEGAN + timedelta(seconds=n), msgspec.json.encode(command)
        entry = Entry(n, at, "toy-1", "phone", "red", "", None, plain, msgspec.json.encode(events))
        self.journal[n] = entry
        return entry

    def _on(self, entry: Entry) -> None:
        self.known = self.known or TOY.view(self.state).over
        self.steps = self.steps.after(entry)
        self._holds()

    def _holds(self) -> None:
        """The steps say what the whole list would."""
        steps, play = self.steps, Play(self.steps)
        assert steps.state == self.state
        assert steps.secret_known == self.known
        assert play.undo == (self._told(self.done[-1], self.done[-2].state) if self.done[1:] else None)
        assert play.redo == self._coming()

    def _coming(self) -> UndoStep | None:
        """What redo would do again."""
        if not self.undone:
            return None
        count = self.pieces[-1]
        back = self.undone[-count]
        step = self._told(back, back.state)
        if count == 1:
            return step
        told = LogText("steps", {"count": count, "step": step.sentence})
        return msgspec.structs.replace(step, text=told, by=None, count=count)

    def _told(self, step: Step, to: Any) -> UndoStep:
        moment = TOY.view(to).moment
        same = moment == TOY.view(self.state).moment
        colour = step.entry.plain_command().get("colour", "red")
        return UndoStep(CODEC.log_text(step.entry), colour, step.entry.at, None if same else moment)


TIMES = st.one_of(st.integers(1, 3), st.integers(1, 40))
MOVES = st.one_of(
    st.tuples(st.sampled_from(("advance", "undo", "redo")), TIMES),
    st.tuples(st.sampled_from(("roll", "add", "finish", "mend", "void")), st.integers(1, 3)),
    st.tuples(st.sampled_from(("undo", "redo")), st.just(10**4)),
    st.tuples(st.just("undo-to"), TIMES),
)
FIELDS: dict[str, dict[str, Any]] = {"add": {"colour": "blue", "by": 9}, "mend": {"counter": 7}}


@settings(max_examples=60, deadline=None)
@given(st.lists(MOVES, max_size=8))
def test_any_moves_give_what_they_would_if_everything_were_kept(moves: list[tuple[str, int]]) -> None:
    game = TwoStacks()
    for kind, times in moves:
        match kind:
            case "undo":
                for _ in range(min(times, len(game.done))):
                    game.undo()
            case "undo-to":
                game.undo_to(times % len(game.done))
            case "redo":
                for _ in range(min(times, len(game.undone))):
                    game.redo()
            case _:
                for _ in range(times):
                    game.act(kind, **FIELDS.get(kind, {}))
    assert list(game.steps.counting()) == [step.entry.n for step in game.done]


def test_two_thousand_steps_are_taken_back_to_the_start_and_done_again_to_the_end() -> None:
    game = TwoStacks()
    for _ in range(2_000):
        game.act("advance")
    last = game.steps
    game.to_the_start()
    assert len(game.steps.done) == 1
    while game.undone:
        game.redo()
    assert game.steps.redo == ()
    assert game.steps.state == last.state
    assert list(game.steps.counting()) == list(last.counting())


def test_two_thousand_steps_are_taken_back_together_and_come_back_together() -> None:
    game = TwoStacks()
    for _ in range(2_000):
        game.act("advance")
    last = game.steps
    game.undo_to(1)
    assert list(game.steps.counting()) == list(last.counting())[:2]
    game.redo()
    assert game.steps.state == last.state
    assert list(game.steps.counting()) == list(last.counting())
    game.undo()
    assert list(game.steps.counting()) == list(last.counting())[:-1], "what came back is steps again"


@pytest.mark.parametrize(
    ("command", "gone"),
    [
        ({"type": "undo", "to": 1}, (7, 5)),
        ({"type": "undo", "to": 3}, (5, 7)),
        ({"type": "undo", "to": 5}, ()),
        ({"type": "undo"}, (7, 5)),
        ({"type": "undo", "to": 5}, (7, 5)),
        ({"type": "undo", "to": 1}, (7, 5, 3, 1)),
    ],
)
def test_an_undo_with_a_wrong_target_cannot_be_read(command: dict[str, Any], gone: tuple[int, ...]) -> None:
    game = TwoStacks()
    for _ in range(3):
        game.act("advance")
    entry = game.written(command, tuple(Undone(n) for n in gone))
    with pytest.raises(Unreadable):
        game.steps.after(entry)


def test_a_redo_of_what_was_not_undone_cannot_be_read() -> None:
    game = TwoStacks()
    game.act("advance")
    game.undo()
    with pytest.raises(Unreadable):
        game.steps.after(game.written({"type": "redo"}, (Redone(99),)))


def test_a_range_of_moments_equals_that_part_of_all_moments() -> None:
    game = TwoStacks()
    for _ in range(100):
        game.act("advance")
        game.act("mend", counter=7)
    game.undo_to(len(game.done) - 5)
    numbers = [step.entry.n for step in game.done]
    for at in range(0, len(numbers), 29):
        first, last = numbers[at], numbers[min(at + 40, len(numbers) - 1)] + 1
        part = {n: place for place, n in enumerate(reversed(numbers)) if first <= n <= last}
        assert game.steps.steps_after(first, last) == part
        moments = list(game.steps.moments(first, last))
        for step in game.done[at : at + 41]:
            held = next(moment for n, moment in moments if n <= step.entry.n)
            assert held == TOY.view(step.state).moment
