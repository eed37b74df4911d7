"""The topics at the broker. `<box>` is the box's own id.

    companion/<box>/status    retained   `online` or `offline`, which is the will
    companion/<box>/state     retained   `payloads.TableState`
    companion/<box>/call      retained   `organiser.Call`, while one stands
    companion/<box>/result    retained   `payloads.Outcome`, once the game is over
    companion/<box>/export    retained   the ended game's file, by gzip, which verifies the result
    companion/<box>/display   retained   the display's picture, a PNG
    companion/<box>/event                an event of the game
    companion/<box>/tag                  an unknown tag, in hex
    companion/<box>/command              from others, if enabled
    hall/<event>/notice       retained   `organiser.Notice`, for every table of the event
    hall/<event>/answer/<box> retained   `organiser.Reply`, to the call of one table

Only a box may write to its topics, and only the hall below `hall/`: the broker's access list must ensure
that.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["status", "state", "call", "result", "export", "display", "event", "tag", "command"]
ONLINE, OFFLINE = b"online", b"offline"
EVENT = r"^[0-9A-Za-z_-]{1,64}$"
"""The form of an event's name, which is part of topics and addresses."""
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


def parse(topic: str) -> OfBox | None:
    """A topic's box and kind; None for another topic."""
    found = _BOX.fullmatch(topic)
    return None if found is None else OfBox(found[1], found[2])
