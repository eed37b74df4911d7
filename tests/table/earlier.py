"""The toy by later editions of its rules, and files that say another edition than they were begun by."""

from __future__ import annotations

import json
from typing import Any

from companion.cli.games import told
from companion.games import Command, Event, Refused
from companion.games.dice import Dice
from companion.table.verify import Verdict
from tests.fakes.box import MESSAGES
from tests.fakes.evening import Evening
from tests.fakes.toy import Toy
from tests.fakes.toy.words import Add, Added, Advance, Roll, State
from tests.table.exported import ADD, chained


class Later(Toy):
    """What it decides otherwise: nothing is rolled once something was added, and to advance adds one."""

    edition = 2

    def decide(self, state: State, command: Any, dice: Dice) -> tuple[Event, ...]:
        if isinstance(command, Roll) and state.counter > sum(state.rolls):
            raise Refused("toy-resting", "TOY-01", phase=state.phase)
        made = super().decide(state, command, dice)
        return (*made, Added(1)) if isinstance(command, Advance) else made


class Fewer(Later):
    """One that has no command to add any more, and whose options are others."""

    commands: tuple[type[Command], ...] = tuple(each for each in Toy.commands if each is not Add)


class Unchanged(Toy):
    """Another edition that decides everything as the first."""

    edition = 2


LATER = {"toy": Later()}


def said_to_be_of(file: dict[str, Any], edition: int | None) -> dict[str, Any]:
    """The file with another edition in its start, or with none, and its heads made anew."""
    events = [each for each in file["entries"][0]["events"] if each["type"] != "ruled"]
    if edition is not None:
        events.append({"type": "ruled", "edition": edition})
    file["entries"][0]["events"] = events
    return chained(file)


def plain(file: Any) -> dict[str, Any]:
    """A file that has been on a disk."""
    read: dict[str, Any] = json.loads(json.dumps(file))
    return read


def of_the_first(evening: Evening) -> dict[str, Any]:
    """A game by the first edition, of whose entries a later one decides the rolls behind `ADD` otherwise."""
    for body in ("roll", ADD, "roll", "undo", "roll", "advance", "finish"):
        evening.do(body)
    return plain(evening.table.export())


def words(verdict: Verdict, language: str = "en") -> list[str]:
    return [MESSAGES.language(language).say(each) for each in told(verdict, asked=False)]
