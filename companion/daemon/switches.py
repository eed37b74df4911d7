"""Whether lamps and sound are switched on, kept among the journal's settings."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.bell import Bell
from companion.config import Config
from companion.panel.switching import Switched
from companion.storage.settings import Settings
from hardware.part import NONE

NAME = "switches"
"""What the setting is called."""


class _On(msgspec.Struct, frozen=True):
    lamps: bool = True
    sound: bool = True


class Switches:
    """Both are on until somebody switches them off at the box. bell: rung when one was switched."""

    def __init__(self, settings: Settings, config: Config, bell: Bell) -> None:
        self._settings = settings
        self._bell = bell
        self._has_lamps = config.lamps.driver != NONE
        self._has_buzzer = config.buzzer.driver != NONE
        begins, ends = config.buzzer.quiet_from, config.buzzer.quiet_until
        self._quiet = (begins, ends) if self._has_buzzer and begins != ends else None
        self._on = settings.get(NAME, _On) or _On()

    @property
    def lamps(self) -> bool | None:
        """Whether the lamps are on; None for a box without any."""
        return self._on.lamps if self._has_lamps else None

    @property
    def sound(self) -> bool | None:
        """Whether the buzzer may be heard; None for a box without one."""
        return self._on.sound if self._has_buzzer else None

    @property
    def quiet(self) -> tuple[int, int] | None:
        """From which hour until which a buzzer that is on says nothing; None for never."""
        return self._quiet

    def switch(self, what: Switched, *, on: bool) -> None:
        """Switch it, on the disk when this returns. Raises `StorageFailed`; nothing has changed then."""
        switched = replace(self._on, lamps=on) if what == "lamps" else replace(self._on, sound=on)
        self._settings.set(NAME, switched)
        self._on = switched
        self._bell.ring()
