"""The organiser of the table's event, for pages and programs."""

from __future__ import annotations

from typing import Any

from companion.health.broker_status import BrokerState
from companion.storage.entry import stamped_elsewhere
from web.errors import Problem
from web.site import Site

_STATES: tuple[BrokerState, ...] = ("connecting", "connected", "refused", "away")


def organiser_changes(site: Site) -> int:
    """A number that changes with everything `organiser_json` returns."""
    broker = _broker(site)
    changes = 0 if site.organiser is None else site.organiser.changes
    return changes * (len(_STATES) + 1) + (0 if broker is None else _STATES.index(broker) + 1)


def call_organiser(site: Site, by: str | None, *, back: bool = False) -> None:
    """Call the organiser, or withdraw the call. by: the colour that calls.

    Raises `StorageFailed`, and `Problem` 404 at a table without an event.
    """
    if site.organiser is None:
        raise Problem(404, "no-event")
    if back:
        site.organiser.cancel()
    else:
        site.organiser.place_call(by)


def organiser_json(site: Site) -> dict[str, Any]:
    """For programs: `{"organiser": {"call", "coming", "settled", "notice"}, "broker"}`.

    call: the open one. settled: the time at which the last one was. notice: to all tables. broker: the state
    of the connection. Each is None where there is none.
    """
    result: dict[str, Any] = {"organiser": None, "broker": _broker(site)}
    organiser = site.organiser
    if organiser is not None:
        settled = organiser.settled
        result["organiser"] = {
            "call": organiser.call,
            "coming": organiser.is_coming,
            "settled": None if settled is None else settled.at,
            "notice": organiser.notice,
        }
    return result


def organiser_view(site: Site) -> dict[str, Any] | None:
    """For pages; None at a table without an event.

    Times are seconds since 1970, None for a malformed one. waits: the call is not sent yet.
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
    """The seconds of a time stamp written elsewhere; None for a malformed one."""
    read = stamped_elsewhere(at)
    return None if read is None else int(read.timestamp())
