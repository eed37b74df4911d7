"""Setting up the display: where it is, which controller it has, and how it is built in."""

from __future__ import annotations

from contextlib import closing
from typing import Literal

from msgspec.structs import replace

from companion.config import OledConfig
from companion.games.screen import text
from hardware.setup.conversation import Conversation
from hardware.setup.searches import Displays, Refused

LEVELS = (1, 30, 80, 160, 220, 255)
"""The steps of the light that are offered, of 255."""

_Way = Literal["again", "leave", "none"]
_WAYS: tuple[_Way, ...] = ("again", "leave", "none")


def display(talk: Conversation, displays: Displays, oled: OledConfig) -> OledConfig:
    """Walk the person through the display; give how it is configured from now on."""
    talk.title(text("setup.display"))
    with closing(displays):
        while True:
            try:
                found = _found(talk, displays, oled)
            except Refused as refused:
                talk.found(refused.finding)
                found = None
            if found is not None:
                return found
            way = _WAYS[
                talk.choose(text("setup.what-now"), [text(f"setup.display.{each}") for each in _WAYS])
            ]
            if way != "again":
                return oled if way == "leave" else replace(oled, driver="none")


def _found(talk: Conversation, displays: Displays, oled: OledConfig) -> OledConfig | None:
    """The display as it was found and liked; None when there is none, which has been said."""
    places = displays.places(oled)
    if not places:
        finding = displays.finding(oled)
        talk.found(finding)
        if finding.said.code == "doctor.display.nobody":
            talk.say(text("setup.display.unknown"), indent=2)
        return None
    number = 0
    for place in places:
        talk.say(text("setup.display.answers", address=f"0x{place.address:02X}", bus=place.bus))
        for driver in displays.drivers(place):
            number += 1
            tried = replace(place, driver=driver)
            displays.show(tried, number)
            if talk.yes(text("setup.display.frame", number=number), default=True):
                talk.say(text("setup.display.seen", driver=driver))
                return _liked(talk, displays, tried, number)
    talk.say(text("setup.display.unseen"))
    return None


def _liked(talk: Conversation, displays: Displays, oled: OledConfig, number: int) -> OledConfig:
    """The display turned as it is built in, and as bright as the person likes it."""
    if not talk.yes(text("setup.display.upright"), default=True):
        oled = replace(oled, rotate=0 if oled.rotate else 180)
        displays.show(oled, number)
        talk.say(text("setup.display.turned"))
    ways = [text(f"setup.display.{each}") for each in ("bright-enough", "brighter", "darker")]
    while True:
        chosen = talk.choose(text("setup.display.bright"), ways)
        if chosen == 0:
            return oled
        level = _brighter(oled.contrast) if chosen == 1 else _darker(oled.contrast)
        if level == oled.contrast:
            talk.say(text("setup.display.no-more"))
            continue
        oled = replace(oled, contrast=level)
        displays.show(oled, number)


def _brighter(level: int) -> int:
    return next((each for each in LEVELS if each > level), level)


def _darker(level: int) -> int:
    return next((each for each in reversed(LEVELS) if each < level), level)
