"""A display that is connected: set up with luma's commands, then sent only the changed rectangles.

The controller's memory has eight pages of eight rows each.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from functools import cache, partial

import luma.oled.device
import msgspec
from luma.core.threadpool import worker
from luma.core.virtual import pool
from PIL import Image

from hardware.display.wire import NOP, DisplayGone, Wire

OFF = 0xAE
"""The command to switch the display off, the first of luma's set-up."""
_ON = 0xAF
_CONTRAST = 0x81
_IS_OFF = 0x40
"""The status byte's bit for off, as after a reset; the datasheets of the three controllers share only
this bit.
"""
_OFFSET_OF_SH1106 = 2
"""Its memory has two more columns at each side than the panel."""
_BY_PAGES = (0x20, 0x02)
"""The command to select page addressing, on a controller that also has windows."""
UPSIDE_DOWN = 180

WIDTH = 128
PAGES = 8


def pack(image: Image.Image) -> bytes:
    """Turn an image of mode "1", 128x64, into 1024 bytes; bit 0 of a byte is the uppermost row."""
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()  # a row of it: a column from below
    return b"".join([columns[PAGES - 1 - page :: PAGES] for page in range(PAGES)])


class Rectangle(msgspec.Struct, frozen=True):
    """A rectangle of the memory: pages and columns, first and last."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def size(self) -> int:
        """The number of its bytes."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def of(self, memory: bytes) -> bytes:
        """Its bytes, page after page."""
        octets = b""
        for page in range(self.top, self.bottom + 1):
            octets += memory[page * WIDTH + self.left : page * WIDTH + self.right + 1]
        return octets


WHOLE = Rectangle(0, PAGES - 1, 0, WIDTH - 1)


def changes(before: bytes | None, after: bytes, *, cost: int, windowed: bool) -> list[Rectangle]:
    """The rectangles of `after` to send over `before`, which is None for an unknown memory.

    cost, windowed: see `Addressing`. Never more bytes on the bus than the whole picture.
    """
    whole = [WHOLE] if windowed else [Rectangle(page, page, 0, WIDTH - 1) for page in range(PAGES)]
    if before is None:
        return whole
    found: list[Rectangle] = []
    for page in range(PAGES):
        for run in _runs(before, after, page, cost):
            _merge(found, run, cost if windowed else 0)
    return found if _bus_bytes(found, cost) <= _bus_bytes(whole, cost) else whole


def _bus_bytes(rectangles: list[Rectangle], cost: int) -> int:
    """Bytes on the bus to send these rectangles."""
    octets = 0
    for each in rectangles:
        octets += (each.bottom - each.top + 1) * (each.right - each.left + 1) + cost
    return octets


def _runs(before: bytes, after: bytes, page: int, cost: int) -> list[Rectangle]:
    """The changed columns of a page; gaps of up to `cost` columns are bridged."""
    start = page * WIDTH
    if before[start : start + WIDTH] == after[start : start + WIDTH]:
        return []
    runs: list[Rectangle] = []
    changed = [at for at in range(WIDTH) if before[start + at] != after[start + at]]
    left = right = changed[0]
    for at in changed[1:]:
        if at - right - 1 > cost:
            runs.append(Rectangle(page, page, left, right))
            left = at
        right = at
    return [*runs, Rectangle(page, page, left, right)]


def _merge(found: list[Rectangle], run: Rectangle, cost: int) -> None:
    """Add a run, merged into a rectangle that ends on the page above if that is cheaper."""
    at, best, least = len(found), run, run.size + cost
    for place, above in enumerate(found):
        if above.bottom == run.top - 1:
            left, right, pages = min(above.left, run.left), max(above.right, run.right), run.top - above.top
            more = (pages + 1) * (right - left + 1) - pages * (above.right - above.left + 1)
            if more < least:
                at, best, least = place, Rectangle(above.top, run.bottom, left, right), more
    found[at : at + 1] = [best]


class Addressing(msgspec.Struct, frozen=True):
    """How a controller addresses a rectangle of its memory."""

    point: Callable[[Rectangle], tuple[int, ...]]
    """The commands before its bytes."""
    cost: int
    """Bytes on the bus beside its own, with address and control byte of two transfers."""
    windowed: bool
    """Whether it may span several pages."""
    offset: int = 0
    """The memory's column at which the panel begins."""


def _window_commands(rectangle: Rectangle) -> tuple[int, ...]:
    """Set a window to be filled row by row, in the mode that luma sets up."""
    return 0x21, rectangle.left, rectangle.right, 0x22, rectangle.top, rectangle.bottom


def _page_commands(offset: int, rectangle: Rectangle) -> tuple[int, ...]:
    """Set page and column, as controllers without windows need it, and columns beyond a window.

    The column's upper half goes first: some chips clip a column beyond the memory at once, which would spoil
    an upper half that follows.
    """
    column = rectangle.left + offset
    return 0xB0 | rectangle.top, 0x10 | column >> 4, column & 0x0F


