"""The machine's network interfaces, and the order in which phones should try their addresses."""

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

InterfaceKind = Literal["wired", "wireless", "tunnel", "virtual"]
"""wired, wireless: a real interface. tunnel: a distant network, as of a VPN. virtual: inside this machine, as
a bridge of containers.
"""

_GET_ADDRESS = 0x8915
_GET_FLAGS = 0x8913
_REQUEST = struct.Struct("16s240x")
_RUNNING = 1 << 0 | 1 << 6
"""Up, with a carrier."""
_TUNNELS = frozenset({"65534", "512"})
"""Interface types without a hardware address: of a VPN, and of a modem."""
_DEFAULT = "00000000"


class Interface(msgspec.Struct, frozen=True):
    """An interface that is up, with its IPv4 address. metric: of its lowest default route; None without
    one.
    """

    name: str
    address: str
    kind: InterfaceKind
    metric: int | None = None

    @property
    def link_local(self) -> bool:
        """Whether the address is self-assigned, without a DHCP server."""
        return ipaddress.ip_address(self.address).is_link_local


Ioctl = Callable[[int, bytes], bytes]
"""An ioctl about an interface. Raises `OSError`."""


def kernel_ioctl(request: int, buffer: bytes) -> bytes:
    """An ioctl of this machine's kernel."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        return fcntl.ioctl(any_socket, request, buffer)


def interfaces(
    ioctl: Ioctl = kernel_ioctl,
    folder: Path = Path("/sys/class/net"),
    routes: Path = Path("/proc/net/route"),
) -> tuple[Interface, ...]:
    """All interfaces but the loopback that are up and have an address, by name."""
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError:
        return ()
    metrics = _metrics(routes)
    found = ((name, _address(ioctl, name)) for name in names if name != "lo")
    return tuple(
        Interface(name, address, _kind(folder / name), metrics.get(name))
        for name, address in found
        if address is not None
    )


def _address(ioctl: Ioctl, name: str) -> str | None:
    """The first IPv4 address of an interface that is up."""
    asked = _REQUEST.pack(name.encode())
    try:
        (flags,) = struct.unpack_from("=H", ioctl(_GET_FLAGS, asked), 16)
        if flags & _RUNNING != _RUNNING:
            return None
        return socket.inet_ntoa(ioctl(_GET_ADDRESS, asked)[20:24])
    except OSError:
        return None


def _kind(interface: Path) -> InterfaceKind:
    if (interface / "wireless").exists() or (interface / "phy80211").exists():
        return "wireless"
    if (interface / "tun_flags").exists() or _first_line(interface / "type") in _TUNNELS:
        return "tunnel"
    return "wired" if _has_device(interface) else "virtual"


def _has_device(interface: Path) -> bool:
    """Whether it is a device or stands on one, as a bridge or a VLAN."""
    return (interface / "device").exists() or any(
        _has_device(interface.parent / lower.name.removeprefix("lower_"))
        for lower in interface.glob("lower_*")
    )


def _metrics(routes: Path) -> Mapping[str, int]:
    """By interface, the lowest metric of its default routes."""
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
    """Every `address:port` for phones, the most reachable first; none without a network.

    host: on which the server listens, a single address or `0.0.0.0` for all.
    """
    own = ipaddress_of(host)
    if own is None:
        return tuple(f"{address}:{port}" for address in ranked_addresses(look()))
    return (f"[{own}]:{port}" if ":" in own else f"{own}:{port}",)


def local_address(host: str, port: int) -> str:
    """The server's `address:port` for programs on this machine."""
    return f"127.0.0.1:{port}" if ipaddress_of(host) is None else reachable(host, port)[0]


def ranked_addresses(found: Collection[Interface]) -> tuple[str, ...]:
    """The addresses in the order in which phones should try them.

    First those of default routes, which phones share; then the box's access point, a cable, self-assigned
    addresses, a VPN. Virtual interfaces only count alone.
    """
    outside = [each for each in found if each.kind != "virtual"]
    return tuple(each.address for each in sorted(outside or found, key=_rank))


def _rank(interface: Interface) -> tuple[int, float, str]:
    metric = math.inf if interface.metric is None else interface.metric
    if interface.kind == "tunnel":
        place = 4
    elif interface.link_local:
        place = 3
    elif interface.metric is not None:
        place = 0
    else:
        place = 1 if interface.kind == "wireless" else 2
    return place, metric, interface.name


def local_name(host: str, port: int, host_name: Callable[[], str] = socket.gethostname) -> str | None:
    """The machine's mDNS name with the port; not every phone resolves it. None where the server listens on
    one address, which may be another.
    """
    return None if ipaddress_of(host) else f"{host_name().partition('.')[0]}.local:{port}"


def ipaddress_of(host: str) -> str | None:
    """A host as a numeric address of one interface; None for all, or for an unknown name."""
    try:
        return None if ipaddress.ip_address(host).is_unspecified else host
    except ValueError:
        pass
    try:
        return socket.gethostbyname(host)
    except (OSError, UnicodeError):
        return None
