"""Which house rules matter in which phase, for whoever reminds the table of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.games.roads_and_boats.words import PHASES, Phase

MATTERS: Mapping[str, tuple[Phase, ...]] = MappingProxyType(
    {
        "amb_02": ("production",),
        "amb_03": ("production",),
        "amb_04": ("production",),
        "amb_06": ("production",),
        "amb_07": ("wonder",),
        "amb_08": ("wonder",),
        "amb_09": ("wonder",),
        "amb_11": ("wonder",),
        "amb_13": ("production",),
        "amb_15": ("building",),
        "amb_16": ("movement", "building"),
        "amb_17": ("building",),
        "amb_19": ("movement",),
        "amb_23": ("production",),
        "amb_31": PHASES,
        "amb_38": ("production",),
    }
)
"""The switches by name, in their order; AMB-01 and AMB-20 speak of the start alone."""


def of(phase: Phase) -> tuple[str, ...]:
    """The switches that matter in this phase."""
    return tuple(name for name, phases in MATTERS.items() if phase in phases)
