"""Set-up of a game before its first turn: players, checklist, house rules. Undo does not touch it."""

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
"""Players that a checklist is shown for until they are entered."""


class SetupChecklist(msgspec.Struct, frozen=True):
    """The set-up of a game."""

    game: str | None
    """None before the game has started."""
    players: tuple[Player, ...]
    """Empty until entered."""
    options: Mapping[str, Any]
    """As plain data."""
    items: tuple[tuple[SetupTask, bool], ...]
    """Each item with whether it is done."""


def decide_setup(
    command: Prepare | Tick | HouseRules,
    codecs: Mapping[str, Codec],
    steps: Steps | None,
    box_state: BoxState,
) -> Decision:
    """Decide a set-up command. steps: the game on the table. Raises `Refused`, and `InvalidCommand` for
    options.
    """
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
            return Decision(None, (_tick_event(command, codec, playing, box_state),))
        case HouseRules():
            lines = (line.strip() for line in command.rules)
            return Decision(None, (HouseRulesWritten(command.system, tuple(filter(None, lines))),))


def running_game(system: str, steps: Steps | None) -> Steps | None:
    """Return the game on the table if it is of this system and not over."""
    return steps if steps and steps.codec.game.system == system and not steps.over else None


def setup_checklist(
    codec: Codec, steps: Steps | None, box_state: BoxState, players: int | None = None, options: Any = None
) -> SetupChecklist:
    """Return the set-up of a game. Raises `Refused`.

    players, options: by default those of the game on the table, otherwise those entered before.
    """
    game = codec.game
    playing = running_game(game.system, steps)
    prepared = box_state.preparation(game.system, playing.id if playing else None)
    if playing:
        seen = game.view(playing.state)
        seated, options_entered = seen.players, seen.fields["options"]
    else:
        seated, options_entered = prepared.players, prepared.options
    is_preview = options is not None or players not in {None, len(seated)}
    state = None if is_preview or playing is None else playing.state
    known = _options_or_default(codec, options_entered) if options is None else options
    number = players or len(seated) or DEFAULT_PLAYERS
    try:
        checklist = game.checklist(state, number, known)
    except Refused:
        if options is not None or number == len(seated):
            raise
        checklist = game.checklist(
            None, number, game.options()
        )  # the entered options are for another number of players
    ticks = tuple(each.name in prepared.ticked for each in checklist)
    return SetupChecklist(
        playing.id if playing else None, seated, options_entered, tuple(zip(checklist, ticks, strict=True))
    )


def _options_or_default(codec: Codec, options_entered: Mapping[str, Any]) -> Any:
    """Decode the entered options; the default ones where this version rejects them."""
    try:
        return codec.options(options_entered)
    except msgspec.ValidationError:
        return codec.game.options()


def _require_start(command: Prepare, codec: Codec) -> None:
    """Refuse what a start would refuse."""
    try:
        codec.game.begin(command.players, parse_options(command.options, codec), NO_DICE)
    except Refused as refused:
        raise refused.for_game(command.system) from None


def _tick_event(command: Tick, codec: Codec, playing: Steps | None, box_state: BoxState) -> Ticked:
    names = tuple(each.name for each, _ in setup_checklist(codec, playing, box_state).items)
    if command.step is not None and command.step not in names:
        raise Refused("no-such-step", step=command.step)
    steps = names if command.step is None else (command.step,)
    return Ticked(command.system, steps, command.done, playing.id if playing else None)
