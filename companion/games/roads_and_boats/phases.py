"""What belongs to which phase, and what is possible at all at a moment."""

from __future__ import annotations

from companion.games import Refused
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import PHASES, Phase


def following(phase: Phase) -> Phase:
    """The phase after this one; production after the wonder (RB-TURN-01)."""
    return PHASES[(PHASES.index(phase) + 1) % len(PHASES)]


def require_phase(state: State, phase: Phase, rule: str, *, late: bool = False) -> None:
    """Refuse what belongs to another phase. late: it was forgotten in its own, so any will do."""
    if state.phase != phase and not late:
        raise Refused("not-in-phase", rule, phase=phase)
