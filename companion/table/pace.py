"""How long a game has been played: the gaps between its entries, meals and nights left out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import pairwise

from companion.storage.entry import Entry
from companion.table.steps import PAUSE


def gap(before: datetime, at: datetime) -> timedelta:
    """What of the time between two entries counts as play; nothing where a clock was set back."""
    return min(max(at - before, timedelta()), PAUSE)


def played(entries: Iterable[Entry]) -> timedelta:
    """How long a game was played from the first of these entries to the last."""
    return sum((gap(one.at, other.at) for one, other in pairwise(entries)), timedelta())
