"""A game on the table: what the rules say of where it stands, each asked once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec

from companion.games import Answer, Command, LogText, Page, Question, Refused, TableWarning
from companion.games.screen import Screen
from companion.language.signals import Sound
from companion.language.text import Text
from companion.storage.damage import Damage
from companion.storage.entry import Entry, stamp
from companion.storage.machine import NO_BOX
from companion.table.box_state import BoxState
from companion.table.commitment import Commitment
from companion.table.decisions import NO_DICE, decide, normalized
from companion.table.luck_log import LuckLog
from companion.table.steps import Steps


class UndoStep(msgspec.Struct, frozen=True):
    """A step that undo would take back, or redo do again.

    told: in words. by: the colour of the player whose step it is, or of who entered it; None for nobody's.
    at: when it was entered, UTC. to: the moment that the game then is at, None where it stays in its phase.
    count: how many steps redo would do again together; of several `at` and `to` are those of the last, and
    `by` is None.
    """

    told: LogText
    by: str | None
    at: datetime
    to: Text | None
    count: int = 1

    @property
    def said(self) -> Text:
        """As a sentence."""
        return self.told.text(by=self.by or "")


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
    def undo(self) -> UndoStep | None:
        """What undo would take back; None at the start."""
        done = self.steps.done
        return self._told(done[-1].entry, done[-2].state) if len(done) > 1 else None

    @property
    def height(self) -> int:
        """How many steps count, the start among them."""
        return len(self.steps.done)

    @cached_property
    def redo(self) -> UndoStep | None:
        """What redo would do again; None where nothing was taken back."""
        if not self.steps.redo:
            return None
        *_, again = self.steps.redo
        step, count = self._told(again.entry, again.state), len(self.steps.redo)
        if count > 1:
            told = LogText("steps", {"count": count, "step": step.said})
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
            self._tapped[bag] = self.game.bag_screen(self.view, bag)
        return self._tapped[bag]

    def outcome(self, after: Play) -> Screen | None:
        """What has to be read of what led from here to `after`, the same game later."""
        return self.game.result_screen(self.view, after.view)

    def sounds(self, after: Play) -> tuple[Sound, ...]:
        """How that sounds which led from here to `after`, the same game later."""
        return after.view.sounds_since(self.view)

    def _told(self, entry: Entry, to: Any) -> UndoStep:
        """to: the state that the game would have then."""
        moment = self.game.view(to).moment
        colour = entry.plain_command().get("colour")
        return UndoStep(
            self.steps.codec.told(entry),
            colour if colour in self.game.colours else entry.by,
            entry.at,
            None if moment == self.view.moment else moment,
        )


_SIMPLE_TYPES = (str, int, float, type(None))
"""What nothing has to be done with: most of what a text is given."""


class Snapshot(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The table after the journal's entry number `version`. What follows is worked out once.

    epoch: belongs to the journal. box: belongs to the data folder, eight hex digits that never change. at:
    when that entry was made, UTC. own: the box's own affairs.
    play: the game on the table, None without one; its `undo` and `redo` are what undo would take back and
    redo do again, each a `companion.table.snapshot.UndoStep` or None.
    set_aside: what this start or an earlier one found wrong with the games, until somebody has seen it.
    coming: what is promised of the next game's dice, None where it could not be kept.
    resumed: this snapshot was made by starting the daemon, not by a person.
    """

    version: int
    epoch: str
    at: datetime
    own: BoxState
    play: Play | None
    set_aside: Damage | None = None
    coming: Commitment | None = None
    resumed: bool = False
    box: str = NO_BOX

    @property
    def tags(self) -> Mapping[str, int]:
        """The bag each tag sticks on."""
        return self.own.tags

    @cached_property
    def etag(self) -> str:
        """The identity of this picture: `<epoch>-<version>`."""
        return f"{self.epoch}-{self.version}"

    @cached_property
    def body(self) -> Mapping[str, Any]:
        """The snapshot of the HTTP contract as plain data."""
        return {
            "version": self.version,
            "epoch": self.epoch,
            "box": self.box,
            "at": stamp(self.at),
            "tags": dict(self.tags),
            "set_aside": _damage(self.set_aside) if self.set_aside else None,
            "game": _game(self.play) if self.play else None,
            "house_rules": {system: list(rules) for system, rules in self.own.house_rules.items()},
            "next": _next(self.coming) if self.coming else None,
        }

    @cached_property
    def json(self) -> bytes:
        """The same, encoded for everybody."""
        return msgspec.json.encode(self.body)

    def would_refuse(self, command: Command) -> Refused | None:
        """What the command would be refused with at this moment; None if it would be done. Nothing happens.

        For what this picture decides alone: neither `Start` nor `Resume` nor `AddSeed`, nor a set-up.
        """
        try:
            steps = self.play.steps if self.play else None
            decide(normalized(command), steps, self.own, self.set_aside, NO_DICE)
        except Refused as refused:
            return refused
        return None


def _damage(damage: Damage) -> dict[str, Any]:
    """As the contract has it. file: as `aside`. at: also what `acknowledge` calls it by."""
    return {
        "kind": damage.kind,
        "file": damage.aside,
        "at": stamp(damage.at),
        "last": damage.last,
        "lost": damage.lost,
        "copy": damage.backup,
        "copied": damage.backup_last,
    }


def _game(play: Play) -> dict[str, Any]:
    steps, fields = play.steps, play.view.fields
    promise = {
        "commitment": play.commitment,
        "secret": play.secret,
        "luck": _luck(steps.fairness),
    }
    return {
        "id": play.id,
        "system": play.game.system,
        "players": fields["players"],
        "options": fields["options"],
        "started_at": stamp(steps.started_at),
        **fields,
        **(promise if play.game.chance else {}),
        "head": play.head,
        "undo": _step(play.undo),
        "redo": _step(play.redo),
        "warnings": [{"code": each.code, "params": plain_params(each.params)} for each in play.warnings],
    }


def _next(coming: Commitment) -> dict[str, Any]:
    return {"commitment": coming.commitment, "seeds": len(coming.seeds)}


def _luck(fairness: LuckLog) -> dict[str, int]:
    return {
        "by_hand": fairness.by_hand,
        "voided": fairness.voided,
        "corrected": fairness.corrected,
        "taken_back": fairness.taken_back,
        "starts": fairness.starts,
        "seeds": len(fairness.seeds),
        "known": fairness.known,
        "moved": fairness.moved,
    }


def _step(step: UndoStep | None) -> dict[str, Any] | None:
    if step is None:
        return None
    what, params = step.told.what, plain_params(step.told.params)
    return {"what": what, "by": step.by, "params": params, "at": stamp(step.at)}


def plain_params(value: Any) -> Any:
    """A text's parameters as plain data: a text within becomes its code and parameters."""
    if isinstance(value, _SIMPLE_TYPES):
        return value
    if isinstance(value, Text):
        return {"code": value.code, "params": plain_params(value.params)}
    if isinstance(value, Mapping):
        return {str(name): plain_params(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain_params(each) for each in value]
    return value


def sounds_between(before: Snapshot | None, after: Snapshot) -> tuple[Sound, ...] | None:
    """How that sounds which was drawn between the two, and the end.

    None where nothing has happened: there is another game or none, or nothing was entered anew, but something
    taken back or done again at most. before: None where nobody has looked yet.
    """
    was, now = before and before.play, after.play
    if not before or not was or not now or was is now or was.id != now.id:
        return None
    if now.steps.last.entry.n <= before.version:
        return None
    drawn = was.sounds(now)
    return (*drawn, "end") if now.over and not was.over else drawn
