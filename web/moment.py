"""The moment that an open page shows: one version for all that is drawn on pages."""

from __future__ import annotations

from typing import NamedTuple

from web.calling import organised
from web.site import Site


class Moment(NamedTuple):
    """Versions of the table, the parts, who has joined, and what passes between table and organiser."""

    table: int
    parts: int
    joined: int
    organiser: int


def present(site: Site) -> Moment:
    """The moment now."""
    return Moment(site.table.snapshot.version, site.parts.changes, site.membership.changes, organised(site))


def etag(site: Site, moment: Moment) -> str:
    """It as pages name it: `<epoch>-<version>.<parts>.<joined>.<organiser>`."""
    return f"{site.table.snapshot.epoch}-{'.'.join(map(str, moment))}"
