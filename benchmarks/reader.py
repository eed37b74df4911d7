"""A PN532 at rest and tapped: the processor time that asking it costs, and how soon a tap is known."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from queue import SimpleQueue

from benchmarks.figures import told
from companion.bell import Bell
from companion.parts import Parts, TagSeen
from hardware.reader.driver import Reader
from hardware.reader.kinds import KINDS
from hardware.reader.port import search
from tests.fakes.chip_line import ChipLine
from tests.fakes.served import companion

IDLE = 30
TAPS = 40


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        line = ChipLine(Path(folder) / "rfid")
        try:
            idle("none", "goal 20")
            idle("pn532", "goal 20", f"rfid.port={line.link}")
            line.lay("04374BD29C3980")
            idle("pn532, a bag lying on it", "", f"rfid.port={line.link}")
            line.lift()
            taps(line)
        finally:
            line.close()


def idle(reader: str, goal: str, *settings: str) -> None:
    """The whole program's processor time with this reader and nobody connected."""
    with companion(f"rfid.driver={reader.partition(',')[0]}", *settings) as box:
        time.sleep(2)  # until the start is over
        before = box.cpu()
        time.sleep(IDLE)
        used = (box.cpu() - before) * 1e3
    print(f"{f'processor time in {IDLE} idle s, {reader}':<60} {used:8.1f} ms   {goal}")


def taps(line: ChipLine) -> None:
    """From the moment at which a tag comes near to the moment at which the table is told of it."""
    seen: SimpleQueue[TagSeen] = SimpleQueue()
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
    told("tap to table, PN532", waits, "250")


if __name__ == "__main__":
    main()
