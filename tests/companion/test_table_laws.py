"""Any mix of commands, undo, redo, starts, resumes and restarts equals the fold of what survived."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.codec import Codec
from companion.games import Command, Game, Refused
from companion.games.registry import registered
from companion.verify import verify
from tests.companion.evening import START, TOY, Evening

TAGS = st.sampled_from(["AABBCCDD", "0F0184F07B", "11223344"])


class Life:
    """What a game should be: the events of its steps that count, and those that may come back."""

    def __init__(self, codec: Codec, events: Any) -> None:
        self.codec = codec
        self.done = [events]
        self.undone: list[Any] = []

    @property
    def state(self) -> Any:
        state = None
        for events in self.done:
            state = self.codec.folded(state, events)
        return state


class Law(RuleBasedStateMachine):
    """The toy game; other games are played by the subclass."""

    games: Mapping[str, Game] = TOY
    start: Mapping[str, Any] = START

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.evening = Evening(self.folder / "data", self.games)
        self.codec = Codec(self.games[self.start["system"]])
        self.lives: dict[str, Life] = {}
        self.tags: dict[str, int] = {}
        self.versions = [0]
        self.rolls: dict[tuple[str, int], int] = {}

    def teardown(self) -> None:
        self.evening.table.close()
        shutil.rmtree(self.folder)

    @property
    def life(self) -> Life:
        return self.lives[self.evening.game["id"]]

    def events(self, n: int) -> tuple[Any, ...]:
        entry = self.evening.journal.entry(n)
        assert entry is not None
        return self.codec.events(entry.events)

    def act(self, command: Command | dict[str, Any]) -> bool:
        table = self.evening.table
        if isinstance(command, dict):
            command = table.read(command)
        before = table.snapshot
        expected = table.would_refuse(command)
        if expected is None:
            self.versions.append(table.perform(command, source="phone", expects=before.version).version)
            return True
        with pytest.raises(Refused) as caught:
            table.perform(command, source="phone", expects=before.version)
        assert caught.value.code == expected.code
        assert table.snapshot is before
        return False

    @initialize()
    def begin(self) -> None:
        self.new()

    def new(self) -> None:
        assert self.act({**self.start, "replace": True})
        self.lives[self.evening.game["id"]] = Life(self.codec, self.events(self.versions[-1]))

    @rule()
    def another_game(self) -> None:
        if len(self.lives) < 4:
            self.new()

    @rule(number=st.integers(0, 3))
    def an_earlier_game(self, number: int) -> None:
        game = list(self.lives)[number % len(self.lives)]
        here = self.evening.game["id"]
        assert self.act({"type": "resume", "game": game}) == (game != here)
        assert self.evening.game["id"] == game

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        for _ in range(times):
            life = self.life
            assert self.act({"type": "undo"}) == (len(life.done) > 1)
            if len(life.done) > 1:
                life.undone.append(life.done.pop())

    @rule(times=st.integers(1, 4))
    def redo(self, times: int) -> None:
        for _ in range(times):
            life = self.life
            assert self.act({"type": "redo"}) == bool(life.undone)
            if life.undone:
                life.done.append(life.undone.pop())

    @rule(tag=TAGS, bag=st.integers(1, 21))
    def pair(self, tag: str, bag: int) -> None:
        assert self.act({"type": "pair-tag", "tag": tag.lower(), "number": bag})
        self.tags[tag] = bag

    @rule(tag=TAGS)
    def forget(self, tag: str) -> None:
        assert self.act({"type": "forget-tag", "tag": tag}) == (tag in self.tags)
        self.tags.pop(tag, None)

    @rule()
    def restart(self) -> None:
        before = self.evening.body
        self.evening.restart()
        assert self.evening.body == before

    def step(self, command: Command | dict[str, Any]) -> None:
        if self.act(command):
            life = self.life
            life.done.append(self.events(self.versions[-1]))
            life.undone.clear()

    @invariant()
    def the_table_is_the_fold_of_what_survived(self) -> None:
        snapshot = self.evening.table.snapshot
        assert self.versions == list(range(len(self.versions)))
        assert snapshot.version == self.versions[-1]
        assert dict(snapshot.tags) == self.tags
        if self.lives:
            assert snapshot.state == self.life.state
            assert (snapshot.body["game"]["undo"] is None) == (len(self.life.done) == 1)
            assert (snapshot.body["game"]["redo"] is None) == (not self.life.undone)
        assert json.loads(snapshot.json) == snapshot.body

    @precondition(lambda self: self.lives)
    @rule()
    def the_file_of_every_game_proves_it(self) -> None:
        for game in self.lives:
            exported = json.loads(json.dumps(self.evening.table.export(game)))
            over = exported["secret"] is not None
            assert verify(exported, self.games).status == ("holds" if over else "not-ended")


class ToyLaw(Law):
    @rule(by=st.integers(1, 9))
    def add(self, by: int) -> None:
        self.step({"type": "add", "colour": "blue", "by": by})

    @rule(kind=st.sampled_from(["roll", "roll", "advance", "void", "finish"]))
    def play(self, kind: str) -> None:
        self.step({"type": kind})

    @rule(counter=st.integers(0, 600))
    def mend(self, counter: int) -> None:
        self.step({"type": "mend", "counter": counter})

    @invariant()
    def no_roll_ever_comes_again_as_another(self) -> None:
        if self.lives:
            game = self.evening.game
            for number, face in enumerate(game["rolls"]):
                assert self.rolls.setdefault((game["id"], number), face) == face


TestToyLaw = ToyLaw.TestCase
TestToyLaw.settings = settings(max_examples=30, stateful_step_count=40)


class PlayedLaw(Law):
    """A game of the registry, by commands of which at every moment some are allowed and some refused."""

    games = MappingProxyType(registered())
    bodies: tuple[dict[str, Any], ...] = ()

    @rule(chosen=st.lists(st.integers(0, 999), min_size=3, max_size=12))
    def play_what_is_allowed(self, chosen: list[int]) -> None:
        table = self.evening.table
        for number in chosen:
            allowed = [body for body in self.bodies if table.would_refuse(table.read(body)) is None]
            self.step(allowed[number % len(allowed)])

    @rule(number=st.integers(0, 999))
    def play_anything(self, number: int) -> None:
        self.step(self.bodies[number % len(self.bodies)])


def boats() -> list[dict[str, Any]]:
    """Commands of which at every moment some are allowed and some refused."""
    sides, mines = ("red", "blue"), (1, 2, 3)
    return [
        {"type": "advance", "draw_rest": True},
        {"type": "advance"},
        {"type": "draw-all"},
        {"type": "end"},
        *({"type": "call-for-order", "colour": side} for side in sides),
        *({"type": "pray", "colour": side, "keep": keep} for side in sides for keep in (True, False)),
        *({"type": "take-position", "colour": side, "position": n} for side in sides for n in (1, 2)),
        *({"type": "done", "colour": side} for side in sides),
        *({"type": kind, "number": n, "colour": "red", "mixture": mixture, "late": True}
          for kind in ("build-mine", "sink-shaft") for n in mines for mixture in ("standard", "iron")),
        *({"type": "draw", "number": n} for n in mines),
        *({"type": "record-draw", "number": n, "ore": "iron"} for n in mines),
        *({"type": "void-draw", "number": n, "reason": "it fell"} for n in mines),
        *({"type": "buy-brick", "colour": side, "count": n} for side in sides for n in (1, 9)),
        *({"type": "research", "colour": side, "subject": what, "late": True}
          for side in sides for what in ("truck", "new-shaft")),
        *({"type": "change-fleet", "colour": side, "transporter": "donkey", "by": by}
          for side in sides for by in (-1, 2)),
        *({"type": "correct", "field": "turn", "value": turn, "reason": "miscounted"} for turn in (1, 5)),
        *({"type": "correct", "field": "phase", "value": phase, "reason": "too early"}
          for phase in ("production", "wonder")),
        *({"type": "count-wealth", "colour": side, "gold": 1, "coins": 0, "stock": 2} for side in sides),
    ]  # fmt: skip


class BoatsLaw(PlayedLaw):
    bodies = tuple(boats())
    start = MappingProxyType(
        {
            "type": "start",
            "system": "roads-and-boats",
            "players": [{"colour": "red", "name": "Ada"}, {"colour": "blue", "name": "Bo"}],
        }
    )


TestBoatsLaw = BoatsLaw.TestCase
TestBoatsLaw.settings = settings(max_examples=25, stateful_step_count=20)


def strada() -> list[dict[str, Any]]:
    """Commands of La Strada in the same way."""
    sides = ("grey", "red", "black")
    corrections: list[tuple[str, Any]] = [
        ("turn", 5), ("active", "red"), ("resources", {"grey": 9, "red": 1}),
        ("supplies", {"black": {"plains": 0, "forests": 0, "hills": 0}}), ("stuck", {"red": True}),
        ("stuck", {"red": False, "grey": False}), ("colony", {"number": 2, "merchants": ["black"]}),
        ("colony", {"number": 1, "kind": "hamlet", "merchants": []}), ("option", {"amb_03": True}),
        ("option", {"kinds": {"city": 2}, "supply": {"merchants": 9}}),
        ("players", [{"colour": side} for side in ("black", "red", "grey")]),
    ]  # fmt: skip
    return [
        {"type": "end"},
        *({"type": "end-turn"} for _ in range(4)),
        *({"type": "cannot-connect", "colour": side} for side in sides),
        *({"type": "connect", "colour": side, "colony": number, "plains": plains, "hills": hills}
          for side in sides for number in (1, 2, 7, 30) for plains, hills in ((1, 0), (0, 1), (3, 1))),
        *({"type": "correct", "field": field, "value": value, "reason": "it was"}
          for field, value in corrections),
    ]  # fmt: skip


class StradaLaw(PlayedLaw):
    bodies = tuple(strada())
    start = MappingProxyType(
        {
            "type": "start",
            "system": "la-strada",
            "players": [{"colour": "grey", "name": "Ada"}, {"colour": "red"}, {"colour": "black"}],
            "options": {"supply": {"merchants": 4}},
        }
    )


TestStradaLaw = StradaLaw.TestCase
TestStradaLaw.settings = settings(max_examples=25, stateful_step_count=20)
