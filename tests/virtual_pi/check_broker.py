"""A box at its broker and the hall of an event, both as they are packaged, set up as the guides say.

The broker is Debian's Mosquitto on this computer, with the organiser's configuration and access list.
"""

from __future__ import annotations

import re
import shlex
import tomllib
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from companion.mqtt import topics
from companion.mqtt.payloads import TableState, decode
from tests.fakes.documented import Documented
from tests.fakes.mqtt_client import RecordingClient, client_at
from tests.tree import ROOT
from tests.virtual_pi import packages
from tests.virtual_pi.board import Bench, Board, WentWrong
from tests.virtual_pi.emulator import HERE_FROM_INSIDE
from tests.virtual_pi.installing import CONFIGURATION, Installed, apt, overlay, put_in
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.phone import Phone

quick, full = pytest.mark.quick, pytest.mark.full

MQTT, ORGANISERS = (
    (ROOT / "docs" / f"{each}.md").read_text(encoding="utf-8") for each in ("mqtt", "organisers")
)
WRITTEN = re.compile(r"(?:^(?: {4}.*)?\n)+|^```\w+\n(?:.*\n)*?```$", re.MULTILINE)
"""What stands in a guide as it is to be written: further in, or between signs."""
OWNER = "homeassistant"
"""Who looks on: whom the access list lets read everything."""
PASSWORDS = {"hall": "of the hall", OWNER: "of the looker-on"}
OF_THE_BOX = "of the box"
PAGE = 8090


def written(guide: str, around: str) -> str:
    """The lines that the guide has somebody write, by what is among them, without how far they stand in."""
    (found,) = (each for each in WRITTEN.findall(guide) if around in each)
    return "\n".join(line.strip() for line in found.splitlines() if not line.startswith("```"))


class Place(msgspec.Struct):
    """A Pi, which box it is, its broker, one who hears everything that the broker is told, and what that was
    last at each of the box's topics, by its kind."""

    board: Board
    box: str
    broker: Documented
    client: RecordingClient
    known: dict[str, bytes] = {}

    @property
    def url(self) -> str:
        """The broker's, as the Pi finds it."""
        return f"mqtt://{HERE_FROM_INSIDE}:{self.broker.port}"

    def receive(self, kind: topics.Kind, fits: Callable[[bytes], bool]) -> bytes:
        """Wait until that is the last that the box has said."""
        while not self.client.messages.empty() or not fits(self.known.get(kind, b"")):
            topic, payload = self.client.receive()
            self.known[topic.rpartition("/")[2]] = payload
        return self.known[kind]

    def hears_state(self, fits: Callable[[TableState], bool]) -> TableState:
        def read_so(payload: bytes) -> bool:
            state = decode(payload, TableState)
            return state is not None and fits(state)

        state = decode(self.receive("state", read_so), TableState)
        assert state is not None
        return state

    def hall(self) -> str:
        """The hall's page, once it shows this box."""
        self.board.run("until systemctl -q is-active companion-hall; do sleep 0.2; done")
        asked = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8090/').read().decode())"
        self.board.run(f'until python3 -c "{asked}" | grep -q t-{self.box}; do sleep 0.2; done')
        address = f"http://127.0.0.1:{self.board.leads_to(PAGE)}/"
        with urllib.request.urlopen(address, timeout=60) as answer:
            page: str = answer.read().decode()
        return page


BOX = "import json; print(json.load(open('/var/lib/companion/box.json'))['settings']['box']['id'])"


