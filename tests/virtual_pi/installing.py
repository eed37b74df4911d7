"""From a fresh disk to one that has our package, by apt inside the virtual Pi."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from tests.fakes.phone import CODE
from tests.virtual_pi import packages
from tests.virtual_pi.board import Bench, Board
from tests.virtual_pi.phone import Phone
from tests.virtual_pi.running import run

CONFIGURATION = "/etc/companion/companion.toml"
TAKES_AT_MOST = 1800.0
_SYSTEM = """. /etc/os-release
echo "$PRETTY_NAME, kernel $(uname -r), $(systemctl --version | head -1), $(python3 --version)"
"""
_HOOK = "/etc/dpkg/dpkg.cfg.d/early-event"
_EARLY_EVENT = """post-invoke=[ ! -e /usr/lib/udev/rules.d/60-companion.rules ] || \
{ sleep 4; udevadm trigger --subsystem-match=tty; udevadm settle; }
"""
"""After each of dpkg's steps udev, which looks for new rules every 3 s at most, gets an event and reads those
of a package that is unpacked and not yet set up: any device may bring that about."""


class Installed(msgspec.Struct, frozen=True):
    """disk: raw, never written to. health: what the page said of the box right after installing."""

    disk: Path
    health: dict[str, object]


def overlay(disk: Path, name: str | Path) -> Path:
    """A disk that begins as another one, beside that if only a name is given, and leaves that as it is."""
    made = disk.parent / f"{name}.qcow2"
    made.unlink(missing_ok=True)
    run("qemu-img", "create", "-q", "-f", "qcow2", "-b", disk, "-F", "raw", made)
    return made


def flat(disk: Path) -> Path:
    """The same disk, raw."""
    made = disk.with_suffix(".raw")
    run("qemu-img", "convert", "-O", "raw", disk, made)
    disk.unlink()
    return made


def put_in(board: Board) -> None:
    """Mount the stick."""
    board.run(f"mkdir -p {packages.STICK} && mount -o ro /dev/vdb {packages.STICK}")


def apt(board: Board, package: str, *more: str) -> float:
    """Install a package inside; how many seconds that took."""
    began = time.monotonic()
    words = " ".join(("DEBIAN_FRONTEND=noninteractive apt-get install -y", *more, package))
    board.run(words, TAKES_AT_MOST)
    return time.monotonic() - began


def configure(board: Board, port: str) -> None:
    """Choose the language, the join code and the reader's line, as an owner does in his editor."""
    said = board.run(f"cat {CONFIGURATION}")
    own = said.replace('# join_code = "4821"', f'join_code = "{CODE}"').replace("/dev/ttyAMA0", port)
    board.write(CONFIGURATION, own.replace('language = ""', 'language = "en"'))


def install(bench: Bench, package: Path, workshop: Path) -> Installed:
    """Boot a fresh disk, install the package with apt, ask the page, configure, shut down."""
    disk = overlay(bench.image.disk, workshop / "installed")
    with Board(bench, disk, "a fresh Pi", stick=packages.stick(package)) as board:
        bench.ledger.figure("system", board.run(_SYSTEM).strip())
        put_in(board)
        board.write(_HOOK, _EARLY_EVENT)
        seconds = apt(board, f"{packages.STICK}/{package.name}")
        board.run(f"rm {_HOOK}")
        bench.ledger.figure("installing in the virtual Pi", f"{seconds:.0f} s")
        with Phone(board.port) as phone:
            health = phone.health()
        configure(board, bench.machine.reader_port)
        board.shut_down()
    return Installed(flat(disk), health)
