"""The buttons, through gpiozero's pins.

gpiozero's own `Button` keeps a thread for each button that looks ten times a second whether it is held;
here one thread for all sleeps until an edge comes. And the library's thread only ever puts an edge into
a queue: it is one for all pins, and an exception in it would be the last thing any button did.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import Any

from companion.parts import ButtonPressed, Parts
from hardware.guard import careful
from hardware.pins import PinsMissing, claim
from hardware.presses import Presses

log = logging.getLogger(__name__)

ALWAYS = ("advance", "select", "back")
"""The buttons that every box has; the others are the players' colours."""

_Edge = tuple[str, bool, float]


class Buttons:
    """Buttons between a pin and ground, with the chip's pull-up.

    put: takes each press, on the buttons' own thread. pins: by button, a GPIO number or a name of
    gpiozero's ("J8:11"). chip: opens the machine's pins; they are closed with `stop`.
    hold: seconds until a press is a held one. monotonic: stamps the edges, in seconds.
    """

    def __init__(
        self,
        put: Callable[[ButtonPressed], None],
        parts: Parts,
        *,
        pins: Mapping[str, int | str],
        chip: Callable[[], Any],
        monotonic: Callable[[], float],
        hold: float = 1.0,
    ) -> None:
        self._put = careful(put)
        self._parts = parts
        self._pins = dict(pins)
        self._open_chip = chip
        self._monotonic = monotonic
        self._presses = Presses(hold)
        self._edges: SimpleQueue[_Edge | None] = SimpleQueue()
        self._devices: list[Any] = []
        self._chip: Any = None
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)

    def start(self) -> None:
        """Claim the pins. Raises `PartError` for a wrong or a doubled pin: the configuration's fault.

        What is the machine's fault is logged and reported, and buttons whose pins can be had work.
        """
        self._thread.start()
        try:
            self._chip = self._open_chip()
        except PinsMissing as missing:
            wanted = ", ".join(f"{_key(name)} (pin {pin})" for name, pin in self._pins.items())
            log.warning("no pins on this machine for %s: %s", wanted, missing)
            self._parts.report("buttons", "missing")
            return
        found = [self._claim(name, pin) for name, pin in self._pins.items()]
        self._parts.report("buttons", "ok" if all(found) else "missing")

    def stop(self) -> None:
        """Let the pins go; no press is put after this."""
        for device in self._devices:
            device.close()
        self._devices.clear()
        if self._chip is not None:
            self._chip.close()
            self._chip = None
        self._edges.put(None)
        if self._thread.ident is not None:
            self._thread.join(1.0)

    def _claim(self, name: str, pin: int | str) -> bool:
        try:
            device = claim(self._chip, pin, _key(name))
        except PinsMissing as missing:
            log.warning("a button cannot be used: %s", missing)
            return False
        device.when_activated = self._edge(name, down=True)
        device.when_deactivated = self._edge(name, down=False)
        self._devices.append(device)
        return True

    def _edge(self, name: str, *, down: bool) -> Callable[[], None]:
        def put() -> None:
            try:
                self._edges.put((name, down, self._monotonic()))
            except Exception:
                log.exception("an edge of %s was lost", name)

        return put

    def _run(self) -> None:
        while True:
            due = self._presses.due()
            try:
                edge = self._edges.get(timeout=None if due is None else max(0.0, due - self._monotonic()))
            except Empty:
                for held in self._presses.passed(self._monotonic()):
                    self._put(held)
                continue
            if edge is None:
                return
            press = self._presses.edge(*edge)
            if press is not None:
                self._put(press)


def _key(name: str) -> str:
    """Where the configuration says the button's pin."""
    return f"buttons.{name}" if name in ALWAYS else f"buttons.colours.{name}"
