"""Setting a game up, before it starts and until its first turn: for whom, what is done, and by which rules of
the house. All of it is the table's own: no step of a game, and nothing that undo takes back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games import Player, Refused, SetupTask
from companion.table.box_state import BoxState
from companion.table.codec import Codec
from companion.table.commands import HouseRules, HouseRulesWritten, Prepare, Prepared, Tick, Ticked
from companion.table.decisions import NO_DICE, Decision
from companion.table.parsing import parse_options
from companion.table.steps import Steps

DEFAULT_PLAYERS = 2
"""For how many a list is shown before anybody has said for how many it is."""


class SetupChecklist(msgspec.Struct, frozen=True):
    """game: that has begun, None for one that has not. players: empty while nobody has said them. options:
    as plain data. to_do: each thing to do, and whether it is done.
    """

    game: str | None
    players: tuple[Player, ...]
    options: Mapping[str, Any]
    to_do: tuple[tuple[SetupTask, bool], ...]


def decide_setup(
    command: Prepare | Tick | HouseRules, codecs: Mapping[str, Codec], steps: Steps | None, own: BoxState
) -> Decision:
    """Judge it. steps: the game on the table. Raises `Refused`, and `NotACommand` for options."""
    codec = codecs.get(command.system)
    if codec is None:
        raise Refused("unknown-system", given=command.system, systems=sorted(codecs))
    playing = running_game(command.system, steps)
    match command:
        case Prepare():
            _require_start(command, codec)
            if playing:
                raise Refused("set-up-begun")
            return Decision(None, (Prepared(command.system, command.players, command.options),))
        case Tick():
            return Decision(None, (_tick_event(command, codec, playing, own),))
        case HouseRules():
            lines = (line.strip() for line in command.rules)
            return Decision(None, (HouseRulesWritten(command.system, tuple(filter(None, lines))),))


def running_game(system: str, steps: Steps | None) -> Steps | None:
    """The game on the table, if it is of this system and not over: its set-up is meant, and no other."""
    return steps if steps and steps.codec.game.system == system and not steps.over else None


def setup_checklist(
    codec: Codec, steps: Steps | None, own: BoxState, players: int | None = None, options: Any = None
) -> SetupChecklist:
    """The set-up of a game.

    steps: the game on the table, whose players and options count where they are left out; else those that
    somebody has said. options: an instance of the game's type. Raises `Refused`.
    """
    game = codec.game
    playing = running_game(game.system, steps)
    prepared = own.preparation(game.system, playing.id if playing else None)
    if playing:
        seen = game.view(playing.state)
        sitting, said = seen.players, seen.fields["options"]
    else:
        sitting, said = prepared.players, prepared.options
    asked = options is not None or players not in {None, len(sitting)}
    state = None if asked or playing is None else playing.state
    known = _options_or_default(codec, said) if options is None else options
    number = players or len(sitting) or DEFAULT_PLAYERS
    try:
        checklist = game.checklist(state, number, known)
    except Refused:
        if options is not None or number == len(sitting):
            raise
        checklist = game.checklist(
            None, number, game.options()
        )  # what was said is of another number of players
    ticks = tuple(each.name in prepared.ticked for each in checklist)
    return SetupChecklist(
        playing.id if playing else None, sitting, said, tuple(zip(checklist, ticks, strict=True))
    )


def _options_or_default(codec: Codec, said: Mapping[str, Any]) -> Any:
    """The options that were said; where another version took them and this one does not, the usual ones."""
    try:
        return codec.options(said)
    except msgspec.ValidationError:
        return codec.game.options()


def _require_start(command: Prepare, codec: Codec) -> None:
    """Refuse what a start would refuse."""
    try:
        codec.game.begin(command.players, parse_options(command.options, codec), NO_DICE)
    except Refused as refused:
        raise refused.for_game(command.system) from None


def _tick_event(command: Tick, codec: Codec, playing: Steps | None, own: BoxState) -> Ticked:
    names = tuple(each.name for each, _ in setup_checklist(codec, playing, own).to_do)
    if command.step is not None and command.step not in names:
        raise Refused("no-such-step", step=command.step)
    steps = names if command.step is None else (command.step,)
    return Ticked(command.system, steps, command.done, playing.id if playing else None)
