"""What the lamps' thread costs: processor time and bytes, with steady lamps and breathing ones.

The driver and what it lights are the real ones; the bus takes the bytes and does nothing, the pins are a
kernel's of our own.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.figures import Figure, one
from companion.bell import Bell
from companion.language.signals import Lamp
from companion.parts import Lights, Parts
from hardware.lamps import apa102, ws2812
from hardware.lamps.driver import Lamps, Lit
from hardware.lamps.leds import Leds
from hardware.lamps.strip import Strip
from hardware.outputs import OutputPins
from hardware.pwm import Pwms
from tests.fakes.gpio import Kernel

SECONDS = 12
"""Three breaths."""
IDLE = 30
"""Seconds of which the processor time is told, as of a box at rest."""
PLAYERS = ("red", "yellow", "green", "blue", "purple", "black")
STEADY = Lights(tuple(Lamp(each, "may") for each in PLAYERS))
BREATHING = Lights(
    (Lamp("red", "asked"), Lamp("yellow", "next"), *(Lamp(each, "done") for each in PLAYERS[2:]))
)


class Bus:
    """Takes bytes, and counts them."""

    def __init__(self) -> None:
        self.octets = 0

    def write(self, data: bytes) -> None:
        self.octets += len(data)

    def close(self) -> None:
        pass


def _same(bus: Bus) -> Bus:
    return bus


def main() -> None:
    """Tell all of them."""
    for figure in figures_inside():
        print(f"{figure.name:<64} {figure.median:10.2f} {figure.unit}")


def figures_inside() -> Iterator[Figure]:
    """Of each kind of lamps, steady and while one has the go."""
    for kind, module in (("WS2812", ws2812), ("APA102", apa102)):
        for what, lights in (("steady", STEADY), ("breathing", BREATHING)):
            bus = Bus()
            yield from _figures(f"{kind} {what}", Strip(partial(_same, bus), module.sent), lights, bus)
    with tempfile.TemporaryDirectory() as folder:
        kernel = Kernel(Path(folder))
        pins = {each: number for number, each in enumerate(PLAYERS, 4)}
        nowhere = Pwms(Path(folder), Path(folder))
        for what, lights in (("steady", STEADY), ("told by rhythm", BREATHING)):
            leds = Leds(pins, lambda: OutputPins(kernel.chip(), nowhere))
            yield from _figures(f"LEDs {what}", leds, lights)
        kernel.close()


def _figures(what: str, lit: Lit, lights: Lights, bus: Bus | None = None) -> Iterator[Figure]:
    lamps = Lamps(lit, Parts(Bell()), bright=64, dimmed=4)
    lamps.show(lights)
    lamps.start()
    lamps.settle(IDLE)
    (thread,) = (each.native_id for each in threading.enumerate() if each.name == "lamps")
    before = _used(thread), bus.octets if bus else 0
    time.sleep(SECONDS)
    used, octets = _used(thread), bus.octets if bus else 0
    lamps.stop()
    yield one(f"processor in {IDLE} s, {what}", "ms", (used - before[0]) * 1e3 * IDLE / SECONDS)
    if bus:
        yield one(f"bytes a second, {what}", "", (octets - before[1]) / SECONDS)


def _used(thread: int | None) -> float:
    """Seconds of a processor that a thread has had so far."""
    return int(Path(f"/proc/self/task/{thread}/schedstat").read_text().split()[0]) / 1e9


if __name__ == "__main__":
    main()
