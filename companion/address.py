"""The numeric address by which the phones in the room reach the box."""

from __future__ import annotations

import ipaddress
import socket

_ELSEWHERE = ("192.0.2.1", 9)
"""An address of documentation: choosing a route to it sends nothing."""


def reachable(host: str, port: int) -> str | None:
    """`address:port` for the phones; None while the box is in no network.

    host: what the server listens on; an address of its own is taken as it is, `0.0.0.0` stands for the
    one on the way to the network.
    """
    address = _own() if ipaddress_of(host) is None else host
    return None if address is None else f"{address}:{port}"


def ipaddress_of(host: str) -> str | None:
    """The host if it is a numeric address of one interface, else None."""
    try:
        return None if ipaddress.ip_address(host).is_unspecified else host
    except ValueError:
        return None


def beside(host: str) -> str:
    """The host in the address for this machine's own browser."""
    return "127.0.0.1" if ipaddress_of(host) is None else host


def _own() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return address
