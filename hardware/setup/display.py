"""Sets up the display: its address, its controller, and how it is built in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Final, Literal

from msgspec.structs import replace
from PIL import Image, ImageDraw

from companion.config import OledConfig
from companion.health.findings import Finding
from companion.language.text import text
from companion.parts import Frame
from hardware import part_probes
from hardware.display.drawing import LIT, SIZE, draw
from hardware.display.oled import DRIVERS, Oled
from hardware.display.wire import DisplayGone, Wire
from hardware.header import I2C
from hardware.part import NONE, SIMULATED
from hardware.setup.conversation import CannotSetUp, Conversation, until_found

CONTRASTS = (1, 30, 80, 160, 220, 255)
"""The contrasts to choose from, of 255."""
TEST_NUMBERS = (2, 4, 7, 5, 3)
"""Test numbers in turn; none looks the same in a mirror."""
OFFSETS = (0, 2, 4, 1, 3)
"""The memory's columns at which the panel may begin, the likeliest first."""
SH1106_STATUS = frozenset({0x0, 0x8})
"""The lower four bits of the status byte of displays with an SH1106, by experience. They decide which
controller is tried first; the person decides which is right.
"""


def set_up_display(talk: Conversation, displays: DisplaySearch, oled: OledConfig) -> OledConfig:
    """Set up the display with the person; return its configuration."""
    with closing(displays):
        return until_found(talk, "display", oled, partial(_found, talk, displays, oled))


def _found(talk: Conversation, displays: DisplaySearch, oled: OledConfig) -> OledConfig | None:
    """Search once; None after showing that there is no display."""
    places = displays.places(oled)
    if not places:
        finding = displays.finding(oled)
        talk.found(finding)
        if finding.said.code == "doctor.display.nobody":
            talk.say(text("setup.display.unknown"), indent=2)
        return None
    done: set[OledConfig] = set()
    here: tuple[int, int] | None = None
    left = deque(each for place in places for each in displays.candidates(place))
    for number in cycle(TEST_NUMBERS):
        if not left:
            break
        tried = left.popleft()
        done.add(tried)
        if here != (tried.bus, tried.address):
            here = (tried.bus, tried.address)
            talk.say(text("setup.display.answers", address=f"0x{tried.address:02X}", bus=tried.bus))
        displays.show(tried, number)
        match _ask_what_is_seen(talk, number):
            case "right":
                talk.say(text("setup.display.seen", driver=tried.driver))
                return _adjust(talk, displays, tried, number)
            case "mirrored":
                left.appendleft(replace(tried, mirror=not tried.mirror))
            case "beside":
                usual = DRIVERS[tried.driver].offset
                left.extend(replace(tried, offset=each) for each in OFFSETS if each != usual)
        left = deque(each for each in left if each not in done)
    talk.say(text("setup.display.unseen"))
    return None


def _ask_what_is_seen(talk: Conversation, number: int) -> Literal["right", "nothing", "mirrored", "beside"]:
    """Ask how the test number looks."""
    if talk.yes(text("setup.display.frame", number=number), default=True):
        return "right"
    ways: Final = ("nothing", "mirrored", "beside", "right")
    said = [text(f"setup.display.{each}") for each in ways]
    return ways[talk.choose(text("setup.display.instead"), said)]


def _adjust(talk: Conversation, displays: DisplaySearch, oled: OledConfig, number: int) -> OledConfig:
    """Ask for rotation and contrast."""
    if not talk.yes(text("setup.display.upright"), default=True):
        oled = replace(oled, rotate=0 if oled.rotate else 180)
        displays.show(oled, number)
        talk.say(text("setup.display.turned"))
    ways = [text(f"setup.display.{each}") for each in ("bright-enough", "brighter", "darker")]
    while True:
        chosen = talk.choose(text("setup.display.bright"), ways)
        if chosen == 0:
            return oled
        brighter = [level for level in CONTRASTS if level > oled.contrast]
        darker = [level for level in CONTRASTS if level < oled.contrast]
        further = brighter[:1] if chosen == 1 else darker[-1:]
        if further:
            oled = replace(oled, contrast=further[0])
            displays.show(oled, number)
        else:
            talk.say(text("setup.display.no-more"))


