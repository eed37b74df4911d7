"""Decides what the box does with its Wi-Fi. Pure: the radio's status and the time in, actions out.

A Pi has one radio: it is in a network, or opens the box's own access point. It opens that after `OPENS_AFTER`
seconds without a network, `GONE_AFTER` if it was in one, or on request. It closes it to join a network, and
returns to it if that fails. Without guests, it closes it now and then to search for known networks.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.language.text import Text, text

Seconds: TypeAlias = float
OPENS_AFTER: Seconds = 45.0
"""Seconds without a network until the access point opens: within a minute in all."""
GONE_AFTER: Seconds = 30.0
"""Seconds to wait for a lost network; noticing the loss took some seconds already."""
OPENS_WITHIN: Seconds = 20.0
"""Seconds until an opening access point counts as failed, unless the machine is still busy."""
JOINS_WITHIN: Seconds = 40.0
"""Seconds until joining counts as failed: back in the access point within a minute in all."""
LISTENS: Seconds = 8.0
"""Seconds to scan for networks with a closed access point."""
SEEKS_EVERY: Seconds = 600.0
"""Seconds without guests between two searches for known networks."""
SEEKS_FOR: Seconds = 20.0
"""Seconds of such a search."""
SWITCHES_ON: Seconds = 3.0
"""Seconds for a radio to switch on."""
STAYS_OFF = 2
"""Failed tries after which a radio counts as one that stays off."""
_BACKOFF = 4
"""How often the time to the next try doubles, while the access point cannot be opened."""

Lock = Literal["open", "password", "person", "old"]
"""What a network requires: nothing, a password, a personal account, or an obsolete lock that protects
nothing.
"""

Radio = Literal["absent", "off", "free", "busy", "up"]


class Network(msgspec.Struct, frozen=True):
    """A network in reach. strength: 0 to 100. raw: its SSID. sae: it requires WPA3."""

    name: str
    strength: int
    lock: Lock
    raw: bytes
    sae: bool = False


class RadioStatus(msgspec.Struct, frozen=True):
    """The radio at a moment."""

    radio: Radio = "absent"
    """absent, switched off, free, busy joining or opening, or up."""
    network: str = ""
    """The network that it is in, or opens."""
    own: bool = False
    """Whether that is the box's access point."""
    cable: bool = False
    """Whether a cable has a carrier."""
    known: tuple[str, ...] = ()
    """Networks that the machine joins by itself."""
    failed: int | None = None
    """NetworkManager's reason for the failure of the last action, if it failed."""


class Open(msgspec.Struct, frozen=True):
    """Open the box's access point."""


class Close(msgspec.Struct, frozen=True):
    """Close the access point: the machine then joins a known network in reach."""


class Join(msgspec.Struct, frozen=True):
    """Join a network. password: None for a known network, or one without a password.

    `Join.heard`: the network in reach; None for a typed name, which may be hidden.
    """

    name: str
    password: str | None = None
    heard: Network | None = None


class Keep(msgspec.Struct, frozen=True):
    """Store the network that was just joined, so that the machine joins it by itself."""


class Forget(msgspec.Struct, frozen=True):
    """Delete the network that could not be joined."""


class Scan(msgspec.Struct, frozen=True):
    """Scan for networks, which is not possible while the access point is open."""


class ListNetworks(msgspec.Struct, frozen=True):
    """List the networks in reach."""


class SwitchOn(msgspec.Struct, frozen=True):
    """Switch the radio on."""


Action: TypeAlias = "Open | Close | Join | Keep | Forget | Scan | ListNetworks | SwitchOn"
RADIO_OFF = text("wifi.why.radio-off")
"""The radio stays off: a Raspberry Pi blocks it until a country is set."""
CANNOT_OPEN = text("wifi.why.cannot-open")
Stay = Literal["home", "evening", "always"]
"""home: the access point only without a network. evening: until the next start. always: for ever."""
Doing = Literal["nothing", "waiting", "opening", "own", "listening", "joining", "home"]


