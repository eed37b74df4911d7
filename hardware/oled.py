"""One display that answers: luma's devices, with a picture sent in one go.

luma would also clear the display when the program ends, once for every device that ever was; here the
display's own thread sees to that, so the hook is made idle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import luma.core.error
import luma.oled.device
from PIL import Image

from hardware.pages import PAGES, WIDTH, pack

FAULTS = (luma.core.error.Error, OSError)
"""What a display that is not there raises: luma's own for commands, the system's for data."""

_NOTHING = 0xE3
"""The command that does nothing: who acknowledges it is there."""
_SHIFT_OF_SH1106 = 2
"""Its memory is four columns wider than the glass, two on each side."""


class Oled:
    """A display, initialised and dark. Every method raises one of `FAULTS` when it is gone.

    driver: a key of `DRIVERS`. wire: luma's I2C interface, closed with `close`. rotate: quarter turns,
    0 or 2. Its caller's thread is the only one to use it.
    """

    def __init__(self, driver: str, wire: Any, *, rotate: int = 0) -> None:
        self._wire = wire
        try:
            self.answer()  # before luma builds: what it built halfway it would keep for ever
            self._device = _device(driver, wire, rotate)
        except FAULTS:
            wire.cleanup()
            raise

    def show(self, picture: Image.Image) -> None:
        """Send a picture: mode "1", 128x64."""
        self._device.display(picture)

    def contrast(self, level: int) -> None:
        """Set how much light there is, 0 to 255; 0 is not quite dark."""
        self._device.contrast(level)

    def answer(self) -> None:
        """Do nothing, but raise if the display does not answer."""
        self._wire.command(_NOTHING)

    def off(self) -> None:
        """Switch the light off; the picture is kept."""
        self._device.hide()

    def close(self) -> None:
        """Let the bus go."""
        self._wire.cleanup()


def _windowed(device: Any, memory: bytes) -> None:
    """Send everything in horizontal mode, the window over the whole glass."""
    device.command(0x21, 0, WIDTH - 1, 0x22, 0, PAGES - 1)
    device.data(memory)


def _paged(device: Any, memory: bytes) -> None:
    """Send everything page by page, for controllers without windows."""
    for page in range(PAGES):
        device.command(0xB0 | page, _SHIFT_OF_SH1106, 0x10)
        device.data(memory[page * WIDTH : (page + 1) * WIDTH])


DRIVERS: Mapping[str, Callable[[Any, bytes], None]] = {
    "ssd1306": _windowed,
    "sh1106": _paged,
    "ssd1309": _windowed,
}
"""The controllers, by luma's names, and how each takes a picture."""


def _device(driver: str, wire: Any, rotate: int) -> Any:
    send = DRIVERS[driver]

    def display(device: Any, image: Image.Image) -> None:
        send(device, pack(device.preprocess(image)))

    base = getattr(luma.oled.device, driver)
    ours = type(driver, (base,), {"display": display, "cleanup": lambda _: None})
    return ours(wire, rotate=rotate)
