"""The box's own Wi-Fi on the panel: its QR code, and how long it stays open. Pure."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.games import Choice, Command, Decline, Question
from companion.games.screen import Screen
from companion.language.text import Text, text

WifiMode = Literal["home", "evening", "always"]


class SetWifiMode(Command, frozen=True):
    """Open the box's own Wi-Fi for this evening or always, or leave it for a known network (`home`)."""

    mode: WifiMode


class WifiStatus(msgspec.Struct, frozen=True):
    """The machine's Wi-Fi. Name, password and code are those of the box's own; empty where it has none."""

    mode: WifiMode = "home"
    name: str = ""
    password: str = ""
    code: str = ""
    """Content of the QR code that joins it."""
    open: bool = False
    """The own Wi-Fi is open."""
    used: bool = False
    """A phone has joined it."""
    why: Text | None = None
    """Why it is open, or the last fault."""
    has_networks: bool = False
    """The machine knows networks that it joins by itself."""
    joined_by_request: bool = False
    """A phone chose the present network."""
    failed: bool = False
    """The own Wi-Fi cannot be opened, for the reason in `why`."""


def wifi_code_screen(wifi: WifiStatus, *, joined: bool = False) -> Screen:
    """The QR code that joins the box's own Wi-Fi, with name, password and why it is open.

    joined: a phone has had the time to join. The title then says that Select shows the address, since not
    every phone opens the page by itself.
    """
    lines = (text("panel.wifi.name", name=wifi.name), text("panel.wifi.password", password=wifi.password))
    if joined:
        return Screen(text("panel.wifi.joined"), lines, qr=wifi.code)
    return Screen(text("panel.wifi"), lines if wifi.why is None else (*lines, wifi.why), qr=wifi.code)


def wifi_open_screen(wifi: WifiStatus) -> Screen:
    """News that the box has opened its own Wi-Fi."""
    said = () if wifi.why is None else (wifi.why,)
    return Screen(text("panel.wifi.open"), (*said, text("panel.wifi.where")))


def wifi_mode_screen(mode: WifiMode) -> Screen:
    """The outcome of a mode chosen here."""
    return Screen(
        text("panel.wifi.open" if mode != "home" else "panel.wifi"), (text(f"panel.wifi.to-{mode}"),)
    )


def wifi_choice(wifi: WifiStatus) -> Choice | None:
    """The entry in the box's list, "leave it as it is" first: the other choices disconnect phones. None
    without a radio.
    """
    if not wifi.name:
        return None
    offered: list[WifiMode] = ["evening", "always"]
    if wifi.open:
        offered = [each for each in offered if each != wifi.mode]
        if wifi.has_networks:
            offered.append("home")
    as_it_is = Choice(Screen(text("panel.as-it-is"), (text("panel.stay-on.means"),)), Decline())
    others = (
        Choice(Screen(text(f"panel.wifi.{each}"), (text(f"panel.wifi.{each}.means"),)), SetWifiMode(each))
        for each in offered
    )
    which = Question("wifi", (as_it_is, *others), destructive=True)
    return Choice(Screen(text("panel.wifi.ask"), (text("panel.wifi.ask.means"),)), which)
