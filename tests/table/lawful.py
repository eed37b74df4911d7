"""Random games, each held at every moment to its surviving steps."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games import Command, Game, Refused
from companion.table.codec import Codec
from companion.table.table import CommandResult
from companion.table.verification import verify
from tests.fakes.evening import START, TOY, Evening

TAGS = st.sampled_from(["AABBCCDD", "0F0184F07B", "11223344"])
EVENINGS = int(os.environ.get("EVENINGS", "1"))
"""Multiple of the usual number of games. If set, each run plays other games."""
PHONES = st.sampled_from(["one", "two", "three"])


class Step(NamedTuple):
    n: int
    events: tuple[Any, ...]


class Life:
    """What a game should be: its steps that count, those that may come back, and those that never will."""

    def __init__(self, codec: Codec, start: Step) -> None:
        self.codec = codec
        self.done = [start]
        self.undone: list[Step] = []
        self.lost: list[Step] = []
        self.pieces: list[int] = []
        """How many of those that may come back each undo took back."""
        self.aside: tuple[Any, ...] = ()
        """The last command that is no step."""

    @property
    def state(self) -> Any:
        state = None
        for step in self.done:
            state = self.codec.fold(state, step.events)
        return self.codec.fold(state, self.aside)


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
        self.set_up: tuple[str | None, set[str]] = (None, set())
        self.house_rules: list[str] = []
        self.versions = [0]
        self.rolls: dict[tuple[str, int], int] = {}
        self.keys: dict[str, tuple[Command, CommandResult]] = {}
        self.seeds: dict[str, str] = {}
        self.promise = self.promised

    def teardown(self) -> None:
        self.evening.table.close()
        shutil.rmtree(self.folder)

    @property
    def life(self) -> Life:
        return self.lives[self.evening.game["id"]]

    @property
    def promised(self) -> str:
        """The commitment of the next game's secret."""
        commitment: str = self.evening.body["next"]["commitment"]
        return commitment

    def written(self) -> Step:
        """The last step, as the journal has it."""
        entry = self.evening.journal.entry(self.versions[-1])
        assert entry is not None
        return Step(entry.n, self.codec.start_events(entry.events)[0])

    def act(self, command: Command | dict[str, Any], phone: str = "") -> bool:
        table = self.evening.table
        if isinstance(command, dict):
            command = table.read(command)
        before = table.snapshot
        expected = table.would_refuse(command)
        if expected is None:
            key = f"k{len(self.keys)}"
            done = table.perform(command, source="phone", expects=before.version, key=key, phone=phone)
            self.versions.append(done.version)
            self.keys[key] = (command, done)
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
        game = self.evening.game["id"]
        self.set_up = (game, self.set_up[1] if self.set_up[0] is None else set())
        self.lives[game] = Life(self.codec, self.written())
        _, done = self.keys[f"k{len(self.keys) - 1}"]
        seeded = [each["seeds"] for each in done.events if each["type"] == "seeded"]
        rolls = "commitment" in self.evening.game
        assert not rolls or self.evening.game["commitment"] == self.promise
        assert seeded == ([list(self.seeds.values())] if rolls and self.seeds else [])
        assert self.promised != self.promise
        self.seeds, self.promise = {}, self.promised

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
                life.pieces.append(1)

    @rule(place=st.integers(0, 99), other=st.one_of(st.integers(1, 99), st.integers(1, 10**6)))
    def undo_to(self, place: int, other: int) -> None:
        life = self.life
        to = life.done[place % len(life.done)].n if place < 90 else other
        numbers = [step.n for step in life.done]
        gone = life.done[numbers.index(to) + 1 :] if to in numbers else []
        assert self.act({"type": "undo", "to": to}) == bool(gone)
        if gone:
            del life.done[-len(gone) :]
            life.undone.extend(reversed(gone))
            life.pieces.append(len(gone))

    @rule(times=st.integers(1, 4))
    def redo(self, times: int) -> None:
        for _ in range(times):
            life = self.life
            assert self.act({"type": "redo"}) == bool(life.undone)
            if life.undone:
                life.done.extend([life.undone.pop() for _ in range(life.pieces.pop())])

    @rule(phone=PHONES, seed=st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=64))
    def add_to_the_dice(self, phone: str, seed: str) -> None:
        assert self.act({"type": "add-seed", "seed": seed}, phone)
        self.seeds.pop(phone, None)
        self.seeds[phone] = seed

    @precondition(lambda self: self.keys)
    @rule(number=st.integers(0, 999))
    def the_same_again_under_its_key(self, number: int) -> None:
        key = f"k{number % len(self.keys)}"
        command, first = self.keys[key]
        play, entry = self.evening.table.snapshot.play, self.evening.journal.entry(first.version)
        if entry is None or (entry.game is not None and (play is None or entry.game != play.id)):
            return  # its game is not on the table
        before = self.evening.table.snapshot
        again = self.evening.table.perform(command, source="phone", expects=first.version - 1, key=key)
        assert (again.version, again.events) == (first.version, first.events)
        assert self.evening.table.snapshot is before

    @rule(tag=TAGS, bag=st.integers(1, 21))
    def pair(self, tag: str, bag: int) -> None:
        assert self.act({"type": "pair-tag", "tag": tag.lower(), "number": bag})
        self.tags[tag] = bag

    @rule(tag=TAGS)
    def forget(self, tag: str) -> None:
        assert self.act({"type": "forget-tag", "tag": tag}) == (tag in self.tags)
        self.tags.pop(tag, None)

    @property
    def system(self) -> str:
        return self.codec.game.system

    @property
    def being_set_up(self) -> str | None:
        """The game of the checklist: the one on the table, until it is over."""
        return None if self.evening.game["ended"] else self.evening.game["id"]

    @precondition(lambda self: self.lives)
    @rule(number=st.integers(0, 99), done=st.booleans())
    def tick(self, number: int, done: bool) -> None:
        names = [each.name for each, _ in self.evening.table.setup_checklist(self.system).items]
        step = names[number % len(names)] if names else "die"
        command = {"type": "tick", "system": self.system, "step": step, "done": done}
        assert self.act(command) == bool(names)
        if names:
            game, ticked = self.set_up
            ticked = ticked if game == self.being_set_up else set()
            self.set_up = (self.being_set_up, ticked | {step} if done else ticked - {step})

    @rule(
        rules=st.lists(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=160), max_size=20)
    )
    def write_house_rules(self, rules: list[str]) -> None:
        assert self.act({"type": "house-rules", "system": self.system, "rules": rules})
        self.house_rules = rules

    @rule()
    def restart(self) -> None:
        table = self.evening.table
        before = self.evening.body, table.log(), table.games()
        self.evening.restart()
        table = self.evening.table
        assert (self.evening.body, table.log(), table.games()) == before

    def step(self, command: Command | dict[str, Any]) -> None:
        if self.act(command):
            life = self.life
            if isinstance(command, Command) and command.aside:
                life.aside = self.written().events
                return
            life.done.append(self.written())
            life.lost.extend(life.undone)
            life.undone.clear()
            life.pieces.clear()

    @invariant()
    def the_table_is_the_fold_of_what_survived(self) -> None:
        snapshot = self.evening.table.snapshot
        assert self.versions == list(range(len(self.versions)))
        assert snapshot.version == self.versions[-1]
        assert dict(snapshot.tags) == self.tags
        assert snapshot.body["next"] == {"commitment": self.promise, "seeds": len(self.seeds)}
        assert snapshot.body["house_rules"] == ({self.system: self.house_rules} if self.house_rules else {})
        if self.lives:
            game, ticked = self.set_up
            things = self.evening.table.setup_checklist(self.system).items
            there = {each.name for each, _ in things}
            wanted = ticked & there if game == self.being_set_up else set()
            assert {each.name for each, done in things if done} == wanted
            assert snapshot.play is not None
            assert snapshot.play.state == self.life.state
            assert (snapshot.body["game"]["undo"] is None) == (len(self.life.done) == 1)
            assert (snapshot.body["game"]["redo"] is None) == (not self.life.undone)
        assert json.loads(snapshot.json) == snapshot.body

    @precondition(lambda self: self.lives)
    @rule()
    def every_game_is_listed_as_it_was_left(self) -> None:
        here, games, game = self.evening.game["id"], self.evening.table.games(), self.codec.game
        assert [each.id for each in games] == list(reversed(self.lives))
        for each in games:
            state = self.lives[each.id].state
            assert dict(each.moment.params) == dict(game.view(state).moment.params)
            assert (each.ended, each.on_table) == (game.view(state).over, each.id == here)

    @precondition(lambda self: self.lives)
    @rule()
    def the_log_marks_what_was_taken_back(self) -> None:
        gone = {step.n for life in self.lives.values() for step in (*life.undone, *life.lost)}
        assert {each["n"] for each in self.evening.table.log() if each["undone"]} == gone

    @precondition(lambda self: self.lives)
    @rule()
    def the_file_of_every_game_proves_it(self) -> None:
        for game in self.lives:
            exported = json.loads(json.dumps(self.evening.table.export(game)))
            over = exported["secret"] is not None
            assert verify(exported, self.games).status == ("holds" if over else "not-ended")
