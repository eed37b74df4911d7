"""Undo stays within its game, across the game's end and other games on the table since."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import Refused
from companion.games.registry import registered
from companion.language.text import CompanionError
from tests.fakes.evening import Evening

STEPS: dict[str, tuple[dict[str, Any], ...]] = {
    "roads-and-boats": (
        {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1},
        {"type": "call-for-order", "colour": "red"},
        {"type": "build", "building": "sawmill", "late": True},
        {"type": "advance"},
    ),
    "la-strada": ({"type": "end-turn"}, {"type": "cannot-connect", "colour": "red"}),
}


def start(system: str) -> dict[str, Any]:
    players = [{"colour": "red"}, {"colour": "yellow"}]
    return {"type": "start", "system": system, "players": players, "replace": True}


class Told:
    """An evening, and beside it what of each game counts, by the numbers of entries."""

    def __init__(self, folder: Path) -> None:
        self.evening = Evening(folder, registered())
        self.done: dict[str, list[int]] = {}
        self.undone: dict[str, list[list[int]]] = {}

    @property
    def here(self) -> str:
        game: str = self.evening.game["id"]
        return game

    @property
    def version(self) -> int:
        return self.evening.table.snapshot.version

    def act(self, body: dict[str, Any]) -> tuple[dict[str, Any], ...] | str:
        """The events; or as what it was refused, and nothing has happened."""
        table, before = self.evening.table, self.evening.table.snapshot
        try:
            events = table.perform(table.read(body), source="phone").events
        except CompanionError as refused:
            assert table.snapshot is before
            return refused.code if isinstance(refused, Refused) else "no command"
        return events

    def begin(self, system: str) -> None:
        assert not isinstance(self.act(start(system)), str)
        self.done[self.here], self.undone[self.here] = [self.version], []

    def step(self, body: dict[str, Any]) -> None:
        if not isinstance(self.act(body), str):
            self.done[self.here].append(self.version)
            self.undone[self.here].clear()

    def undo(self) -> None:
        done = self.done[self.here]
        events = self.act({"type": "undo"})
        if len(done) > 1:
            assert events == ({"type": "undone", "entry": done[-1]},)
            self.undone[self.here].append([done.pop()])
        else:
            assert events == "nothing-to-undo"

    def undo_to(self, to: int) -> None:
        done = self.done[self.here]
        events = self.act({"type": "undo", "to": to})
        if to in done[:-1]:
            gone = done[: done.index(to) : -1]
            assert events == tuple({"type": "undone", "entry": n} for n in gone)
            del done[done.index(to) + 1 :]
            self.undone[self.here].append(gone)
        else:
            refused = "no command" if to < 1 else "nothing-since" if to == done[-1] else "not-a-step"
            assert events == refused

    def redo(self) -> None:
        undone = self.undone[self.here]
        events = self.act({"type": "redo"})
        if undone:
            back = undone.pop()[::-1]
            assert events == tuple({"type": "redone", "entry": n} for n in back)
            self.done[self.here] += back
        else:
            assert events == "nothing-to-redo"

    def holds(self) -> None:
        play = self.evening.table.snapshot.play
        assert play is not None
        assert list(play.steps.counting()) == self.done[self.here]

    def again(self) -> None:
        """The plug is pulled: what stands is what stood."""
        before = self.evening.body
        self.evening.restart()
        assert self.evening.body == before
        self.holds()


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    told = Told(tmp_path)
    yield told
    told.evening.table.close()


@pytest.mark.parametrize("systems", list(itertools.product(STEPS, repeat=2)))
def test_an_end_is_taken_back_also_after_another_game_was_on_the_table(
    told: Told, systems: tuple[str, str]
) -> None:
    first, second = systems
    told.begin(first)
    game = told.here
    for body in STEPS[first]:
        told.step(body)
    told.step({"type": "end"})
    assert told.evening.game["ended"]
    told.begin(second)
    told.undo()
    told.undo_to(told.done[game][0])
    told.step({"type": "end"})
    assert told.act({"type": "resume", "game": game}) == ({"type": "resumed", "game": game},)
    assert told.evening.game["ended"]
    told.again()
    told.undo()
    assert not told.evening.game["ended"]
    told.redo()
    assert told.evening.game["ended"]
    told.undo_to(told.done[game][0])
    told.again()
    told.redo()
    assert told.evening.game["ended"]
    told.holds()


@pytest.mark.parametrize("seed", range(4))
def test_no_number_takes_back_what_is_not_of_the_game_on_the_table(told: Told, seed: int) -> None:
    chance = random.Random(seed)
    told.begin(chance.choice(list(STEPS)))
    for move in range(120):
        last, games = told.version, list(told.done)
        match chance.choice(("begin", "resume", "undo", "undo", "redo", "redo", "to", "to", "to", *"sssss")):
            case "begin" if chance.random() < 0.5:
                told.begin(chance.choice(list(STEPS)))
            case "resume":
                told.act({"type": "resume", "game": chance.choice(games)})
            case "undo":
                told.undo()
            case "redo":
                told.redo()
            case "to":
                odd = (0, -1, last, last + 1, last + 99, chance.randint(1, last))
                own, others = told.done[told.here], told.done[chance.choice(games)]
                told.undo_to(chance.choice((*odd, chance.choice(own), chance.choice(own), *others[-1:])))
            case _:
                system = told.evening.game["system"]
                told.step(chance.choice((*STEPS[system], {"type": "end"})))
        told.holds()
        if move % 40 == 39:
            told.again()