@pytest.fixture(scope="module")
def place(
    bench: Bench, installed: Installed, package: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    disk, stick = overlay(installed.disk, "broker"), packages.stick(package)
    with Board(bench, disk, "that reaches a broker", stick=stick, outward=True) as board:
        box = board.run(f"python3 -c {shlex.quote(BOX)}").strip()
        broker = Documented(tmp_path_factory.mktemp("broker"), users={**PASSWORDS, box: OF_THE_BOX})
        broker.start()
        try:
            with client_at(broker.broker(OWNER), f"companion/{box}/#") as looker:
                looker.stands("connected")
                yield Place(board, box, broker, looker)
        finally:
            broker.kill()


def fact(board: Board, unit: str, name: str) -> str:
    return board.run(f"systemctl show {unit} --value -p {name}").strip()


def drop_in(board: Board, unit: str, lines: str) -> None:
    """As `systemctl edit` leaves it."""
    folder = f"/etc/systemd/system/{unit}.service.d"
    board.run(f"mkdir -p {folder}")
    board.write(f"{folder}/override.conf", lines)
    board.run("systemctl daemon-reload")


def keeps(board: Board, path: str, password: str) -> None:
    """A password in a file that root alone can read."""
    board.run(f"install -m 600 /dev/null {path}")
    board.write(path, f"{password}\n")


@quick
def test_nothing_of_it_runs_until_enabled(place: Place) -> None:
    board = place.board
    assert board.run("systemctl is-enabled companion-hall || true").strip() == "disabled"
    assert fact(board, "companion-hall", "ActiveState") == "inactive"
    assert tomllib.loads(board.run(f"cat {CONFIGURATION}"))["mqtt"]["url"] == ""
    board.run("systemctl start companion-hall")  # nobody has said of which event
    assert fact(board, "companion-hall", "ActiveState") == "inactive"
    assert board.run("systemctl list-units --failed --no-legend --plain") == ""


@quick
def test_the_box_reaches_its_broker_out_of_its_sandbox_with_a_password_of_roots(place: Place) -> None:
    """Written as both guides say: the password is a credential of systemd's, for the service alone."""
    board = place.board
    (own,) = re.findall(r"`password_file = \"(/run/credentials/\S+)\"`", MQTT)
    of_the_event = tomllib.loads(written(ORGANISERS, "table = 12"))["mqtt"]
    lines = {**of_the_event, "url": place.url, "username": place.box, "password_file": own}
    plain = "\\n".join(f"{key} = {msgspec.json.encode(value).decode()}" for key, value in lines.items())
    emptied = "/^\\[mqtt\\]/,/^\\[/{/^[a-z_]* = /d}"
    board.run(f"sed -i '{emptied};s|^\\[mqtt\\].*|[mqtt]\\n{plain}|' {CONFIGURATION}")
    drop_in(board, "companion", written(MQTT, "[Service]\n    LoadCredential"))
    keeps(board, "/root/broker-password", OF_THE_BOX)
    board.run("systemctl restart companion", timeout=180)
    place.receive("status", lambda said: said == topics.ONLINE)
    state = place.hears_state(lambda state: state.event is not None)
    assert (state.box, state.event, state.table, state.system) == (place.box, "club-2026", 12, None)


@quick
def test_a_started_game_is_published(place: Place) -> None:
    with Phone(place.board.port) as phone:
        phone.join()
        phone.start()
    state = place.hears_state(lambda state: state.system is not None)
    assert (state.system, state.phase) == ("roads-and-boats", "production")


@quick
def test_the_hall_shows_the_table(place: Place) -> None:
    """Set up as the guide says."""
    board = place.board
    told = written(ORGANISERS, "COMPANION_HALL_EVENT=").replace("mqtt://127.0.0.1", place.url)
    assert place.url in told
    board.write("/etc/default/companion-hall", told)
    keeps(board, "/root/hall-password", PASSWORDS["hall"])
    drop_in(board, "companion-hall", written(ORGANISERS, "LoadCredential=broker-password"))
    board.run(written(ORGANISERS, "enable --now companion-hall").replace("sudo ", ""), timeout=180)
    page = place.hall()
    assert "club-2026" in page
    assert "<span>Table 12</span>" in page
    assert "Roads &amp; Boats" in page


@quick
def test_a_hall_that_was_killed_or_restarted_is_whole_again(place: Place) -> None:
    first = fact(place.board, "companion-hall", "MainPID")
    place.board.run(f"kill -KILL {first}; until ! [ -e /proc/{first} ]; do sleep 0.1; done")
    assert "Roads &amp; Boats" in place.hall()
    assert fact(place.board, "companion-hall", "NRestarts") == "1"
    place.board.run("systemctl restart companion-hall", timeout=180)
    assert "Roads &amp; Boats" in place.hall()


@quick
def test_both_take_little_memory(place: Place, ledger: Ledger) -> None:
    for unit, most in (("companion", 150e6), ("companion-hall", 100e6)):
        now = int(fact(place.board, unit, "MemoryCurrent"))
        peak = int(place.board.run(f"cat /sys/fs/cgroup/system.slice/{unit}.service/memory.peak"))
        ledger.figure(f"memory of {unit} at a broker", f"{now / 1e6:.0f} MB, at most {peak / 1e6:.0f} MB")
        assert peak < most


@quick
def test_nothing_failed_and_the_broker_refused_nothing(place: Place) -> None:
    assert place.board.run("systemctl list-units --failed --no-legend --plain") == ""
    assert fact(place.board, "companion", "NRestarts") == "0"
    assert [line for line in place.broker.lines if "Denied" in line or "not authorised" in line] == []


@quick
def test_without_power_the_broker_publishes_the_boxs_last_will(place: Place) -> None:
    place.board.pull_the_plug()
    place.receive("status", lambda said: said == topics.OFFLINE)


@full
def test_both_come_back_by_themselves_with_the_power(place: Place) -> None:
    place.board.start()
    place.receive("status", lambda said: said == topics.ONLINE)
    assert place.hears_state(lambda state: state.system is not None).table == 12
    assert "Roads &amp; Boats" in place.hall()


@full
def test_an_upgrade_starts_a_hall_that_runs_anew(place: Place, package: Path) -> None:
    before = fact(place.board, "companion-hall", "InvocationID")
    put_in(place.board)
    apt(place.board, f"{packages.STICK}/{package.name}", "--reinstall")
    assert fact(place.board, "companion-hall", "InvocationID") != before
    assert "Roads &amp; Boats" in place.hall()


@full
def test_a_removal_ends_it_and_another_installation_brings_it_back(place: Place, package: Path) -> None:
    board = place.board
    board.run("apt-get remove -y companion", timeout=300)
    place.receive("status", lambda said: said == topics.OFFLINE)
    for unit in ("companion", "companion-hall"):
        with pytest.raises(WentWrong):
            board.run(f"systemctl is-active {unit}")
    assert board.run("systemctl list-units --failed --no-legend --plain") == ""
    apt(board, f"{packages.STICK}/{package.name}")
    place.receive("status", lambda said: said == topics.ONLINE)
    assert "Roads &amp; Boats" in place.hall()


@full
def test_the_broker_drops_a_box_with_a_password_file_of_root(place: Place) -> None:
    """As the guide to the broker says: the service's credential is there for the service alone."""
    board = place.board
    board.run("systemctl stop companion", timeout=60)
    place.receive("status", lambda said: said == topics.OFFLINE)
    board.run(written(MQTT, "systemd-run").replace("sudo ", ""), timeout=180)
    place.receive("state", lambda said: said == b"")


@full
def test_purging_leaves_no_hall(place: Place) -> None:
    place.board.run("apt-get purge -y companion", timeout=300)
    ours = "find /etc /usr /var /run -xdev -path '*companion*' -not -path '/var/lib/dpkg/*'"
    left = place.board.run(f"{ours} -not -path '/etc/systemd/system/companion*.service.d*' || true")
    assert left.split() == []
    assert place.board.run("systemctl list-units --failed --no-legend --plain") == ""
