"""How the box does with its Wi-Fi. Pure: what is seen of the radio and the time in, what is wished of it out.

A Pi has one radio: it is in somebody's network, or it opens its own. The box opens its own when it is in no
network for `OPENS_AFTER` seconds, for `GONE_AFTER` once it was in one, and when somebody who looks after it
wants that. It leaves its own when it is told to join a network, and is back when that comes to nothing. As
long as nobody has come to its own, it looks now and then whether a network that it knows is there again.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.language.text import Text, text

Seconds: TypeAlias = float
OPENS_AFTER: Seconds = 45.0
"""Without a network for so long, the box opens its own: with what that takes, within a minute."""
GONE_AFTER: Seconds = 30.0
"""So long the box waits for a network that it was in; it took some seconds already to see that it is gone."""
OPENS_WITHIN: Seconds = 20.0
"""So long its own may take to open before it counts as failed, unless the machine is still at it."""
JOINS_WITHIN: Seconds = 40.0
"""So long joining may take before the box goes back to its own: with what that takes, within a minute."""
LISTENS: Seconds = 8.0
"""So long the box listens for networks, once it has closed its own for that."""
SEEKS_EVERY: Seconds = 600.0
"""After so long in its own Wi-Fi without anybody there, it looks for a network that it knows."""
SEEKS_FOR: Seconds = 20.0
"""So long it gives itself to find one."""
SWITCHES_ON: Seconds = 3.0
"""So long a radio is given that was switched on."""
STAYS_OFF = 2
"""So often a radio is switched on in vain before it counts as one that stays off."""
_BACKOFF = 4
"""So often the time until the next try doubles where the radio does not let it open its own."""

Lock = Literal["open", "password", "person", "old"]
"""What a network wants: nothing, a password, somebody's own name and password, or what is so old a way of
locking that it locks nothing."""

Radio = Literal["absent", "off", "free", "busy", "up"]


class Heard(msgspec.Struct, frozen=True):
    """A network that was heard. strength: 0 to 100. raw: its name as it is sent. sae: it takes WPA3 alone."""

    name: str
    strength: int
    lock: Lock
    raw: bytes
    sae: bool = False


class Seen(msgspec.Struct, frozen=True):
    """The radio at a moment. radio: there is none, it is switched off, free, busy joining or opening, or up.

    network: that it is in, or opens. own: that is the box's own. cable: there is something at the other end
    of a cable. known: networks that the machine joins by itself. failed: with which reason of
    NetworkManager's the last thing that was wished has failed; None where it has not.
    """

    radio: Radio = "absent"
    network: str = ""
    own: bool = False
    cable: bool = False
    known: tuple[str, ...] = ()
    failed: int | None = None


class Open(msgspec.Struct, frozen=True):
    """Open the box's own Wi-Fi."""


class Close(msgspec.Struct, frozen=True):
    """Close it: the machine then joins a network that it knows, where one is heard."""


class Join(msgspec.Struct, frozen=True):
    """Join a network. password: None for the one that the machine knows, or where none is wanted.

    heard: as it was; None for one that was typed, and may hide itself.
    """

    name: str
    password: str | None = None
    heard: Heard | None = None


class Keep(msgspec.Struct, frozen=True):
    """Keep the network that was just joined, so that the machine joins it by itself from now on."""


class Forget(msgspec.Struct, frozen=True):
    """Keep nothing of the network that could not be joined."""


class Scan(msgspec.Struct, frozen=True):
    """Listen for networks from now on; not possible while the own Wi-Fi is open."""


class Note(msgspec.Struct, frozen=True):
    """Tell which networks are heard."""


class SwitchOn(msgspec.Struct, frozen=True):
    """Switch the radio on."""


Wish: TypeAlias = "Open | Close | Join | Keep | Forget | Scan | Note | SwitchOn"
RADIO_OFF = text("wifi.why.radio-off")
"""The radio stays off: a Raspberry Pi blocks it until a country is set."""
CANNOT_OPEN = text("wifi.why.cannot-open")
Stay = Literal["home", "evening", "always"]
"""home: the own Wi-Fi only where there is no network. evening: the own until the next start. always: ever."""
Doing = Literal["nothing", "waiting", "opening", "own", "listening", "joining", "home"]


