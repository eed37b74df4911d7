"""A Raspberry Pi that is not there, for one command: `python -m tests.fakes.faked_box setup`.

Its display, pins and serial port are faked one level below the drivers. What is done to it comes through the
named pipe `hands`, a line each: `tap 17`, `lay 0F0184F07B`, `display off`, and the like.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest import mock

import smbus2

from companion import cli
from companion.config import Config
from companion.daemon import diagnostics
from companion.daemon.configuration import Configuration
from companion.health.findings import Finding, Probe, fine
from hardware.gpio import header_chip
from hardware.reader.kinds import KINDS
from hardware.reader.rdm6300 import encode
from hardware.reader.simulated import SimulatedLine
from hardware.setup.conversation import Conversation
from hardware.setup.wizard import SetupWizard
from tests.fakes.person import Parts

HANDS = "hands"
PORT = "serial/by-id/usb-1a86_USB_Serial-if00-port0"
WELL = (
    fine("power", "enough"),
    fine("disk", "free", folder="/home/pi/.local/share/companion", free=11834),
    fine("clock", "right", now="2026-11-21 18:03 UTC"),
    fine("network", "reached", addresses=("192.168.1.20:8080",), name="companion.local:8080"),
    fine("port", "free", port=8080),
    fine("journal", "empty"),
)
"""What the doctor says of the rest of the machine."""
_PROBES, _WALK = diagnostics.every_probe, diagnostics.setup_wizard


def _itself(finding: Finding) -> Finding:
    return finding


class FakedBox:
    """The parts in the folder `dev` of the working directory, and the hands that reach them."""

    def __init__(self, driver: str) -> None:
        self.parts = Parts(Path(), driver)
        self.line = SimulatedLine()
        self.parts.port(PORT, self.line.port())
        self._does: Mapping[str, Callable[[str], object]] = {
            "tap": lambda pin: self.parts.kernel.tap(int(pin)),
            "wrong": lambda pin: self.parts.kernel.tap_to_supply(int(pin)),
            "lay": lambda tag: self.line.send(encode(tag)),
        }

    def walk(self, configuration: Configuration, talk: Conversation) -> SetupWizard:
        """What stands where `diagnostics.walk` stands."""
        return replace(
            _WALK(configuration, talk),
            displays=self.parts.displays(),
            pins=self.parts.pins(),
            readers=self.parts.readers(time.monotonic, KINDS),
            lamps=self.parts.lamps(),
            buzzers=self.parts.buzzers(),
            others=lambda: self.parts.running,
            doctor=self.probes,
        )

    def probes(self, config: Config) -> tuple[Probe, ...]:
        """Stands in for `diagnostics.every_probe`: looks at the parts, and says that all else is well."""
        return (*_PROBES(config)[:3], *(partial(_itself, each) for each in WELL))

    def perform(self) -> None:
        """Do what comes through the pipe, for ever."""
        while True:
            for line in Path(HANDS).read_text(encoding="ascii").splitlines():
                what, _, how = line.partition(" ")
                self._does[what](how)


def lend_hands(folder: Path) -> Callable[[str], None]:
    """Make the pipe; gives what writes into it."""
    os.mkfifo(folder / HANDS)

    def do(what: str) -> None:
        (folder / HANDS).write_text(f"{what}\n", encoding="ascii")

    return do


def main() -> None:
    """Run the command. AMISS in the environment says what is missing of the box, or wrong with it."""
    amiss = os.environ.get("AMISS", "").split()
    box = FakedBox(os.environ.get("CONTROLLER", "sh1106"))
    if "display" in amiss:
        box.parts.bus.unplug()
    if "bus" in amiss:
        box.parts.buses.clear()
    if "reader" in amiss:
        (box.parts.dev / PORT).unlink()
    if "buttons" in amiss:
        (box.parts.dev / "gpiochip0").unlink()
    if "pressed" in amiss:
        box.parts.kernel.down(17)
    header_chip.__defaults__ = (box.parts.dev, box.parts.kernel.open)
    threading.Thread(target=box.perform, daemon=True).start()
    with (
        mock.patch.object(smbus2, "SMBus", box.parts.open_bus),
        mock.patch.object(diagnostics, "setup_wizard", box.walk),
        mock.patch.object(diagnostics, "every_probe", box.probes),
        mock.patch.object(sys, "argv", ["companion", *sys.argv[1:]]),
    ):
        cli.main()


if __name__ == "__main__":
    main()
