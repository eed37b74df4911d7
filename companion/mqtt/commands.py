"""Commands received from the broker, if enabled: advance and undo.

A command names the table's version that it is meant for, so that it is never performed twice or late.
Rejected commands are only logged.
"""

from __future__ import annotations

import logging
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.games import Command, Decline, Question
from companion.language.text import CompanionError
from companion.mqtt.payloads import decode
from companion.table.commands import Undo
from companion.table.organiser import ShortText
from companion.table.snapshot import Play
from companion.table.table import Table

log = logging.getLogger(__name__)

MAX_SIZE = 512
"""Bytes of such a message at most."""


class TableCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command. epoch, expects: epoch and version of the `payloads.TableState` that it is meant for."""

    do: Literal["advance", "undo"]
    epoch: ShortText
    expects: Annotated[int, Meta(ge=0)]


def read_command(payload: bytes) -> TableCommand | None:
    """The command of a message; None for another message."""
    return None if len(payload) > MAX_SIZE else decode(payload, TableCommand)


def command_for(request: TableCommand, play: Play) -> Command | None:
    """The game's command; None for one that the players must decide.

    Advance presses that button, and answers yes where the only choice is to go on.
    """
    if request.do == "undo":
        return Undo()
    if play.question is not None:
        return None
    answer = play.press(play.pages[0].name, "advance", held=False)
    if isinstance(answer, Question) and len(answer.choices) == 1 and not answer.destructive:
        answer = answer.choices[0].then
    return answer if isinstance(answer, Command) and not isinstance(answer, Decline) else None


def perform(payload: bytes, table: Table, level: int = logging.INFO) -> bool:
    """Perform a message's command; return whether it was. Never raises. level: of the log for a rejected
    one.
    """
    request = read_command(payload)
    if request is None:
        log.debug("a message asks nothing of the table: it is too long or of another form")
        return False
    snapshot = table.snapshot
    if snapshot.play is None or (request.epoch, request.expects) != (snapshot.epoch, snapshot.version):
        log.log(level, "%s is not done: it is meant for another moment of the table", request.do)
        return False
    command = command_for(request, snapshot.play)
    if command is None:
        log.log(level, "%s is not done: the game asks something that is answered at the table", request.do)
        return False
    try:
        table.perform(command, source="panel", expects=request.expects)
    except CompanionError as why:
        log.log(level, "%s is not done: %s", request.do, why.message.code)
        return False
    return True
