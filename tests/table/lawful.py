"""Evenings as chance will have them, each held at every moment to what survived of it."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games import Command, Game, Refused
from companion.table.codec import Codec
from companion.table.verify import verify
from tests.fakes.evening import START, TOY, Evening

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
        return self.codec.opening(entry.events)[0]

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
            assert snapshot.play is not None
            assert snapshot.play.state == self.life.state
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
