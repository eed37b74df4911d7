"""The machine's network interfaces, as Linux tells of them: read, never changed."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

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


@dataclass(frozen=True, slots=True)
class Interface:
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
