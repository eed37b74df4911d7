"""One display that answers: set up as luma does it, then sent only what changes.

A picture is packed into the controller's memory, eight pages of rows; the rectangles in which it differs
from the last one cross the bus, each behind the commands by which its controller takes it.
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

from hardware.display.wire import NOTHING, DisplayGone, Wire

OFF = 0xAE
"""The command that switches the light off; luma's setting up begins with it."""
_ON = 0xAF
_CONTRAST = 0x81
_IS_OFF = 0x40
"""The bit of the status byte that says that the light is off, as it is after a reset. The datasheets of
all three controllers promise this bit and no other."""
_OFFSET_OF_SH1106 = 2
"""Its memory is four columns wider than the glass, two on each side."""
_BY_PAGES = (0x20, 0x02)
"""The command after which a controller that has windows takes pages and columns, as one without them does."""
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
        """Bytes in it."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def of(self, memory: bytes) -> bytes:
        """Its bytes, page after page."""
        octets = b""
        for page in range(self.top, self.bottom + 1):
            octets += memory[page * WIDTH + self.left : page * WIDTH + self.right + 1]
        return octets


WHOLE = Rectangle(0, PAGES - 1, 0, WIDTH - 1)


def changes(before: bytes | None, after: bytes, *, cost: int, tall: bool) -> list[Rectangle]:
    """The rectangles of `after` to send over `before`, None for a memory that is not known.

    cost, tall: see `Taking`. What is unchanged is sent where leaving it out would cost as much. It never
    costs more than everything.
    """
    whole = [WHOLE] if tall else [Rectangle(page, page, 0, WIDTH - 1) for page in range(PAGES)]
    if before is None:
        return whole
    found: list[Rectangle] = []
    for page in range(PAGES):
        for run in _runs(before, after, page, cost):
            _add(found, run, cost if tall else 0)
    return found if _octets(found, cost) <= _octets(whole, cost) else whole


def _octets(rectangles: list[Rectangle], cost: int) -> int:
    """What it costs to send these, in bytes on the bus."""
    octets = 0
    for each in rectangles:
        octets += (each.bottom - each.top + 1) * (each.right - each.left + 1) + cost
    return octets


def _runs(before: bytes, after: bytes, page: int, cost: int) -> list[Rectangle]:
    """The changed columns of a page, those that lie near each other as one rectangle."""
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


def _add(found: list[Rectangle], run: Rectangle, cost: int) -> None:
    """Add a run, to the rectangle that ends on the page above where that is cheaper than by itself."""
    at, best, least = len(found), run, run.size + cost
    for place, above in enumerate(found):
        if above.bottom == run.top - 1:
            left, right, pages = min(above.left, run.left), max(above.right, run.right), run.top - above.top
            more = (pages + 1) * (right - left + 1) - pages * (above.right - above.left + 1)
            if more < least:
                at, best, least = place, Rectangle(above.top, run.bottom, left, right), more
    found[at : at + 1] = [best]


class Taking(msgspec.Struct, frozen=True):
    """How a controller takes a rectangle of a picture.

    point: the commands that say where it goes. cost: the bytes on the bus that come with a rectangle, the
    address and the control byte of two transfers among them. tall: it may reach over several pages. offset:
    the column of the memory at which the glass begins.
    """

    point: Callable[[Rectangle], tuple[int, ...]]
    cost: int
    tall: bool
    offset: int = 0


def _window(rectangle: Rectangle) -> tuple[int, ...]:
    """A window, that the bytes fill row by row; luma sets that mode."""
    return 0x21, rectangle.left, rectangle.right, 0x22, rectangle.top, rectangle.bottom


def _place(offset: int, rectangle: Rectangle) -> tuple[int, ...]:
    """A page, and a column's upper and lower half: the way of the controller that has neither windows nor
    modes, and the only one to columns that windows do not reach. offset: the glass's first column.

    The upper half goes first: in between, the two may name a column beyond the memory, and a chip that
    corrects that would correct the upper half of the other order.
    """
    column = rectangle.left + offset
    return 0xB0 | rectangle.top, 0x10 | column >> 4, column & 0x0F


def _paged(offset: int) -> Taking:
    """How a controller takes a rectangle page by page."""
    return Taking(partial(_place, offset), cost=7, tall=False, offset=offset)


DRIVERS: Mapping[str, Taking] = {
    "ssd1306": Taking(_window, cost=10, tall=True),
    "ssd1309": Taking(_window, cost=10, tall=True),
    "sh1106": _paged(_OFFSET_OF_SH1106),
}
"""The controllers, by luma's names. A new one is a line here and a word of `companion.config.OledConfig`."""


