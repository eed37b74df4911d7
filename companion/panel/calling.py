"""A table and the organiser of its event: calling him, taking that back, and what he says. Pure."""

from __future__ import annotations

import msgspec

from companion.games import Choice, Command, Page, asked_twice
from companion.games.screen import COLUMNS, Screen
from companion.health.broker_status import BrokerStatus
from companion.language.letters import fold
from companion.language.text import Text, text
from companion.panel.layout import wrap

PAGE = "organiser"
"""The page of what stands between the table and him."""
_ROWS = 2
"""Of a notice that are read at once, between the title and what Advance does."""


class CallOrganiser(Command, frozen=True):
    """Call the organiser to this table, or take that back."""

    back: bool = False


class OrganiserKnown(msgspec.Struct, frozen=True):
    """What is said between the table and the organiser of its event.

    called: when he was called, as the call has it; None while no call stands. coming: he has answered it.
    settled: when he said that the last call is settled. notice, noticed: what he says to all tables, and
    when; empty for nothing.
    """

    called: str | None = None
    coming: bool = False
    settled: str | None = None
    notice: str = ""
    noticed: str = ""


class News(msgspec.Struct, frozen=True):
    """Something that the display says until it was read. key: tells it from all else. more: another part
    of the same follows.
    """

    key: str
    screen: Screen
    more: bool = False


def news(known: OrganiserKnown, broker: BrokerStatus | None) -> tuple[News, ...]:
    """What there is to read: what became of the call first, for which the table waits, then the notice, in as
    many parts as the display needs.
    """
    found: list[News] = []
    if known.called is not None:
        told = "coming" if known.coming else _told(broker)
        found.append(News(f"{told} {known.called}", Screen(_title(told), (text(f"panel.call.{told}"),))))
    elif known.settled is not None:
        said = Screen(_title("settled"), (text("panel.call.settled"),))
        found.append(News(f"settled {known.settled}", said))
    rows = wrap(fold(known.notice), COLUMNS)
    parts = [" ".join(rows[at : at + _ROWS]) for at in range(0, len(rows), _ROWS)]
    for number, part in enumerate(parts, 1):
        title = text("panel.organiser.part", number=number, of=len(parts))
        found.append(
            News(
                f"notice {known.noticed} {known.notice} {number}",
                Screen(title if len(parts) > 1 else text("panel.organiser"), (_typed(part),)),
                more=number < len(parts),
            )
        )
    return tuple(found)


def organiser_page(known: OrganiserKnown | None, broker: BrokerStatus | None) -> tuple[Page, ...]:
    """The page on which the same is read again; none while there is nothing."""
    lines: list[Text] = []
    if known is not None:
        if known.called is not None:
            lines.append(text(f"panel.call.is-{'coming' if known.coming else _told(broker)}"))
        if known.notice:
            lines.append(_typed(known.notice))
    if not lines:
        return ()
    said = Screen(text("panel.organiser"), tuple(lines))
    return (Page(PAGE, lambda: said),)


def calling_choice(known: OrganiserKnown) -> Choice:
    """Call him, asked twice, for somebody then comes; or take the call back, easily mended."""
    if known.called is not None:
        back = Screen(text("panel.call.back"), (text("panel.call.back.means"),))
        return Choice(back, CallOrganiser(back=True))
    ask = Screen(text("panel.call"), (text("panel.call.means"),))
    stay = Screen(text("panel.call.stay"), (text("panel.stay-on.means"),))
    sure = Screen(text("panel.call.sure"), (text("panel.call.means"),))
    return Choice(ask, asked_twice("call", stay, sure, CallOrganiser()))


def taken_back() -> Screen:
    """The call was taken back here."""
    return Screen(text("panel.call.taken-back"), (text("panel.call.back.means"),))


def _told(broker: BrokerStatus | None) -> str:
    """Whether a call has gone out, or waits for the broker."""
    return "called" if broker is None or broker.state == "connected" else "waits"


def _title(what: str) -> Text:
    return text("panel.organiser" if what == "coming" else f"panel.call.{what}.title")


def _typed(what: str) -> Text:
    return text("panel.notice", said=what)
