"""The organiser of the event that the table belongs to, as phones and programs are told of him."""

from __future__ import annotations

from typing import Any

from companion.health.broker_status import BrokerState
from companion.storage.entry import stamped_elsewhere
from web.errors import Problem
from web.site import Site

_STATES: tuple[BrokerState, ...] = ("connecting", "connected", "refused", "away")


def organised(site: Site) -> int:
    """A number that becomes another one with every change of what is said with him."""
    broker = _broker(site)
    changes = 0 if site.organiser is None else site.organiser.changes
    return changes * (len(_STATES) + 1) + (0 if broker is None else _STATES.index(broker) + 1)


def call(site: Site, by: str | None, *, back: bool = False) -> None:
    """Call him, or take that back. by: the colour that calls.

    Raises `StorageFailed`; `Problem` 404 at a table that belongs to no event.
    """
    if site.organiser is None:
        raise Problem(404, "no-event")
    if back:
        site.organiser.cancel()
    else:
        site.organiser.place_call(by)


def told(site: Site) -> dict[str, Any]:
    """The same for a program: the call that stands, whether he comes, when he has settled the last one, what
    he says to all tables, and how the connection to the broker stands. None for what there is not.
    """
    said: dict[str, Any] = {"organiser": None, "broker": _broker(site)}
    organiser = site.organiser
    if organiser is not None:
        settled = organiser.settled
        said["organiser"] = {
            "call": organiser.call,
            "coming": organiser.is_coming,
            "settled": None if settled is None else settled.at,
            "notice": organiser.notice,
        }
    return said


def drawn(site: Site) -> dict[str, Any] | None:
    """The same for a page, None at a table that belongs to no event. Times in seconds, None for one that
    nobody can read; `waits`: the call has not gone out yet.
    """
    organiser = site.organiser
    if organiser is None:
        return None
    called, settled, notice = organiser.call, organiser.settled, organiser.notice
    return {
        "called": called is not None,
        "by": None if called is None else called.by,
        "at": None if called is None else _seconds(called.at),
        "coming": organiser.is_coming,
        "waits": _broker(site) in {"connecting", "refused", "away"},
        "settled": settled is not None,
        "settled_at": None if settled is None else _seconds(settled.at),
        "notice": "" if notice is None else notice.text,
        "noticed_at": None if notice is None else _seconds(notice.at),
    }


def _broker(site: Site) -> BrokerState | None:
    link = site.link()
    return None if link is None else link.state


def _seconds(at: str) -> int | None:
    """A time that somebody else may have written."""
    read = stamped_elsewhere(at)
    return None if read is None else int(read.timestamp())
