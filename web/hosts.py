"""Host check: a request is accepted only under the box's own addresses and names.

Otherwise a website could give its own name the box's address (DNS rebinding), and browsers would take its
pages for the box's.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from flask import Flask

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

Fault = Literal["no-host", "unknown-host"]
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z._-]+)(?::[0-9]{1,5})?")
_LONGEST = 60
_FAULT = "companion.host"
_OWN = "localhost"


def names_of(machine: str, more: Iterable[str] = ()) -> frozenset[str]:
    """A machine's host names, in lower case. more: those of the configuration."""
    first = machine.partition(".")[0]
    return frozenset(each.lower().rstrip(".") for each in (_OWN, machine, first, f"{first}.local", *more))


def fault_of(host: str | None, protocol: str, here: str, names: Collection[str]) -> Fault | None:
    """Why a request's host is refused; None if it means this box.

    host: the header, if any. here: the box's address on this connection. names: as of `names_of`.
    """
    if host is None:
        return "no-host" if protocol == "HTTP/1.1" else None
    found = _HOST.fullmatch(host)
    if found is None:
        return "unknown-host"
    name = found.group(1).strip("[]").lower().rstrip(".")
    if name == here and not here.isalpha():  # a phone mostly asks by the very address, and letters are none
        return None
    asked = _address(name)
    if asked is None:
        return None if name in names else "unknown-host"
    return None if asked.is_loopback or asked == _address(here) else "unknown-host"


def check_host(environ: dict[str, Any], names: Collection[str]) -> None:
    """Check the host, and note a fault in the environment for `host_fault`.

    A refused host is replaced by our own name: some make Flask raise before it can handle the request.
    """
    host = environ.get("HTTP_HOST")
    fault = fault_of(host, environ["SERVER_PROTOCOL"], environ["SERVER_NAME"], names)
    if fault is not None:
        environ[_FAULT] = fault, _shown(host or "")
        environ["HTTP_HOST"] = _OWN


def host_fault(environ: Mapping[str, Any]) -> tuple[Fault, str] | None:
    """The fault that `check_host` found, and the host as it can be shown."""
    found: tuple[Fault, str] | None = environ.get(_FAULT)
    return found


class HostCheckedFlask(Flask):
    """Flask behind `check_host`."""

    def __init__(self, names: Collection[str]) -> None:
        super().__init__("web", static_folder=None)
        self._names = names

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Override."""
        check_host(environ, self._names)
        return super().wsgi_app(environ, start_response)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """A numeric address; an IPv4 address mapped to IPv6 as IPv4."""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _shown(host: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in host[:_LONGEST])
