"""The levels of some of the virtual Pi's lines, watched for a while: `levels.py SECONDS PIN...`.

prints for each, as a line of JSON, the part of the time in which it was high, and how often it changed. They
are read from gpio-sim, which says what a line is driven to.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

SIMULATED = Path("/sys/devices/platform/gpio-sim.0")
PAUSE = 0.01


def main(seconds: float, *pins: str) -> None:
    (bank,) = SIMULATED.glob("gpiochip*/sim_gpio0")
    files = {pin: bank.with_name(f"sim_gpio{pin}") / "value" for pin in pins}
    high, changes = dict.fromkeys(pins, 0.0), dict.fromkeys(pins, 0)
    before = {pin: file.read_text() for pin, file in files.items()}
    began = last = time.monotonic()
    while last < began + seconds:
        time.sleep(PAUSE)
        now = time.monotonic()
        for pin, file in files.items():
            level = file.read_text()
            high[pin] += (now - last) * int(before[pin])
            changes[pin] += level != before[pin]
            before[pin] = level
        last = now
    print(json.dumps({pin: (high[pin] / (last - began), changes[pin]) for pin in pins}))


main(float(sys.argv[1]), *sys.argv[2:])
