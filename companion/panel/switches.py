"""Switching lamps and sound on and off, in the box's list. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from companion.games import Choice, Command
from companion.games.screen import Screen
from companion.language.text import Text, text

Switchable = Literal["lamps", "sound"]


class Switch(Command, frozen=True):
    """Switch lamps or sound on or off; kept over a restart."""

    what: Switchable
    on: bool


def switch_choices(lamps: bool | None, sound: bool | None) -> Iterator[Choice]:
    """A choice for each part, to switch it the other way. lamps, sound: None for a part that is missing."""
    known: tuple[tuple[Switchable, bool | None], ...] = (("lamps", lamps), ("sound", sound))
    for what, on in known:
        if on is not None:
            code = f"panel.{what}.{_on_or_off(on=not on)}"
            yield Choice(Screen(text(f"{code}.ask"), (text(f"{code}.means"),)), Switch(what, on=not on))


def switch_state(what: Switchable, *, on: bool) -> Text:
    """Whether it is on, in words."""
    return text(f"panel.{what}.{_on_or_off(on=on)}")


def quiet_hours_text(hours: tuple[int, int] | None) -> tuple[Text, ...]:
    """The quiet hours: a silent buzzer would be taken for broken."""
    return () if hours is None else (text("panel.sound.quiet", begins=hours[0], ends=hours[1]),)


def _on_or_off(*, on: bool) -> str:
    return "on" if on else "off"
