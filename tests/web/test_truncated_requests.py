"""Half of what was wanted is another thing than what was wanted: nothing is done."""

from __future__ import annotations

import socket

from tests.fakes.sitting import Sitting
from tests.patience import PATIENCE
from web.server.server import WebServer


def half(web: WebServer, words: bytes) -> bytes:
    """What is answered to a phone that says this and goes."""
    with socket.create_connection(("127.0.0.1", web.port), timeout=PATIENCE) as phone:
        phone.sendall(words)
        phone.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: phone.recv(65536), b""))


def test_half_a_command_or_a_form_is_not_done(web: WebServer, playing: Sitting) -> None:
    token, before = playing.token().encode(), (playing.version, playing.membership.present())
    form = b"code=%b&name=Alexander" % playing.membership.code.encode()
    for path, kind, length, words in (
        (b"/api/v1/commands", b"application/json", 500, b'{"type":"advance"}'),
        (b"/join", b"application/x-www-form-urlencoded", len(form), form[:-5]),
    ):
        head = b"POST %b HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: %b\r\n" % (path, kind)
        rest = b"Authorization: Bearer %b\r\nContent-Length: %d\r\n\r\n%b" % (token, length, words)
        assert half(web, head + rest) == b""
        assert (playing.version, playing.membership.present()) == before
