"""From the owner's configuration to the settings of the box's parts."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.config import Config
from companion.daemon.starting import CannotStart
from companion.games.screen import text
from hardware.buttons.wiring import THREE
from hardware.part import BoxSettings, ButtonSettings, DisplaySettings, ReaderSettings


def box_settings(config: Config, colours: Iterable[str]) -> BoxSettings:
    """The settings of every part. colours: of the players of any game.

    Raises `CannotStart` for a button that is wired for no player's colour.
    """
    wired = config.buttons
    every = tuple(colours)
    strange = set(wired.colours) - set(every)
    if strange:
        said = text("cannot-start.unknown-colour", which=min(strange), colours=every)
        raise CannotStart(said, lasting=True)
    return BoxSettings(
        msgspec.convert(config.oled, DisplaySettings, from_attributes=True),
        ButtonSettings(
            driver=wired.driver,
            pins={"advance": wired.advance, "select": wired.select, "back": wired.back, **wired.colours},
            simulated=(*THREE, *every),
            hold=wired.hold,
        ),
        msgspec.convert(config.rfid, ReaderSettings, from_attributes=True),
    )
