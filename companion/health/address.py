"""The numeric addresses by which the phones in the room reach the box, and its name in their network."""

from __future__ import annotations

import ipaddress
import math
import socket
from collections.abc import Callable, Collection

from companion.health.network import Interface, interfaces


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
    except OSError:
        return None
