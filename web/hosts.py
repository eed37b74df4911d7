"""Whether a request means this box: judged by the address that it was sent to, and nothing else.

A website may give its own name the box's address, and would then be taken for the box's own page by every
browser in the room. So a request is answered only under the box's addresses and names.
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
    """The names by which a machine is asked, in small letters. more: those that its owner gave it."""
    first = machine.partition(".")[0]
    return frozenset(each.lower().rstrip(".") for each in (_OWN, machine, first, f"{first}.local", *more))


def fault_of(host: str | None, protocol: str, here: str, names: Collection[str]) -> Fault | None:
    """Why a request is refused, None for one that means this box.

    host: as it was sent, None where none was. here: the address of this box that the request came in on.
    names: as `names_of` gives them.
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


def judge(environ: dict[str, Any], names: Collection[str]) -> None:
    """Leave in a request's environment what `refused` tells.

    The application sees our own name in the place of a host that is refused: some make Flask stumble before
    it can answer anything.
    """
    host = environ.get("HTTP_HOST")
    fault = fault_of(host, environ["SERVER_PROTOCOL"], environ["SERVER_NAME"], names)
    if fault is not None:
        environ[_FAULT] = fault, _shown(host or "")
        environ["HTTP_HOST"] = _OWN


def refused(environ: Mapping[str, Any]) -> tuple[Fault, str] | None:
    """Why a request is refused, and its host as it may be shown; None for one that means this box."""
    found: tuple[Fault, str] | None = environ.get(_FAULT)
    return found


class Judging(Flask):
    """Flask, which never sees a host that is not this machine: some make it stumble before it can answer."""

    def __init__(self, names: Collection[str]) -> None:
        super().__init__("web", static_folder=None)
        self._names = names

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        judge(environ, self._names)
        return super().wsgi_app(environ, start_response)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address in figures, one of IPv4 as such however it is written."""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _shown(host: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in host[:_LONGEST])
