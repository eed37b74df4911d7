"""The topics at the broker. `<box>` is the box's own id.

    companion/<box>/status    retained   `online` or `offline`, which is the will
    companion/<box>/state     retained   `payloads.TableState`
    companion/<box>/call      retained   `organiser.Call`, while one stands
    companion/<box>/result    retained   `payloads.Outcome`, once the game is over
    companion/<box>/export    retained   the ended game's file, packed, by which the result is verified
    companion/<box>/display   retained   the display's picture, a PNG
    companion/<box>/event                what has just happened
    companion/<box>/tag                  an unknown tag, in hex
    companion/<box>/command              taken from others, where the owner allows it
    hall/<event>/notice       retained   `organiser.Notice`, for every table of the event
    hall/<event>/answer/<box> retained   `organiser.Reply`, to the call of one table

What stands at a topic of a box is written by that box alone, and what stands below `hall/` by the hall: the
broker's access list has to see to it, for nothing else can.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["status", "state", "call", "result", "export", "display", "event", "tag", "command"]
ONLINE, OFFLINE = b"online", b"offline"
EVENT = r"^[0-9A-Za-z_-]{1,64}$"
"""How the name of an event is written: it stands in topics and addresses."""
_BOX = re.compile(r"companion/([0-9a-f]{8})/([a-z]+)")


class OfBox(msgspec.Struct, frozen=True):
    """A topic of a box."""

    box: str
    kind: str


def of_box(box: str, kind: Kind) -> str:
    """A topic of a box. box: eight hex digits, or `+` for every box."""
    return f"companion/{box}/{kind}"


def notice(event: str) -> str:
    """The topic of the organiser's notice to all tables of an event."""
    return f"hall/{event}/notice"


def answer(event: str, box: str) -> str:
    """The topic of the answer to the call of one table; `+` for every table."""
    return f"hall/{event}/answer/{box}"


def read(topic: str) -> OfBox | None:
    """A topic's box and kind; None for one that is no box's."""
    found = _BOX.fullmatch(topic)
    return None if found is None else OfBox(found[1], found[2])
