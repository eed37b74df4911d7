"""The buttons: gpiozero's devices tell of the edges, and what is a press, short or held, is judged here.

gpiozero's own `Button` keeps a thread for each button that looks ten times a second whether it is held;
here one thread for all sleeps until an edge comes. And the pins' thread only ever puts an edge into a
queue: it is one for all pins, and what takes long there would delay every other button.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import Any

from companion.parts import ButtonPressed, Parts
from hardware.buttons.header import key, place
from hardware.buttons.pins import MISSING, open_pin
from hardware.part import Presence, careful

log = logging.getLogger(__name__)


class Presses:
    """A press is held once `hold` seconds have passed while the button is down, and fires then, once;
    a shorter one fires when the button is let go. Each button is judged by itself.
    """

    def __init__(self, hold: float) -> None:
        self._hold = hold
        self._down: dict[str, float] = {}

    def edge(self, button: str, down: bool, at: float) -> ButtonPressed | None:
        """A button went down or up. Times of one button never go back; a repeated edge says nothing new."""
        if down:
            self._down.setdefault(button, at)
            return None
        since = self._down.pop(button, None)
        if since is None:
            return None
        if at - since >= self._hold:
            return ButtonPressed(button, held=True, at=since + self._hold)
        return ButtonPressed(button, held=False, at=at)

    def due(self) -> float | None:
        """When the next button that is down will have been held; None while none is waited for."""
        return min(self._down.values()) + self._hold if self._down else None

    def passed(self, now: float) -> list[ButtonPressed]:
        """The presses that have become held ones by now, in the order of their times."""
        held = sorted((since, each) for each, since in self._down.items() if since + self._hold <= now)
        for _, button in held:
            del self._down[button]
        return [ButtonPressed(button, held=True, at=since + self._hold) for since, button in held]


class Buttons:
    """Buttons between a pin and ground, with the chip's pull-up.

    put: takes each press, on the buttons' own thread. pins: by button, a GPIO number. chip: opens the
    machine's pins; they are closed with `stop`. hold: seconds until a press is a held one.
    monotonic: stamps the edges, in seconds. retry: seconds between two tries for a pin that is missing.
    """

    def __init__(
        self,
        put: Callable[[ButtonPressed], None],
        parts: Parts,
        *,
        pins: Mapping[str, int],
        chip: Callable[[], Any],
        monotonic: Callable[[], float],
        hold: float = 1.0,
        retry: float = 5.0,
    ) -> None:
        self._put = careful(put)
        self._presence = Presence("buttons", parts, log, "every button has its pin now", "%s")
        self._pins = dict(pins)
        self._open_chip = chip
        self._monotonic = monotonic
        self._retry = retry
        self._presses = Presses(hold)
        self._edges: SimpleQueue[tuple[str, bool, float] | None] = SimpleQueue()
        self._devices: dict[str, Any] = {}
        self._chip: Any = None
        self._complete = True
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)

    def start(self) -> None:
        """Claim the pins. Those that cannot be had are logged and tried again; the others work meanwhile."""
        self._look()
        self._thread.start()

    def stop(self) -> None:
        """Let the pins go; no press is put after this."""
        self._edges.put(None)
        if self._thread.ident is not None:
            self._thread.join(1.0)
        for device in self._devices.values():
            device.close()
        self._devices.clear()
        if self._chip is not None:
            self._chip.close()
            self._chip = None

    def _look(self) -> None:
        """Claim what has not been claimed yet."""
        troubles = []
        try:
            self._chip = self._chip or self._open_chip()
        except MISSING as missing:
            wanted = ", ".join(f"{key(name)} ({place(pin)})" for name, pin in self._pins.items())
            troubles.append(f"no pins for {wanted}: {missing}")
        else:
            for name, pin in self._pins.items():
                try:
                    self._claim(name, pin)
                except MISSING as missing:
                    troubles.append(f"no pin for {key(name)}, {place(pin)}: {missing}")
        self._complete = not troubles
        if troubles:
            self._presence.missing("; ".join(troubles))
        else:
            self._presence.found()

    def _claim(self, name: str, pin: int) -> None:
        if name not in self._devices:
            device = open_pin(self._chip, pin)
            device.when_activated = self._edge(name, down=True)
            device.when_deactivated = self._edge(name, down=False)
            self._devices[name] = device

    def _edge(self, name: str, *, down: bool) -> Callable[[object], None]:
        """What a device calls, with itself, on the pins' thread: it puts the edge into the queue."""
        return careful(lambda _device: self._edges.put((name, down, self._monotonic())))

    def _run(self) -> None:
        while True:
            try:
                edge = self._edges.get(timeout=self._patience())
            except Empty:
                self._pass()
                continue
            if edge is None:
                return
            press = self._presses.edge(*edge)
            if press is not None:
                self._put(press)

    def _patience(self) -> float | None:
        """Seconds until something is to be done that no edge brings; None for never."""
        due = self._presses.due()
        if due is not None:
            return max(0.0, due - self._monotonic())
        return None if self._complete else self._retry

    def _pass(self) -> None:
        """What time brings: a button has been down for long, or a missing pin is tried again."""
        if self._presses.due() is None:
            self._look()
        for held in self._presses.passed(self._monotonic()):
            self._put(held)
