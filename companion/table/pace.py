"""How long a game has been played: the gaps between its entries, meals and nights left out."""

from __future__ import annotations

from datetime import datetime, timedelta

from companion.table.steps import PAUSE


def gap(before: datetime, at: datetime) -> timedelta:
    """What of the time between two entries counts as play; nothing where a clock was set back."""
    return min(max(at - before, timedelta()), PAUSE)
