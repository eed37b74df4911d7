"""Switching the box's lamps and sound off and on: the choices in its list, and what is said then. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from companion.games import Choice, Command
from companion.games.screen import Screen
from companion.language.text import Text, text

Switched = Literal["lamps", "sound"]


class Switch(Command, frozen=True):
    """Switch it on or off, until somebody switches it the other way, also over a restart."""

    what: Switched
    on: bool


def switches(lamps: bool | None, sound: bool | None) -> Iterator[Choice]:
    """What can be switched the other way.

    lamps, sound: whether they are on; None for what the box has not.
    """
    known: tuple[tuple[Switched, bool | None], ...] = (("lamps", lamps), ("sound", sound))
    for what, on in known:
        if on is not None:
            code = f"panel.{what}.{_way(on=not on)}"
            yield Choice(Screen(text(f"{code}.ask"), (text(f"{code}.means"),)), Switch(what, on=not on))


def switched(what: Switched, *, on: bool) -> Text:
    """How it is switched now."""
    return text(f"panel.{what}.{_way(on=on)}")


def quiet_hours(quiet: tuple[int, int] | None) -> tuple[Text, ...]:
    """When the buzzer says nothing though it is on: at such an hour a table would take it for broken."""
    return () if quiet is None else (text("panel.sound.quiet", begins=quiet[0], ends=quiet[1]),)


def _way(*, on: bool) -> str:
    return "on" if on else "off"
