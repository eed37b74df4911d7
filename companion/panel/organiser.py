"""A table and the organiser of its event: a call, its cancelling, the organiser's messages. Pure."""

from __future__ import annotations

import msgspec

from companion.games import Choice, Command, Page, confirmation
from companion.games.screen import COLUMNS, Screen
from companion.health.broker_status import BrokerStatus
from companion.language.letters import fold
from companion.language.text import Text, text
from companion.panel.layout import wrap

PAGE = "organiser"
"""Name of the organiser's page."""
_ROWS = 2
"""Rows of a notice in one part, between title and hint."""


class CallOrganiser(Command, frozen=True):
    """Call the organiser to this table, or cancel the call."""

    cancel: bool = False


class OrganiserStatus(msgspec.Struct, frozen=True):
    """Calls and notices between the table and the organiser. Times are as in the stored messages."""

    called_at: str | None = None
    """None while no call stands."""
    coming: bool = False
    """The organiser has answered the call."""
    settled_at: str | None = None
    """When the last call was settled."""
    notice: str = ""
    """Text to all tables; empty for none."""
    noticed_at: str = ""


class OrganiserMessage(msgspec.Struct, frozen=True):
    """A message that the display shows until it was read."""

    key: str
    """Tells it from all others."""
    screen: Screen
    more: bool = False
    """Another part of the same notice follows."""


def organiser_messages(status: OrganiserStatus, broker: BrokerStatus | None) -> tuple[OrganiserMessage, ...]:
    """The call's state first, since the table waits for it, then the notice in parts that fit the display."""
    found: list[OrganiserMessage] = []
    if status.called_at is not None:
        state = "coming" if status.coming else _call_state(broker)
        found.append(
            OrganiserMessage(
                f"{state} {status.called_at}", Screen(_title(state), (text(f"panel.call.{state}"),))
            )
        )
    elif status.settled_at is not None:
        screen = Screen(_title("settled"), (text("panel.call.settled"),))
        found.append(OrganiserMessage(f"settled {status.settled_at}", screen))
    rows = wrap(fold(status.notice), COLUMNS)
    parts = [" ".join(rows[at : at + _ROWS]) for at in range(0, len(rows), _ROWS)]
    for number, part in enumerate(parts, 1):
        title = text("panel.organiser.part", number=number, of=len(parts))
        found.append(
            OrganiserMessage(
                f"notice {status.noticed_at} {status.notice} {number}",
                Screen(title if len(parts) > 1 else text("panel.organiser"), (_typed(part),)),
                more=number < len(parts),
            )
        )
    return tuple(found)


def organiser_pages(status: OrganiserStatus | None, broker: BrokerStatus | None) -> tuple[Page, ...]:
    """The page that repeats them; none while there is nothing."""
    lines: list[Text] = []
    if status is not None:
        if status.called_at is not None:
            lines.append(text(f"panel.call.is-{'coming' if status.coming else _call_state(broker)}"))
        if status.notice:
            lines.append(_typed(status.notice))
    if not lines:
        return ()
    screen = Screen(text("panel.organiser"), tuple(lines))
    return (Page(PAGE, lambda: screen),)


def call_choice(status: OrganiserStatus) -> Choice:
    """The entry in the box's list: call, asked twice; or cancel the call, asked once."""
    if status.called_at is not None:
        back = Screen(text("panel.call.back"), (text("panel.call.back.means"),))
        return Choice(back, CallOrganiser(cancel=True))
    ask = Screen(text("panel.call"), (text("panel.call.means"),))
    stay = Screen(text("panel.call.stay"), (text("panel.stay-on.means"),))
    sure = Screen(text("panel.call.sure"), (text("panel.call.means"),))
    return Choice(ask, confirmation("call", stay, sure, CallOrganiser()))


def call_cancelled_screen() -> Screen:
    """The call was cancelled here."""
    return Screen(text("panel.call.taken-back"), (text("panel.call.back.means"),))


def _call_state(broker: BrokerStatus | None) -> str:
    """`waits` for a call that the broker has not got yet."""
    return "called" if broker is None or broker.state == "connected" else "waits"


def _title(state: str) -> Text:
    return text("panel.organiser" if state == "coming" else f"panel.call.{state}.title")


def _typed(written: str) -> Text:
    return text("panel.notice", said=written)
