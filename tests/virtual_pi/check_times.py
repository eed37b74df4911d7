"""From the plug to the first line on the display, to the page, to the first tag drawn; and what that says of
a Raspberry Pi Zero 2 W.

The machine's clock goes by the instructions that it has done, and all times are read from it: what else this
computer does changes them hardly. Where the machine waits, for its disk as well, it waits as long as it takes
here. Not in these figures: a Pi's firmware, some seconds before its kernel, and what Raspberry Pi OS starts
before the companion that Debian does not.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.process import LIBRARIES
from hardware.reader.rdm6300 import encode
from tests.virtual_pi import packages
from tests.virtual_pi.board import Bench, Board
from tests.virtual_pi.emulator import A_SECOND
from tests.virtual_pi.installing import Installed, apt, overlay, put_in
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.phone import Phone

pytestmark = pytest.mark.full

BAG, TAG = 7, "0F0184F07B"
ZERO_2_W = (400_000_000, 800_000_000)
"""Instructions a second that one of its processors does, at least and at most: a Cortex-A53 at 1 GHz, which
begins at most two at a time, in their order, and waits for its memory often. Inferred, not measured."""
CARD = 20_000_000
"""Bytes a second that its slot reads, of a card of class 10. Inferred, too."""
TURNS = 3
SLOW, FAST = (A_SECOND / each for each in ZERO_2_W)
"""Seconds of a Zero 2 W, at most and at least, for one of the machine's."""
_LIBRARIES = "/usr/lib/companion/site"
_LISTENS = """
import socket, time
line = socket.create_connection(("127.0.0.1", 8080))
line.sendall(b"GET /api/v1/events HTTP/1.1\\r\\nHost: localhost\\r\\nAccept: text/event-stream\\r\\n\\r\\n")
heard = line.recv(1 << 16)
open("/run/listens", "w").close()
while b'"drawn":"gold"' not in heard:
    heard += line.recv(1 << 16)
open("/run/drawn.new", "w").write(str(time.monotonic()))
"""
"""Says when all phones were told of the bag that was drawn from."""


@pytest.fixture
def board(bench: Bench, installed: Installed) -> Iterator[Board]:
    """A Pi in the middle of a game, a bag of which may be drawn from, started as counted."""
    disk = overlay(installed.disk, "times")
    with Board(bench, disk, "for a game to be in progress") as first:
        with Phone(first.port) as phone:
            phone.join()
            phone.start()
            phone.tell("research", colour="red", subject="specialised-mine")
            phone.tell("build-mine", number=BAG, colour="red", mixture="gold", late=True)
            phone.tell("pair-tag", tag=TAG, number=BAG)
            phone.turn()
        first.shut_down()
    with Board(bench, disk, "with its instructions counted", counted=True) as board:
        yield board


def clock(board: Board) -> float:
    """The machine's own, in seconds since its kernel began."""
    return float(board.run("cut -d ' ' -f 1 /proc/uptime"))


def page(board: Board) -> float:
    """When the companion said that it answers."""
    said = board.run("systemctl show companion --value --property ActiveEnterTimestampMonotonic")
    return int(said) / 1e6


def read(board: Board) -> int:
    """Bytes that came from the card until the page answered."""
    return 512 * int(board.run("awk '$3 == \"vda\" { print $6 }' /proc/diskstats"))


def drawn(board: Board) -> float:
    """Seconds from a bag on the reader until every phone has been told what it gave."""
    board.write("/run/listens.py", _LISTENS)
    board.run("systemd-run --quiet sh -c 'python3 -I /run/listens.py && mv /run/drawn.new /run/drawn'")
    board.run("until [ -e /run/listens ]; do sleep 0.2; done")
    laid = clock(board)
    board.lay(encode(TAG))
    board.run("until [ -e /run/drawn ]; do sleep 0.2; done")
    return float(board.run("cat /run/drawn")) - laid


def libraries_here() -> float:
    """Seconds of processor time that the libraries take on this machine."""
    words = f"{LIBRARIES}\nimport time\nprint(time.process_time())"
    return float(subprocess.check_output((sys.executable, "-c", words), text=True))


def libraries(board: Board) -> float:
    """Seconds of processor time that importing the libraries takes inside."""
    words = f"import sys, time; sys.path.insert(0, '{_LIBRARIES}'); {LIBRARIES}; print(time.process_time())"
    return min(float(board.run(f'python3 -I -c "{words}"')) for _ in range(TURNS))


def told(ledger: Ledger, name: str, seconds: float, card: float = 0.0) -> None:
    """A time, and a Zero 2 W's. seconds: of the machine's clock. card: that reading from it takes beside."""
    zero = f"{seconds * FAST:.0f} to {seconds * SLOW + card:.0f} s on a Zero 2 W"
    ledger.figure(name, f"{seconds:.1f} s of that clock, {zero}")


def test_plug_to_line_page_and_tag(board: Board, ledger: Ledger) -> None:
    bytes_read = read(board)
    line, answers = float(board.run("cat /run/first-line")), page(board)
    board.reach()
    tag = drawn(board)
    inside, here = libraries(board), min(libraries_here() for _ in range(TURNS))
    ledger.figure("the virtual Pi's clock", f"{A_SECOND / 1e6:.0f} million instructions a second")
    ledger.figure("a Zero 2 W, inferred", " to ".join(f"{each / 1e6:.0f}" for each in ZERO_2_W) + " million")
    ledger.figure("importing the libraries", f"{inside:.2f} s of that clock, {here:.2f} s on this computer")
    times = " to ".join(f"{inside * each / here:.0f}" for each in (FAST, SLOW))
    ledger.figure("so a Zero 2 W is slower than this computer", f"{times} times")
    card = bytes_read / CARD
    ledger.figure("read from the card", f"{bytes_read / 1e6:.0f} MB, {card:.0f} s at {CARD / 1e6:.0f} MB/s")
    told(ledger, "plug to the first line on the display", line, card)
    told(ledger, "plug to the page", answers, card)
    told(ledger, "plug to the first tag drawn, of a bag laid at once", answers + tag, card)
    ledger.figure("of that the tag", f"{tag * 1000:.0f} ms of that clock")
    assert 0 < line < answers
    assert tag > 0


def test_installing(bench: Bench, package: Path, workshop: Path, ledger: Ledger) -> None:
    disk, stick = overlay(bench.image.disk, workshop / "installing"), packages.stick(package)
    with Board(bench, disk, "to install, counted", stick=stick, counted=True) as board:
        put_in(board)
        began = clock(board)
        apt(board, f"{packages.STICK}/{package.name}")
        told(ledger, "installing, until the page answers", page(board) - began)
        assert page(board) > began
