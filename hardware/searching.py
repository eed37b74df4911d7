"""Everything that `companion setup` looks for parts with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.config import Config
from companion.doctor import Probe
from companion.setup.searches import Searches
from hardware.button_search import ButtonSearch
from hardware.display_search import DisplaySearch
from hardware.reader_search import ReaderSearch


def searches(
    colours: Sequence[str],
    monotonic: Callable[[], float],
    others: Callable[[], Mapping[str, str]],
    doctor: Callable[[Config], tuple[Probe, ...]],
) -> Searches:
    """For this machine. colours, others, doctor: see `companion.setup.searches.Searches`."""
    return Searches(
        DisplaySearch(), ButtonSearch(colours), ReaderSearch(monotonic), others, doctor, tuple(colours)
    )
