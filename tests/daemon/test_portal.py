"""The socket on port 80 is handed over by the service manager; without it the companion starts as well."""

from __future__ import annotations

import http.client
import os
import socket
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from companion.daemon.build import running_box
from companion.daemon.systemd import listening_socket
from tests.daemon.serving import config_of, serve
from tests.patience import PATIENCE


def said(**other: str) -> dict[str, str]:
    return {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1", "LISTEN_FDNAMES": "x", "HOME": "/", **other}


def test_a_socket_that_listens_is_taken_and_nothing_of_it_stays_for_others() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        environment = said()
        handed = listening_socket(environment, listening.fileno())
        assert handed is not None
        assert environment == {"HOME": "/"}, "the web server of the pages takes what it finds there"
        assert handed.getsockname() == listening.getsockname()
        assert not handed.get_inheritable()
        handed.detach()


@pytest.mark.parametrize(
    "other", [{"LISTEN_PID": "1"}, {"LISTEN_PID": ""}, {"LISTEN_FDS": "2"}, {"LISTEN_FDS": ""}]
)
def test_what_was_not_meant_for_this_process_is_left(other: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        environment = said(**other)
        assert listening_socket(environment, listening.fileno()) is None
        assert environment == {"HOME": "/"}


def test_a_handle_that_is_no_such_socket_is_left_alone() -> None:
    with tempfile.TemporaryFile() as file:
        assert listening_socket(said(), file.fileno()) is None
        file.write(b"still open")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagram:
        assert listening_socket(said(), datagram.fileno()) is None
        assert datagram.getsockname()


def test_port_80_leads_to_the_pages_and_a_second_start_answers_there_too(tmp_path: Path) -> None:
    config = config_of(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as portal:
        for _ in range(2):
            with running_box(config, portal=portal) as served:
                connection = http.client.HTTPConnection(
                    "127.0.0.1", portal.getsockname()[1], timeout=PATIENCE
                )
                connection.request("GET", "/generate_204", headers={"Host": "companion"})
                answer = connection.getresponse()
                assert answer.status == 302
                assert answer.getheader("Location") == f"http://127.0.0.1:{served.port}/"
                connection.close()


def test_a_flood_on_port_80_takes_no_press_and_no_answer_of_the_pages(tmp_path: Path) -> None:
    """Of what begins and does not go on, is too large, means another machine, or is no HTTP at all."""
    begun = (
        b"",
        b"GET / HTTP/1.1\r\nHost: ",
        b"POST /x HTTP/1.1\r\nContent-Length: 999999999999\r\n\r\n",
        b"\x16\3\1",
    )
    whole = (
        b"GET http://evil.example/generate_204 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X-Long: " + b"x" * 200_000 + b"\r\n\r\n",
        b"GET /\0 HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\n\r\n",
        b"\xff" * 4096,
    )
    with ExitStack() as stack:
        portal = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        served = stack.enter_context(running_box(config_of(tmp_path), portal=portal))
        for number in range(160):  # more than are kept of one address
            guest = stack.enter_context(socket.create_connection(portal.getsockname(), timeout=PATIENCE))
            with suppress(OSError):
                guest.sendall(begun[number % len(begun)])
        said = []
        for words in whole:
            with socket.create_connection(portal.getsockname(), timeout=PATIENCE) as guest, suppress(OSError):
                guest.sendall(words)
                guest.shutdown(socket.SHUT_WR)
                said.append(guest.recv(65536))
        assert all(b"evil" not in each.lower() and b" 500 " not in each for each in said), said
        phone = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
        token = served.service.membership.join("4821", "Ada", None, "127.0.0.1")
        answered = []
        for _ in range(20):
            phone.request(
                "POST",
                "/api/v1/box/press",
                b'{"button":"select"}',
                {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
            )
            answer = phone.getresponse()
            answer.read()
            answered.append(answer.status)
        assert answered == [200] * 20
        honest = http.client.HTTPConnection("127.0.0.1", portal.getsockname()[1], timeout=PATIENCE)
        honest.request("GET", "/generate_204")
        assert honest.getresponse().status == 302
        honest.close()
        phone.close()


def test_a_simulated_box_leaves_the_machine_s_wifi_alone(tmp_path: Path) -> None:
    with serve(tmp_path, "box.own_wifi=true") as served:
        assert served.service.status().wifi is None
