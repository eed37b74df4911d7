"""A game on the table: what the rules say of where it stands, each asked once."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec

from companion.games import Answer, Page, Question, TableWarning, Told
from companion.games.screen import Screen
from companion.language.signals import Sound
from companion.language.text import Text
from companion.storage.entry import Entry
from companion.table.steps import Steps


class StepTold(msgspec.Struct, frozen=True):
    """A step that undo would take back, or redo do again.

    told: in words. by: the colour of the player whose step it is, or of who entered it; None for nobody's.
    at: when it was entered, UTC. to: the moment that the game then is at, None where it stays in its phase.
    count: how many steps redo would do again together; of several `at` and `to` are those of the last, and
    `by` is None.
    """

    told: Told
    by: str | None
    at: datetime
    to: Text | None
    count: int = 1

    @property
    def said(self) -> Text:
        """As a sentence."""
        return self.told.said(by=self.by or "")


class Play:
    """The game in play: its rules and its state, as they are after one entry. It never changes.

    What everybody looks at is worked out when somebody first does, and kept. Any thread may: two that
    are the first together come to the same.
    steps: how it came about. view: all that is shown of it. known: its dice's secret has been seen, and it
    goes on. tells: whether the secret may be told once this is over: not of a game that goes on after all.
    """

    def __init__(self, steps: Steps, *, tells: bool = True) -> None:
        self.steps = steps
        self.id = steps.id
        self.game = steps.codec.game
        self.state = steps.state
        self.view = self.game.view(self.state)
        self.over = self.view.over
        self.known = self.game.chance and steps.known and not self.over
        self._tells = tells
        self._tapped: dict[int, Screen] = {}

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The panel's pages."""
        return self.game.pages(self.view)

    @cached_property
    def warnings(self) -> tuple[TableWarning, ...]:
        """What the table should not forget, that its secret is known among it."""
        ours = (TableWarning("secret-known", {}),) if self.known else ()
        return (*self.view.warnings, *ours)

    @property
    def commitment(self) -> str | None:
        """What the dice are held to, 64 hex digits; None for a game without chance."""
        return self.steps.dice.commitment if self.game.chance else None

    @property
    def secret(self) -> str | None:
        """What the dice were rolled with, 64 hex digits; None until a game with chance is over."""
        return self.steps.secret.hex() if self.game.chance and self.over and self._tells else None

    @cached_property
    def head(self) -> str:
        """Of the chain of the game's entries so far, 64 hex digits."""
        return self.steps.head.hex()

    @cached_property
    def luck(self) -> tuple[Text, ...]:
        """What was done to chance, in a few words each; nothing where it was left alone."""
        return self.steps.fairness.told() if self.game.chance else ()

    @cached_property
    def question(self) -> Question | None:
        """What the game asks now, until it is answered."""
        return self.game.question(self.view)

    @cached_property
    def undo(self) -> StepTold | None:
        """What undo would take back; None at the start."""
        done = self.steps.done
        return self._told(done[-1].entry, done[-2].state) if len(done) > 1 else None

    @property
    def height(self) -> int:
        """How many steps count, the start among them."""
        return len(self.steps.done)

    @cached_property
    def redo(self) -> StepTold | None:
        """What redo would do again; None where nothing was taken back."""
        if not self.steps.redo:
            return None
        *_, again = self.steps.redo
        step, count = self._told(again.entry, again.state), len(self.steps.redo)
        if count > 1:
            told = Told("steps", {"count": count, "step": step.said})
            return msgspec.structs.replace(step, told=told, by=None, count=count)
        return step

    def press(self, page: str, button: str, held: bool) -> Answer:
        """What a button means on a page."""
        return self.game.press(self.view, page, button, held)

    def tap(self, bag: int) -> Answer:
        """What a tapped bag means."""
        return self.game.tap(self.view, bag)

    def tapped(self, bag: int) -> Screen:
        """What the display shows of a bag after it was tapped. Drawn once: there are as many as bags."""
        if bag not in self._tapped:
            self._tapped[bag] = self.game.tapped(self.view, bag)
        return self._tapped[bag]

    def outcome(self, after: Play) -> Screen | None:
        """What has to be read of what led from here to `after`, the same game later."""
        return self.game.outcome(self.view, after.view)

    def sounds(self, after: Play) -> tuple[Sound, ...]:
        """How that sounds which led from here to `after`, the same game later."""
        return after.view.sounds_since(self.view)

    def _told(self, entry: Entry, to: Any) -> StepTold:
        """to: the state that the game would have then."""
        moment = self.game.view(to).moment
        colour = entry.plain_command().get("colour")
        return StepTold(
            self.steps.codec.told(entry),
            colour if colour in self.game.colours else entry.by,
            entry.at,
            None if moment == self.view.moment else moment,
        )
