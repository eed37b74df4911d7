"""What the checks on a virtual Pi share; run by `make test-pi` and `make test-pi-full` only."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from release.suites import SUITES
from tests.virtual_pi import image, packages
from tests.virtual_pi.board import Bench, Board
from tests.virtual_pi.installing import Installed, install
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.machines import BUILD, MACHINES
from tests.virtual_pi.phone import Phone
from tests.virtual_pi.running import NotHere

_LEDGER = pytest.StashKey[Ledger]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--suite", choices=sorted(SUITES), default=image.SUITE, help="the Debian that it runs")
    parser.addoption("--network-after", default=120, help="seconds without a network for a Pi from the card")
    parser.addoption("--machine", choices=sorted(MACHINES), help="the kind of Pi; else this computer's own")


def pytest_configure(config: pytest.Config) -> None:
    def tell(line: str) -> None:
        """Past the capture, so that who waits sees how far it is."""
        capture = config.pluginmanager.get_plugin("capturemanager")
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        if capture is not None and reporter is not None:
            with capture.global_and_fixture_disabled():
                reporter.ensure_newline()
                reporter.write_line(line)

    config.stash[_LEDGER] = Ledger(tell)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    ledger = config.stash[_LEDGER]
    if not ledger.figures:  # none of these checks was asked for
        return
    terminalreporter.section("virtual Pi")
    for line in ledger.summary():
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def ledger(pytestconfig: pytest.Config) -> Ledger:
    return pytestconfig.stash[_LEDGER]


@pytest.fixture(scope="session")
def bench(pytestconfig: pytest.Config, ledger: Ledger) -> Bench:
    suite = SUITES[pytestconfig.getoption("--suite")]
    try:
        machine = image.machine_called(pytestconfig.getoption("--machine"))
        ledger.figure("machine", f"{machine.name}, {suite.system}")
        return Bench(suite, machine, image.build(suite, machine, ledger), ledger)
    except NotHere as reason:
        pytest.exit(f"NOT HERE: {reason}", image.CANNOT)


@pytest.fixture(scope="session")
def package(bench: Bench, ledger: Ledger) -> Path:
    try:
        with ledger.step("our own package"):
            made = packages.ours(bench.suite, bench.machine)
    except NotHere as reason:
        pytest.exit(f"NOT HERE: {reason}", image.CANNOT)
    ledger.figure("package", f"{made.name}, {made.stat().st_size / 1e6:.1f} MB")
    return made


@pytest.fixture(scope="session")
def workshop() -> Iterator[Path]:
    """Where disks are kept for as long as the run takes."""
    folder = BUILD / f"run-{time.strftime('%Y%m%dT%H%M%S')}"
    folder.mkdir(parents=True)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def installed(bench: Bench, package: Path, workshop: Path) -> Installed:
    """The package on a fresh disk, put there by apt inside, configured for the bench, and shut down."""
    return install(bench, package, workshop)


@pytest.fixture(scope="module")
def table(board: Board) -> Any:
    """The table of a module's Pi, with a game in progress."""
    with Phone(board.port) as phone:
        phone.join()
        phone.start()
        phone.tell("advance")
        return phone.table()
