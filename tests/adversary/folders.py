"""Attacks on data folders, by lives of a table: kills, damaged bytes, disks that fail and lie, cut plugs."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

from tests.adversary.damage import damaged
from tests.adversary.lives import Acknowledged, life, play
from tests.adversary.toll import Bout, Toll
from tests.fakes.disk import Cut, Disk, Fault

Attack = Callable[[Disk, Bout], Toll]


def _fresh(disk: Disk) -> None:
    """An empty folder on a disk that is well, with nobody on it."""
    disk.asleep = True
    disk.mend()
    shutil.rmtree(disk.folder)
    disk.folder.mkdir()


def _lived(disk: Disk, kept: Acknowledged, toll: Toll, round_: str, name: str, chance: random.Random) -> None:
    """A life that ends by SIGKILL: at any step on the disk, from outside after any answer, or last of all."""
    how = chance.random()
    if how < 0.6:
        disk.fail(Fault.KILL, times=1, after=int(chance.paretovariate(0.5)) + chance.randrange(20))
    after = chance.randint(1, 40) if how > 0.75 else None
    doing = play(disk.folder, name, threads=chance.randint(1, 3), commands=chance.randint(1, 20))
    disk.asleep = False
    kept.take(life(doing, after), toll, round_)
    disk.asleep = True
    disk.mend(Fault.KILL)


def kills(disk: Disk, bout: Bout) -> Toll:
    """Killed under load at any moment, also while it starts, several times over."""
    toll = Toll()
    for round_, chance in bout:
        _fresh(disk)
        kept = Acknowledged()
        for each in range(chance.randint(1, 4)):
            _lived(disk, kept, toll, round_, f"{round_}/{each}", chance)
            toll.times += 1
        kept.judge(disk.folder, toll, round_)
    return toll


def bits(disk: Disk, bout: Bout) -> Toll:
    """Killed, then a file is damaged: a bit, a block, a cut."""
    toll = Toll()
    for round_, chance in bout:
        _fresh(disk)
        kept = Acknowledged(sound=False)
        for each in range(chance.randint(1, 2)):
            _lived(disk, kept, toll, round_, f"{round_}/{each}", chance)
        how = damaged(disk.folder, chance)
        toll.times += 1
        kept.judge(disk.folder, toll, f"{round_} ({how})")
    return toll


def unreadable(disk: Disk, bout: Bout) -> Toll:
    """A sound folder that cannot be read for a while, at a start; then the disk is well again."""
    toll = Toll()
    for round_, chance in bout:
        _fresh(disk)
        kept = Acknowledged()
        _lived(disk, kept, toll, round_, f"{round_}/0", chance)
        fault = chance.choice((Fault.READ, Fault.READ, Fault.OPEN))
        disk.fail(
            fault,
            times=chance.choice((1, 1, 2, 5, None)),
            after=chance.choice((0, chance.randrange(30))),
            file=chance.choice(("", ".jsonl", "box.json")),
        )
        disk.asleep = False
        doing = play(
            disk.folder, f"{round_}/1", threads=1, commands=chance.randrange(5), close=chance.random() < 0.5
        )
        kept.take(life(doing), toll, round_)
        disk.asleep = True
        disk.mend()
        toll.times += 1
        kept.judge(disk.folder, toll, round_)
    return toll


def refusing(disk: Disk, bout: Bout) -> Toll:
    """Writes, flushes and reads that fail, once or for ever, in the game or at a start; then a kill."""
    toll = Toll()
    for round_, chance in bout:
        _fresh(disk)
        kept = Acknowledged()
        if chance.random() < 0.5:
            _lived(disk, kept, toll, round_, f"{round_}/0", chance)
        fault = chance.choice((Fault.FLUSH, Fault.FLUSH, Fault.WRITE, Fault.FULL, Fault.SHORT, Fault.READ))
        times = chance.choice((1, 1, 2, 10, None))
        disk.fail(
            fault, times=times, after=chance.randrange(60), file=chance.choice(("", ".jsonl", "box.json"))
        )
        _lived(disk, kept, toll, round_, f"{round_}/1", chance)
        disk.mend()
        toll.times += 1
        kept.judge(disk.folder, toll, round_)
    return toll


def full(disk: Disk, bout: Bout) -> Toll:
    """A disk that is full at any byte, then has room again."""
    toll = Toll()
    for round_, chance in bout:
        _fresh(disk)
        kept = Acknowledged()
        if chance.random() < 0.7:
            _lived(disk, kept, toll, round_, f"{round_}/0", chance)
        disk.room = chance.choice((0, chance.randrange(2_000), chance.randrange(60_000)))
        _lived(disk, kept, toll, round_, f"{round_}/1", chance)
        if chance.random() < 0.3:
            _lived(disk, kept, toll, round_, f"{round_}/2", chance)
        disk.mend()
        toll.times += 1
        kept.judge(disk.folder, toll, round_)
    return toll


def plugs(disk: Disk, bout: Bout) -> Toll:
    """The plug is pulled on an honest disk: what was not flushed is dropped, kept or torn."""
    return _plugs(disk, bout, lies=False)


def lies(disk: Disk, bout: Bout) -> Toll:
    """The plug is pulled on a disk that said it had flushed what it had not: the last may be missing, no
    more.
    """
    return _plugs(disk, bout, lies=True)


def _plugs(disk: Disk, bout: Bout, *, lies: bool) -> Toll:
    toll = Toll()
    for round_, chance in bout:
        _fresh(disk)
        kept = Acknowledged(sound=not lies, excused=lies)
        lives = chance.randint(1, 3)
        for each in range(lives):
            disk.remember()
            if lies and each == lives - 1:
                disk.fail(Fault.LIE, times=None, after=chance.randrange(60))
            _lived(disk, kept, toll, round_, f"{round_}/{each}", chance)
            disk.mend()
            how = chance.choice(tuple(Cut))
            disk.cut(chance, how)
            if how is Cut.TORN:  # what was on its way is torn, and looks as what was there and is damaged
                kept.sound = False
            toll.times += 1
        kept.judge(disk.folder, toll, round_)
    return toll


ATTACKS: dict[str, Attack] = {
    each.__name__: each for each in (kills, bits, unreadable, refusing, full, plugs, lies)
}
"""By the name under which a worker is asked for them."""


def work(disk: Disk, attack: str, bout: Bout) -> Toll:
    """Do one of them."""
    return ATTACKS[attack](disk, bout)


def place_of(folder: Path) -> tuple[Path, Path]:
    """Where in a folder of its own a worker's data lie, and where what its disk is told."""
    return folder / "data", folder / "disk"
