"""Port 80: it leads who came into the box's own Wi-Fi to the page for joining, lets him stay, and else says
nothing but where the pages are.
"""

from __future__ import annotations

import http.client
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import Client, TestResponse

from companion.notifier import Notifier
from tests.fakes.on_the_air import on_the_air
from tests.fakes.sitting import CODE, Sitting
from tests.patience import PATIENCE
from web.guided import LIFETIME, MAX_PHONES, GuidedPhones
from web.portal import READING_TIME, Portal
from web.server.server import WebServer

OWN, PHONE = "10.42.0.1", "10.42.0.17"
JOIN = f"http://{OWN}:8080/J/{CODE}"
SMALL = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)"
FIREFOX = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
ONLINE = "NetworkManager is online"
WORDS = {
    "captive.apple.com/hotspot-detect.html": "<TITLE>Success</TITLE>",
    "www.apple.com/library/test/success.html": "<TITLE>Success</TITLE>",
    "www.apple.com/success.html": "<TITLE>Success</TITLE>",
    "www.msftconnecttest.com/connecttest.txt": "Microsoft Connect Test",
    "www.msftncsi.com/ncsi.txt": "Microsoft NCSI",
    "detectportal.firefox.com/success.txt?ipv4": "success\n",
    "detectportal.firefox.com/canonical.html": FIREFOX,
    "spectrum.s3.amazonaws.com/kindle-wifi/wifistub.html": "81ce4465-7167-4dcb-835b-dcc9e44c112a",
    "spectrum.s3.amazonaws.com/kindle-wifi/wifistub-eink.html": "81ce4465-7167-4dcb-835b-dcc9e44c112a",
    "nmcheck.gnome.org/check_network_status.txt": ONLINE,
    "network-test.debian.org/nm": ONLINE,
    "ping.archlinux.org/nm-check.txt": ONLINE,
    "conncheck.opensuse.org/": ONLINE,
    "fedoraproject.org/static/hotspot.txt": "OK",
    "static.redhat.com/test/rhel-networkmanager.txt": "OK",
    "networkcheck.kde.org/": "OK",
}
"""What phones and computers ask, and what the answer that they hope for begins with or holds."""
EMPTY = (
    "connectivitycheck.gstatic.com/generate_204",
    "connectivitycheck.gstatic.com/generate_204_5a1c7ac5-9d1b-4dc9-b9ea-5ab32a4f6a4d",
    "www.google.com/gen_204",
    "fireoscaptiveportal.com/generate_204",
    "edge-http.microsoft.com/captiveportal/generate_204",
    "Connectivity-Check.Ubuntu.com.:80/",
)
"""What is hoped to be answered with nothing."""


@dataclass
class Door:
    """Port 80 of a box with its own Wi-Fi open, asked from there."""

    now: float = 0.0
    network: str | None = f"{OWN}/24"
    code: str = CODE
    came: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.guided = GuidedPhones(lambda: self.now)
        portal = Portal(self.guided, lambda: self.network, lambda: self.code, lambda: 8080, self.came.append)
        self.client: Client = Client(portal)

    def asks(self, path: str, *, here: str = OWN, there: str = PHONE, **more: Any) -> TestResponse:
        environ = {"SERVER_NAME": here, "REMOTE_ADDR": there}
        return self.client.open(path, environ_overrides=environ, **more)

    def leads(self, path: str, **how: Any) -> str | None:
        """Where it leads; None where it says something."""
        return self.asks(path, **how).headers.get("Location")

    def probes(self, probe: str, **how: Any) -> TestResponse:
        """Ask as a phone's maker has it ask. probe: a name and a path."""
        name, slash, path = probe.partition("/")
        return self.asks(slash + path, headers={"Host": name}, **how)


@pytest.fixture
def door() -> Door:
    return Door()


@pytest.mark.parametrize("probe", [*WORDS, *EMPTY, "www.msftconnecttest.com/redirect", "box/anything?x=1"])
def test_at_first_every_address_leads_to_joining_with_the_code(door: Door, probe: str) -> None:
    answer = door.probes(probe)
    assert (answer.status_code, answer.headers["Location"]) == (302, JOIN)
    assert answer.headers["Cache-Control"] == "no-store"
    assert "X-NetworkManager-Status" not in answer.headers
    assert door.came[-1] == OWN


@pytest.mark.parametrize("probe", WORDS)
def test_once_the_page_was_shown_a_phone_gets_its_expected_response_and_stays(door: Door, probe: str) -> None:
    door.guided.shown(PHONE, SMALL)
    answer = door.probes(probe)
    assert answer.status_code == 200
    assert WORDS[probe] in answer.text
    assert WORDS[probe] not in (ONLINE, "OK") or answer.text.startswith(WORDS[probe]), "judged by its start"
    assert answer.headers["X-NetworkManager-Status"] == "online"


@pytest.mark.parametrize("probe", EMPTY)
def test_a_probe_without_expected_content_gets_204_once_the_page_was_read(door: Door, probe: str) -> None:
    door.guided.shown(PHONE, SMALL)
    assert door.probes(probe).headers["Location"] == JOIN
    door.now += READING_TIME
    answer = door.probes(probe)
    assert (answer.status_code, answer.data) == (204, b"")
    assert "Content-Length" not in answer.headers