class Wifi(msgspec.Struct, frozen=True):
    """The state of the box's Wi-Fi."""

    choice: Stay = "home"
    doing: Doing = "nothing"
    """nothing, without a radio or with a cable; waiting for a known network; opening the access point, or in
    it
    (own); listening for networks with a closed one; joining; in a network (home)."""
    due: Seconds = math.inf
    """The monotonic second of the next deadline."""
    target: Join | None = None
    """The network being joined."""
    network: str = ""
    """The present network, or the last one."""
    why: Text | None = None
    """The reason to open the access point, or the last failure."""
    heard: tuple[Network, ...] = ()
    """Networks in reach, the strongest first."""
    known: tuple[str, ...] = ()
    has_guests: bool = False
    """Whether a phone has used the access point."""
    cable: bool = False
    tries: int = 0
    """Failures in a row to open the access point."""
    moved: bool = False
    """Whether a person had it join the present network."""

    @property
    def stuck(self) -> bool:
        """Whether the own Wi-Fi cannot be opened, as `why` has it."""
        return self.why in (RADIO_OFF, CANNOT_OPEN)


Step: TypeAlias = "tuple[Wifi, tuple[Action, ...]]"


def on_status(wifi: Wifi, status: RadioStatus, at: Seconds) -> Step:
    """React to the radio's status at a monotonic second, also to an unchanged one when time is up."""
    wifi = replace(wifi, known=status.known, cable=status.cable)
    if status.radio == "absent":
        return replace(wifi, doing="nothing", due=math.inf, target=None), ()
    if wifi.doing == "joining":
        return _joining(wifi, status, at)
    if wifi.doing == "listening":
        return _listening(wifi, status, at)
    if status.radio == "up":
        return _own(wifi, at) if status.own else _home(wifi, status, at)
    return _still_opening(wifi, status, at) if wifi.doing == "opening" else _without(wifi, status, at)


def _own(wifi: Wifi, at: Seconds) -> Step:
    """In the access point: search for known networks unless it was chosen, or has guests."""
    seeks = wifi.choice == "home" and bool(wifi.known) and not wifi.has_guests
    if wifi.doing != "own":
        due = at + SEEKS_EVERY if seeks else math.inf
        why = _reason(wifi) if wifi.stuck else wifi.why
        return replace(wifi, doing="own", due=due, tries=0, target=None, why=why), ()
    if not seeks:
        return replace(wifi, due=math.inf), ()
    if math.isinf(wifi.due):
        return replace(wifi, due=at + SEEKS_EVERY), ()
    if at < wifi.due:
        return wifi, ()
    return replace(wifi, doing="waiting", due=at + SEEKS_FOR), (Close(),)


def _still_opening(wifi: Wifi, status: RadioStatus, at: Seconds) -> Step:
    if status.failed is None and at < wifi.due:
        return wifi, ()
    if status.failed is None and status.radio == "busy":  # slow: a failure will be reported
        return replace(wifi, due=at + OPENS_WITHIN), ()
    again = at + OPENS_AFTER * 2 ** min(wifi.tries, _BACKOFF)
    return replace(wifi, doing="waiting", due=again, tries=wifi.tries + 1, why=CANNOT_OPEN), ()


def _listening(wifi: Wifi, status: RadioStatus, at: Seconds) -> Step:
    if at < wifi.due:
        return wifi, ()
    if wifi.choice == "home" and status.radio == "up" and not status.own:  # one that it knows is there
        return _home(wifi, status, at)
    return _opening(wifi, at, ListNetworks())


def _home(wifi: Wifi, status: RadioStatus, at: Seconds) -> Step:
    if wifi.choice == "always" and wifi.doing == "nothing":  # since the start: that was chosen before
        return _opening(replace(wifi, why=text("wifi.why.asked")), at, ListNetworks())
    still = wifi.doing == "home"
    home = replace(wifi, doing="home", due=math.inf, network=status.network, tries=0, target=None)
    return replace(home, why=wifi.why if still else None, moved=still and wifi.moved), ()


def _without(wifi: Wifi, status: RadioStatus, at: Seconds) -> Step:
    """Without a network: open the access point after a while, unless there is a cable."""
    if wifi.doing == "own":  # gone by itself, as with a start of NetworkManager's
        return _opening(wifi, at)
    wanted = wifi.choice != "home"
    if status.cable and not wanted:
        return replace(wifi, doing="nothing", due=math.inf, why=None), ()
    if wifi.doing in ("home", "nothing"):
        patience = GONE_AFTER if wifi.doing == "home" else OPENS_AFTER
        due = at if wanted else at + patience
        wifi = replace(wifi, doing="waiting", due=due, why=_reason(wifi))
    elif wifi.why == RADIO_OFF and status.radio != "off":
        wifi = replace(wifi, tries=0, why=_reason(wifi))
    if at < wifi.due:
        return wifi, ()
    if status.radio == "off":
        again = at + SWITCHES_ON * 2 ** min(wifi.tries, _BACKOFF)
        why = RADIO_OFF if wifi.tries >= STAYS_OFF else wifi.why
        return replace(wifi, due=again, tries=wifi.tries + 1, why=why), (SwitchOn(),)
    return _opening(wifi, at, ListNetworks())


