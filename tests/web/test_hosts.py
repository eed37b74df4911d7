"""Which requests mean this box: by its addresses and names, and by no other."""

from __future__ import annotations

import pytest
from werkzeug.test import create_environ, run_wsgi_app

from tests.fakes.sitting import CODE, JSON, Sitting, refusal
from tests.web.server.serving import raw
from web.hosts import fault_of, names_of
from web.server.server import WebServer

NAMES = names_of("Companion.fritz.box", ["Spiele.lan"])


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.5", "192.168.1.5:8080", "127.0.0.1", "127.0.0.1:80", "127.1.2.3:80", "[::1]:8080",
        "localhost",
        "LOCALHOST:8080", "localhost.", "companion", "companion.local", "Companion.Local:8080",
        "companion.fritz.box", "spiele.lan", "companion.local.:8080", "[::ffff:192.168.1.5]:8080",
    ],
)  # fmt: skip
def test_the_box_answers_to_its_addresses_and_its_names(host: str) -> None:
    assert fault_of(host, "HTTP/1.1", "192.168.1.5", NAMES) is None


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "companion.evil.example", "192.168.1.6", "8.8.8.8:8080", "[2001:db8::1]", "", " ",
        ":80",
        "companion:", "companion:x", "companion:123456", "localhost@evil", "localhost,evil", "localhost evil",
        "xn--", "a..b", ".", "\xff", "[::1", "[::1]x", "0.0.0.0", "[::]", "3232235781", "0x7f000001", "127.1",
        "localhost\x00", "localhost\n", "l" * 70_000,
    ],
)  # fmt: skip
def test_nothing_else_is_the_box(host: str) -> None:
    assert fault_of(host, "HTTP/1.1", "192.168.1.5", NAMES) == "unknown-host"


def test_an_address_of_the_box_is_the_one_that_was_asked_however_it_is_written() -> None:
    assert fault_of("192.168.1.5", "HTTP/1.1", "::ffff:192.168.1.5", NAMES) is None
    assert fault_of("[fe80::2]:8080", "HTTP/1.1", "fe80::2%wlan0", NAMES) is None
    assert fault_of("[fe80::2]", "HTTP/1.1", "fe80::3", NAMES) == "unknown-host"
    assert fault_of("192.168.1.5", "HTTP/1.1", "companion", NAMES) == "unknown-host"
    assert fault_of("FE80::2", "HTTP/1.1", "fe80::2", NAMES) == "unknown-host"
    assert fault_of("[FE80::2]:80", "HTTP/1.1", "fe80::2", NAMES) is None
    assert fault_of("companion", "HTTP/1.1", "companion", names_of("spiele")) == "unknown-host"


def test_only_http_1_1_needs_a_host() -> None:
    assert fault_of(None, "HTTP/1.1", "192.168.1.5", NAMES) == "no-host"
    assert fault_of(None, "HTTP/1.0", "192.168.1.5", NAMES) is None
    assert fault_of("evil.example", "HTTP/1.0", "192.168.1.5", NAMES) == "unknown-host"


def test_a_foreign_host_gets_a_json_error_or_a_page_with_the_cure(playing: Sitting) -> None:
    evil = {"Host": "evil.example:8080"}
    for path in ("/api/v1/table", "/api/v1/nothing", "/healthz", "/api/v1/events"):
        error = refusal(playing.stranger().get(path, headers=evil), 421)
        assert (error["code"], error["params"]) == ("unknown-host", {"host": "evil.example:8080"})
    for path in ("/", "/table", "/static/live.js", "/nothing", "/j/4821"):
        answer = playing.stranger().get(path, headers=evil)
        assert (answer.status_code, answer.mimetype) == (421, "text/html")
        assert "not called “evil.example:8080”" in answer.get_data(as_text=True)


def test_nothing_is_done_under_another_name(playing: Sitting) -> None:
    evil = {"Host": "evil.example"}
    bearer = {"Authorization": f"Bearer {playing.token()}"}
    stranger = playing.stranger()
    command = stranger.post("/api/v1/commands", json={"type": "advance"}, headers={**evil, **bearer})
    assert refusal(command, 421)["code"] == "unknown-host"
    assert refusal(stranger.post("/api/v1/join", json={"code": CODE}, headers=evil), 421)
    assert playing.phone().post("/act", data={"type": "advance"}, headers=evil).status_code == 421
    assert playing.version == 1


def test_a_host_of_any_letters_is_refused_and_shown_harmlessly(playing: Sitting) -> None:
    for host in ("xn--", "a..b", "\xff", "[::1", "a" * 300, "<b>", "\x00"):
        for path in ("/api/v1/table", "/table", "/nothing"):
            body, status, headers = run_wsgi_app(playing.app, {**create_environ(path), "HTTP_HOST": host})
            assert status.startswith("421 "), host
            assert headers["Content-Type"] == JSON or b"<b>" not in b"".join(body)


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /api/v1/table HTTP/1.1\r\n\r\n", b"400"),
        (b"GET /api/v1/table HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", b"400"),
        (b"GET /api/v1/table HTTP/1.1\r\nHost: localhost\r\nhOST: evil\r\n\r\n", b"400"),
        (b"GET /api/v1/table HTTP/1.1\r\nHost: localhost\r\n evil\r\n\r\n", b"400"),
        (b"GET /api/v1/table HTTP/1.1\r\nHost:\r\n\r\n", b"421"),
        (b"GET /api/v1/table HTTP/1.1\r\nHost: 192.0.2.1\r\n\r\n", b"421"),
        (b"GET /api/v1/table HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n", b"200"),
        (b"GET /api/v1/table HTTP/1.0\r\n\r\n", b"200"),
        (b"GET /api/v1/table HTTP/1.0\r\nHost: evil\r\n\r\n", b"421"),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", b"200"),
    ],
)
def test_the_host_is_judged_as_it_stands_on_the_wire(web: WebServer, head: bytes, status: bytes) -> None:
    assert raw(web, head).split(b" ")[1] == status
