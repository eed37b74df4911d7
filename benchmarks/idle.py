"""A box at rest: processor time and wake-ups by thread, with a game on the table and phones that listen.

A wake-up is counted by the kernel each time that a thread gives the processor up to wait: what else the
machine does changes nothing of that.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FrameType
from unittest import mock

import smbus2

from benchmarks.figures import Figure, one
from companion import cli
from hardware.buttons.kernel import header_chip
from hardware.reader.simulated import SimulatedLine
from hardware.spi import MESSAGE, Spi
from tests.fakes.chip_line import ChipLine
from tests.fakes.person import Parts
from tests.fakes.served import Running, companion

IDLE = 30
STREAMS = 8
WATCHDOG = "20000000"
"""Microseconds, as in the unit."""
BEGUN = 3.0
"""Seconds until a start is over in all its threads."""
NAMES = "names.json"
"""Where a box tells its threads' names, when it is asked by `SIGUSR1`: the kernel does not know them."""
REAL = (
    "web.host=0.0.0.0", "oled.driver=ssd1306", "oled.bus=1", "buttons.driver=gpio", "box.power_off=false",
)  # fmt: skip
LEDS = (
    "lamps.driver=leds", "lamps.colours.red=4", "lamps.colours.yellow=12", "lamps.colours.green=23",
    "lamps.colours.blue=24",
)  # fmt: skip


def main() -> None:
    """Tell all of them, and which threads woke."""
    at_rest("simulated", "web.host=0.0.0.0")
    at_rest("simulated, nobody listens", "web.host=0.0.0.0", streams=0)
    for _ in figures_inside(aloud=True):
        pass


def figures_inside(*, aloud: bool = False) -> Iterator[Figure]:
    """A box with real drivers, each kind of reader, and lamps that are steady or move. aloud: print more."""
    line = SimulatedLine()
    rdm6300 = (*REAL, "rfid.driver=rdm6300", f"rfid.port={line.port()}")
    yield from at_rest("display, buttons, RDM6300", *rdm6300, aloud=aloud)
    strip = ("lamps.driver=ws2812", "lamps.spi=/dev/null")
    yield from at_rest("display, buttons, RDM6300, strip", *rdm6300, *strip, aloud=aloud)
    yield from at_rest("display, buttons, RDM6300, strip breathing", *rdm6300, *strip, go=True, aloud=aloud)
    yield from at_rest("display, buttons, RDM6300, LEDs", *rdm6300, *LEDS, aloud=aloud)
    yield from at_rest("display, buttons, RDM6300, LEDs by rhythm", *rdm6300, *LEDS, go=True, aloud=aloud)
    line.unplug()
    with tempfile.TemporaryDirectory() as folder:
        chip = ChipLine(Path(folder) / "rfid")
        try:
            pn532 = (*REAL, "rfid.driver=pn532", f"rfid.port={chip.link}")
            yield from at_rest("display, buttons, PN532", *pn532, aloud=aloud)
        finally:
            chip.close()


def at_rest(
    what: str, *settings: str, streams: int = STREAMS, go: bool = False, aloud: bool = True
) -> tuple[Figure, Figure]:
    """Let such a box rest under a service manager that waits for its pulse: its processor time and wake-ups.
    go: somebody is asked, and another one next. aloud: print them, and which threads woke, too.
    """
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"{folder}/notify")
        there = {"AT_REST": folder, "NOTIFY_SOCKET": f"{folder}/notify", "WATCHDOG_USEC": WATCHDOG}
        with companion(*settings, program=("-m", "benchmarks.idle"), environment=there) as box:
            box.join()
            box.start_game()
            if go:
                box.ask("POST", "/api/v1/commands", {"type": "advance"})
                box.ask("POST", "/api/v1/commands", {"type": "call-for-order", "colour": "red"})
            phones = [box.stream() for _ in range(streams)]
            box.connection.close()
            time.sleep(BEGUN)
            before, woken = box.cpu(), wake_ups(box)
            time.sleep(IDLE)
            used = (box.cpu() - before) * 1e3
            after = wake_ups(box)
            names = named(box, Path(folder) / NAMES)
            for phone in phones:
                phone.close()
    counts: dict[str, int] = {}
    for thread, count in after.items():
        name = names.get(str(thread), "?")
        counts[name] = counts.get(name, 0) + count - woken.get(thread, 0)
    every = sum(counts.values())
    if aloud:
        rest, most = f"{IDLE} s at rest, {what}", (300, 7) if go else (12, 1)
        print(f"{f'processor time in {rest}':<64} {used:8.1f} ms     goal {most[0]}")
        woke = f"{every / IDLE:8.2f} a second   goal {most[1]}   threads {len(after)}"
        print(f"{f'wake-ups in {rest}':<64} {woke}")
        print("   " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items()) if count))
    return (
        one(f"processor in {IDLE} s at rest, {what}", "ms", used),
        one(f"wake-ups a second at rest, {what}", "", every / IDLE),
    )


def wake_ups(box: Running) -> Mapping[int, int]:
    """How often each thread has waited so far."""
    found = {}
    for status in Path(f"/proc/{box.process.pid}/task").glob("*/status"):
        (line,) = (each for each in status.read_text().splitlines() if each.startswith("voluntary"))
        found[int(status.parent.name)] = int(line.split()[1])
    return found


def named(box: Running, file: Path) -> Mapping[str, str]:
    """The names of its threads, those of the workers without their numbers."""
    box.process.send_signal(signal.SIGUSR1)
    while not file.exists():
        time.sleep(0.01)
    names: dict[str, str] = json.loads(file.read_text())
    return {number: name.partition(" Thread-")[0] for number, name in names.items()}


def taken(_file: int, what: int, value: bytearray) -> int:
    """What the kernel says of a bus whose strip takes everything: of a transfer, its length."""
    return int.from_bytes(value[16:20], sys.byteorder) if what == MESSAGE else 0


def serve(folder: Path) -> None:
    """Be such a box: display, pins and port are faked one level below the drivers."""

    def tell(_signal: int, _frame: FrameType | None) -> None:
        names = {each.native_id: each.name for each in threading.enumerate()}
        (folder / "told").write_text(json.dumps(names))
        (folder / "told").rename(folder / NAMES)

    parts = Parts(folder)
    header_chip.__defaults__ = (parts.dev, parts.kernel.open)
    Spi.__init__.__kwdefaults__ = {"ioctl": taken}
    signal.signal(signal.SIGUSR1, tell)
    with mock.patch.object(smbus2, "SMBus", parts.open_bus):
        cli.main()


if __name__ == "__main__":
    if "AT_REST" in os.environ:
        sys.argv[0] = "companion"
        serve(Path(os.environ["AT_REST"]))
    else:
        main()
