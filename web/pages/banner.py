"""What a page says above everything else, and what it offers there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Offer(msgspec.Struct, frozen=True):
    """A button below a refusal: the same fields again, with what the refusal was about answered."""

    label: str
    fields: tuple[tuple[str, str], ...]


class Banner(msgspec.Struct, frozen=True):
    """What a page says above everything else.

    kind: `bad`, `good` or nothing. rule: the ledger's ID. code, params: as in `Refused`, for the game's own
    template `refused_<code>.html`, which may offer a cure. again: the refused form as a query, as the field
    `then` of another form takes it. mend: what was refused stands in its form and is set right there.
    since: what was done since the page was drawn, the oldest first. hint: what to do, said only where
    something that was typed stands there still. moment: what it offers is for the table as it stands now.
    """

    message: str
    kind: str = "bad"
    rule: str | None = None
    hint: str = ""
    offers: tuple[Offer, ...] = ()
    code: str = ""
    params: Mapping[str, Any] = msgspec.field(default_factory=dict)
    again: str = ""
    mend: bool = False
    since: tuple[str, ...] = ()
    moment: bool = False