def _reason(wifi: Wifi) -> Text:
    """The reason to open the access point."""
    if wifi.choice != "home":
        return text("wifi.why.asked")
    if wifi.doing == "home" and wifi.network:
        return text("wifi.why.lost", network=wifi.network)
    return text("wifi.why.none-heard" if wifi.known else "wifi.why.none-known")


def _opening(wifi: Wifi, at: Seconds, *before: Action) -> Step:
    opening = replace(wifi, doing="opening", due=at + OPENS_WITHIN, target=None, has_guests=False)
    return opening, (*before, Open())


_PASSWORD_REASONS = frozenset({7, 8, 9, 10, 11})
"""NetworkManager's reasons: no secrets, or the supplicant disconnected, failed, or timed out."""
_ADDRESS_REASONS = frozenset({5, 6, 15, 16, 17})
"""NetworkManager's reasons for no address."""
_NOT_FOUND_REASONS = frozenset({53})


def _joining(wifi: Wifi, status: RadioStatus, at: Seconds) -> Step:
    target = wifi.target
    if target is None or (status.radio == "up" and not status.own and status.network == target.name):
        home = replace(
            wifi,
            doing="home",
            choice="home",
            due=math.inf,
            network=status.network,
            why=None,
            tries=0,
            target=None,
            moved=True,
        )
        return home, (Keep(),)
    if status.failed is None and at < wifi.due:
        return wifi, ()
    return _return_to_own(wifi, target, _fault(status.failed, target), at)


def _fault(reason: int | None, target: Join) -> str:
    if reason in _PASSWORD_REASONS and (target.heard is None or target.heard.lock == "password"):
        return "password"
    if reason in _ADDRESS_REASONS:
        return "no-address"
    if reason in _NOT_FOUND_REASONS:
        return "not-heard"
    return "no-answer" if reason is None else "failed"


def _return_to_own(wifi: Wifi, target: Join, fault: str, at: Seconds) -> Step:
    """Return to the access point after a failed join."""
    why = text(f"wifi.why.{fault}", network=target.name)
    return _opening(replace(wifi, why=why), at, Forget())


def on_failed(wifi: Wifi, action: Action, at: Seconds) -> Step:
    """React to an action that the machine refused."""
    if isinstance(action, Join) and wifi.doing == "joining":
        return _return_to_own(wifi, action, "failed", at)
    if isinstance(action, Open) and wifi.doing == "opening":
        return _still_opening(wifi, RadioStatus(failed=0), at)
    return wifi, ()


def join(wifi: Wifi, target: Join, at: Seconds) -> Step:
    """Join a network on request."""
    return replace(wifi, doing="joining", due=at + JOINS_WITHIN, target=target), (target,)


def stay(wifi: Wifi, choice: Stay, at: Seconds) -> Step:
    """Open the access point for this evening or always; or, with `home`, close it for a known network."""
    chosen = replace(wifi, choice=choice)
    why = _reason(chosen)
    if choice == "home":
        if wifi.doing not in ("own", "opening"):
            return chosen, ()
        return replace(chosen, doing="waiting", due=at + OPENS_AFTER, why=why), (Close(),)
    if wifi.doing in ("own", "opening"):
        return replace(chosen, due=math.inf if wifi.doing == "own" else wifi.due), ()
    return _opening(replace(chosen, why=why), at, ListNetworks())


def listen(wifi: Wifi, at: Seconds) -> Step:
    """Scan for networks on request; the access point is closed for that, and opened again."""
    if wifi.doing == "own":
        return replace(wifi, doing="listening", due=at + LISTENS), (Close(), Scan())
    return wifi, (Scan(), ListNetworks())


def with_networks(wifi: Wifi, heard: tuple[Network, ...]) -> Wifi:
    """Store the networks in reach; an empty list keeps those before."""
    return replace(wifi, heard=heard) if heard else wifi


def with_guest(wifi: Wifi) -> Wifi:
    """Note that a phone uses the access point."""
    return wifi if wifi.has_guests or wifi.doing != "own" else replace(wifi, has_guests=True, due=math.inf)
