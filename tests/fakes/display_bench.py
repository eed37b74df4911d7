"""A display's driver with the bus and the controller under it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.parts import Frame
from hardware.display.drawing import draw
from hardware.display.driver import Display
from hardware.display.oled import Oled
from hardware.display.simulated import Controller
from hardware.display.wire import Wire
from tests.fakes.bench import PartsWatch
from tests.fakes.oleds import MODELS, WatchedBus
from tests.patience import PATIENCE

HELLO = Frame("Hello")
AGAIN = Frame("Again", ("one", "two"), "ok?")
NEVER = 1000.0


class TellingOled(Oled):
    """A display that says when it has been sent everything anew."""

    refreshed: threading.Semaphore

    def refresh(self) -> None:
        super().refresh()
        self.refreshed.release()


class Bench:
    """A display's driver, with the bus and the controller under it."""

    def __init__(
        self,
        watch: PartsWatch,
        *,
        driver: str = "ssd1306",
        retry: float = NEVER,
        look: float = NEVER,
        refresh: float = NEVER,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.controller: Controller = MODELS[driver]()
        self.bus = WatchedBus(self.controller)
        self.connected = 0
        self.tries = threading.Semaphore(0)
        self.refreshed = threading.Semaphore(0)
        self.gate = threading.Event()
        self.gate.set()
        self.display = Display(
            lambda: self.connect(driver),
            watch.parts,
            contrast=100,
            dimmed=3,
            retry=retry,
            check_interval=look,
            refresh_interval=refresh,
            monotonic=monotonic,
        )

    def connect(self, driver: str) -> Oled:
        assert self.gate.wait(PATIENCE)
        self.tries.release()
        oled = TellingOled(driver, Wire(1, 0x3C, self.bus))
        oled.refreshed = self.refreshed
        self.connected += 1
        return oled

    def shows(self, frame: Frame) -> bool:
        assert self.display.settle(PATIENCE)
        return self.bus.picture().tobytes() == draw(frame).tobytes()