def _paged(offset: int) -> Addressing:
    """Addressing page by page."""
    return Addressing(partial(_page_commands, offset), cost=7, windowed=False, offset=offset)


DRIVERS: Mapping[str, Addressing] = {
    "ssd1306": Addressing(_window_commands, cost=10, windowed=True),
    "ssd1309": Addressing(_window_commands, cost=10, windowed=True),
    "sh1106": _paged(_OFFSET_OF_SH1106),
}
"""The controllers by luma's names. A new one is a line here and a name in `companion.config.OledConfig`."""


class _CommandRecorder:
    """Takes the place of luma's I2C interface, and records the first commands."""

    def __init__(self) -> None:
        self.first: tuple[int, ...] = ()

    def command(self, *octets: int) -> None:
        self.first = self.first or octets


def stop_luma_threads() -> None:
    """End the threads that luma starts at import, for animations that are not used here."""
    idle = [each for each in threading.enumerate() if isinstance(each, worker)]
    for _ in idle:
        pool.add_task(sys.exit)
    for each in idle:
        each.join()


@cache
def setup_commands(driver: str) -> tuple[int, ...]:
    """luma's commands to set up a controller of `DRIVERS`, without the contrast; the first switches it
    off.
    """
    recorder = _CommandRecorder()
    device = getattr(luma.oled.device, driver)
    # luma would begin with an empty picture, and switch off in the end what it never reached
    silent = type(driver, (device,), {"display": lambda *_: None, "cleanup": lambda _: None})
    speaking = silent(recorder, width=WIDTH, height=8 * PAGES)  # left out, luma takes another size for some
    vars(speaking).clear()  # luma keeps it to the end, and in it the place of every pixel
    return recorder.first


class Oled:
    """A display, set up and off until its first picture. Every method but `close` raises `DisplayGone`.

    After that exception only a new `Oled` may use the display. For one thread.
    driver: a key of `DRIVERS`.
    wire: closed with `close`.
    rotate: degrees, 0 or 180.
    contrast: 0 to 255; 0 is not quite dark.
    offset: the memory's column at which the panel begins, 0 to 4; None for the controller's default.
    mirror: for panels that swap left and right.
    """

    def __init__(
        self,
        driver: str,
        wire: Wire,
        *,
        rotate: int = 0,
        contrast: int = 160,
        offset: int | None = None,
        mirror: bool = False,
    ) -> None:
        self._wire = wire
        self._addressing = DRIVERS[driver]
        self._setup_commands = setup_commands(driver)
        if offset is not None:
            self._setup_commands += _BY_PAGES if self._addressing.windowed else ()
            self._addressing = _paged(offset)
        self._rotated = rotate == UPSIDE_DOWN
        self._mirrored = mirror
        self._contrast = contrast
        self._memory: bytes | None = None
        self._reports_power = False
        try:
            self._wire.commands(NOP, NOP)  # ends a command that was cut off before its parameters
            self._wire.commands(*self._setup_commands)
            self._wire.commands(_CONTRAST, contrast)
        except DisplayGone:
            wire.close()
            raise

    def show(self, picture: Image.Image) -> None:
        """Send what changed since the last picture; the first is sent whole. Mode "1", 128x64."""
        rotated = picture.transpose(Image.Transpose.ROTATE_180) if self._rotated else picture
        self._send(pack(rotated.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if self._mirrored else rotated))

    def refresh(self) -> None:
        """Set up and send everything again, without a flicker.

        It mends registers and pixels that a disturbance changed, which `intact` does not see.
        """
        memory, self._memory = self._memory, None
        self._wire.commands(*self._setup_commands[1:])  # the first would switch the light off
        self._wire.commands(_CONTRAST, self._contrast)
        if memory is not None:
            self._send(memory)

    def contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255."""
        if level != self._contrast:
            self._contrast = level
            self._wire.commands(_CONTRAST, level)

    def intact(self) -> bool:
        """Whether the display has not lost its power since its set-up.

        True for any answer of a display that cannot report this.
        """
        if self._reports_power:
            return not self._wire.status() & _IS_OFF
        self._wire.commands(NOP)
        return True

    def off(self) -> None:
        """Switch the display off."""
        self._wire.commands(OFF)

    def close(self) -> None:
        """Close the bus."""
        self._wire.close()

    def _send(self, memory: bytes) -> None:
        before, self._memory = self._memory, None  # unknown until all has arrived
        addressing = self._addressing
        for changed in changes(before, memory, cost=addressing.cost, windowed=addressing.windowed):
            self._wire.commands(*addressing.point(changed))
            self._wire.memory(changed.of(memory))
        if before is None:
            self._turn_on()
        self._memory = memory

    def _turn_on(self) -> None:
        """Switch the display on, and find out whether its status byte reports that."""
        was_off = not self._reports_power and self._reads_off() is True
        self._wire.commands(_ON)
        if was_off:
            self._reports_power = self._reads_off() is False

    def _reads_off(self) -> bool | None:
        """Whether the status byte reports off; None where it cannot be read."""
        try:
            return bool(self._wire.status() & _IS_OFF)
        except DisplayGone:
            return None
