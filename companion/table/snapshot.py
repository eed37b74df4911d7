"""What everybody sees: one immutable picture of the table after each entry of the journal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from companion.games import Game
from companion.journal.entry import stamp
from companion.language.text import Text
from companion.table.play import Step, Steps, told


class Snapshot(msgspec.Struct, frozen=True):
    """The table after the journal's entry number `version`.

    epoch: belongs to the data folder. at: when that entry was made, UTC. body: the snapshot of the HTTP
    contract as plain data; json: the same, encoded once for everybody. game, state: the rules and the
    state behind the body, None without a game. undo_crosses, redo_crosses: whether taking back or
    doing again the next step crosses the start of a phase, so that pages ask first; undo_to, redo_to:
    the moment it then leads to, None where it crosses nothing.
    resumed: this snapshot was made by starting the daemon, not by a person; set_aside: the damaged
    file that was put away at that start.
    """

    version: int
    epoch: str
    at: datetime
    body: Mapping[str, Any]
    json: bytes
    game: Game | None = None
    state: Any = None
    undo_crosses: bool = False
    redo_crosses: bool = False
    undo_to: Text | None = None
    redo_to: Text | None = None
    resumed: bool = False
    set_aside: str | None = None

    @property
    def etag(self) -> str:
        """The identity of this picture: `<epoch>-<version>`."""
        return f"{self.epoch}-{self.version}"

    @property
    def tags(self) -> Mapping[str, int]:
        """The bag that each tag sticks on."""
        tags: Mapping[str, int] = self.body["tags"]
        return tags


def compose(version: int, epoch: str, at: datetime, tags: Mapping[str, int], steps: Steps | None) -> Snapshot:
    """The picture of the table after entry `version`, made at `at`."""
    body = {
        "version": version,
        "epoch": epoch,
        "at": stamp(at),
        "tags": dict(tags),
        "game": _game(steps) if steps else None,
    }
    undo_to = _across(steps, steps.done[-1], steps.done[-2]) if steps and len(steps.done) > 1 else None
    redo_to = _across(steps, steps.done[-1], steps.undone[-1]) if steps and steps.undone else None
    return Snapshot(
        version,
        epoch,
        at,
        body,
        msgspec.json.encode(body),
        steps.codec.game if steps else None,
        steps.state if steps else None,
        undo_crosses=undo_to is not None,
        redo_crosses=redo_to is not None,
        undo_to=undo_to,
        redo_to=redo_to,
    )


def _across(steps: Steps, here: Step, there: Step) -> Text | None:
    """The moment of the step `there`, if it is another one than that of the step `here`."""
    moment = steps.codec.game.moment(there.state)
    return None if moment == steps.codec.game.moment(here.state) else moment


def _game(steps: Steps) -> dict[str, Any]:
    game, state = steps.codec.game, steps.state
    view = game.view(state)
    warnings = [{"code": each.code, "params": plain(each.params)} for each in game.warnings(state)]
    if game.chance and steps.known and not steps.over:
        warnings.append({"code": "secret-known", "params": {}})
    return {
        "id": steps.id,
        "system": game.system,
        "players": view["players"],
        "options": view["options"],
        "started_at": stamp(steps.started_at),
        **view,
        **(_promise(steps) if game.chance else {}),
        "undo": _described(steps, steps.done[-1]) if len(steps.done) > 1 else None,
        "redo": _described(steps, steps.undone[-1]) if steps.undone else None,
        "warnings": warnings,
    }


def _promise(steps: Steps) -> dict[str, Any]:
    """What the dice are held to, and with the end what they were."""
    return {"commitment": steps.dice.commitment, "secret": steps.secret.hex() if steps.over else None}


def _described(steps: Steps, step: Step) -> dict[str, Any]:
    words = told(steps.codec, step.entry)
    colour = step.entry.plain_command().get("colour")
    return {
        "what": words.what,
        "by": colour if colour in steps.codec.game.colours else step.entry.by,
        "params": plain(words.params),
        "at": stamp(step.entry.at),
    }


def plain(value: Any) -> Any:
    """A text's parameters as plain data: a text within becomes its code and parameters. Back: `restored`."""
    if isinstance(value, Text):
        return {"code": value.code, "params": plain(value.params)}
    if isinstance(value, Mapping):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def restored(value: Any) -> Any:
    """Parameters from the snapshot, with the texts that `plain` has taken apart."""
    if isinstance(value, Mapping):
        parts = {name: restored(each) for name, each in value.items()}
        return Text(**parts) if set(parts) == {"code", "params"} else parts
    if isinstance(value, list | tuple):
        return tuple(restored(each) for each in value)
    return value