class _Listener:
    """Stands where luma's I2C interface stands, and hears the first commands."""

    def __init__(self) -> None:
        self.first: tuple[int, ...] = ()

    def command(self, *octets: int) -> None:
        self.first = self.first or octets


def still() -> None:
    """End the threads that luma starts when it is imported: they draw animations, and the box has none."""
    idle = [each for each in threading.enumerate() if isinstance(each, worker)]
    for _ in idle:
        pool.add_task(sys.exit)
    for each in idle:
        each.join()


@cache
def registers(driver: str) -> tuple[int, ...]:
    """The commands that set up a controller of `DRIVERS`, all but the contrast; the light is off first."""
    heard = _Listener()
    device = getattr(luma.oled.device, driver)
    # luma would begin with an empty picture, and switch off in the end what it never reached
    silent = type(driver, (device,), {"display": lambda *_: None, "cleanup": lambda _: None})
    speaking = silent(heard, width=WIDTH, height=8 * PAGES)  # left out, luma takes another size for some
    vars(speaking).clear()  # luma keeps it to the end, and in it the place of every pixel
    return heard.first


class Oled:
    """A display, set up and dark until its first picture. Every method raises `DisplayGone` but `close`.

    After that exception nothing is known of the display: only a new `Oled` may go on with it.
    driver: a key of `DRIVERS`. wire: closed with `close`. rotate: degrees, 0 or 180. contrast: 0 to 255;
    0 is not quite dark. offset: the column of the memory at which the glass begins, 0 to 4; None for the
    controller's usual one. mirror: the glass shows left what others show right. Its caller's thread is the
    only one to use it.
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
        self._taking = DRIVERS[driver]
        self._setting_up = registers(driver)
        if offset is not None:
            self._setting_up += _BY_PAGES if self._taking.tall else ()
            self._taking = _paged(offset)
        self._turned = rotate == UPSIDE_DOWN
        self._mirrored = mirror
        self._contrast = contrast
        self._memory: bytes | None = None
        self._tells = False
        try:
            self._wire.commands(NOTHING, NOTHING)  # whatever a half command was still waiting for
            self._wire.commands(*self._setting_up)
            self._wire.commands(_CONTRAST, contrast)
        except DisplayGone:
            wire.close()
            raise

    def show(self, picture: Image.Image) -> None:
        """Send what has changed since the last picture; the first is sent whole. Mode "1", 128x64."""
        turned = picture.transpose(Image.Transpose.ROTATE_180) if self._turned else picture
        self._send(pack(turned.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if self._mirrored else turned))

    def refresh(self) -> None:
        """Set everything up anew and send the whole picture again, without a flicker.

        It mends what `intact` cannot see: a register or a byte of the picture that a spark has changed.
        """
        memory, self._memory = self._memory, None
        self._wire.commands(*self._setting_up[1:])  # the first would switch the light off
        self._wire.commands(_CONTRAST, self._contrast)
        if memory is not None:
            self._send(memory)

    def contrast(self, level: int) -> None:
        """Set how much light there is."""
        if level != self._contrast:
            self._contrast = level
            self._wire.commands(_CONTRAST, level)

    def intact(self) -> bool:
        """Ask whether the display has kept what it was given: after a loss of power, however short, it has
        not. Where a display cannot tell, True when it answers at all.
        """
        if self._tells:
            return not self._wire.status() & _IS_OFF
        self._wire.commands(NOTHING)
        return True

    def off(self) -> None:
        """Switch the light off."""
        self._wire.commands(OFF)

    def close(self) -> None:
        """Let the bus go."""
        self._wire.close()

    def _send(self, memory: bytes) -> None:
        before, self._memory = self._memory, None  # unknown until all has arrived
        taking = self._taking
        for changed in changes(before, memory, cost=taking.cost, tall=taking.tall):
            self._wire.commands(*taking.point(changed))
            self._wire.memory(changed.of(memory))
        if before is None:
            self._light()
        self._memory = memory

    def _light(self) -> None:
        """Switch the light on, and see once whether the status byte follows it."""
        was_off = not self._tells and self._says_off() is True
        self._wire.commands(_ON)
        if was_off:
            self._tells = self._says_off() is False

    def _says_off(self) -> bool | None:
        """What the status byte says, None where the display has no answer for who reads."""
        try:
            return bool(self._wire.status() & _IS_OFF)
        except DisplayGone:
            return None
