"""Captive portal on port 80: it leads a phone in the box's access point to the page for joining.

A phone that joins a Wi-Fi checks its maker's page for internet access, and here every name leads to the box.
The first responses redirect to the page for joining, which the phone shows. Then it gets the response that it
expects, and stays in the Wi-Fi. Outside the access point the port redirects to the pages.

An application apart from the pages: it responds to all host names, with constant texts and redirects alone.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from typing import TypeAlias
from urllib.parse import quote
from wsgiref.types import StartResponse, WSGIEnvironment

import msgspec

from web.guided import GuidedPhones
from web.server.rate_limiter import Seconds

_Expected: TypeAlias = tuple[str, bytes, str]
"""Status, body and content type."""
_NO_CONTENT: _Expected = ("204 No Content", b"", "")
_APPLE: _Expected = (
    "200 OK",
    b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
    "text/html",
)
_FIREFOX: _Expected = (
    "200 OK",
    b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
    "text/html",
)
"""Firefox compares it letter by letter: not even a line's end may follow."""
_FIRE: _Expected = ("200 OK", b"81ce4465-7167-4dcb-835b-dcc9e44c112a", "text/html")
_NETWORK_MANAGER: _Expected = ("200 OK", b"NetworkManager is online\n", "text/plain")
_OK: _Expected = ("200 OK", b"OK", "text/plain")
_BY_PATH: dict[str, _Expected] = {
    # Android, Chrome, Edge
    "/generate_204": _NO_CONTENT,
    "/gen_204": _NO_CONTENT,
    "/captiveportal/generate_204": _NO_CONTENT,
    # Apple
    "/hotspot-detect.html": _APPLE,
    "/library/test/success.html": _APPLE,
    "/success.html": _APPLE,
    # Firefox
    "/canonical.html": _FIREFOX,
    "/success.txt": ("200 OK", b"success\n", "text/plain"),
    # Windows
    "/connecttest.txt": ("200 OK", b"Microsoft Connect Test", "text/plain"),
    "/ncsi.txt": ("200 OK", b"Microsoft NCSI", "text/plain"),
    # Fire and Kindle
    "/kindle-wifi/wifistub.html": _FIRE,
    "/kindle-wifi/wifistub-eink.html": _FIRE,
    # NetworkManager, as GNOME, Debian, Arch, Fedora and Red Hat have set it up
    "/check_network_status.txt": _NETWORK_MANAGER,
    "/nm": _NETWORK_MANAGER,
    "/nm-check.txt": _NETWORK_MANAGER,
    "/static/hotspot.txt": _OK,
    "/test/rhel-networkmanager.txt": _OK,
}
"""Responses that connectivity checks expect, by path."""
_BY_NAME: dict[str, _Expected] = {
    "networkcheck.kde.org": _OK,
    "connectivity-check.ubuntu.com": _NO_CONTENT,
    "conncheck.opensuse.org": _NETWORK_MANAGER,
}
"""The same by host, for the path `/`."""
_ANDROID = "/generate_204_"
"""Path of newer Androids, followed by a random UUID."""
_ONLINE = ("X-NetworkManager-Status", "online")
"""With this header NetworkManager accepts any response."""
READING_TIME: Seconds = 20.0
"""Seconds for the page for joining: Android closes it when it gets the expected response."""


class Portal(msgspec.Struct, frozen=True):
    """A WSGI application.

    network: of the access point, with the box's address, for example `10.42.0.1/24`; None while it is off.
    code: the join code. port: of the pages. came: called with the box's address that a phone has used.
    """

    guided: GuidedPhones
    network: Callable[[], str | None]
    code: Callable[[], str]
    port: Callable[[], int]
    came: Callable[[str], object]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Respond to a request."""
        here, there = environ["SERVER_NAME"], environ.get("REMOTE_ADDR", "")
        if not _inside(self.network(), here, there):
            return _redirect(f"http://{_bracketed(here)}:{self.port()}/", environ, start_response)
        self.came(here)
        since = self.guided.since(there)
        expected = _expected(environ.get("PATH_INFO", ""), environ.get("HTTP_HOST", ""))
        if expected is None or since is None or (expected[0].startswith("204") and since < READING_TIME):
            to = f"http://{here}:{self.port()}/J/{quote(self.code(), safe='')}"
            return _redirect(to, environ, start_response)
        return _answer(*expected, environ, start_response, (_ONLINE,))


def _expected(path: str, host: str) -> _Expected | None:
    """The response that a connectivity check expects; None for any other request."""
    if path == "/":
        return _BY_NAME.get(host.partition(":")[0].rstrip(".").lower())
    return _NO_CONTENT if path.startswith(_ANDROID) else _BY_PATH.get(path)


def _inside(network: str | None, here: str, there: str) -> bool:
    """Whether a request came through the access point."""
    if network is None:
        return False
    own = ipaddress.ip_interface(network)
    try:
        return ipaddress.ip_address(here) == own.ip and ipaddress.ip_address(there) in own.network
    except ValueError:
        return False


def _redirect(to: str, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    return _answer("302 Found", b"", "", environ, start_response, (("Location", to),))


def _answer(
    status: str,
    body: bytes,
    kind: str,
    environ: WSGIEnvironment,
    start_response: StartResponse,
    more: tuple[tuple[str, str], ...] = (),
) -> Iterable[bytes]:
    headers = [*more, ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")]
    if kind:
        headers.append(("Content-Type", kind))
    if not status.startswith("204"):
        headers.append(("Content-Length", str(len(body))))
    start_response(status, headers)
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address
