"""By which addresses the box is reached: the machine's network interfaces, read and never changed, and which
of them phones should try first.
"""

from __future__ import annotations

import fcntl
import ipaddress
import math
import socket
import struct
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Literal

import msgspec

Sort = Literal["wired", "wireless", "tunnel", "virtual"]
"""wired, wireless: there is something to plug in or an aerial at the end of it. tunnel: a network far away,
as of a VPN. virtual: inside this machine, as a bridge of containers."""

_GET_ADDRESS = 0x8915
_GET_FLAGS = 0x8913
_REQUEST = struct.Struct("16s240x")
_RUNNING = 1 << 0 | 1 << 6
"""Switched on, and something at the other end."""
_TUNNELS = frozenset({"65534", "512"})
"""Types of interface without a hardware address: of a VPN, and of a modem."""
_DEFAULT = "00000000"


class Interface(msgspec.Struct, frozen=True):
    """One that is up and has an address. address: IPv4, in figures. metric: of the way through it to
    everywhere, the lowest is taken first; None where there is none.
    """

    name: str
    address: str
    sort: Sort
    metric: int | None = None

    @property
    def link_local(self) -> bool:
        """Whether it gave itself the address, since nobody there gives addresses."""
        return ipaddress.ip_address(self.address).is_link_local


Ask = Callable[[int, bytes], bytes]
"""Asks the kernel about an interface. Raises `OSError`."""


def system(request: int, buffer: bytes) -> bytes:
    """Ask the kernel of this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        return fcntl.ioctl(any_socket, request, buffer)


def interfaces(
    ask: Ask = system,
    folder: Path = Path("/sys/class/net"),
    routes: Path = Path("/proc/net/route"),
) -> tuple[Interface, ...]:
    """All but the loopback that are up and have an address, by name."""
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError:
        return ()
    metrics = _metrics(routes)
    found = ((name, _address(ask, name)) for name in names if name != "lo")
    return tuple(
        Interface(name, address, _sort(folder / name), metrics.get(name))
        for name, address in found
        if address is not None
    )


def _address(ask: Ask, name: str) -> str | None:
    """The first IPv4 address of an interface that is up."""
    asked = _REQUEST.pack(name.encode())
    try:
        (flags,) = struct.unpack_from("=H", ask(_GET_FLAGS, asked), 16)
        if flags & _RUNNING != _RUNNING:
            return None
        return socket.inet_ntoa(ask(_GET_ADDRESS, asked)[20:24])
    except OSError:
        return None


def _sort(interface: Path) -> Sort:
    if (interface / "wireless").exists() or (interface / "phy80211").exists():
        return "wireless"
    if (interface / "tun_flags").exists() or _first_line(interface / "type") in _TUNNELS:
        return "tunnel"
    return "wired" if _has_device(interface) else "virtual"


def _has_device(interface: Path) -> bool:
    """Whether it is a device, or stands upon one, as a bridge or a VLAN does upon its ports."""
    return (interface / "device").exists() or any(
        _has_device(interface.parent / lower.name.removeprefix("lower_"))
        for lower in interface.glob("lower_*")
    )


def _metrics(routes: Path) -> Mapping[str, int]:
    """The lowest metric of the ways to everywhere through each interface."""
    metrics: dict[str, int] = {}
    try:
        lines = routes.read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return metrics
    for line in lines:
        name, destination, _, _, _, _, metric, mask, *_ = line.split()
        if destination == mask == _DEFAULT:
            metrics[name] = min(int(metric), metrics.get(name, int(metric)))
    return metrics


def _first_line(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def radio_off(folder: Path = Path("/sys/class/rfkill")) -> bool:
    """Whether the machine's Wi-Fi is blocked, as on a Raspberry Pi until a country is set."""
    radios = [each for each in folder.glob("*") if _first_line(each / "type") == "wlan"]
    blocked = [each for each in radios if "1" in (_first_line(each / "soft"), _first_line(each / "hard"))]
    return bool(radios) and blocked == radios


def reachable(
    host: str, port: int, look: Callable[[], Collection[Interface]] = interfaces
) -> tuple[str, ...]:
    """Every `address:port` for the phones, first the one that most of them can reach; none while the box is
    in no network.

    host: what the server listens on: an address, of which there is only one then, or `0.0.0.0` for all.
    """
    own = ipaddress_of(host)
    if own is None:
        return tuple(f"{address}:{port}" for address in ranked(look()))
    return (f"[{own}]:{port}" if ":" in own else f"{own}:{port}",)


def here(host: str, port: int) -> str:
    """Where this machine's own programs find the server: `address:port`."""
    return f"127.0.0.1:{port}" if ipaddress_of(host) is None else reachable(host, port)[0]


def ranked(found: Collection[Interface]) -> tuple[str, ...]:
    """The addresses in the order in which phones should try them.

    First those on the way out of the house, for there the phones are; then a hotspot of the box's own, a
    cable, what gave itself an address, a VPN. What is inside the machine only counts alone.
    """
    outside = [each for each in found if each.sort != "virtual"]
    return tuple(each.address for each in sorted(outside or found, key=_rank))


def _rank(interface: Interface) -> tuple[int, float, str]:
    metric = math.inf if interface.metric is None else interface.metric
    if interface.sort == "tunnel":
        place = 4
    elif interface.link_local:
        place = 3
    elif interface.metric is not None:
        place = 0
    else:
        place = 1 if interface.sort == "wireless" else 2
    return place, metric, interface.name


def local_name(host: str, port: int, host_name: Callable[[], str] = socket.gethostname) -> str | None:
    """The machine's name where phones look for names in the local network, with the port: text to be read,
    for not every phone finds it. None where the server listens on one address, for the name may mean another.
    """
    return None if ipaddress_of(host) else f"{host_name().partition('.')[0]}.local:{port}"


def ipaddress_of(host: str) -> str | None:
    """The host as a numeric address of one interface; None for all of them, or for a name nobody knows."""
    try:
        return None if ipaddress.ip_address(host).is_unspecified else host
    except ValueError:
        pass
    try:
        return socket.gethostbyname(host)
    except (OSError, UnicodeError):
        return None
