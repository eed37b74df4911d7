"""Who keeps the box that the panel is on: what he knows of it, and what the panel asks of him."""

from __future__ import annotations

from typing import Protocol

import msgspec

from companion.games.screen import Screen
from companion.health.broker_status import BrokerStatus
from companion.health.findings import Finding
from companion.language.signals import Sound
from companion.language.text import Text
from companion.panel.calling import OrganiserKnown
from companion.panel.confirming import Wanted
from companion.panel.switching import Switched
from companion.panel.wifi import Stay, WifiKnown
from companion.parts import Frame, Lights


class Known(msgspec.Struct, frozen=True):
    """What the box knows of itself.

    code: what phones join with. addresses: each `host:port` in figures by which they reach the box, the best
    first; none while there is no network. name: the same in letters, which not every phone finds; None where
    there is none. check: what the box finds amiss with itself. came: what came of
    putting a backup back, just before this start, or that the card came from another machine; None where
    neither is so. asking: the numbers of phones that
    would look after the box. shown: the numbers that phones are to type for the same, on a box without
    buttons. wanted: what one that does has asked for. wifi: None where that is not the box's affair.
    lamps, sound: whether they are switched on; None where the box has no lamps, or no buzzer. quiet: the
    hours of the day from which and until which it says nothing all the same; None where there are none.
    organiser: of the event that the table belongs to; None where it belongs to none. broker: how the
    connection to that stands; None where there is none.
    """

    code: str
    addresses: tuple[str, ...] = ()
    name: str | None = None
    check: tuple[Finding, ...] = ()
    came: Text | None = None
    asking: tuple[int, ...] = ()
    shown: tuple[str, ...] = ()
    wanted: Wanted | None = None
    wifi: WifiKnown | None = None
    lamps: bool | None = None
    sound: bool | None = None
    quiet: tuple[int, int] | None = None
    organiser: OrganiserKnown | None = None
    broker: BrokerStatus | None = None

    @property
    def own_wifi(self) -> WifiKnown | None:
        """The box's own Wi-Fi while it is open."""
        return self.wifi if self.wifi is not None and self.wifi.open else None


class Keeper(Protocol):
    """Who keeps the box that the panel is on. Called on the panel's thread only."""

    def knows(self) -> Known:
        """What the box knows of itself; the bell is rung when that changes. Returns at once."""

    def show(self, frame: Frame) -> None:
        """Leave a frame for the display. Returns at once."""

    def mirror(self, screen: Screen, leaf: int, system: str | None) -> None:
        """Leave for others what the display shows now: a leaf of a screen, in the words of a game. Returns at
        once."""

    def light(self, lights: Lights) -> None:
        """Leave for the lamps what they show from now on. Returns at once."""

    def sound(self, sounds: tuple[Sound, ...]) -> None:
        """Have these said one after the other. Returns at once."""

    def new_code(self) -> None:
        """Make another join code, and end what the old one opened."""

    def let_in(self, number: int, *, yes: bool) -> None:
        """Let the phone of this number look after the box, or send it away. May write to the disk."""

    def confirm(self, number: int, *, yes: bool) -> None:
        """Do what a phone has asked for by this number, or not. May write to the disk.

        Raises `CompanionError` where it cannot be done.
        """

    def stay_on_wifi(self, choice: Stay) -> None:
        """Begin to open the box's own Wi-Fi, or to leave it. Returns at once."""

    def switch(self, what: Switched, *, on: bool) -> None:
        """Remember that the lamps, or the sound, are switched on or off. May write to the disk.

        Raises `CompanionError` where it cannot be remembered; nothing has changed then.
        """

    def call_organiser(self, *, back: bool) -> None:
        """Call the organiser of the event, or take that back. May write to the disk.

        Raises `CompanionError` where it cannot be remembered; nothing has changed then.
        """

    def put_back(self, name: str) -> None:
        """Begin to put the backup of this name in the place of the games, and to start anew.

        Returns at once. Raises `CompanionError` where that cannot be.
        """

    def shut_down(self) -> None:
        """Begin to stop the box. Returns at once."""