class Wifi(msgspec.Struct, frozen=True):
    """How it stands.

    doing: nothing, without a radio or with a cable; waiting for a network that the machine knows; opening the
    own Wi-Fi, or in it; listening for networks, the own one closed for that; joining; at home in a network.
    due: monotonic second at which something is to be done, unless something is seen before. target: what is
    being joined. network: the one that it is in, or was last. why: what made the box open its own Wi-Fi, or
    what went wrong last. heard: networks, the strongest first. came: a phone has come to the own Wi-Fi.
    tries: how often the own Wi-Fi could not be opened, one after the other. moved: at home, that somebody
    has had it join the network that it is in.
    """

    choice: Stay = "home"
    doing: Doing = "nothing"
    due: Seconds = math.inf
    target: Join | None = None
    network: str = ""
    why: Text | None = None
    heard: tuple[Heard, ...] = ()
    known: tuple[str, ...] = ()
    came: bool = False
    cable: bool = False
    tries: int = 0
    moved: bool = False

    @property
    def stuck(self) -> bool:
        """Whether the own Wi-Fi cannot be opened, as `why` has it."""
        return self.why in (RADIO_OFF, CANNOT_OPEN)


Step: TypeAlias = "tuple[Wifi, tuple[Wish, ...]]"


def see(wifi: Wifi, seen: Seen, at: Seconds) -> Step:
    """What comes of what is seen at a monotonic second; also when nothing has changed and time is up."""
    wifi = replace(wifi, known=seen.known, cable=seen.cable)
    if seen.radio == "absent":
        return replace(wifi, doing="nothing", due=math.inf, target=None), ()
    if wifi.doing == "joining":
        return _joining(wifi, seen, at)
    if wifi.doing == "listening":
        return _listening(wifi, seen, at)
    if seen.radio == "up":
        return _own(wifi, at) if seen.own else _home(wifi, seen, at)
    return _still_opening(wifi, seen, at) if wifi.doing == "opening" else _without(wifi, seen, at)


def _own(wifi: Wifi, at: Seconds) -> Step:
    """In its own Wi-Fi: it looks for a known network where that was not chosen and nobody would miss it."""
    seeks = wifi.choice == "home" and bool(wifi.known) and not wifi.came
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


def _still_opening(wifi: Wifi, seen: Seen, at: Seconds) -> Step:
    if seen.failed is None and at < wifi.due:
        return wifi, ()
    if seen.failed is None and seen.radio == "busy":  # slow: where that comes to nothing it will be said
        return replace(wifi, due=at + OPENS_WITHIN), ()
    again = at + OPENS_AFTER * 2 ** min(wifi.tries, _BACKOFF)
    return replace(wifi, doing="waiting", due=again, tries=wifi.tries + 1, why=CANNOT_OPEN), ()


def _listening(wifi: Wifi, seen: Seen, at: Seconds) -> Step:
    if at < wifi.due:
        return wifi, ()
    if wifi.choice == "home" and seen.radio == "up" and not seen.own:  # one that it knows is there
        return _home(wifi, seen, at)
    return _opening(wifi, at, Note())


def _home(wifi: Wifi, seen: Seen, at: Seconds) -> Step:
    if wifi.choice == "always" and wifi.doing == "nothing":  # since the start: that was chosen before
        return _opening(replace(wifi, why=text("wifi.why.asked")), at, Note())
    still = wifi.doing == "home"
    home = replace(wifi, doing="home", due=math.inf, network=seen.network, tries=0, target=None)
    return replace(home, why=wifi.why if still else None, moved=still and wifi.moved), ()


def _without(wifi: Wifi, seen: Seen, at: Seconds) -> Step:
    """In no network: after a while the own one is opened, unless there is a cable."""
    if wifi.doing == "own":  # gone by itself, as with a start of NetworkManager's
        return _opening(wifi, at)
    wanted = wifi.choice != "home"
    if seen.cable and not wanted:
        return replace(wifi, doing="nothing", due=math.inf, why=None), ()
    if wifi.doing in ("home", "nothing"):
        patience = GONE_AFTER if wifi.doing == "home" else OPENS_AFTER
        due = at if wanted else at + patience
        wifi = replace(wifi, doing="waiting", due=due, why=_reason(wifi))
    elif wifi.why == RADIO_OFF and seen.radio != "off":
        wifi = replace(wifi, tries=0, why=_reason(wifi))
    if at < wifi.due:
        return wifi, ()
    if seen.radio == "off":
        again = at + SWITCHES_ON * 2 ** min(wifi.tries, _BACKOFF)
        why = RADIO_OFF if wifi.tries >= STAYS_OFF else wifi.why
        return replace(wifi, due=again, tries=wifi.tries + 1, why=why), (SwitchOn(),)
    return _opening(wifi, at, Note())