def test_any_other_address_leads_to_joining_for_ever(door: Door) -> None:
    door.guided.shown(PHONE, SMALL)
    door.now += READING_TIME
    assert door.leads("/") == JOIN


def test_a_request_before_the_browsers_is_not_redirected_by_it(door: Door) -> None:
    for agent in ("CaptiveNetworkSupport-481.100.1 wispr", "", "curl/8"):
        door.guided.shown(PHONE, agent)
    assert door.leads("/hotspot-detect.html") == JOIN


def test_another_phone_and_the_next_day_the_same_is_led_anew(door: Door) -> None:
    door.guided.shown(PHONE, SMALL)
    assert door.leads("/hotspot-detect.html", there="10.42.0.18") == JOIN
    assert door.leads("/hotspot-detect.html") is None
    door.now += LIFETIME + 1
    assert door.leads("/hotspot-detect.html") == JOIN


# Attempts of a guest or a stranger.


def test_a_request_from_outside_the_access_point_learns_no_code(door: Door) -> None:
    for there in ("192.168.1.20", "fd00::1", ""):
        assert door.leads("/", there=there) == f"http://{OWN}:8080/"
    assert door.leads("/", here="192.168.1.5", there="192.168.1.20") == "http://192.168.1.5:8080/"
    assert door.leads("/", here="fd00::5", there="fd00::9") == "http://[fd00::5]:8080/"
    door.network = None
    assert door.leads("/generate_204") == f"http://{OWN}:8080/"
    assert door.came == []


def test_the_name_and_the_path_that_are_asked_lead_nowhere(door: Door) -> None:
    for host in ("evil.example", "10.42.0.1:80@evil.example", "evil.example/", ""):
        assert door.leads("/", headers={"Host": host}) == JOIN
        leads = door.leads("/", headers={"Host": host}, here="192.168.1.5", there="192.168.1.20")
        assert leads == "http://192.168.1.5:8080/"
    for path in ("//evil.example", "/\r\nX-Evil: 1", "/%0d%0aX-Evil:%201", "/" + "a" * 5000):
        answer = door.asks(path)
        assert answer.headers["Location"] == JOIN
        assert "X-Evil" not in answer.headers


def test_of_too_many_phones_the_oldest_is_led_anew(door: Door) -> None:
    door.guided.shown(PHONE, SMALL)
    for number in range(MAX_PHONES):
        door.guided.shown(f"10.42.{1 + number // 250}.{number % 250}", SMALL)
    assert door.leads("/hotspot-detect.html") == JOIN


# The whole: the web server on a socket that was handed over, and the pages.


@pytest.fixture
def given() -> Iterator[Callable[[Portal], int]]:
    notifier, servers = Notifier(), []
    listening = socket.create_server(("127.0.0.1", 0))

    def serve(portal: Portal) -> int:
        web = WebServer(portal, notifier, host="127.0.0.1", port=0, listener=listening.dup())
        servers.append(web)
        web.start()
        port: int = listening.getsockname()[1]
        assert web.port in (port, 0)
        return port

    yield serve
    for web in servers:
        web.stop()
    listening.close()


def test_it_is_served_on_a_socket_that_was_listening_socket(given: Callable[[Portal], int]) -> None:
    guided = GuidedPhones(lambda: 0.0)
    port = given(Portal(guided, lambda: "127.0.0.1/8", lambda: CODE, lambda: 8080, lambda _here: None))
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/generate_204", headers={"Host": "connectivitycheck.gstatic.com"})
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("Location")) == (302, f"http://127.0.0.1:8080/J/{CODE}")
    answer.read()
    guided.shown("127.0.0.1", SMALL)
    connection.request("GET", "/hotspot-detect.html", headers={"Host": "captive.apple.com"})
    assert b"Success" in connection.getresponse().read()
    connection.close()


def test_the_page_for_joining_reports_that_it_was_shown(sitting: Sitting) -> None:
    phone = sitting.stranger()
    phone.get(f"/J/{CODE}", headers={"User-Agent": SMALL}, environ_base={"REMOTE_ADDR": PHONE})
    assert sitting.site.guided.since(PHONE) is not None
    answer = phone.get(f"/J/{CODE}", headers={"Host": "captive.apple.com"})
    assert answer.status_code == 421, "the pages still answer to the box's own names alone"


def test_the_first_request_over_the_access_point_reports_a_phone(tmp_path: Path) -> None:
    (tmp_path / "air").mkdir()
    sitting = Sitting(tmp_path)
    with on_the_air(tmp_path / "air") as air:
        air.start("waiting")
        air.passes(60)
        air.until("own")
        phone = sitting.app_with(wifi=air.keeper).test_client()
        phone.get("/join", environ_overrides={"SERVER_NAME": "192.168.1.5"})
        assert not air.wifi.has_guests
        phone.get("/join", environ_overrides={"SERVER_NAME": OWN})
        air.await_that(lambda: air.wifi.has_guests)
    sitting.close()
