"""The immutable picture of the table after each journal entry, and the game in it."""

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
    """A step that undo would take back, or redo repeat."""

    text: LogText
    """In words."""
    by: str | None
    """The colour of its player, or of who entered it; None for neither, and for several steps."""
    at: datetime
    """When it was entered, UTC; of several steps the last."""
    moment: Text | None
    """The moment that the game goes to, None if its phase stays."""
    count: int = 1
    """Steps that redo repeats together."""

    @property
    def sentence(self) -> Text:
        """As a sentence."""
        return self.text.text(by=self.by or "")


class Play:
    """The game on the table after an entry: rules and state. Immutable; derived values are computed once.

    Safe to use from any thread.

    steps: its entries and states.
    tells: whether the secret may be shown once the game is over.
    """

    def __init__(self, steps: Steps, *, tells: bool = True) -> None:
        self.steps = steps
        self.id = steps.id
        self.game = steps.codec.game
        self.state = steps.state
        self.view = self.game.view(self.state)
        self.over = self.view.over
        self.secret_known = self.game.chance and steps.secret_known and not self.over
        self._tells = tells
        self._tapped: dict[int, Screen] = {}

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The panel's pages."""
        return self.game.pages(self.view)

    @cached_property
    def warnings(self) -> tuple[TableWarning, ...]:
        """What players should not forget, also that the secret is known."""
        ours = (TableWarning("secret-known", {}),) if self.secret_known else ()
        return (*self.view.warnings, *ours)

    @property
    def commitment(self) -> str | None:
        """64 hex digits; None in a game without chance."""
        return self.steps.dice.commitment if self.game.chance else None

    @property
    def secret(self) -> str | None:
        """64 hex digits; None until a game with chance is over."""
        return self.steps.secret.hex() if self.game.chance and self.over and self._tells else None

    @cached_property
    def head(self) -> str:
        """Of the chain of the game's entries so far, 64 hex digits."""
        return self.steps.head.hex()

    @cached_property
    def luck(self) -> tuple[Text, ...]:
        """The luck log in a few words each."""
        return self.steps.luck_log.texts() if self.game.chance else ()

    @cached_property
    def question(self) -> Question | None:
        """The game's open question."""
        return self.game.question(self.view)

    @cached_property
    def undo(self) -> UndoStep | None:
        """The step that undo takes back; None at the start."""
        done = self.steps.done
        return self._told(done[-1].entry, done[-2].state) if len(done) > 1 else None

    @property
    def step_count(self) -> int:
        """Steps that count, the start included."""
        return len(self.steps.done)

    @cached_property
    def redo(self) -> UndoStep | None:
        """The step that redo repeats; None where nothing was undone."""
        if not self.steps.redo:
            return None
        *_, again = self.steps.redo
        step, count = self._told(again.entry, again.state), len(self.steps.redo)
        if count > 1:
            told = LogText("steps", {"count": count, "step": step.sentence})
            return msgspec.structs.replace(step, text=told, by=None, count=count)
        return step

    def press(self, page: str, button: str, held: bool) -> Answer:
        """Return what a button means on a page."""
        return self.game.press(self.view, page, button, held)

    def tap(self, bag: int) -> Answer:
        """Return what a tapped bag means."""
        return self.game.tap(self.view, bag)

    def tapped(self, bag: int) -> Screen:
        """Return the screen of a tapped bag, drawn once for each bag."""
        if bag not in self._tapped:
            self._tapped[bag] = self.game.bag_screen(self.view, bag)
        return self._tapped[bag]

    def outcome(self, after: Play) -> Screen | None:
        """Return what must be read of the change to `after`, a later state of the same game."""
        return self.game.result_screen(self.view, after.view)

    def sounds(self, after: Play) -> tuple[Sound, ...]:
        """Return the sounds of the change to `after`, a later state of the same game."""
        return after.view.sounds_since(self.view)

    def _told(self, entry: Entry, to: Any) -> UndoStep:
        """to: the state that the game would have then."""
        moment = self.game.view(to).moment
        colour = entry.plain_command().get("colour")
        return UndoStep(
            self.steps.codec.log_text(entry),
            colour if colour in self.game.colours else entry.by,
            entry.at,
            None if moment == self.view.moment else moment,
        )


_SIMPLE_TYPES = (str, int, float, type(None))
"""Types that need no conversion: those of most parameters."""


class Snapshot(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The table after journal entry `version`. Derived values are computed once."""

    version: int
    epoch: str
    """Identifies the journal."""
    at: datetime
    """When that entry was made, UTC."""
    box_state: BoxState
    play: Play | None
    """The game on the table."""
    set_aside: Damage | None = None
    """Damage found by a start and not acknowledged yet."""
    commitment: Commitment | None = None
    """Of the next game's dice; None where it could not be stored."""
    resumed: bool = False
    """Made by a start of the daemon."""
    box: str = NO_BOX
    """Identifies the data folder: eight hex digits that never change."""

    @property
    def tags(self) -> Mapping[str, int]:
        """The bag that each tag sticks on."""
        return self.box_state.tags

    @cached_property
    def etag(self) -> str:
        """`<epoch>-<version>`."""
        return f"{self.epoch}-{self.version}"

    @cached_property
    def body(self) -> Mapping[str, Any]:
        """The snapshot of the HTTP API as plain data."""
        return {
            "version": self.version,
            "epoch": self.epoch,
            "box": self.box,
            "at": stamp(self.at),
            "tags": dict(self.tags),
            "set_aside": _damage(self.set_aside) if self.set_aside else None,
            "game": _game(self.play) if self.play else None,
            "house_rules": {system: list(rules) for system, rules in self.box_state.house_rules.items()},
            "next": _next(self.commitment) if self.commitment else None,
        }

    @cached_property
    def json(self) -> bytes:
        """`body` encoded."""
        return msgspec.json.encode(self.body)

    def would_refuse(self, command: Command) -> Refused | None:
        """Return the refusal that the command would meet now, or None.

        Not for `Start`, `Resume`, `AddSeed` and set-up commands, which need more than this snapshot.
        """
        try:
            steps = self.play.steps if self.play else None
            decide(normalized(command), steps, self.box_state, self.set_aside, NO_DICE)
        except Refused as refused:
            return refused
        return None


def _damage(damage: Damage) -> dict[str, Any]:
    """Return the damage as in the HTTP API. at: identifies it for `acknowledge`."""
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
        "luck": _luck(steps.luck_log),
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
    what, params = step.text.what, plain_params(step.text.params)
    return {"what": what, "by": step.by, "params": params, "at": stamp(step.at)}


def plain_params(value: Any) -> Any:
    """Return a text's parameters as plain data; a nested text becomes its code and parameters."""
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
    """Return the sounds of what happened between two snapshots, and of the end.

    None where nothing new was entered: another game, undo or redo. before: None at the first look.
    """
    was, now = before and before.play, after.play
    if not before or not was or not now or was is now or was.id != now.id:
        return None
    if now.steps.last.entry.n <= before.version:
        return None
    drawn = was.sounds(now)
    return (*drawn, "end") if now.over and not was.over else drawn
