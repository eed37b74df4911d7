"""The socket on port 80 is handed over by the service manager; without it the companion starts as well."""

from __future__ import annotations

import http.client
import os
import socket
import tempfile
from pathlib import Path

import pytest

from companion.config import SIMULATED, load
from companion.daemon.build import serving
from companion.daemon.given import Given
from companion.daemon.handed import handed_over
from companion.daemon.owner import Owner


def said(**other: str) -> dict[str, str]:
    return {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1", "LISTEN_FDNAMES": "x", "HOME": "/", **other}


def test_a_socket_that_listens_is_taken_and_nothing_of_it_stays_for_others() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        environment = said()
        handed = handed_over(environment, listening.fileno())
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
        assert handed_over(environment, listening.fileno()) is None
        assert environment == {"HOME": "/"}


def test_a_handle_that_is_no_such_socket_is_left_alone() -> None:
    with tempfile.TemporaryFile() as file:
        assert handed_over(said(), file.fileno()) is None
        file.write(b"still open")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagram:
        assert handed_over(said(), datagram.fileno()) is None
        assert datagram.getsockname()


def test_port_80_leads_to_the_pages_and_a_second_start_answers_there_too(tmp_path: Path) -> None:
    config = load(None, (*SIMULATED, "web.host=127.0.0.1", "web.port=0", f"data.folder={tmp_path}"))
    with socket.create_server(("127.0.0.1", 0)) as portal:
        for _ in range(2):
            with serving(config, shut_down=lambda: None, given=Given(Owner(None), portal=portal)) as served:
                connection = http.client.HTTPConnection("127.0.0.1", portal.getsockname()[1], timeout=10)
                connection.request("GET", "/generate_204", headers={"Host": "companion"})
                answer = connection.getresponse()
                assert answer.status == 302
                assert answer.getheader("Location") == f"http://127.0.0.1:{served.port}/"
                connection.close()


def test_a_simulated_box_leaves_the_machine_s_wifi_alone(tmp_path: Path) -> None:
    own = ("web.host=127.0.0.1", "web.port=0", f"data.folder={tmp_path}", "box.own_wifi=true")
    with serving(load(None, (*SIMULATED, *own)), shut_down=lambda: None) as served:
        assert served.keeper.knows().wifi is None
