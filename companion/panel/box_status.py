"""The box as the panel sees it: its status, and the service that it calls."""

from __future__ import annotations

from typing import Protocol

import msgspec

from companion.games.screen import Screen
from companion.health.broker_status import BrokerStatus
from companion.health.findings import Finding
from companion.language.signals import Sound
from companion.language.text import Text
from companion.panel.confirmations import PendingConfirmation
from companion.panel.organiser import OrganiserStatus
from companion.panel.switches import Switchable
from companion.panel.wifi import WifiMode, WifiStatus
from companion.parts import Frame, Lights


class BoxStatus(msgspec.Struct, frozen=True):
    """An immutable picture of the box beside its game."""

    code: str
    """The join code."""
    addresses: tuple[str, ...] = ()
    """Each `host:port` in figures by which phones reach the box, the best first; empty without a network."""
    name: str | None = None
    """The same in letters, such as `companion.local:8080`; not every phone resolves it."""
    findings: tuple[Finding, ...] = ()
    """Faults that the health check found."""
    start_result: Text | None = None
    """The result of restoring a backup before this start, or that the card is from another machine."""
    admin_requests: tuple[int, ...] = ()
    """Numbers of the phones that ask to become admin."""
    admin_codes: tuple[str, ...] = ()
    """Codes to type on such a phone, for a box without buttons."""
    confirmation: PendingConfirmation | None = None
    """What an admin wants confirmed at the box."""
    wifi: WifiStatus | None = None
    """None where the machine's Wi-Fi is not managed by the box."""
    lamps: bool | None = None
    """Whether they are switched on; None for a box without lamps."""
    sound: bool | None = None
    """The same of the buzzer."""
    quiet_hours: tuple[int, int] | None = None
    """Hours of the day from which and until which the buzzer is silent, such as (22, 8)."""
    languages: tuple[str, ...] = ()
    """Codes of the languages that a new box asks about; empty once one is chosen."""
    organiser: OrganiserStatus | None = None
    """None for a table outside an event."""
    broker: BrokerStatus | None = None
    """None without a broker."""

    @property
    def access_point(self) -> WifiStatus | None:
        """The box's own Wi-Fi while it is open."""
        return self.wifi if self.wifi is not None and self.wifi.open else None


class BoxServiceProtocol(Protocol):
    """What the panel calls on the box. All methods run on the panel's thread."""

    def status(self) -> BoxStatus:
        """The present status; the notifier notifies when it changes. Returns at once."""

    def show(self, frame: Frame) -> None:
        """Queue a frame for the display. Returns at once."""

    def broadcast(self, screen: Screen, frame: int, system: str | None) -> None:
        """Queue for others a frame of a screen, in a game's words. Returns at once."""

    def light(self, lights: Lights) -> None:
        """Queue what the lamps show. Returns at once."""

    def sound(self, sounds: tuple[Sound, ...]) -> None:
        """Queue sounds, to be played one after the other. Returns at once."""

    def new_code(self) -> None:
        """Make a new join code and end every session of the old one."""

    def admit_admin(self, number: int, *, yes: bool) -> None:
        """Make the phone of this number admin, or refuse it. May write to the disk."""

    def confirm(self, number: int, *, yes: bool) -> None:
        """Answer it. May write to the disk. Raises `CompanionError` where it cannot be done."""

    def choose_language(self, code: str) -> None:
        """Keep the display's language, and begin to start anew in it. Writes to the disk.

        Raises `CompanionError` where it cannot be stored; nothing has changed then.
        """

    def set_wifi_mode(self, mode: WifiMode) -> None:
        """Begin to open the box's own Wi-Fi, or to leave it. Returns at once."""

    def switch(self, what: Switchable, *, on: bool) -> None:
        """Switch lamps or sound on or off. Writes to the disk.

        Raises `CompanionError` where it cannot be stored; nothing has changed then.
        """

    def call_organiser(self, *, cancel: bool) -> None:
        """Call the organiser of the event, or cancel the call. Writes to the disk.

        Raises `CompanionError` where it cannot be stored; nothing has changed then.
        """

    def restore(self, name: str) -> None:
        """Begin to replace all games by the backup of this name, and restart. Returns at once.

        Raises `CompanionError` where that is impossible.
        """

    def shut_down(self) -> None:
        """Begin to stop the box. Returns at once."""
