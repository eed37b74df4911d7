"""A PN532 at rest and tapped: the processor time that asking it costs, and how soon a tap is known."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

from benchmarks.figures import Figure, milliseconds, one
from companion.bell import Bell
from companion.parts import Parts, TagSeen, TagUnread
from hardware.reader.driver import Reader
from hardware.reader.kinds import KINDS
from hardware.reader.port import search
from tests.fakes.chip_line import ChipLine
from tests.fakes.served import companion

IDLE = 30
TAPS = 40


def figures_inside() -> Iterator[Figure]:
    """The rest of a box with such a reader, beside that of one without; and taps."""
    with tempfile.TemporaryDirectory() as folder:
        line = ChipLine(Path(folder) / "rfid")
        try:
            line.lay("04374BD29C3980")
            yield idle("pn532, a bag on it", "rfid.driver=pn532", f"rfid.port={line.link}")
            line.lift()
            yield taps(line)
        finally:
            line.close()


def idle(what: str, *settings: str) -> Figure:
    """The whole program's processor time with this reader and nobody connected."""
    with companion(*settings) as box:
        time.sleep(2)  # until the start is over
        before = box.cpu()
        time.sleep(IDLE)
        used = (box.cpu() - before) * 1e3
    return one(f"processor in {IDLE} s at rest, {what}", "ms", used)


def taps(line: ChipLine) -> Figure:
    """From the moment at which a tag comes near to the moment at which the table is told of it."""
    seen: SimpleQueue[TagSeen | TagUnread] = SimpleQueue()
    reader = Reader(
        seen.put,
        Parts(Bell()),
        kind=KINDS["pn532"],
        port=search(str(line.link)),
        monotonic=time.monotonic,
    )
    reader.start()
    reader.settle(10)
    chance = random.Random(5)
    waits = []
    for number in range(TAPS):
        time.sleep(chance.uniform(0.3, 1.3))
        began = time.monotonic()
        line.lay(f"04{number:012X}")
        waits.append(seen.get(timeout=10).at - began)
        line.lift()
    reader.stop()
    return milliseconds("tap to table, PN532", waits)
