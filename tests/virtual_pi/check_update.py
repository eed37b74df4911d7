"""An update that a phone has sent: taken, refused, gone back from by itself, and the plug pulled in the
middle.

The page and the question on the panel are played elsewhere; here the companion has left file and wish, and
what follows is real: systemd, apt, dpkg, the signature and the service.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from release.apt_repository import publish
from tests.virtual_pi import packages
from tests.virtual_pi.board import Bench, Board, WentWrong
from tests.virtual_pi.installing import apt, configure, overlay, put_in
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.phone import goes_on

pytestmark = pytest.mark.full

WHO = "tests@example.invalid"
PATIENCE = 1800.0
ASKED = "/var/lib/companion/update"
TOLD = "/var/cache/companion/updated.json"
GOES_ON = "/run/companion-update"
STANDS = "dpkg-query --show --showformat='${db:Status-Status} ${Version}' companion"
REPLACES = f"until {STANDS} | grep -qE '^(half-installed|unpacked) |0[.]1[.]9'; do sleep 0.1; done"
"""Waits until the one version is being put in the place of the other."""


@pytest.fixture(scope="module")
def key() -> Iterator[str]:
    """A key that is thrown away."""
    with (
        tempfile.TemporaryDirectory(prefix="ring-", dir="/tmp") as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("GNUPGHOME", folder)
        made = ("--quick-generate-key", WHO, "ed25519", "sign", "0")
        quiet = ("gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", "")
        subprocess.run((*quiet, *made), check=True, capture_output=True)
        yield WHO
        subprocess.run(("gpgconf", "--homedir", folder, "--kill", "all"), check=True)


@pytest.fixture(scope="module")
def board(bench: Bench, key: str, workshop: Path) -> Iterator[Board]:
    """A Pi with version 0.0.9 that knows the key, and updates of three kinds on a stick."""
    suite, machine = bench.suite, bench.machine
    first = packages.as_version(suite, machine, packages.EARLIER, key)
    updates = workshop / "updates"
    updates.mkdir()
    for name, version, broken in (("good", "0.1.9", False), ("broken", "0.2.0", True)):
        made = packages.as_version(suite, machine, version, key, broken=broken)
        publish([made], key, workshop / name)[1].rename(updates / f"{name}.update")
    spoilt = bytearray((updates / "good.update").read_bytes())
    at = spoilt.index(b"Origin: Companion")
    spoilt[at : at + 17] = b"Origin: Companiom"
    (updates / "spoilt.update").write_bytes(spoilt)
    disk = overlay(bench.image.disk, workshop / "update")
    stick = packages.stick(first, *sorted(updates.iterdir()))
    with Board(bench, disk, "for updates", stick=stick) as board:
        put_in(board)
        apt(board, f"{packages.STICK}/{first.name}")
        configure(board, machine.reader_port)
        board.run("systemctl restart companion", timeout=180)
        yield board


def wishes(board: Board, what: str, file: str | None = None) -> None:
    """As the companion leaves it."""
    if "mounted" not in board.run(f"mountpoint -q {packages.STICK} && echo mounted || true"):
        put_in(board)
    if file is not None:
        place = f"{ASKED}/incoming.update"
        board.run(f"install -o companion -g companion -m 600 {packages.STICK}/{file} {place}", timeout=300)
    as_it = "setpriv --reuid companion --regid companion --clear-groups"
    board.run(f"rm -f {TOLD}; {as_it} sh -c 'echo {what} > {ASKED}/wish'")


def came(board: Board) -> dict[str, Any]:
    """What is told once it is over, and nothing goes on any more: until then no other may be sent."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            over = f"[ -e {GOES_ON} ] || cat {TOLD} 2>/dev/null || echo '{{}}'"
            told: dict[str, Any] = json.loads(board.run(over))
        except (WentWrong, ValueError):
            told = {}
        if told.get("what", "under-way") != "under-way":
            return told
        time.sleep(2)
    raise AssertionError(board.run("systemctl status companion; journalctl -u companion-update || true"))


def test_one_with_a_broken_signature_changes_nothing(board: Board, table: Any) -> None:
    wishes(board, "install", "spoilt.update")
    assert came(board)["what"] == "signature"
    assert packages.EARLIER in board.version
    goes_on(board.port, table)


def test_no_start_of_the_machine_waits_for_an_update(board: Board) -> None:
    waits = "systemctl show --value --property {} multi-user.target"
    assert "companion-update.service" in board.run(waits.format("Wants"))
    assert "companion-update.service" not in board.run(waits.format("After"))


def test_an_update_with_a_failing_service_is_rolled_back_by_itself(
    board: Board, table: Any, ledger: Ledger
) -> None:
    wishes(board, "install", "broken.update")
    began = time.monotonic()
    assert came(board) == {"what": "went-back", "version": "0.2.0", "why": ""}
    ledger.figure("a broken version goes again in the virtual Pi", f"{time.monotonic() - began:.0f} s")
    assert packages.EARLIER in board.version
    goes_on(board.port, table)


def test_a_plug_pulled_in_the_middle_ends_in_one_of_both_versions(board: Board, table: Any) -> None:
    wishes(board, "install", "good.update")
    board.run(REPLACES, PATIENCE)
    board.pull_the_plug()
    board.start()
    told = came(board)
    assert told["what"] in ("installed", "went-back", "failed")
    here = board.version
    assert ("0.1.9" in here) == (told["what"] == "installed")
    assert board.run("dpkg --audit").strip() == ""
    goes_on(board.port, table)


def test_a_good_one_is_installed_and_the_way_back_leads_back(
    board: Board, table: Any, ledger: Ledger
) -> None:
    if "0.1.9" not in board.version:
        wishes(board, "install", "good.update")
        assert came(board)["what"] == "installed"
    goes_on(board.port, table)
    began = time.monotonic()
    wishes(board, "back")
    assert came(board)["what"] == "back"
    ledger.figure("going back from the phone in the virtual Pi", f"{time.monotonic() - began:.0f} s")
    assert packages.EARLIER in board.version
    goes_on(board.port, table)


def test_an_older_one_is_refused_though_it_is_signed(board: Board, table: Any) -> None:
    wishes(board, "install", "good.update")
    assert came(board)["what"] == "installed"
    wishes(board, "install", "good.update")
    assert came(board)["what"] == "same"
    goes_on(board.port, table)
