"""A Pi, a home and a phone in the air: three radios of the kernel's own, and real programs at each of them.

The Pi has NetworkManager, as Raspberry Pi OS has; the home is hostapd, the phone wpa_supplicant with an
address by DHCP, both in network rooms of their own. What the phone asks goes through the air.
"""

from __future__ import annotations

import json
import re
import shlex
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace

from companion.games.screen import Screen, token
from companion.language.text import text
from companion.panel.box_status import BoxStatus
from companion.panel.layout import lay_out
from companion.panel.pages import join_screen
from companion.panel.wifi import WifiStatus, wifi_code_screen, wifi_open_screen
from companion.system.access_point import ADDRESS as OWN_ADDRESS
from companion.system.access_point import wifi_code
from hardware.display.drawing import draw
from tests.fakes.box import MESSAGES
from tests.fakes.phone import CODE
from tests.virtual_pi import image
from tests.virtual_pi.board import Bench, Board, WentWrong
from tests.virtual_pi.installing import Installed, install, overlay
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.running import NotHere

HOME, PASSWORD = "Home", "correct horse"
OWN = f"http://{OWN_ADDRESS}:8080"
AIR = "sh /usr/local/lib/virtual-pi/air.sh"
OTHERS = ("eth0", "wlan1", "wlan2")
"""What is not the Pi's Wi-Fi."""
UNMANAGED = (
    "[main]\ndns=none\n"
    f"[keyfile]\nunmanaged-devices={';'.join(f'interface-name:{each}' for each in OTHERS)}\n"
)
STRADA = MESSAGES.language("en", "la-strada")
PATIENCE = 240.0
"""Seconds, on a computer that plays every instruction of another one."""
_STATION = "iw dev wlan0 info"
_KEPT = """
import json
print(json.dumps(json.load(open("/var/lib/companion/box.json"))["settings"]["own-wifi"]))
"""


class Room:
    """The Pi with its radios, and the phone that its owner has in his hand."""

    def __init__(self, board: Board, ledger: Ledger) -> None:
        self.board = board
        self._ledger = ledger

    def air(self, *words: str, timeout: float = 120.0) -> str:
        return self.board.run(f"{AIR} {shlex.join(words)}", timeout)

    def asks(self, method: str, url: str, **form: str) -> dict[str, Any]:
        """What the phone's browser is answered; nothing where nobody answers."""
        words = ["python3", "/usr/local/lib/virtual-pi/browser.py", method, url]
        said = self.board.run(
            shlex.join(["ip", "netns", "exec", "phone", *words, *([urlencode(form)] if form else [])])
        )
        answer: dict[str, Any] = json.loads(said.splitlines()[-1])
        return answer

    def until(self, what: str, holds: Callable[[], bool], called: str = "") -> float:
        """Wait until it holds; how many seconds that took."""
        began = time.monotonic()
        while not holds():
            if time.monotonic() - began > PATIENCE:
                log = self.board.run("journalctl -u companion -u NetworkManager --no-pager -n 60")
                raise WentWrong(f"{what}\n{log}")
            self.board.run("sleep 0.5")
        took = time.monotonic() - began
        if called:
            self._ledger.figure(called, f"{took:.0f} s in the virtual Pi")
        return took

    @property
    def is_open(self) -> bool:
        """Whether the radio opens a network."""
        return "type AP" in self.board.run(_STATION)

    def opens(self, called: str = "") -> float:
        """Wait until the own Wi-Fi is open, and has the address that it is asked at; how long that took."""
        return self.until(
            "the own Wi-Fi opens", lambda: self.is_open and self.address() == OWN_ADDRESS, called
        )

    def address(self) -> str:
        """The Pi's own address in the air."""
        found = re.search(r"inet ([\d.]+)/", self.board.run("ip -4 -o addr show dev wlan0"))
        return "" if found is None else found[1]

    @property
    def own(self) -> tuple[str, str]:
        """Name and password of the own Wi-Fi, as the box keeps them."""
        said = self.board.run(f"python3 -c {shlex.quote(_KEPT)}")
        kept = json.loads(said)
        return kept["name"], kept["password"]

    def joins_own(self) -> None:
        """The phone scans the code on the display, and joins."""
        name, password = self.own
        lease = self.air("join", name, password)
        assert "inet 10.42.0." in lease

    def joins_the_table(self, at: str) -> None:
        """Rosa joins the table at this address of the box's."""
        joined = self.asks("POST", f"{at}/join", code=CODE, name="Rosa", colour="red", back="/")
        assert joined["status"] == 303, joined["said"]

    def game(self, at: str) -> dict[str, Any]:
        """The game on the table, as this address of the box's tells it."""
        table = json.loads(self.asks("GET", f"{at}/api/v1/table")["said"])
        game: dict[str, Any] = table["game"]
        return game

    def wants_home(self, password: str) -> None:
        """The phone's owner chooses the home's network, and is asked whether he is sure."""
        fields = {"do": "join", "network": HOME, "password": password}
        asked = self.asks("POST", f"{OWN}/care/wifi", **fields)
        assert (asked["status"], "is open again within a minute" in asked["said"]) == (200, True)
        assert "A game is on" in asked["said"]
        self.asks("POST", f"{OWN}/care/wifi", do="join", name=HOME, password=password, sure="1")

    def shows(self, screen: Screen) -> bool:
        """Wait until the display shows this, if only for some seconds."""
        return self.board.glass.shows(draw(lay_out(screen, STRADA)[0]), PATIENCE)


