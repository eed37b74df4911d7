"""What a person sees on the virtual Pi's display: its bytes, through the model of its controller."""

from __future__ import annotations

import time

from PIL import Image

from hardware.display.simulated import Ssd1306
from tests.virtual_pi.wires import Silent, Wire

_LENGTH = 4
_DATA = 0x40


class Glass:
    """Takes the messages from the bus, as the kernel's module frames them: `[u32le length][bytes]`."""

    def __init__(self) -> None:
        self.wire: Wire | None = None
        self._controller = Ssd1306()
        self._heard = b""

    def catch_up(self) -> None:
        """Take what has come up to now."""
        try:
            while True:
                self._hear(0.0)
                while self._message():
                    pass
        except Silent:
            return

    def cut_power(self) -> None:
        """Forget everything, as a display does."""
        self._controller.cut_power()

    def picture(self) -> Image.Image:
        """What it shows now: mode "1", 128x64."""
        return self._controller.picture()

    def shows(self, wanted: Image.Image, timeout: float = 30.0) -> bool:
        """Wait until it shows this very picture; False when that took too long."""
        until = time.monotonic() + timeout
        while self.picture().tobytes() != wanted.tobytes():
            if self._message():
                continue
            try:
                self._hear(until - time.monotonic())
            except Silent:
                return False
        return True

    def _hear(self, timeout: float) -> None:
        assert self.wire is not None
        self._heard += self.wire.hear(timeout)

    def _message(self) -> bool:
        """Take the next message, if it has come whole."""
        length = int.from_bytes(self._heard[:_LENGTH], "little")
        if len(self._heard) < _LENGTH + length:
            return False
        message, self._heard = self._heard[_LENGTH : _LENGTH + length], self._heard[_LENGTH + length :]
        if message[:1] == bytes((_DATA,)):
            self._controller.write(message[1:])
        else:
            self._controller.commands(message[1:])
        return True
