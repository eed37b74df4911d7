"""The media that a power cut may leave: rebuilt from the list of all writes to a disk, as qemu kept it.

What was flushed is on the medium. Of what was written later a card may have kept anything: each write is
kept, torn or dropped, as a seeded coin falls. The list is qemu's `blklogwrites`, in the format of
dm-log-writes: a head, and for each write a sector that describes it, followed by what was written.
"""

from __future__ import annotations

import random
import struct
from pathlib import Path
from typing import NamedTuple

from tests.virtual_pi.running import run

_MAGIC = 0x6A736677736872
_HEAD = struct.Struct("<QQQI")
_ENTRY = struct.Struct("<QQQQ")
_FLUSH, _FUA, _DISCARD = 1, 2, 4
_TORN = 0.2
"""The part of the kept writes that are torn in their middle."""


class Write(NamedTuple):
    """One entry of the list. first, sectors: where it goes, in sectors of so many bytes.

    data: where in the list that lies which was written; end: where the next entry begins.
    """

    first: int
    sectors: int
    flags: int
    data: int
    end: int
    sector: int


class Rebuilt(NamedTuple):
    """What became of the writes up to the cut."""

    flushed: int
    kept: int
    torn: int
    dropped: int


def writes(listed: Path) -> list[Write]:
    """All writes in their order; one that qemu did not finish telling of ends the list."""
    found = []
    size = listed.stat().st_size
    with listed.open("rb") as file:
        magic, _, _, sector = _HEAD.unpack(file.read(_HEAD.size))
        if magic != _MAGIC:
            raise ValueError(f"{listed} lists no writes")
        at = sector
        while at + sector <= size:
            file.seek(at)
            first, sectors, flags, _ = _ENTRY.unpack(file.read(_ENTRY.size))
            end = at + sector + (0 if flags & _DISCARD else sectors * sector)
            if end > size or not (first or sectors or flags):
                break
            found.append(Write(first, sectors, flags, at + sector, end, sector))
            at = end
    return found


def waiting(listed: list[Write]) -> list[int]:
    """At each entry, how many writes up to it no flush has reached: what a cut there puts in question."""
    found, since = [], 0
    for each in listed:
        since = 0 if each.flags & _FLUSH else since + bool(each.sectors)
        found.append(since)
    return found


def rebuild(
    disk: Path, begun: Path, listed: Path, upto: list[Write], seed: int, kept: float = 0.5
) -> Rebuilt:
    """Make the disk that began as another one and saw these writes before its power was cut.

    kept: the chance that a write which was not flushed is kept, torn ones included.
    """
    run("cp", "--sparse=always", begun, disk)
    flush = max((at for at, each in enumerate(upto) if each.flags & _FLUSH), default=-1)
    coin = random.Random(seed)
    counts = dict.fromkeys(Rebuilt._fields, 0)
    with listed.open("rb") as source, disk.open("r+b") as target:
        for at, each in enumerate(upto):
            if not each.sectors:
                continue
            fate, sectors = ("flushed", each.sectors)
            if at > flush and not each.flags & _FUA:
                fate, sectors = _fate(each, coin, kept)
            counts[fate] += 1
            target.seek(each.first * each.sector)
            if each.flags & _DISCARD:
                target.write(bytes(sectors * each.sector))
            else:
                source.seek(each.data)
                target.write(source.read(sectors * each.sector))
    return Rebuilt(**counts)


def _fate(write: Write, coin: random.Random, kept: float) -> tuple[str, int]:
    """What becomes of a write that was not flushed, and how many of its sectors arrive."""
    fallen = coin.random()
    if fallen >= kept:
        return "dropped", 0
    if fallen < kept * _TORN and write.sectors > 1:
        return "torn", coin.randrange(1, write.sectors)
    return "kept", write.sectors
