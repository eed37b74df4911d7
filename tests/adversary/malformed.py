"""Requests that no browser sends: thousands of them, each on a connection of its own or many on one."""

from __future__ import annotations

import contextlib
import random
import re
import socket
from collections.abc import Callable
from pathlib import Path

from tests.adversary.besieged import START, Besieged
from tests.adversary.toll import Bout, Toll

_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ([^\r\n]*)\r\n")
IN_ONE_ROUND = 50

PATHS = (
    b"/", b"/join", b"/table", b"/act", b"/log", b"/games", b"/rules", b"/aids", b"/box", b"/healthz",
    b"/api/v1/table", b"/api/v1/log", b"/api/v1/log?after=3", b"/api/v1/export", b"/api/v1/schema",
    b"/api/v1/join", b"/api/v1/commands", b"/api/v1/box/press", b"/api/v1/box/scan", b"/api/v1/aids/bricks",
    b"/j/4821", b"/language/it", b"/static/live.js",
)  # fmt: skip
METHODS = (
    b"GET",
    b"POST",
    b"HEAD",
    b"PUT",
    b"DELETE",
    b"OPTIONS",
    b"TRACE",
    b"PATCH",
    b"CONNECT",
    b"get",
    b"G\0T",
    b"",
)
ODD = (
    b"\0", b"\xff", b"\xc3\x28", b"%", b"%zz", b"%00", b"%ff", b"%2e%2e%2f", b"../", b"//", b"\\", b"?",
    b"#", b"[::1",
    b"http://[::1", b"http://[", b"http://:99999999", b"://", b"*", b" ", b"\t", b"\r", b"\n", b"a" * 70_000,
    b"\xed\xa0\x80", b"{{7*7}}", b"<script>", b"'", b'"', b"=", b"&", b";", b"&with=1" * 60, b"\xe2\x80\xae",
)  # fmt: skip
HEADERS = (
    b"Authorization: Basic \xff", b"Authorization: Bearer", b"Authorization: Bearer \xff\xfe",
    b"Authorization: ",
    b"Cookie: companion=\xff", b"Cookie: companion=" + b"a" * 9000, b"Cookie: ;;;==;", b"Content-Length: -1",
    b"Content-Length: 1e3", b"Content-Length: 99999999999999999999", b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: gzip", b"Host: ", b"Host: \xff", b"Host: [::1", b"Host: a\0b", b"Host: a, b",
    b"If-None-Match: \"", b"If-None-Match: W/", b"If-Modified-Since: 99", b"Range: bytes=9-1", b"Range: x",
    b"Accept-Language: " + b"a," * 4000, b"Accept-Language: ;q=x", b"Accept: \xff", b"Content-Type: ",
    b"Content-Type: multipart/form-data", b"Content-Type: application/json; charset=\xff",
    b"Content-Type: application/x-www-form-urlencoded; charset=nonsense", b"Content-Type: text/plain",
    b"Expect: 100-continue",
    b"Origin: http://[", b"Origin: null", b"Sec-Fetch-Site: \xff", b"Referer: http://[::1", b"Upgrade: h2c",
    b"X-Forwarded-For: \xff", b": nothing", b"no colon at all", b" continued", b"A" * 66_000 + b": b",
    b"Connection: \0", b"X:" + b" " * 60_000 + b"\0", b"X:" + b"\t" * 60_000 + b"\x0b",
)  # fmt: skip
BODIES = (
    b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"type":"advance","type":"end"}', b'{"type": ' + b"[" * 5000,
    b'{"type":"correct","field":"turn","value":1e999}', b'{"code":"\\ud800"}', b"with=1&" * 60,
    b"a=%ff&b=%00",
    b"5\r\nhello\r\n", b"ffffffffffffffff\r\n", b"zz\r\n", b"0\r\n\r\n", b'{"tag":"\xc3\x28"}',
    b"type=advance&x=\xff",
)  # fmt: skip


def malformed(folder: Path, bout: Bout) -> Toll:
    """Fifty requests a round; at most a 4xx is answered, nothing changes, and nothing fills the log."""
    toll = Toll()
    with Besieged(folder / "data") as box:
        box.enter()
        box.do(START)
        version = box.ask("GET", "/api/v1/table").json["version"]
        for round_, chance in bout:
            before = box.tracebacks
            for number in range(IN_ONE_ROUND):
                _one(box, chance, toll, f"{round_}, request {number}")
                toll.times += 1
            if box.tracebacks > before:
                toll.exceptions += box.tracebacks - before
                toll.breaks(f"{round_}: {box.tracebacks - before} tracebacks in the log")
        table = box.ask("GET", "/api/v1/table")
        if table.status != 200 or table.json["version"] != version:
            toll.breaks(f"the table has changed: {table.status}, {table.json.get('version')} after {version}")
    return toll


def _one(box: Besieged, chance: random.Random, toll: Toll, which: str) -> None:
    """One request, or some behind each other."""
    request = b"".join(_request(chance) for _ in range(chance.choice((1, 1, 1, 2, 5))))
    if chance.random() < 0.1:
        request = request[: chance.randrange(len(request) + 1)]
    with contextlib.closing(box.dial()) as phone:
        heard = b""
        with contextlib.suppress(OSError):
            phone.sendall(request)
        with contextlib.suppress(OSError):
            phone.shutdown(socket.SHUT_WR)
        with contextlib.suppress(OSError):
            while more := phone.recv(65536):
                heard += more
                if b"text/event-stream" in heard[:2000]:
                    break
    for status, reason in _STATUS.findall(heard):
        if int(status) >= 500 and status not in {b"501", b"503", b"505"}:
            toll.exceptions += 1
            toll.breaks(f"{which}: {status.decode()} {reason.decode(errors='replace')} for {request[:120]!r}")
        else:
            toll.held += 1


def _request(chance: random.Random) -> bytes:
    path = chance.choice(PATHS)
    if chance.random() < 0.5:
        path = chance.choice((path + chance.choice(ODD), chance.choice(ODD) + path, chance.choice(ODD)))
    headers = [b"Host: 127.0.0.1"] if chance.random() < 0.8 else []
    headers += chance.choices(HEADERS, k=chance.choice((0, 1, 1, 2, 4)))
    chance.shuffle(headers)
    body = chance.choice(BODIES)
    if chance.random() < 0.7:
        headers.append(b"Content-Length: %d" % len(body))
    version = chance.choice((b"HTTP/1.1",) * 8 + (b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9", b"", b"\xff"))
    line = b" ".join(
        (chance.choice(METHODS) if chance.random() < 0.4 else chance.choice(METHODS[:2]), path, version)
    )
    end = chance.choice((b"\r\n",) * 9 + (b"\n",))
    whole = end.join((line, *headers, b"", body))
    return _MANGLED[chance.randrange(len(_MANGLED))](whole, chance)


def _as_it_is(request: bytes, _: random.Random) -> bytes:
    return request


def _scattered(request: bytes, chance: random.Random) -> bytes:
    content = bytearray(request)
    for _ in range(chance.randint(1, 4)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    return bytes(content)


def _spliced(request: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(request))
    return request[:at] + chance.choice(ODD)[:200] + request[at:]


_MANGLED: tuple[Callable[[bytes, random.Random], bytes], ...] = (_as_it_is, _as_it_is, _scattered, _spliced)