def _reason(wifi: Wifi) -> Text:
    """Why the box opens its own Wi-Fi."""
    if wifi.choice != "home":
        return text("wifi.why.asked")
    if wifi.doing == "home" and wifi.network:
        return text("wifi.why.lost", network=wifi.network)
    return text("wifi.why.none-heard" if wifi.known else "wifi.why.none-known")


def _opening(wifi: Wifi, at: Seconds, *before: Wish) -> Step:
    opening = replace(wifi, doing="opening", due=at + OPENS_WITHIN, target=None, came=False)
    return opening, (*before, Open())


_PASSWORD = frozenset({7, 8, 9, 10, 11})
"""Reasons of NetworkManager's: no secrets, or the supplicant was cut off, failed, or waited too long."""
_ADDRESS = frozenset({5, 6, 15, 16, 17})
"""Nobody gave an address."""
_NOT_HEARD = frozenset({53})


def _joining(wifi: Wifi, seen: Seen, at: Seconds) -> Step:
    target = wifi.target
    if target is None or (seen.radio == "up" and not seen.own and seen.network == target.name):
        home = replace(
            wifi,
            doing="home",
            choice="home",
            due=math.inf,
            network=seen.network,
            why=None,
            tries=0,
            target=None,
            moved=True,
        )
        return home, (Keep(),)
    if seen.failed is None and at < wifi.due:
        return wifi, ()
    return _back(wifi, target, _fault(seen.failed, target), at)


def _fault(reason: int | None, target: Join) -> str:
    if reason in _PASSWORD and (target.heard is None or target.heard.lock == "password"):
        return "password"
    if reason in _ADDRESS:
        return "no-address"
    if reason in _NOT_HEARD:
        return "not-heard"
    return "no-answer" if reason is None else "failed"


def _back(wifi: Wifi, target: Join, fault: str, at: Seconds) -> Step:
    """To the own Wi-Fi, since the other could not be joined."""
    why = text(f"wifi.why.{fault}", network=target.name)
    return _opening(replace(wifi, why=why), at, Forget())


def refused(wifi: Wifi, wish: Wish, at: Seconds) -> Step:
    """What comes of a wish that the machine has turned down."""
    if isinstance(wish, Join) and wifi.doing == "joining":
        return _back(wifi, wish, "failed", at)
    if isinstance(wish, Open) and wifi.doing == "opening":
        return _still_opening(wifi, Seen(failed=0), at)
    return wifi, ()


def join(wifi: Wifi, target: Join, at: Seconds) -> Step:
    """Somebody wants the box in this network."""
    return replace(wifi, doing="joining", due=at + JOINS_WITHIN, target=target), (target,)


def stay(wifi: Wifi, choice: Stay, at: Seconds) -> Step:
    """Somebody wants the own Wi-Fi this evening or always; or, `home`, a network that the machine knows."""
    chosen = replace(wifi, choice=choice)
    why = _reason(chosen)
    if choice == "home":
        if wifi.doing not in ("own", "opening"):
            return chosen, ()
        return replace(chosen, doing="waiting", due=at + OPENS_AFTER, why=why), (Close(),)
    if wifi.doing in ("own", "opening"):
        return replace(chosen, due=math.inf if wifi.doing == "own" else wifi.due), ()
    return _opening(replace(chosen, why=why), at, Note())


def listen(wifi: Wifi, at: Seconds) -> Step:
    """Somebody wants to know which networks there are: the own Wi-Fi closes for that, and opens again."""
    if wifi.doing == "own":
        return replace(wifi, doing="listening", due=at + LISTENS), (Close(), Scan())
    return wifi, (Scan(), Note())


def hears(wifi: Wifi, heard: tuple[Heard, ...]) -> Wifi:
    """These networks are heard; what was heard before stays where there is nothing."""
    return replace(wifi, heard=heard) if heard else wifi


def came(wifi: Wifi) -> Wifi:
    """A phone has asked something in the own Wi-Fi."""
    return wifi if wifi.came or wifi.doing != "own" else replace(wifi, came=True, due=math.inf)
