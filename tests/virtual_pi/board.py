"""One virtual Pi that runs: started, told what to do, and its plug pulled."""

from __future__ import annotations

import http.client
import shlex
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from release.suites import Suite
from tests.virtual_pi.emulator import LINES, Disks, command, led
from tests.virtual_pi.glass import Glass
from tests.virtual_pi.image import Image
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.machines import Machine
from tests.virtual_pi.wires import Cut, Silent, Talk, Wire

BOOTS_WITHIN = 600.0
"""Seconds after which a boot is taken for hung: one without KVM takes 10 to 60 of them, and more where others
want this computer's processors, too."""
_ANSWERS_WITHIN = 120.0
_PULLS = "/sys/devices/platform/gpio-sim.0/gpiochip*/sim_gpio{pin}/pull"


class WentWrong(Exception):
    """A command inside failed, or the machine did not come up."""


class Bench(msgspec.Struct, frozen=True):
    """What every board of a run has in common."""

    suite: Suite
    machine: Machine
    image: Image
    ledger: Ledger


class Board:
    """A virtual Pi on a disk of its own.

    disk, writes, stick, boot: as of `Disks`. called: what the ledger says of it. words: more for its kernel's
    command line. archive: of packages that it can fetch. network: whether there is one when it starts.
    outward, counted: as of `command`.
    """

    def __init__(
        self,
        bench: Bench,
        disk: Path,
        called: str,
        *,
        writes: Path | None = None,
        stick: Path | None = None,
        boot: Path | None = None,
        words: tuple[str, ...] = (),
        archive: Path | None = None,
        network: bool = True,
        outward: bool = False,
        counted: bool = False,
    ) -> None:
        self._bench = bench
        self._called = called
        self._disks = Disks(disk, writes, stick, boot)
        self._words = words
        self._archive = archive
        self._network = network
        self._outward = outward
        self._counted = counted
        self._folder = Path(tempfile.mkdtemp(prefix="virtual-pi-"))
        self._qemu: subprocess.Popen[bytes] | None = None
        self._wires: dict[str, Wire] = {}
        self._has_stick = False
        self.port = 0
        self.glass = Glass()

    def __enter__(self) -> Board:
        try:
            self.start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Have it no more. What it wrote stays on its disks."""
        self.pull_the_plug()
        shutil.rmtree(self._folder)

    def start(self) -> None:
        """Switch it on and wait until it has booted. A boot that hangs is tried once more, and counted."""
        with self._bench.ledger.step(f"boot: {self._called}"):
            try:
                self._boot()
            except Silent:
                said = self.console[-300:].strip().splitlines()
                self._bench.ledger.retry(f"a boot that hung after: {said[-1] if said else 'nothing'}")
                self.pull_the_plug()
                self._boot()

    def switch_on(self) -> None:
        """Switch it on and wait for nothing."""
        self._power_on()

    def network(self, *, there: bool) -> None:
        """Plug the network in, or pull it out, now and for later starts."""
        self._network = there
        self._machine_does("set_link", name="net", up=there)

    def leads_to(self, inside: int) -> int:
        """A port of this computer that leads to one of the machine until that is off."""
        port = _free_port()
        self._machine_does(
            "human-monitor-command", **{"command-line": f"hostfwd_add net {led(port, inside)}"}
        )
        return port

    def run(self, command: str, timeout: float = 120.0) -> str:
        """Run a command inside, as root; what it printed. Raises `WentWrong`."""
        self._agent.say(run=command, timeout=timeout)
        answer = self._agent.hear(timeout + _ANSWERS_WITHIN)
        if answer["status"] != 0:
            raise WentWrong(f"{command}\n{answer['said']}")
        said: str = answer["said"]
        return said

    def reach(self) -> None:
        """Wait until the page is reached from outside; that it was not is told. Raises `WentWrong`."""
        until, missed = time.monotonic() + _ANSWERS_WITHIN, 0
        while not self._reached():
            missed += 1
            if time.monotonic() > until:
                raise WentWrong("the page is not reached")
            self.run("sleep 0.2")
        if missed:
            self._bench.ledger.retry(f"a page that was not reached {missed} times: {self._called}")

    def _reached(self) -> bool:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_ANSWERS_WITHIN)
        try:
            line.request("GET", "/healthz")
            return line.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    def write(self, path: str, text: str) -> None:
        """Write a file inside."""
        self.run(f"printf %s {shlex.quote(text)} > {path}")

    def press(self, pin: int, seconds: float = 0.15) -> None:
        """Connect a pin to ground for a while, as a button does."""
        pull = _PULLS.format(pin=pin)
        self.run(f"for f in {pull}; do echo pull-down > $f; sleep {seconds}; echo pull-up > $f; done")

    def lay(self, frame: bytes, reader: str = "reader") -> None:
        """Send what a tag reader sends when a bag is laid on it: the wired one, or the one on `usb`."""
        self._wires[reader].send(frame)

    def plug_reader(self) -> None:
        """Plug a tag reader into the USB."""
        self._machine_does("device_add", driver="usb-serial", id="usb-reader", chardev="usb")

    def pull_reader(self) -> None:
        """Pull it out."""
        self._machine_does("device_del", id="usb-reader")

    def plug_stick(self, disk: Path) -> None:
        """Plug a memory stick into the USB; each time the same one. disk: raw."""
        if not self._has_stick:
            file = {"driver": "file", "filename": str(disk)}
            self._machine_does("blockdev-add", **{"node-name": "usb-stick", "driver": "raw", "file": file})
            self._has_stick = True
        self._machine_does("device_add", driver="usb-storage", id="usb-stick", drive="usb-stick")

    def pull_stick(self) -> None:
        """Pull it out, without a word before."""
        self._machine_does("device_del", id="usb-stick")

    def display(self, *, there: bool) -> None:
        """Plug the display in, or pull it out: without power it forgets everything."""
        self.glass.catch_up()
        self.run(f"echo {int(not there)} > /sys/module/pi_display/parameters/absent")
        self.glass.cut_power()

    def pull_the_plug(self) -> None:
        """End the machine at once, whatever it is doing."""
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu.wait()
            self._qemu = None
        for wire in self._wires.values():
            wire.close()
        self._wires.clear()

    def wait_for_off(self, timeout: float) -> None:
        """Wait until it has switched itself off. Raises `WentWrong`."""
        if self._qemu is None:
            return
        try:
            status = self._qemu.wait(timeout)
        except subprocess.TimeoutExpired as late:
            raise WentWrong(f"it is still on\n{self.console[-2000:]}") from late
        if status:
            raise WentWrong(f"qemu ended with {status}\n{self._said()}")
        self.pull_the_plug()

    def shut_down(self) -> None:
        """Shut it down as its owner would from a terminal."""
        self._agent.say(run="systemctl --no-block poweroff", timeout=60)
        self.wait_for_off(BOOTS_WITHIN)

    @property
    def version(self) -> str:
        """What the companion inside calls itself."""
        return self.run("companion --version").strip()

    @property
    def console(self) -> str:
        """What the kernel has said."""
        path = self._folder / "console"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def _boot(self) -> None:
        self._power_on()
        try:
            self._agent.hear(BOOTS_WITHIN)
        except Cut as cut:
            raise self._ended() from cut

    def _power_on(self) -> None:
        names = (*LINES, "monitor")
        for name in names:
            (self._folder / name).unlink(missing_ok=True)
        self._wires = {name: Wire(self._folder / name) for name in names}
        self.port = _free_port()
        self.glass = Glass()
        self._has_stick = False
        machine, image = self._bench.machine, self._bench.image
        line = command(
            machine, image, self._folder, self.port, self._disks, self._words, self._archive,
            outward=self._outward, counted=self._counted,
        )  # fmt: skip
        with (self._folder / "qemu").open("wb") as said:
            self._qemu = subprocess.Popen(
                line, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT
            )
        try:
            for wire in self._wires.values():
                wire.take(_ANSWERS_WITHIN)
            self._agent = Talk(self._wires["agent"])
            self._monitor = Talk(self._wires["monitor"])
            self._monitor.hear(_ANSWERS_WITHIN)
            self._machine_does("qmp_capabilities")
            if not self._network:
                self.network(there=False)
            self.glass.wire = self._wires["display"]
        except Cut as cut:
            raise self._ended() from cut

    def _ended(self) -> WentWrong:
        return WentWrong(f"qemu ended\n{self._said()}\n{self.console[-2000:]}")

    def _machine_does(self, what: str, **how: Any) -> None:
        """Have qemu do something to the machine; its news are passed over."""
        self._monitor.say(execute=what, arguments=how)
        answer = self._monitor.hear(_ANSWERS_WITHIN)
        while "event" in answer:
            answer = self._monitor.hear(_ANSWERS_WITHIN)
        if "error" in answer:
            raise WentWrong(f"{what}: {answer['error']['desc']}")

    def _said(self) -> str:
        return (self._folder / "qemu").read_text(encoding="utf-8", errors="replace")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
