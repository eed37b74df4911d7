"""An evening at a virtual Pi, seen from outside: the system and all that leads to the companion are real."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from hardware.display.drawing import draw
from hardware.reader.rdm6300 import encode
from tests.fakes.box import Box, running
from tests.fakes.phone import CODE
from tests.virtual_pi.board import Bench, Board
from tests.virtual_pi.installing import Installed, overlay
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.phone import Phone

pytestmark = pytest.mark.quick

ADVANCE, SELECT, BACK = 17, 27, 22
BAG, TAG = 7, "0F0184F07B"
HELD = 1.6
"""Seconds that a finger stays on a button to hold it."""


class Twin:
    """A box on this computer that goes through the same evening: what it shows is what is expected.

    again: the same box after its program was started anew.
    """

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self.box = self._started()

    def again(self) -> None:
        self._stack.close()
        self.box = self._started()

    @property
    def picture(self) -> Image.Image:
        return draw(self.box.frame)

    def _started(self) -> Box:
        box = self._stack.enter_context(running(self._folder))
        box.address, box.code = "10.0.2.15:8080", CODE
        return box


@pytest.fixture(scope="module")
def board(bench: Bench, installed: Installed) -> Iterator[Board]:
    """A Pi whose display is not plugged in when it boots."""
    disk = overlay(installed.disk, "evening")
    with Board(bench, disk, "without its display", words=("pi_display.absent=1",)) as board:
        yield board


@pytest.fixture(scope="module")
def phone(board: Board) -> Iterator[Phone]:
    with Phone(board.port) as phone:
        phone.join()
        yield phone


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twin]:
    with ExitStack() as stack:
        yield Twin(tmp_path_factory.mktemp("twin"), stack)


def facts(board: Board, *names: str) -> dict[str, str]:
    """What the service manager knows of the companion."""
    shown = board.run(f"systemctl show companion -p {','.join(names)}")
    return dict(line.split("=", 1) for line in shown.splitlines())


def told(phone: Phone, twin: Twin, do: str, **fields: Any) -> None:
    """The same command for both."""
    phone.tell(do, **fields)
    twin.box.post(do=do, **fields)


def test_the_page_answered_as_soon_as_the_package_was_installed(bench: Bench, installed: Installed) -> None:
    """Its reader is looked for where a Pi has it, at `ttyAMA0`, which an arm64 machine has as well."""
    line = "ok" if bench.machine.console == "ttyAMA0" else "missing"
    assert installed.health == {
        "status": "ok", "version": 0, "reader": line, "display": "ok", "buttons": "ok",
    }  # fmt: skip


def test_the_service_is_ready_without_its_display(board: Board, phone: Phone, ledger: Ledger) -> None:
    known = facts(board, "Type", "SubState", "NRestarts", "ActiveEnterTimestampMonotonic")
    seconds = int(known.pop("ActiveEnterTimestampMonotonic")) / 1e6
    assert known == {"Type": "notify", "SubState": "running", "NRestarts": "0"}
    assert phone.health() == {
        "status": "ok", "version": 0, "reader": "ok", "display": "missing", "buttons": "ok",
    }  # fmt: skip
    ledger.figure("boot to ready", f"{seconds:.1f} s since the kernel began")


def test_nothing_failed_on_the_way_up(board: Board) -> None:
    assert board.run("systemctl list-units --failed --no-legend --plain") == ""


def test_a_display_that_appears_later_shows_where_the_box_stands(board: Board, twin: Twin) -> None:
    twin.box.parts.report("display", "missing")
    board.display(there=True)
    twin.box.parts.report("display", "ok")
    assert board.glass.shows(twin.picture)


def test_a_press_of_advance_shows_the_code_to_join_with(board: Board, twin: Twin) -> None:
    board.press(ADVANCE)
    twin.box.press("advance")
    assert twin.box.frame.qr is not None
    assert board.glass.shows(twin.picture)


def test_a_game_started_on_a_phone_is_on_the_display(board: Board, phone: Phone, twin: Twin) -> None:
    players = [{"colour": "red", "name": "red"}, {"colour": "blue", "name": "blue"}]
    phone.tell("start", system="roads-and-boats", players=players, options={"temple": ["red", "blue"]})
    twin.box.play("red", "blue")
    assert board.glass.shows(twin.picture)


def test_a_kernel_edge_on_advance_advances_the_phase(board: Board, phone: Phone, twin: Twin) -> None:
    told(phone, twin, "research", colour="red", subject="specialised-mine")
    assert phone.table()["game"]["phase"] == "production"
    board.press(ADVANCE)
    phone.sees(lambda table: table["game"]["phase"] == "movement")
    twin.box.press("advance")
    assert board.glass.shows(twin.picture)


def test_a_bag_on_the_reader_draws_ore(board: Board, phone: Phone, twin: Twin) -> None:
    told(phone, twin, "advance")
    told(phone, twin, "build-mine", number=BAG, colour="red", mixture="gold")
    told(phone, twin, "advance")
    told(phone, twin, "advance")
    told(phone, twin, "pair-tag", tag=TAG, number=BAG)
    board.lay(encode(TAG))
    table = phone.sees(lambda table: table["game"]["mines"][0]["drawn"] is not None)
    assert table["game"]["mines"] == [{"number": BAG, "gold": 3, "iron": 0, "drawn": "gold"}]
    twin.box.tap(TAG)
    assert board.glass.shows(twin.picture)


def test_the_companion_takes_little_memory(board: Board, ledger: Ledger) -> None:
    now = int(facts(board, "MemoryCurrent")["MemoryCurrent"])
    peak = int(board.run("cat /sys/fs/cgroup/system.slice/companion.service/memory.peak"))
    ledger.figure("memory of the service", f"{now / 1e6:.0f} MB, at most {peak / 1e6:.0f} MB")
    assert peak < 150e6


def test_the_watchdog_restarts_a_hung_daemon_and_the_game_goes_on(
    board: Board, phone: Phone, twin: Twin, ledger: Ledger
) -> None:
    before = phone.table()
    phone.put_away()
    with ledger.step("the watchdog notices a hung daemon and starts another"):
        board.run("kill -STOP $(systemctl show companion -p MainPID --value)")
        restarted = "[ $(systemctl show companion -p NRestarts --value) = 1 ]"
        board.run(f"until {restarted} && systemctl -q is-active companion; do sleep 0.3; done", timeout=180)
    assert "Watchdog timeout" in board.run("journalctl -u companion -b --no-pager")
    after = phone.table()
    assert (after["version"], after["game"]) == (before["version"], before["game"])
    twin.again()
    assert board.glass.shows(twin.picture)


def test_the_panel_switches_the_machine_off_without_root(board: Board, twin: Twin, ledger: Ledger) -> None:
    for part in ("display", "reader", "buttons"):
        twin.box.parts.report(part, "ok")
    board.press(BACK)  # takes the notice away
    board.press(BACK)
    board.press(SELECT, HELD)
    twin.box.press("back", "back")
    twin.box.hold("select")
    assert board.glass.shows(twin.picture)
    for button, name in ((SELECT, "select"), (ADVANCE, "advance"), (SELECT, "select")):
        board.press(button)  # asked twice, with "leave the box on" shown first
        twin.box.press(name)
    with ledger.step("from the panel to power off"):
        board.press(ADVANCE)
        twin.box.press("advance")
        assert board.glass.shows(twin.picture)
        board.wait_for_off(120)
