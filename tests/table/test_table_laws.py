"""Any mix of commands, also again under their keys, undo, redo, starts, resumes, restarts and seeds of phones
equals the fold of what survived.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from companion.games.registry import registered
from tests.table.lawful import Law


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
