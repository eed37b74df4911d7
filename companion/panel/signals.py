"""Lamps and sounds. Pure.

Lamps follow the game, with the display's brightness; a lit lamp means that a player may act. They are dark
without a game, after its end and during shutdown. Sounds tell of draws, turns and the end, by press or phone;
a start, undo and redo are silent.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.language.signals import Sound
from companion.panel.context import PanelContext
from companion.panel.state import PanelState
from companion.parts import Lights
from companion.table.snapshot import sounds_between

MAX_SOUNDS = 5
"""Sounds within `WINDOW`: more are noise, and a buzzer takes that long for them."""
WINDOW = 3.0
"""Seconds."""


def lights(state: PanelState, context: PanelContext, *, dim: bool) -> Lights | None:
    """What the lamps show; None for a box without lamps."""
    on, play = context.status.lamps, context.play
    if on is None:
        return None
    if not on or state.shutting_down or play is None:
        return Lights()
    return Lights(play.view.lamps, dim)


def new_sounds(before: PanelContext | None, context: PanelContext) -> tuple[Sound, ...]:
    """Sounds for what happened between two contexts. before: None at the first look."""
    if before is None or before.play is None or context.play is None:
        return ()
    played = sounds_between(before.snapshot, context.snapshot)
    if played is None:
        return ()
    play, had = context.play, before.play.view.on_turn
    return played if play.over or play.view.on_turn in (None, had) else (*played, "go")


def was_refused(before: PanelState, state: PanelState) -> bool:
    """Whether the state has just begun to show a refusal."""
    return state.notice is not None and state.notice.refused and state.notice is not before.notice


class SoundLimiter(msgspec.Struct):
    """Limits sounds to `MAX_SOUNDS` within `WINDOW`."""

    at: tuple[float, ...] = ()
    """When the last sounds were played, monotonic seconds."""

    def limit(self, sounds: Iterable[Sound], now: float) -> tuple[Sound, ...]:
        """The last of these sounds that may still be played: turns come after draws."""
        recent = [each for each in self.at if now - each < WINDOW]
        every = tuple(sounds)
        played = every[max(0, len(every) - (MAX_SOUNDS - len(recent))) :]
        self.at = (*recent, *(now for _ in played))
        return played
