"""Half of what was wanted is another thing than what was wanted: nothing is done."""

from __future__ import annotations

import socket

from tests.fakes.sitting import Sitting
from web.server.server import WebServer


def half(web: WebServer, words: bytes) -> bytes:
    """What is answered to a phone that says this and goes."""
    with socket.create_connection(("127.0.0.1", web.port), timeout=20) as phone:
        phone.sendall(words)
        phone.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: phone.recv(65536), b""))


def test_half_a_command_is_not_done(web: WebServer, playing: Sitting) -> None:
    token, before = playing.token(), playing.version
    received = half(
        web,
        b"POST /api/v1/commands HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b'Authorization: Bearer %b\r\nContent-Length: 500\r\n\r\n{"type":"advance"}' % token.encode(),
    )
    assert received == b""
    assert playing.version == before


def test_half_a_form_is_not_done(web: WebServer, playing: Sitting) -> None:
    before = playing.membership.present()
    form = b"code=%b&name=Alexander" % playing.membership.code.encode()
    received = half(
        web,
        b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        b"Content-Length: %d\r\n\r\n%b" % (len(form), form[:-5]),
    )
    assert received == b""
    assert playing.membership.present() == before
