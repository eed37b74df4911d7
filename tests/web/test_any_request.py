"""Any request, joined or not, by page or by program: an answer that is no failure,
and no trace of it."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from urllib.parse import quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import create_environ, run_wsgi_app

from companion.notifier import Notifier
from tests.fakes.sitting import START, RecordingBox, Sitting, act
from tests.web.server.serving import raw
from web.server.server import WebServer

WORDS = [
    "", "0", "1", "-1", "9" * 30, "\x00", "\xff", "é", "\u202e", "%", "../..", "%2e%2e", "%00", "[::1",
    "null", "{}",
    "red", "start", "advance", "undo", "turn", "roads-and-boats", "bricks", "4821", "@0", "a.b.c.d.e.f.g.h",
    "&" * 50, "a=1&" * 30, "=", "🎲", "/", "//", "\\", "<b>", "*", "NaN", "1e400", "٣", "²", "+1", "xn--",
    "true",
]  # fmt: skip
NAMES = [
    "type", "id", "expects", "page", "form", "for", "with", "then", "scenario", "players.@0.name",
    "value:int",
    "value.a:ints", "value:map", "reason", "field", "number", "colour", "system", "code", "name", "back",
    "tag",
    "part", "button", "typed", "open", "q", "phase", "after", "limit", "before", "options.rows:ints",
]  # fmt: skip
HEADERS = [
    "HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE", "HTTP_AUTHORIZATION", "HTTP_COOKIE", "HTTP_IF_NONE_MATCH",
    "HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_RANGE", "HTTP_ORIGIN", "HTTP_RANGE", "HTTP_EXPECT",
    "HTTP_SEC_FETCH_SITE", "HTTP_X_FRAGMENT", "HTTP_CONTENT_ENCODING", "CONTENT_TYPE",
    "HTTP_TRANSFER_ENCODING",
    "HTTP_HOST", "HTTP_X_FORWARDED_FOR",
]  # fmt: skip
VALUES = [
    *WORDS, "bytes=0-", "bytes=9-1", 'W/"x"', '"a","b', "companion=\xff; language=\xff", 'companion="\\377"',
    "Basic \xff", "Basic YTpi", "Bearer \xff", "Digest a=\xff", "en;q=x", "en;q=9e999", "en-\xff",
    "100-continue",
    "Mon, 99 Foo 9999", "application/json", "application/json; charset=\xff", "multipart/form-data",
    "multipart/form-data; boundary=x", "application/x-www-form-urlencoded; charset=utf-16",
    "text/html;a*=utf-8'",
    "http://localhost", "http://[::1", "same-origin", "cross-site", "gzip", "chunked", "evil.example",
]  # fmt: skip
FORMS = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(WORDS)), max_size=6).map(
    lambda pairs: "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in pairs)
)
PART = (
    b'--x\r\nContent-Disposition: form-data; name="%b"\r\nContent-Type: text/plain; charset=z\r\n\r\n%b'
    b"\r\n--x--\r\n"
)
BODIES = st.one_of(
    FORMS.map(str.encode),
    st.binary(max_size=40),
    st.builds(
        lambda name, value: PART % (name.encode(), value.encode()),
        st.sampled_from(NAMES),
        st.sampled_from(WORDS),
    ),
)
METHODS = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "BREW", "", "\xff"]
KINDS = ["application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=x"]


def wsgi(text: str) -> str:
    return text.encode().decode("latin-1")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sitting]:
    """One sitting for all examples."""
    room = Sitting(tmp_path_factory.mktemp("room"), RecordingBox())
    assert act(room.phone(), START).status_code == 200
    yield room
    room.close()


@pytest.fixture(scope="module")
def served(room: Sitting) -> Iterator[WebServer]:
    web = WebServer(room.app, Notifier(), host="127.0.0.1", port=0)
    web.start()
    yield web
    web.stop()


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing may have been logged above `INFO`."""
    yield
    assert [each.getMessage() for each in caplog.records if each.levelno > logging.INFO] == []


@settings(max_examples=150)
@given(st.data())
def test_no_request_fails(room: Sitting, data: st.DataObject) -> None:
    rules = sorted({each.rule for each in room.app.url_map.iter_rules()} - {"/api/v1/events"})
    rule = data.draw(st.sampled_from([*rules, "/<a>", "/api/v1/<a>", "/static/<a>", "/look/<a>/<b>"]))
    path = re.sub(r"<[^>]+>", lambda _: data.draw(st.sampled_from(WORDS)), rule)
    environ = create_environ("/")
    environ |= {
        "PATH_INFO": wsgi(path),
        "QUERY_STRING": data.draw(FORMS | st.sampled_from(WORDS).filter(str.isascii)),
    }
    environ["REQUEST_METHOD"] = data.draw(st.sampled_from(METHODS))
    body = data.draw(BODIES)
    environ |= {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    environ["CONTENT_TYPE"] = data.draw(st.sampled_from(KINDS))
    if data.draw(st.booleans()):
        environ["HTTP_COOKIE"] = f"companion={room.token()}"
    odd = data.draw(st.dictionaries(st.sampled_from(HEADERS), st.sampled_from(VALUES), max_size=3))
    environ |= {name: wsgi(value) for name, value in odd.items()}
    _, status, _ = run_wsgi_app(room.app, environ, buffered=True)
    assert int(status[:3]) < 500, environ
    room.clock.seconds += 60


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET /games?[]\xbd HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
        (b"GET /api/v1/log?after=\xff HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
        (b"GET /api/v1/table HTTP/1.1\r\nHost: xn--\r\n\r\n", b"421"),
        (b"GET /table HTTP/1.1\r\nHost: a..b\r\nAuthorization: Basic \xff\r\n\r\n", b"421"),
        (b"POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
         b"Content-Length: 205\r\n\r\nwith=" + b"a%3D1%26" * 25, b"400"),
        (b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", b"404"),
        (b"GET http://[::1 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"421"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"400"),
        (b"GET /\r\n\r\n", b"400"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("quiet")
def test_requests_that_no_browser_makes_are_refused_without_a_log_line(
    served: WebServer, request_bytes: bytes, status: bytes
) -> None:
    assert raw(served, request_bytes).split(b" ")[1] == status
