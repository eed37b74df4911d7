"""What the panel asks of the box: its status, and what a press does beside the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from companion.config import Config
from companion.daemon.configuration import ChangeableConfiguration
from companion.daemon.monitor import Monitor
from companion.daemon.pending import Pending, Restore
from companion.games.screen import Screen
from companion.health.findings import Finding, warned
from companion.language.signals import Sound
from companion.language.text import Text
from companion.notifier import Notifier
from companion.panel.box_status import BoxStatus
from companion.panel.confirmations import PendingConfirmation
from companion.panel.organiser import OrganiserStatus
from companion.panel.switches import Switchable
from companion.panel.wifi import WifiMode, WifiStatus
from companion.parts import Frame, Lights
from companion.storage.settings import Settings
from hardware.box import Box
from hardware.part import NONE
from web.admin_access import AdminAccess
from web.confirmations import Confirmations
from web.membership import Membership

if TYPE_CHECKING:
    from companion.daemon.broker_connection import BrokerConnection
    from companion.health.broker_status import BrokerStatus
    from companion.system.wifi_keeper import WifiKeeper
    from companion.table.organiser import Organiser


SETTING = "switches"
"""What the setting is called."""


class _On(msgspec.Struct, frozen=True):
    lamps: bool = True
    sound: bool = True


class Switches:
    """Lamps and sound, on until they are switched off at the box. notifier: notifies at each switch."""

    def __init__(self, settings: Settings, config: Config, notifier: Notifier) -> None:
        self._settings = settings
        self._notifier = notifier
        self._has_lamps = config.lamps.driver != NONE
        self._has_buzzer = config.buzzer.driver != NONE
        begins, ends = config.buzzer.quiet_from, config.buzzer.quiet_until
        self._quiet = (begins, ends) if self._has_buzzer and begins != ends else None
        self._on = settings.get(SETTING, _On) or _On()

    @property
    def lamps(self) -> bool | None:
        """Whether the lamps are on; None for a box without any."""
        return self._on.lamps if self._has_lamps else None

    @property
    def sound(self) -> bool | None:
        """Whether the buzzer sounds; None for a box without one."""
        return self._on.sound if self._has_buzzer else None

    @property
    def quiet_hours(self) -> tuple[int, int] | None:
        """From which hour until which a buzzer that is on says nothing; None for never."""
        return self._quiet

    def switch(self, what: Switchable, *, on: bool) -> None:
        """Switch it, on the disk when this returns. Raises `StorageFailed`; nothing has changed then."""
        switched = replace(self._on, lamps=on) if what == "lamps" else replace(self._on, sound=on)
        self._settings.set(SETTING, switched)
        self._on = switched
        self._notifier.notify()


class BoxService(msgspec.Struct, frozen=True):
    """A `companion.panel.box_status.Keeper`, and what the pages share with it.

    wifi: None where that is not the box's affair. start_result: of the action before this start, or that
    the card came from another machine. organiser: None where the table belongs to no event. broker: None
    where the owner names none. languages: what the panel asks about, as of `languages_to_ask`.
    """

    box: Box
    membership: Membership
    admin_access: AdminAccess
    confirmations: Confirmations
    monitor: Monitor
    wifi: WifiKeeper | None
    pending: Pending
    start_result: Text | None
    switches: Switches
    organiser: Organiser | None
    broker: BrokerConnection | None
    configuration: ChangeableConfiguration
    languages: tuple[str, ...]

    def broker_status(self) -> BrokerStatus | None:
        """How the connection to the broker stands; None without a broker."""
        return None if self.broker is None else self.broker.status()

    def status(self) -> BoxStatus:
        """What the box knows of itself, for its panel."""
        phones, seen = self.membership, self.monitor
        amiss = (*seen.health.latest, *wifi_findings(self.wifi))
        if phones.guessed:
            amiss = (*amiss, warned("network", "guessed"))
        pending = self.confirmations.pending
        return BoxStatus(
            code=phones.code,
            addresses=seen.network.latest,
            name=seen.name,
            findings=amiss,
            start_result=self.start_result,
            admin_requests=self.admin_access.requests,
            admin_codes=self.admin_access.codes,
            confirmation=None
            if pending is None
            else PendingConfirmation(pending.number, pending.kind, pending.subject),
            wifi=None if self.wifi is None else wifi_status(self.wifi),
            languages=self.languages,
            lamps=self.switches.lamps,
            sound=self.switches.sound,
            quiet_hours=self.switches.quiet_hours,
            organiser=None if self.organiser is None else organiser_status(self.organiser),
            broker=self.broker_status(),
        )

    def show(self, frame: Frame) -> None:
        """Leave a frame for the display."""
        self.box.show(frame)

    def broadcast(self, screen: Screen, frame: int, system: str | None) -> None:
        """Leave for those who are not there what the display shows."""
        if self.broker is not None and self.broker.display_image is not None:
            self.broker.display_image.update(screen, frame, system, self.status())

    def light(self, lights: Lights) -> None:
        """Set what the lamps show from now on."""
        self.box.light(lights)

    def sound(self, sounds: tuple[Sound, ...]) -> None:
        """Queue sounds for the buzzer."""
        self.box.sound(sounds)

    def new_code(self) -> None:
        """Make another join code, and end what the old one opened: also what phones have asked for."""
        self.membership.new_code()
        self.admin_access.clear()
        self.confirmations.cancel()

    def admit_admin(self, number: int, *, yes: bool) -> None:
        """Let the phone of this number look after the box, or send it away."""
        self.admin_access.answer(number, yes=yes)

    def confirm(self, number: int, *, yes: bool) -> None:
        """Do what a phone has asked for by this number, or not. Raises `CompanionError`."""
        self.confirmations.answer(number, yes=yes)

    def choose_language(self, code: str) -> None:
        """Keep the display's language and serve anew in it; returns at once. Raises `CompanionError`."""
        self.configuration.update({"box.language": code})
        self.configuration.restart()

    def set_wifi_mode(self, mode: WifiMode) -> None:
        """Begin to open the box's own Wi-Fi, or to leave it."""
        if self.wifi is not None:
            self.wifi.stay(mode)

    def switch(self, what: Switchable, *, on: bool) -> None:
        """Remember that the lamps, or the sound, are switched on or off. Raises `StorageFailed`."""
        self.switches.switch(what, on=on)

    def call_organiser(self, *, cancel: bool) -> None:
        """Call the organiser of the event, or take that back. Raises `StorageFailed`."""
        if self.organiser is None:
            return
        if cancel:
            self.organiser.cancel()
        else:
            self.organiser.place_call()

    def restore(self, name: str) -> None:
        """Stop serving and start again with the backup of this name in the place of the games.

        Returns at once; the result is shown after that start. A backup that is missing or damaged changes
        nothing.
        """
        self.pending.request(Restore(name))

    def shut_down(self) -> None:
        """Stop serving; the display keeps its last screen."""
        self.pending.shut_down()


def organiser_status(organiser: Organiser) -> OrganiserStatus:
    """The call, its answer and the notices, for the panel."""
    call, settled, notice = organiser.call, organiser.settled, organiser.notice
    return OrganiserStatus(
        called_at=None if call is None else call.at,
        coming=organiser.is_coming,
        settled_at=None if settled is None else settled.at,
        notice="" if notice is None else notice.text,
        noticed_at="" if notice is None else notice.at,
    )


def wifi_findings(wifi: WifiKeeper | None) -> tuple[Finding, ...]:
    """What is amiss with the machine's Wi-Fi, where the box looks after it."""
    return () if wifi is None or not wifi.radio_off else (warned("network", "radio-off"),)


def wifi_status(wifi: WifiKeeper) -> WifiStatus | None:
    """What the panel says of the Wi-Fi; None where the machine has none."""
    if not wifi.has_radio:
        return None
    now, own, is_open = wifi.now, wifi.named, wifi.own is not None
    if own is None:
        return WifiStatus()
    moved = now.doing == "home" and now.moved
    return WifiStatus(
        now.choice,
        own.name,
        own.password,
        own.wifi_code,
        is_open,
        now.has_guests,
        now.why,
        bool(now.known),
        moved,
        now.stuck,
    )
