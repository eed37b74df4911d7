"""Every attack by its name: what it does, how much of it is enough for a short round, and its share of a long
one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.adversary import folders, processes
from tests.adversary.floods import floods
from tests.adversary.forgeries import forgeries
from tests.adversary.malformed import malformed
from tests.adversary.storms import storms
from tests.adversary.toll import Bout, Toll
from tests.adversary.worker import started


class Bounds(NamedTuple):
    """What is asked of an attack: the seed, and the rounds or the seconds after which it is enough."""

    seed: int
    first: int = 0
    rounds: int | None = None
    seconds: float | None = None


class Attack(NamedTuple):
    """said: what is attacked, for the table. short: rounds for every run of the tests. share: of a long
    round, among those of the same lane. lane: those of one lane are done one after the other, beside those of
    the other one. do: with the disk's library and a folder of its own.
    """

    said: str
    short: int
    share: float
    lane: int
    do: Callable[[Path, Path, Bounds], Toll]


def _on_folders(name: str, library: Path, folder: Path, bounds: Bounds) -> Toll:
    seed, first, rounds, seconds = bounds
    return started(library, name, folder, seed, first=first, rounds=rounds, seconds=seconds).toll()


def _on_boxes(doing: Callable[[Path, Bout], Toll], _: Path, folder: Path, bounds: Bounds) -> Toll:
    began = time.monotonic()
    toll = doing(folder, Bout(bounds.seed, first=bounds.first, rounds=bounds.rounds, seconds=bounds.seconds))
    toll.seconds = time.monotonic() - began
    return toll


def _folder(said: str, name: str, share: float, short: int = 6) -> Attack:
    assert name in folders.ATTACKS
    return Attack(said, short, share, 0, partial(_on_folders, name))


def _box(said: str, doing: Callable[[Path, Bout], Toll], share: float, short: int) -> Attack:
    return Attack(said, short, share, 1, partial(_on_boxes, doing))


ATTACKS: dict[str, Attack] = {
    "kills": _folder("the table killed at any step on the disk", "kills", 3),
    "bits": _folder("killed, then a bit, a block or a cut in any file", "bits", 4),
    "unreadable": _folder("a sound folder that cannot be read for a while", "unreadable", 2),
    "refusing": _folder("writes and flushes that fail, then a kill", "refusing", 2),
    "full": _folder("a disk full at any byte", "full", 2),
    "plugs": _folder("the plug: what was not flushed is dropped or torn", "plugs", 2),
    "lies": _folder("the plug, after flushes that lied", "lies", 1),
    "program-kills": _box("the program killed under load from three phones", processes.kills, 4, 1),
    "program-bits": _box("the program killed, then any file damaged", processes.bits, 4, 1),
    "program-disks": _box("the program on a disk that fails", processes.disks, 3, 1),
    "floods": _box("floods: of commands, joins, codes, streams, unread answers", floods, 3, 1),
    "malformed": _box("malformed requests", malformed, 2, 4),
    "forgeries": _box("mutated files for `companion verify`", forgeries, 2, 3),
    "storms": _box("storms of presses, tags and pulled parts", storms, 2, 1),
}
