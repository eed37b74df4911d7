"""Processor time of a box at rest, with real drivers, a game on the table and 8 phones.

Display bus, pins and the reader's port are faked.
"""

from __future__ import annotations

import os
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import smbus2

from benchmarks.figures import Figure, single
from benchmarks.goals import REST
from companion import cli
from hardware.gpio import header_chip
from hardware.reader.simulated import SimulatedLine
from tests.fakes.person import Parts
from tests.fakes.served import companion

SECONDS = 30
STREAMS = 8
WATCHDOG = "20000000"
"""Microseconds, as in the unit."""
START_TIME = 3.0
"""Seconds until a start is over in all its threads."""
REAL_DRIVERS = (
    "web.host=0.0.0.0", "oled.driver=ssd1306", "oled.bus=1", "buttons.driver=gpio", "box.power_off=false",
    "rfid.driver=rdm6300",
)  # fmt: skip


def figures() -> Iterator[Figure]:
    """Let the box rest under a service manager with a watchdog."""
    line = SimulatedLine()
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"{folder}/notify")
        environment = {"AT_REST": folder, "NOTIFY_SOCKET": f"{folder}/notify", "WATCHDOG_USEC": WATCHDOG}
        settings = (*REAL_DRIVERS, f"rfid.port={line.port()}")
        with companion(*settings, program=("-m", "benchmarks.idle"), environment=environment) as box:
            box.join()
            box.start_game()
            phones = [box.stream() for _ in range(STREAMS)]
            box.connection.close()
            time.sleep(START_TIME)
            before = box.cpu()
            time.sleep(SECONDS)
            yield single(REST, "ms", (box.cpu() - before) * 1e3)
            for phone in phones:
                phone.close()
    line.unplug()


def serve(folder: Path) -> None:
    """Run the box."""
    parts = Parts(folder)
    header_chip.__defaults__ = (parts.dev, parts.kernel.open)
    with mock.patch.object(smbus2, "SMBus", parts.open_bus):
        cli.main()


if __name__ == "__main__":
    sys.argv[0] = "companion"
    serve(Path(os.environ["AT_REST"]))
