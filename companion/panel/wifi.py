"""The box's own Wi-Fi on the panel: the code by which phones join it, and how long it stays open. Pure."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.games import Choice, Command, LeaveIt, Question
from companion.games.screen import Screen
from companion.language.text import Text, text

Stay = Literal["home", "evening", "always"]


class StayOnWifi(Command, frozen=True):
    """Open the box's own Wi-Fi for this evening or always; `home`: leave it for a network that it knows."""

    choice: Stay


class WifiKnown(msgspec.Struct, frozen=True):
    """What the box knows of its Wi-Fi. name, password, code: of its own one; empty as long as that has none.

    code: what a phone scans. open: the own one is. came: a phone has come to it. why: what has led to it, or
    what went wrong last. knows: there are networks that the machine joins by itself. moved: somebody has had
    the box join the network that it is in. stuck: the own one cannot be opened, as `why` has it.
    """

    choice: Stay = "home"
    name: str = ""
    password: str = ""
    code: str = ""
    open: bool = False
    came: bool = False
    why: Text | None = None
    knows: bool = False
    moved: bool = False
    stuck: bool = False


def scanned(wifi: WifiKnown, *, joined: bool = False) -> Screen:
    """The code by which a phone joins the box's own Wi-Fi; beside it the same in letters, then why it is
    open.

    joined: a phone has had the time to join. The title then says that Select shows the address, which no
    phone opens by itself that finds a private address behind its maker's name; so nothing else may follow.
    """
    lines = (text("panel.wifi.name", name=wifi.name), text("panel.wifi.password", password=wifi.password))
    if joined:
        return Screen(text("panel.wifi.joined"), lines, qr=wifi.code)
    return Screen(text("panel.wifi"), lines if wifi.why is None else (*lines, wifi.why), qr=wifi.code)


def opened(wifi: WifiKnown) -> Screen:
    """The box has just opened its own Wi-Fi, and why."""
    said = () if wifi.why is None else (wifi.why,)
    return Screen(text("panel.wifi.open"), (*said, text("panel.wifi.where")))


def begun(choice: Stay) -> Screen:
    """What comes of a choice that was made here."""
    return Screen(
        text("panel.wifi.open" if choice != "home" else "panel.wifi"), (text(f"panel.wifi.to-{choice}"),)
    )


def how_long(wifi: WifiKnown) -> Choice | None:
    """What the list of the box offers, first that all stays as it is: phones lose the box by the rest. None
    as long as no radio has been seen.
    """
    if not wifi.name:
        return None
    offered: list[Stay] = ["evening", "always"]
    if wifi.open:
        offered = [each for each in offered if each != wifi.choice]
        if wifi.knows:
            offered.append("home")
    as_it_is = Choice(Screen(text("panel.as-it-is"), (text("panel.stay-on.means"),)), LeaveIt())
    others = (
        Choice(Screen(text(f"panel.wifi.{each}"), (text(f"panel.wifi.{each}.means"),)), StayOnWifi(each))
        for each in offered
    )
    which = Question("wifi", (as_it_is, *others), careful=True)
    return Choice(Screen(text("panel.wifi.ask"), (text("panel.wifi.ask.means"),)), which)
