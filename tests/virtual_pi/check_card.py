"""From the card to the first game: the owner flashes, copies two files, plugs in, and does nothing more."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.daemon.first_start import Step, languages, step_frames
from hardware.display.drawing import draw
from tests.virtual_pi import card, image, packages
from tests.virtual_pi.board import Board
from tests.virtual_pi.card import Card
from tests.virtual_pi.installing import overlay
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.phone import Phone
from tests.virtual_pi.running import NotHere

pytestmark = pytest.mark.full

BOTH = languages({})
PATIENCE = 900.0
"""Seconds for each step: there is no KVM."""
DONE = "/var/lib/companion-card/done"


@pytest.fixture(scope="module", params=card.READS)
def fresh(request: pytest.FixtureRequest, ledger: Ledger) -> Card:
    try:
        machine = image.machine_called(request.config.getoption("--machine"))
        return card.build(machine, card.READS[request.param], ledger)
    except NotHere as reason:
        pytest.exit(f"NOT HERE: {reason}", image.CANNOT)


@pytest.fixture(scope="module")
def boot(fresh: Card, workshop: Path) -> Path:
    """The card's first partition."""
    made = workshop / "bootfs.raw"
    card.boot_partition(made, packages.ours(fresh.bench.suite, fresh.bench.machine))
    return made


@pytest.fixture(scope="module")
def board(fresh: Card, boot: Path, workshop: Path) -> Iterator[Board]:
    """A Pi that was never started, with no network for now."""
    disk = overlay(fresh.bench.image.disk, workshop / "card")
    board = Board(fresh.bench, disk, "from the card", boot=boot, archive=fresh.fetched, network=False)
    with closing(board):
        yield board


@pytest.fixture
def late(pytestconfig: pytest.Config) -> float:
    """Seconds without a network."""
    return float(pytestconfig.getoption("--network-after"))


def shows(board: Board, step: Step) -> bool:
    """Wait until the display says this step, in English as it says everything first."""
    return board.glass.shows(draw(step_frames(step, BOTH)[0]), PATIENCE)


def test_the_first_start_shows_its_steps_and_restarts_once(board: Board, ledger: Ledger) -> None:
    began = time.monotonic()
    board.switch_on()
    assert shows(board, Step(1, "switching-on")), board.console[-3000:]
    ledger.figure("plug to first line on the display", f"{time.monotonic() - began:.0f} s")
    board.wait_for_off(PATIENCE)  # qemu ends where a Pi starts again
    ledger.figure("plug to the restart", f"{time.monotonic() - began:.0f} s")


def test_bus_and_line_are_switched_on_where_the_firmware_reads_it(boot: Path) -> None:
    config = card.on_partition(boot, "config.txt").splitlines()
    assert {"dtparam=i2c_arm=on", "enable_uart=1", "dtoverlay=disable-bt"} <= set(config)
    assert "console=serial0" not in card.on_partition(boot, "cmdline.txt")
    assert "console=serial0" in card.on_partition(boot, "cmdline.txt.before-companion")


def test_a_missing_network_is_shown_and_the_start_goes_on_once_there_is_one(
    board: Board, late: float, ledger: Ledger
) -> None:
    board.start()
    assert shows(board, Step(3, "no-network"))
    board.run(f"sleep {late}", timeout=late + PATIENCE)
    assert board.run("systemctl is-active multi-user.target").strip() == "active"
    board.network(there=True)
    began = time.monotonic()
    assert shows(board, Step(4, "installing"))
    ledger.figure("network to installing", f"{time.monotonic() - began:.0f} s")


def test_the_plug_pulled_while_it_installs_costs_nothing_but_time(board: Board, ledger: Ledger) -> None:
    board.pull_the_plug()
    board.start()
    began = time.monotonic()
    board.run(f"until [ -e {DONE} ]; do sleep 2; done", timeout=PATIENCE)
    with Phone(board.port) as phone:
        assert phone.health()["display"] == "ok"
    ledger.figure("start to the page, after a cut", f"{time.monotonic() - began:.0f} s after the boot")
    board.glass.catch_up()
    said = {
        draw(each).tobytes()
        for number in range(1, 6)
        for each in step_frames(Step(number, "installing"), BOTH)
    }
    assert board.glass.picture().tobytes() not in said
    assert board.glass.picture().getbbox()


def test_it_leaves_nothing_behind_and_a_further_start_is_the_companions_alone(
    board: Board, boot: Path
) -> None:
    left = board.run("ls /etc/systemd/system /etc/systemd/system/multi-user.target.wants")
    assert "companion-card" not in left
    before = board.run("dpkg-query -W; md5sum /boot/firmware/*.txt")
    board.run("sh /var/lib/cloud/instance/boothooks/part-001")
    board.shut_down()
    board.start()
    board.reach()
    assert board.run("dpkg-query -W; md5sum /boot/firmware/*.txt") == before
    assert board.run("systemctl list-units --failed --no-legend --plain") == ""
    board.shut_down()
    assert "done: companion" in card.on_partition(boot, "companion-log.txt")
