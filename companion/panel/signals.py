"""What the lamps show and what is heard of what has happened. Pure.

Lamps show the game as it stands, with the display's light; they are dark without a game, while the box shuts
down and, by what every game says, once it is over: a lamp that is lit always means that somebody may act, and
the display says who has won. Sounds tell what was drawn, wherever it was entered, that it is another one's
go, and the end. A start, a game that is taken up, undo and redo are silent: nothing has happened then that
somebody waits for.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.language.signals import Sound
from companion.panel.desk import Desk
from companion.panel.memory import Panel
from companion.parts import Lights
from companion.table.sounds import sounds

MOST = 5
"""Sounds within `BURST`: more are a noise, and a buzzer does not say more in that time."""
BURST = 3.0
"""Seconds."""


def lights(panel: Panel, desk: Desk, *, dim: bool) -> Lights | None:
    """What the lamps show; None for a box that has none."""
    on, play = desk.known.lamps, desk.play
    if on is None:
        return None
    if not on or panel.off or play is None:
        return Lights()
    return Lights(play.view.lamps, dim)


def happened(before: Desk | None, desk: Desk) -> tuple[Sound, ...]:
    """What is heard of what led from one desk to the other. before: None where nobody has looked yet."""
    if before is None or before.play is None or desk.play is None:
        return ()
    heard = sounds(before.snapshot, desk.snapshot)
    if heard is None:
        return ()
    play, had = desk.play, before.play.view.on_turn
    return heard if play.over or play.view.on_turn in (None, had) else (*heard, "go")


def refused(before: Panel, panel: Panel) -> bool:
    """Whether the panel has just begun to say why a press or a tag was not done."""
    return panel.notice is not None and panel.notice.refused and panel.notice is not before.notice


class Burst(msgspec.Struct):
    """Bounds what is heard at once. at: of the last `MOST` sounds, monotonic seconds."""

    at: tuple[float, ...] = ()

    def most(self, sounds: Iterable[Sound], now: float) -> tuple[Sound, ...]:
        """As many of them as may still be heard, the last ones: whose go it is stands behind draws."""
        recent = [each for each in self.at if now - each < BURST]
        every = tuple(sounds)
        heard = every[max(0, len(every) - (MOST - len(recent))) :]
        self.at = (*recent, *(now for _ in heard))
        return heard
