"""Looking for a display whose place and controller nobody knows yet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace
from PIL import Image, ImageDraw

from companion.config import OledConfig
from companion.health.findings import Finding
from companion.panel.layout import Frame
from hardware import doctor
from hardware.buttons.header import I2C
from hardware.display.drawing import LIT, SIZE, draw
from hardware.display.oled import Oled
from hardware.display.wire import DisplayGone, Wire
from hardware.part import NONE, SIMULATED, DisplaySettings
from hardware.setup.searches import Refused

LIKE_SH1106 = frozenset({0x0, 0x8})
"""What the lower four bits of the status byte are on displays with an SH1106. No datasheet says so and makers
differ: it decides which controller is tried first, and a person what is right."""

_NAME = re.compile(r"i2c-(\d+)")


class DisplaySearch:
    """See `hardware.setup.searches.Displays`. wire: reaches a bus and an address. devices: `/dev`."""

    def __init__(self, wire: Callable[[int, int], Wire] = Wire, devices: Path = Path("/dev")) -> None:
        self._wire = wire
        self._devices = devices
        self._oled: Oled | None = None

    def places(self, oled: OledConfig) -> tuple[OledConfig, ...]:
        """First on the buses of the header and the configured one; only then on those inside the machine."""
        at_hand = dict.fromkeys((oled.bus, *sorted(I2C, reverse=True)))
        found = self._answering(oled, at_hand)
        inside = sorted(set(self._buses()) - set(at_hand))
        return found or self._answering(oled, inside)

    def finding(self, oled: OledConfig) -> Finding:
        """What the doctor says."""
        return doctor.display(_settings(oled), self._wire)

    def drivers(self, oled: OledConfig) -> tuple[str, ...]:
        """An SSD1309 takes what an SSD1306 takes, so one of the two is tried, the configured one."""
        ssd = oled.driver if oled.driver == "ssd1309" else "ssd1306"
        with suppress(DisplayGone), closing(self._wire(oled.bus, oled.address)) as wire:
            if wire.status() & 0x0F in LIKE_SH1106:
                return "sh1106", ssd
        return ssd, "sh1106"

    def show(self, oled: OledConfig, number: int) -> None:
        """Show the frame; the display is set up anew for it."""
        self._let_go()
        try:
            wire = self._wire(oled.bus, oled.address)
            self._oled = Oled(oled.driver, wire, rotate=oled.rotate, contrast=oled.contrast)
            self._oled.show(picture())
            self._oled.show(picture(number))  # a part only: in the wrong way it lands in the wrong place
        except DisplayGone as gone:
            raise Refused(self.finding(oled)) from gone

    def close(self) -> None:
        """Switch it off."""
        if self._oled is not None:
            with suppress(DisplayGone):
                self._oled.off()
        self._let_go()

    def _let_go(self) -> None:
        oled, self._oled = self._oled, None
        if oled is not None:
            oled.close()

    def _answering(self, oled: OledConfig, buses: Iterable[int]) -> tuple[OledConfig, ...]:
        return tuple(replace(oled, bus=bus, address=each) for bus in buses for each in self._on(bus, oled))

    def _on(self, bus: int, oled: OledConfig) -> Iterator[int]:
        """The addresses at which somebody acknowledges. A bus that does not work is asked only once."""
        for address in dict.fromkeys((oled.address, *doctor.ADDRESSES)):
            trouble = doctor.bus_trouble(bus, address, self._wire)
            if trouble is None:
                yield address
            elif trouble not in ("nobody", "taken"):
                return

    def _buses(self) -> Iterator[int]:
        for path in self._devices.glob("i2c-*"):
            named = _NAME.fullmatch(path.name)
            if named is not None:
                yield int(named[1])


def picture(number: int | None = None) -> Image.Image:
    """A frame along all four edges, and in it a large number."""
    image = draw(Frame("" if number is None else str(number), ("", "Companion".center(21)), large=True))
    ImageDraw.Draw(image).rectangle((0, 0, SIZE[0] - 1, SIZE[1] - 1), outline=LIT)
    return image


def _settings(oled: OledConfig) -> DisplaySettings:
    """The display as the driver takes it; one that is not there is asked for all the same."""
    settings = msgspec.convert(oled, DisplaySettings, from_attributes=True)
    return replace(settings, driver="ssd1306") if oled.driver in (NONE, SIMULATED) else settings
