"""The moment of a page: one version for everything that pages show."""

from __future__ import annotations

from typing import NamedTuple

from web.organiser import organiser_changes
from web.site import Site


class Moment(NamedTuple):
    """Versions of table, parts, members and organiser."""

    table: int
    parts: int
    joined: int
    organiser: int


def current_moment(site: Site) -> Moment:
    """The present versions."""
    table, parts, joined = site.table.snapshot.version, site.parts.changes, site.membership.changes
    return Moment(table, parts, joined, organiser_changes(site))


def etag(site: Site, moment: Moment) -> str:
    """The moment's etag: `<epoch>-<table>.<parts>.<joined>.<organiser>`."""
    return f"{site.table.snapshot.epoch}-{'.'.join(map(str, moment))}"
