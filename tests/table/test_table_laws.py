"""Any mix of commands, also again under their keys, undo, redo, starts, resumes, restarts and seeds of phones
equals the fold of what survived.
"""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

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
