"""A button's edge, and a tag's last byte, to the display's bytes on the bus: through the journal and back.

The simulated box answers a press once the display shows what came of it; the request is in the figure.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.figures import Figure, milliseconds
from benchmarks.goals import PRESS, TAG
from benchmarks.side import Side
from tests.fakes.served import Running

PRESSES = 100


def figures(side: Side, data: Path | None = None) -> Iterator[Figure]:
    """Press and tap the box."""
    with side.companion("rfid.repeat_after=0.1", data=data and data / "press") as box:
        box.join()
        box.start_game()
        press = "/api/v1/box/press"
        yield milliseconds(PRESS, timed(box, side.few(PRESSES), press, lambda _: {"button": "select"}))
        tags = timed(box, side.few(PRESSES), "/api/v1/box/scan", lambda n: {"tag": f"0F018400{n:02X}"})
        yield milliseconds(TAG, tags)


def timed(box: Running, times: int, path: str, body: Callable[[int], object]) -> list[float]:
    """How long each request takes, in seconds."""
    waits = []
    for number in range(times):
        began = time.perf_counter()
        box.ask("POST", path, body(number))
        waits.append(time.perf_counter() - began)
    return waits
