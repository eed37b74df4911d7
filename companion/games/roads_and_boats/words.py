"""The game's words as types: what may stand in a command, an event or the state."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

Colour = Literal["red", "yellow", "green", "blue", "purple", "black"]
Phase = Literal["production", "movement", "building", "wonder"]
Ore = Literal["gold", "iron"]
Mixture = Literal["standard", "gold", "iron", "big"]
Subject = Literal["rowboat", "truck", "steamer", "oil-rig", "specialised-mine", "big-mine", "new-shaft"]
"""What may be researched (RB-RES-03)."""
Transporter = Literal["donkey", "wagon", "truck", "raft", "rowboat", "steamer"]
Building = Literal[
    "woodcutter", "quarry", "clay-pit", "oil-rig", "sawmill", "coal-burner", "papermill",
    "stone-factory", "mint", "stock-exchange", "wagon-factory", "truck-factory", "raft-factory",
    "rowboat-factory", "steamer-factory",
]  # fmt: skip
Good = Literal[
    "trunks", "boards", "stone", "clay", "fuel", "paper", "gold", "iron", "coins", "stock", "geese", "donkeys"
]  # fmt: skip
EndMark = Literal["stays", "follows"]
"""Whether the end mark stays as it is or follows the number of players."""
EndReason = Literal["wonder-complete", "last-neutral-brick", "called"]

MAX_MINES = 40
"""The highest number of a mine, improvised ones included (RB-GEN-06)."""
MineNumber = Annotated[int, Meta(ge=1, le=MAX_MINES)]
"""The number on a mine and on its bag (RB-MINE-01)."""
Carried = Annotated[int, Meta(ge=0, le=999)]
"""How many counters of a kind a player's transporters carry (RB-SCORE-01)."""
CountChange = Annotated[int, Meta(ge=-99, le=99)]
"""How many come; negative: go."""

COLOURS: tuple[Colour, ...] = get_args(Colour)
STANDARD_COLOURS: tuple[Colour, ...] = COLOURS[:4]
PHASES: tuple[Phase, ...] = get_args(Phase)
SUBJECTS: tuple[Subject, ...] = get_args(Subject)
TRANSPORTERS: tuple[Transporter, ...] = get_args(Transporter)
LAND: tuple[Transporter, ...] = TRANSPORTERS[:3]
BUILDINGS: tuple[Building, ...] = get_args(Building)
GOODS: tuple[Good, ...] = get_args(Good)