def news(why: str, game: dict[str, Any]) -> Screen:
    """What the display says once the own Wi-Fi is open again, and why, while this game is on it."""
    other = next(each["colour"] for each in game["players"] if each["colour"] != game["active"])
    shown = wifi_open_screen(WifiStatus(why=text(f"wifi.why.{why}", network=HOME)))
    return replace(shown, hint=text("display.advance", token=token(other)))


@pytest.fixture(scope="module")
def aired(bench: Bench, ledger: Ledger) -> Bench:
    """As the others are, with NetworkManager, and what plays a home and a phone."""
    try:
        made = image.build(bench.suite, bench.machine, ledger, air=True)
    except NotHere as reason:
        pytest.exit(f"NOT HERE: {reason}", image.CANNOT)
    return Bench(bench.suite, bench.machine, made, ledger)


@pytest.fixture(scope="module")
def beside(aired: Bench, package: Path, workshop: Path) -> Installed:
    """Our package beside NetworkManager."""
    folder = workshop / "air"
    folder.mkdir()
    return install(aired, package, folder)


@pytest.fixture(scope="module")
def room(aired: Bench, beside: Installed, ledger: Ledger) -> Iterator[Room]:
    with Board(aired, overlay(beside.disk, "wifi"), "three radios") as board:
        room = Room(board, ledger)
        board.run("systemctl stop companion")
        board.write("/etc/NetworkManager/conf.d/bench.conf", UNMANAGED)
        room.air("begin")
        room.air("home", PASSWORD)
        board.run("systemctl restart NetworkManager && systemctl start companion", 300)
        yield room


@pytest.mark.quick
def test_there_is_a_system_with_network_manager(aired: Bench) -> None:
    assert aired.image.disk.exists()


@pytest.mark.quick
def test_the_package_is_installed_beside_network_manager(beside: Installed) -> None:
    assert beside.health["status"] == "ok"


@pytest.mark.quick
def test_without_a_known_network_the_own_wifi_opens(room: Room) -> None:
    room.opens("a start without a network to the own Wi-Fi")
    assert re.fullmatch(r"Companion-[0-9A-F]{4}", room.own[0])


@pytest.mark.quick
def test_the_display_shows_its_code(room: Room) -> None:
    name, password = room.own
    why = text("wifi.why.none-known")
    shown = wifi_code_screen(
        WifiStatus("home", name, password, wifi_code(name, password), open=True, why=why)
    )
    assert room.shows(shown)


