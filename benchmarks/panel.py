"""A button's edge, and a tag's last byte, to the display's bytes on the bus: through the journal and back."""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from benchmarks.figures import told
from companion.config import SIMULATED, load
from companion.daemon.build import Served, serving
from companion.panel.presses import HAND

PRESSES = 200
PHASES = 50
UNDRAWN = tuple(f"0F0184F0{number:02X}" for number in range(3, 7))
NEW = tuple(f"0F018400{number:02X}" for number in range(PRESSES))


def timed(what: Callable[[], object], times: int, apart: float = 0.0) -> list[float]:
    """How long each call takes, in seconds. apart: seconds between two of them."""
    waits = []
    for _ in range(times):
        time.sleep(apart)
        began = time.perf_counter()
        what()
        waits.append(time.perf_counter() - began)
    return waits


def taps(served: Served, tags: Iterable[str]) -> list[float]:
    """How long each tag takes from its bytes to the bus, in seconds."""
    box = served.box.simulated
    assert box is not None
    return [wait for tag in tags for wait in timed(partial(box.scan, tag), 1)]


def main() -> None:
    """Press and tap the demo's box, in this process."""
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        own = (f"data.folder={Path(folder)}", "web.host=127.0.0.1", "web.port=0", "rfid.repeat_after=0.1")
        with serving(
            load(None, (*SIMULATED, *own)), shut_down=lambda: None, example="roads-and-boats"
        ) as served:
            box = served.box.simulated
            assert box is not None
            told("tag to display, drawing ore", taps(served, UNDRAWN))
            told("tag to display, asking for a new bag", taps(served, NEW))
            told("button to display, next page", timed(lambda: box.press("select"), PRESSES))
            told("button to display, next phase", timed(lambda: box.press("advance"), PHASES, apart=HAND))


if __name__ == "__main__":
    main()