class DisplaySearch:
    """Searches for displays, and shows a test picture. wire: opens a bus and an address. devices: `/dev`."""

    def __init__(self, wire: Callable[[int, int], Wire] = Wire, devices: Path = Path("/dev")) -> None:
        self._wire = wire
        self._devices = devices
        self._oled: Oled | None = None

    def places(self, oled: OledConfig) -> tuple[OledConfig, ...]:
        """Each bus and address at which a display may be, the configured one first.

        Buses inside the machine are probed only if there is none on the usual ones.
        """
        numbers = (path.name.removeprefix("i2c-") for path in self._devices.glob("i2c-*"))
        inside = sorted({int(number) for number in numbers if number.isdecimal()} - set(_usual_buses(oled)))
        return self.on_usual_buses(oled) or tuple(self._answering(oled, inside))

    def on_usual_buses(self, oled: OledConfig) -> tuple[OledConfig, ...]:
        """The same on the configured bus and the header's."""
        return tuple(self._answering(oled, _usual_buses(oled)))

    def finding(self, oled: OledConfig) -> Finding:
        """The probe's finding for this display."""
        return part_probes.probe_display(_with_driver(oled), self._wire)

    def candidates(self, place: OledConfig) -> tuple[OledConfig, ...]:
        """The display with each controller that it may have, the likeliest first.

        Only the configured controller keeps its offset.
        """
        return tuple(
            replace(place, driver=driver, offset=place.offset if driver == place.driver else None)
            for driver in self.drivers(place)
        )

    def drivers(self, oled: OledConfig) -> tuple[str, ...]:
        """The controllers that a display may have, the likeliest first.

        Of those compatible with an SSD1306, only the configured one.
        """
        ssd = oled.driver if DRIVERS.get(oled.driver) == DRIVERS["ssd1306"] else "ssd1306"
        with suppress(DisplayGone), closing(self._wire(oled.bus, oled.address)) as wire:
            if wire.status() & 0x0F in SH1106_STATUS:
                return "sh1106", ssd
        return ssd, "sh1106"

    def show(self, oled: OledConfig, number: int) -> None:
        """Show a border and a number in it, until `close`. Raises `CannotSetUp`."""
        self._release()
        try:
            wire = self._wire(oled.bus, oled.address)
            self._oled = Oled(
                oled.driver,
                wire,
                rotate=oled.rotate,
                contrast=oled.contrast,
                offset=oled.offset,
                mirror=oled.mirror,
            )
            self._oled.show(picture())
            self._oled.show(picture(number))  # a part only: in the wrong way it lands in the wrong place
        except DisplayGone as error:
            raise CannotSetUp(self.finding(oled)) from error

    def close(self) -> None:
        """Switch the display off."""
        if self._oled is not None:
            with suppress(DisplayGone):
                self._oled.off()
        self._release()

    def _release(self) -> None:
        oled, self._oled = self._oled, None
        if oled is not None:
            oled.close()

    def _answering(self, oled: OledConfig, buses: Iterable[int]) -> Iterator[OledConfig]:
        """Addresses that acknowledge. A faulty bus is tried only once."""
        for bus in buses:
            for address in dict.fromkeys((oled.address, *part_probes.ADDRESSES)):
                trouble = part_probes.probe_bus(bus, address, self._wire)
                if trouble is None:
                    yield replace(oled, bus=bus, address=address)
                elif trouble not in ("nobody", "taken"):
                    break


def picture(number: int | None = None) -> Image.Image:
    """The test picture: a border, and a large number in it."""
    image = draw(Frame("" if number is None else str(number), ("", "Companion".center(21)), large=True))
    ImageDraw.Draw(image).rectangle((0, 0, SIZE[0] - 1, SIZE[1] - 1), outline=LIT)
    return image


def _usual_buses(oled: OledConfig) -> tuple[int, ...]:
    """The configured bus, then the header's."""
    return tuple(dict.fromkeys((oled.bus, *sorted(I2C, reverse=True))))


def _with_driver(oled: OledConfig) -> OledConfig:
    """The display with a real driver, so that an absent one is probed as well."""
    return replace(oled, driver="ssd1306") if oled.driver in (NONE, SIMULATED) else oled
