"""What the keeper of the box knows and does for its panel, gathered from all over the box."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from companion.daemon.pending import Pending, Restore
from companion.daemon.switches import Switches
from companion.daemon.watching import Watching
from companion.daemon.wifi import amiss_of, known_of
from companion.games.screen import Screen
from companion.health.findings import warned
from companion.language.signals import Sound
from companion.language.text import Text
from companion.panel.calling import OrganiserKnown
from companion.panel.confirming import Wanted
from companion.panel.keeper import Known
from companion.panel.switching import Switched
from companion.panel.wifi import Stay
from companion.parts import Frame, Lights
from hardware.box import Box
from web.caretaking import Caretaking
from web.confirming import Confirming
from web.membership import Membership

if TYPE_CHECKING:
    from companion.daemon.pictured import Pictured
    from companion.health.broker_status import BrokerStatus
    from companion.system.wifi_keeper import WifiKeeper
    from companion.table.organiser import Organiser


class BoxKeeper(msgspec.Struct, frozen=True):
    """A `companion.panel.keeper.Keeper`. came: what came of a copy that was put back before this start, or
    that the card came from another machine.
    organiser: of the event that this table belongs to, None where it belongs to none. link: how the
    connection to the broker stands; None without a broker. pictured: shows the display to those who are not
    there, None where nobody is shown it.
    """

    box: Box
    membership: Membership
    caretaking: Caretaking
    confirming: Confirming
    watching: Watching
    wifi: WifiKeeper | None
    pending: Pending
    came: Text | None
    switches: Switches
    organiser: Organiser | None
    link: Callable[[], BrokerStatus | None]
    pictured: Pictured | None

    def knows(self) -> Known:
        """What the box knows of itself, for its panel."""
        phones, seen = self.membership, self.watching
        amiss = (*seen.checkup.latest, *amiss_of(self.wifi))
        if phones.guessed:
            amiss = (*amiss, warned("network", "guessed"))
        stands = self.confirming.standing
        return Known(
            code=phones.code,
            addresses=seen.network.latest,
            name=seen.name,
            check=amiss,
            came=self.came,
            asking=self.caretaking.asking,
            shown=self.caretaking.shown,
            wanted=None if stands is None else Wanted(stands.number, stands.what, stands.said),
            wifi=None if self.wifi is None else known_of(self.wifi),
            lamps=self.switches.lamps,
            sound=self.switches.sound,
            quiet=self.switches.quiet,
            organiser=None if self.organiser is None else known_of_organiser(self.organiser),
            broker=self.link(),
        )

    def show(self, frame: Frame) -> None:
        """Leave a frame for the display."""
        self.box.show(frame)

    def mirror(self, screen: Screen, leaf: int, system: str | None) -> None:
        """Leave for those who are not there what the display shows."""
        if self.pictured is not None:
            self.pictured.shows(screen, leaf, system, self.knows())

    def light(self, lights: Lights) -> None:
        """Leave for the lamps what they show from now on."""
        self.box.light(lights)

    def sound(self, sounds: tuple[Sound, ...]) -> None:
        """Have these said by the buzzer, one after the other."""
        self.box.sound(sounds)

    def new_code(self) -> None:
        """Make another join code, and end what the old one opened: also what phones have asked for."""
        self.membership.new_code()
        self.caretaking.forget()
        self.confirming.forget()

    def let_in(self, number: int, *, yes: bool) -> None:
        """Let the phone of this number look after the box, or send it away."""
        self.caretaking.answer(number, yes=yes)

    def confirm(self, number: int, *, yes: bool) -> None:
        """Do what a phone has asked for by this number, or not. Raises `CompanionError`."""
        self.confirming.answer(number, yes=yes)

    def stay_on_wifi(self, choice: Stay) -> None:
        """Begin to open the box's own Wi-Fi, or to leave it."""
        if self.wifi is not None:
            self.wifi.stay(choice)

    def switch(self, what: Switched, *, on: bool) -> None:
        """Remember that the lamps, or the sound, are switched on or off. Raises `StorageFailed`."""
        self.switches.switch(what, on=on)

    def call_organiser(self, *, back: bool) -> None:
        """Call the organiser of the event, or take that back. Raises `StorageFailed`."""
        if self.organiser is None:
            return
        if back:
            self.organiser.take_back()
        else:
            self.organiser.call_for()

    def put_back(self, name: str) -> None:
        """Begin to stop; who serves then starts anew, with the copy of this name in the place of the games.

        Returns at once. What came of it is said after that start: a copy that is not to be had, or not whole,
        changes nothing.
        """
        self.pending.request(Restore(name))

    def shut_down(self) -> None:
        """Begin to stop; the display keeps its last words."""
        self.pending.shut_down()


def known_of_organiser(organiser: Organiser) -> OrganiserKnown:
    """What the panel knows of what is said between the table and him."""
    call, settled, notice = organiser.call, organiser.settled, organiser.notice
    return OrganiserKnown(
        called=None if call is None else call.at,
        coming=organiser.coming,
        settled=None if settled is None else settled.at,
        notice="" if notice is None else notice.text,
        noticed="" if notice is None else notice.at,
    )
