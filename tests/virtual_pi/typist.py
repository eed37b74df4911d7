"""Readers that type, as a virtual Pi has them, and what of it reaches everybody else."""

from __future__ import annotations

from tests.virtual_pi.board import Board
from tests.virtual_pi.installing import CONFIGURATION

BAG = 7
WHOLE, TYPED = ("0F0184F07B", "09002E4EA2"), ("0025489531", "0003034786")
"""Two tags of the bag as an RDM6300 has named them, and as this reader types them."""
PLACE = "/dev/input/by-id/usb-typist-event-kbd"
_MATCHED = 'SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="typist"'
_RULE = f'{_MATCHED}, SYMLINK+="input/by-id/usb-typist-event-kbd"'
"""What udev does by itself for one on a real USB."""
WAIT = f"udevadm settle; until [ -e {PLACE} ]; do sleep 0.1; done; readlink -f {PLACE}"


def expect(board: Board, port: str) -> None:
    """Have the configuration expect one, where `port` stands; what is typed for everybody is written down."""
    board.write("/etc/udev/rules.d/99-typist.rules", _RULE)
    board.run("udevadm control --reload && modprobe -a uinput evdev && systemctl stop getty@tty1")
    board.run("systemd-run -q --unit=listener bash -c 'exec cat < /dev/tty1 > /run/heard'")
    changed = f's:{port}:/dev/input/by-id/*-event-kbd:; s:^driver = .rdm6300.:driver = "keyboard":'
    board.run(f"sed -i '{changed}' {CONFIGURATION}")


def plug(board: Board, name: str = "typist") -> None:
    """Plug a keyboard of this name in; the companion looks for `typist`."""
    board.run(f"systemd-run -q --collect --unit={name} python3 /usr/local/lib/virtual-pi/typist.py {name}")


def pull(board: Board, name: str = "typist") -> None:
    """Pull it out."""
    board.run(f"systemctl stop {name}")


def types(board: Board, words: str) -> None:
    """Have it type digits, and Enter."""
    board.run(f"echo {words} > /run/typist")


def heard(board: Board) -> str:
    """What has reached the console."""
    return board.run("cat /run/heard").strip()