@pytest.mark.quick
def test_a_phone_joins_by_it_and_is_led_to_the_page(room: Room) -> None:
    room.joins_own()
    led = room.asks("GET", "http://connectivitycheck.gstatic.com/generate_204")
    assert (led["status"], led["to"]) == (302, f"{OWN}/J/{CODE}")
    assert f'value="{CODE}"' in room.asks("GET", led["to"])["said"]
    assert "Success" in room.asks("GET", "http://captive.apple.com/hotspot-detect.html")["said"]


@pytest.mark.quick
def test_the_display_shows_the_page_once_a_phone_has_come(room: Room) -> None:
    known = BoxStatus(CODE, (f"{OWN_ADDRESS}:8080",), "pi.local:8080")
    assert room.shows(join_screen(known, f"{OWN_ADDRESS}:8080", with_name=True))


@pytest.mark.quick
def test_the_phone_joins_the_table_and_plays(room: Room) -> None:
    room.joins_the_table(OWN)
    players = {"players.@0.colour": "red", "players.@0.name": "Rosa", "players.@1.colour": "grey"}
    begun = room.asks("POST", f"{OWN}/act", type="start", system="la-strada", page="/games", **players)
    assert begun["status"] == 303, begun["said"]
    assert "Rosa" in room.asks("GET", f"{OWN}/table")["said"]
    first = room.game(OWN)["active"]
    assert room.asks("POST", f"{OWN}/act", type="end-turn", page="/table")["status"] == 303
    assert {first, room.game(OWN)["active"]} == {"red", "grey"}


@pytest.mark.full
def test_the_home_is_offered_to_the_phone(room: Room) -> None:
    """Heard before the own Wi-Fi opened: while that is open, the radio hears no other."""
    assert f'name="network" value="{HOME}"' in room.asks("GET", f"{OWN}/care/wifi")["said"]


@pytest.mark.full
def test_a_wrong_password_leads_back_within_a_minute_and_the_game_is_there(
    room: Room, ledger: Ledger
) -> None:
    before = room.game(OWN)
    room.wants_home("not the password")
    away = room.until("it has left", lambda: not room.is_open)
    back = room.opens()
    ledger.figure("a wrong password to the own Wi-Fi again", f"{away + back:.0f} s in the virtual Pi")
    assert room.shows(news("password", before))
    room.joins_own()
    assert "was not the right one" in room.asks("GET", f"{OWN}/care/wifi")["said"]
    assert room.game(OWN) == before


@pytest.mark.full
def test_the_right_one_leads_home_and_the_display_shows_the_new_address(room: Room) -> None:
    before = room.game(OWN)
    room.wants_home(PASSWORD)
    room.until("it is at home", lambda: room.address().startswith("192.168.77."), "the password to home")
    address = room.address()
    there = f"http://{address}:8080"
    known = BoxStatus(CODE, (f"{address}:8080",), "pi.local:8080")
    assert room.shows(join_screen(known, f"{address}:8080", with_name=True))
    room.air("join", HOME, PASSWORD)
    led = room.asks("GET", f"http://{address}/generate_204")
    assert led["to"] == f"{there}/", "elsewhere port 80 leads to the pages, and says no code"
    room.joins_the_table(there)
    assert "in the network Home" in room.asks("GET", f"{there}/care/wifi")["said"]
    assert room.game(there) == before


@pytest.mark.full
def test_a_home_that_vanishes_leads_to_the_own_wifi_and_nothing_is_lost(room: Room) -> None:
    before = room.game(f"http://{room.address()}:8080")
    room.air("vanish")
    room.opens("a home that vanishes to the own Wi-Fi")
    assert room.shows(news("lost", before))
    room.joins_own()
    assert "The network Home is gone" in room.asks("GET", f"{OWN}/care/wifi")["said"]
    assert room.game(OWN) == before


@pytest.mark.full
def test_nothing_failed_on_the_way(room: Room) -> None:
    assert room.board.run("systemctl list-units --failed --no-legend --plain") == ""
