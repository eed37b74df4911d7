"""From a press, and from a tag, to the picture on the display's bus.

The simulated box answers a press once the display shows its result; the figure includes the request.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.figures import Figure, milliseconds
from benchmarks.goals import PRESS, TAG
from benchmarks.target import Target
from tests.fakes.served import Running

PRESSES = 100


def figures(target: Target, data: Path | None = None) -> Iterator[Figure]:
    """Press a button and scan tags."""
    with target.companion("rfid.repeat_after=0.1", data=data and data / "press") as box:
        box.join()
        box.start_game()
        press = "/api/v1/box/press"
        yield milliseconds(
            PRESS, durations(box, target.repeats(PRESSES), press, lambda _: {"button": "select"})
        )
        tags = durations(
            box, target.repeats(PRESSES), "/api/v1/box/scan", lambda n: {"tag": f"0F018400{n:02X}"}
        )
        yield milliseconds(TAG, tags)


def durations(box: Running, times: int, path: str, body: Callable[[int], object]) -> list[float]:
    """The durations of requests, in seconds."""
    waits = []
    for number in range(times):
        began = time.perf_counter()
        box.ask("POST", path, body(number))
        waits.append(time.perf_counter() - began)
    return waits
