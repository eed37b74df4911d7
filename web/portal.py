"""What answers on port 80: it leads a phone that has come into the box's own Wi-Fi to the page for joining.

A phone that joins a Wi-Fi asks a page of its maker's whether there is internet. In the own Wi-Fi every name
is the box. The first answers lead to the page for joining, and the phone shows that; once it has, the phone
gets the very answer that it hopes for, and stays instead of looking for another network. By any other way the
port leads to the pages, and to nothing else.

An application of its own, beside the pages, whose names are judged strictly: this one is asked by all names,
so it says nothing but texts that stand here, and where to go.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from typing import TypeAlias
from urllib.parse import quote
from wsgiref.types import StartResponse, WSGIEnvironment

import msgspec

from web.guided import Guided
from web.server.rate_limiter import Seconds

_Expected: TypeAlias = tuple[str, bytes, str]
"""Status, body and kind of an answer."""
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
"""What phones and computers expect, by the path that they ask for."""
_BY_NAME: dict[str, _Expected] = {
    "networkcheck.kde.org": _OK,
    "connectivity-check.ubuntu.com": _NO_CONTENT,
    "conncheck.opensuse.org": _NETWORK_MANAGER,
}
"""The same by the host's name, where `/` is asked for."""
_ANDROID = "/generate_204_"
"""How the path of newer Androids begins: a UUID follows, another one each time."""
_ONLINE = ("X-NetworkManager-Status", "online")
"""With this header NetworkManager takes any answer for the one that it was set up to expect."""
READS: Seconds = 20.0
"""So long Android is left the page for joining: it closes it as soon as it gets what it hopes for."""


class Portal(msgspec.Struct, frozen=True):
    """A WSGI application.

    guided: told by the pages who has been shown the one for joining. network: of the own Wi-Fi, with the
    box's address in it, as `10.42.0.1/24`; None while it is closed. code: what phones join with. port: of
    the pages. came: told of the box's address that a phone has asked.
    """

    guided: Guided
    network: Callable[[], str | None]
    code: Callable[[], str]
    port: Callable[[], int]
    came: Callable[[str], object]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        here, there = environ["SERVER_NAME"], environ.get("REMOTE_ADDR", "")
        if not _inside(self.network(), here, there):
            return _lead(f"http://{_bracketed(here)}:{self.port()}/", environ, start_response)
        self.came(here)
        since = self.guided.since(there)
        expected = _expected(environ.get("PATH_INFO", ""), environ.get("HTTP_HOST", ""))
        if expected is None or since is None or (expected[0].startswith("204") and since < READS):
            to = f"http://{here}:{self.port()}/J/{quote(self.code(), safe='')}"
            return _lead(to, environ, start_response)
        return _answer(*expected, environ, start_response, (_ONLINE,))


def _expected(path: str, host: str) -> _Expected | None:
    """The answer that a probe of this path and host expects; None for what is no probe."""
    if path == "/":
        return _BY_NAME.get(host.partition(":")[0].rstrip(".").lower())
    return _NO_CONTENT if path.startswith(_ANDROID) else _BY_PATH.get(path)


def _inside(network: str | None, here: str, there: str) -> bool:
    """Whether a request came by the own Wi-Fi: to the box's address there, from one beside it."""
    if network is None:
        return False
    own = ipaddress.ip_interface(network)
    try:
        return ipaddress.ip_address(here) == own.ip and ipaddress.ip_address(there) in own.network
    except ValueError:
        return False


def _lead(to: str, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
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
