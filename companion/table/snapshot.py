"""What everybody sees: one immutable picture of the table after each entry of the journal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec

from companion.games import Command, Refused
from companion.language.text import Text
from companion.storage.damage import Damage
from companion.storage.entry import stamp
from companion.storage.machine import NO_BOX
from companion.table.coming import Coming
from companion.table.deciding import NO_DICE, decide, normal
from companion.table.luck import Fairness
from companion.table.own import Own
from companion.table.play import Play, StepTold

_PLAIN = (str, int, float, type(None))
"""What nothing has to be done with: most of what a text is given."""


class Snapshot(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The table after the journal's entry number `version`. What follows is worked out once.

    epoch: belongs to the journal. box: belongs to the data folder, eight hex digits that never change. at:
    when that entry was made, UTC. own: the box's own affairs.
    play: the game on the table, None without one; its `undo` and `redo` are what undo would take back and
    redo do again, each a `companion.table.play.StepTold` or None.
    set_aside: what this start or an earlier one found wrong with the games, until somebody has seen it.
    coming: what is promised of the next game's dice, None where it could not be kept.
    resumed: this snapshot was made by starting the daemon, not by a person.
    """

    version: int
    epoch: str
    at: datetime
    own: Own
    play: Play | None
    set_aside: Damage | None = None
    coming: Coming | None = None
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
            decide(normal(command), steps, self.own, self.set_aside, NO_DICE)
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


def _next(coming: Coming) -> dict[str, Any]:
    return {"commitment": coming.commitment, "seeds": len(coming.seeds)}


def _luck(fairness: Fairness) -> dict[str, int]:
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


def _step(step: StepTold | None) -> dict[str, Any] | None:
    if step is None:
        return None
    what, params = step.told.what, plain_params(step.told.params)
    return {"what": what, "by": step.by, "params": params, "at": stamp(step.at)}


def plain_params(value: Any) -> Any:
    """A text's parameters as plain data: a text within becomes its code and parameters."""
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, Text):
        return {"code": value.code, "params": plain_params(value.params)}
    if isinstance(value, Mapping):
        return {str(name): plain_params(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain_params(each) for each in value]
    return value
