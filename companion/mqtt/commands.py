"""Commands that come by way of the broker, where the owner allows it: to advance, and to undo.

A command names the table's moment that it is meant for. So none is done twice, late, or of a table that has
moved on, however often a broker brings it. What is not done is only written into the log.
"""

from __future__ import annotations

import logging
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.games import Command, LeaveIt, Question
from companion.language.text import CompanionError
from companion.mqtt.payloads import read
from companion.table.commands import Undo
from companion.table.organiser import Short
from companion.table.play import Play
from companion.table.table import Table

log = logging.getLogger(__name__)

MOST = 512
"""Bytes that such a message may have."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked. epoch, expects: of the table that it is meant for, as `payloads.TableState` has its
    epoch and its version.
    """

    do: Literal["advance", "undo"]
    epoch: Short
    expects: Annotated[int, Meta(ge=0)]


def wished(given: bytes) -> Wish | None:
    """What a message asks; None for what is none."""
    return None if len(given) > MOST else read(given, Wish)


def meant(wish: Wish, play: Play) -> Command | None:
    """The command for it. Advance is the button of this name: a question that only asks whether to go on is
    answered with yes. None for any other, which is left to those who sit at the table.
    """
    if wish.do == "undo":
        return Undo()
    if play.question is not None:
        return None
    answer = play.press(play.pages[0].name, "advance", held=False)
    if isinstance(answer, Question) and len(answer.choices) == 1 and not answer.careful:
        answer = answer.choices[0].then
    return answer if isinstance(answer, Command) and not isinstance(answer, LeaveIt) else None


def obey(given: bytes, table: Table, level: int = logging.INFO) -> bool:
    """Do what a message asks; whether it was done. Raises nothing. level: of the log for what is not done."""
    wish = wished(given)
    if wish is None:
        log.debug("a message asks nothing of the table: it is too long or of another form")
        return False
    snapshot = table.snapshot
    if snapshot.play is None or (wish.epoch, wish.expects) != (snapshot.epoch, snapshot.version):
        log.log(level, "%s is not done: it is meant for another moment of the table", wish.do)
        return False
    command = meant(wish, snapshot.play)
    if command is None:
        log.log(level, "%s is not done: the game asks something that is answered at the table", wish.do)
        return False
    try:
        table.perform(command, source="panel", expects=wish.expects)
    except CompanionError as why:
        log.log(level, "%s is not done: %s", wish.do, why.said.code)
        return False
    return True
