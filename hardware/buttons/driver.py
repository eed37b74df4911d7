"""The buttons' driver: edges from gpiozero's devices become short and held presses.

One thread for all buttons sleeps until an edge or the next hold; each `Button` of gpiozero's has a polling
one. The pins' thread only queues edges: a slow consumer must not delay other buttons.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import Any

from companion.parts import ButtonPressed, Parts
from hardware.buttons.pins import PIN_ERRORS, open_input
from hardware.header import pin_label
from hardware.part import Presence, log_errors
from hardware.pin_assignment import button_key

log = logging.getLogger(__name__)


class PressDetector:
    """Turns edges into presses: short ones at the release, held ones once `hold` seconds have passed.

    Buttons do not influence each other.
    """

    def __init__(self, hold: float) -> None:
        self._hold = hold
        self._down: dict[str, float] = {}

    def edge(self, button: str, down: bool, at: float) -> ButtonPressed | None:
        """Take an edge, at seconds that never go back; return the press that it ends. Repeats do nothing."""
        if down:
            self._down.setdefault(button, at)
            return None
        since = self._down.pop(button, None)
        if since is None:
            return None
        if at - since >= self._hold:
            return ButtonPressed(button, held=True, at=since + self._hold)
        return ButtonPressed(button, held=False, at=at)

    def deadline(self) -> float | None:
        """When the next button becomes held; None while all are up."""
        return min(self._down.values()) + self._hold if self._down else None

    def expire(self, now: float) -> list[ButtonPressed]:
        """Held presses due by now, the oldest first."""
        held = sorted((since, each) for each, since in self._down.items() if since + self._hold <= now)
        for _, button in held:
            del self._down[button]
        return [ButtonPressed(button, held=True, at=since + self._hold) for since, button in held]


class Buttons:
    """Buttons between a pin and ground, with the chip's pull-up.

    put: takes each press, on the buttons' own thread.
    pins: by button, a GPIO number.
    open_factory: opens gpiozero's `pin_factory`, which `stop` closes.
    monotonic: the clock, in seconds, of presses.
    hold: seconds until a press is a held one.
    retry: seconds between two tries to claim a missing pin.
    """

    def __init__(
        self,
        put: Callable[[ButtonPressed], None],
        parts: Parts,
        *,
        pins: Mapping[str, int],
        open_factory: Callable[[], Any],
        monotonic: Callable[[], float],
        hold: float = 1.0,
        retry: float = 5.0,
    ) -> None:
        self._put = log_errors(put)
        self._presence = Presence("buttons", parts, log, "every button has its pin now", "%s")
        self._pins = dict(pins)
        self._open_factory = open_factory
        self._monotonic = monotonic
        self._retry = retry
        self._presses = PressDetector(hold)
        self._edges: SimpleQueue[tuple[str, bool, float] | None] = SimpleQueue()
        self._devices: dict[str, Any] = {}
        self._factory: Any = None
        self._complete = True
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)

    def start(self) -> None:
        """Claim the pins and start the thread. Missing pins are logged and tried again."""
        self._claim_missing()
        self._thread.start()

    def stop(self) -> None:
        """Release the pins; no press is put after this."""
        self._edges.put(None)
        if self._thread.ident is not None:
            self._thread.join(1.0)
        for device in self._devices.values():
            device.close()
        self._devices.clear()
        if self._factory is not None:
            self._factory.close()
            self._factory = None

    def _claim_missing(self) -> None:
        """Claim the pins that are not claimed yet, and report whether all are."""
        troubles = []
        try:
            self._factory = self._factory or self._open_factory()
        except PIN_ERRORS as missing:
            wanted = ", ".join(f"{button_key(name)} ({pin_label(pin)})" for name, pin in self._pins.items())
            troubles.append(f"no pins for {wanted}: {missing}")
        else:
            for name, pin in self._pins.items():
                try:
                    self._claim(name, pin)
                except PIN_ERRORS as missing:
                    troubles.append(f"no pin for {button_key(name)}, {pin_label(pin)}: {missing}")
        self._complete = not troubles
        if troubles:
            self._presence.missing("; ".join(troubles))
        else:
            self._presence.found()

    def _claim(self, name: str, pin: int) -> None:
        if name not in self._devices:
            device = open_input(self._factory, pin)
            device.when_activated = self._edge_callback(name, down=True)
            device.when_deactivated = self._edge_callback(name, down=False)
            self._devices[name] = device

    def _edge_callback(self, name: str, *, down: bool) -> Callable[[object], None]:
        """A callback for a device, on the pins' thread: queue the edge."""
        return log_errors(lambda _device: self._edges.put((name, down, self._monotonic())))

    def _run(self) -> None:
        while True:
            try:
                edge = self._edges.get(timeout=self._timeout())
            except Empty:
                self._on_timeout()
                continue
            if edge is None:
                return
            press = self._presses.edge(*edge)
            if press is not None:
                self._put(press)

    def _timeout(self) -> float | None:
        """Seconds until a hold or a retry is due; None for never."""
        deadline = self._presses.deadline()
        if deadline is not None:
            return max(0.0, deadline - self._monotonic())
        return None if self._complete else self._retry

    def _on_timeout(self) -> None:
        """Put the presses that have become held, or retry missing pins."""
        if self._presses.deadline() is None:
            self._claim_missing()
        for held in self._presses.expire(self._monotonic()):
            self._put(held)
