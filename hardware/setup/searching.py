"""Everything that `companion setup` looks for parts with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.config import Config
from companion.health.findings import Probe
from hardware.setup.button_search import ButtonSearch
from hardware.setup.display_search import DisplaySearch
from hardware.setup.reader_search import ReaderSearch
from hardware.setup.searches import Searches


def searches(
    colours: Sequence[str],
    monotonic: Callable[[], float],
    others: Callable[[], Mapping[str, str]],
    doctor: Callable[[Config], tuple[Probe, ...]],
) -> Searches:
    """For this machine. colours, others, doctor: see `hardware.setup.searches.Searches`."""
    return Searches(
        DisplaySearch(), ButtonSearch(colours), ReaderSearch(monotonic), others, doctor, tuple(colours)
    )
