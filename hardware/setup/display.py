"""Setting up the display: where it is, which controller it has, and how it is built in."""

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
from hardware import doctor
from hardware.display.drawing import LIT, SIZE, draw
from hardware.display.oled import DRIVERS, Oled
from hardware.display.wire import DisplayGone, Wire
from hardware.header import I2C
from hardware.part import NONE, SIMULATED
from hardware.setup.conversation import CannotSetUp, Conversation, until_found

LEVELS = (1, 30, 80, 160, 220, 255)
"""The steps of the light that are offered, of 255."""
NUMBERS = (2, 4, 7, 5, 3)
"""What is shown in turn: none of them looks the same in a mirror."""
OFFSETS = (0, 2, 4, 1, 3)
"""Where else the glass may begin in the controller's memory, the likeliest columns first."""
LIKE_SH1106 = frozenset({0x0, 0x8})
"""What the lower four bits of the status byte are on displays with an SH1106. No datasheet says so and makers
differ: it decides which controller is tried first, and a person what is right."""


def set_up_display(talk: Conversation, displays: DisplaySearch, oled: OledConfig) -> OledConfig:
    """Walk the person through the display; give how it is configured from now on."""
    with closing(displays):
        return until_found(talk, "display", oled, partial(_found, talk, displays, oled))


def _found(talk: Conversation, displays: DisplaySearch, oled: OledConfig) -> OledConfig | None:
    """The display as it was found and liked; None when there is none, which has been said."""
    places = displays.places(oled)
    if not places:
        finding = displays.finding(oled)
        talk.found(finding)
        if finding.said.code == "doctor.display.nobody":
            talk.say(text("setup.display.unknown"), indent=2)
        return None
    done: set[OledConfig] = set()
    here: tuple[int, int] | None = None
    left = deque(each for place in places for each in displays.ways(place))
    for number in cycle(NUMBERS):
        if not left:
            break
        tried = left.popleft()
        done.add(tried)
        if here != (tried.bus, tried.address):
            here = (tried.bus, tried.address)
            talk.say(text("setup.display.answers", address=f"0x{tried.address:02X}", bus=tried.bus))
        displays.show(tried, number)
        match _sees(talk, number):
            case "right":
                talk.say(text("setup.display.seen", driver=tried.driver))
                return _liked(talk, displays, tried, number)
            case "mirrored":
                left.appendleft(replace(tried, mirror=not tried.mirror))
            case "beside":
                usual = DRIVERS[tried.driver].offset
                left.extend(replace(tried, offset=each) for each in OFFSETS if each != usual)
        left = deque(each for each in left if each not in done)
    talk.say(text("setup.display.unseen"))
    return None


def _sees(talk: Conversation, number: int) -> Literal["right", "nothing", "mirrored", "beside"]:
    """How the person sees the frame with this number in it."""
    if talk.yes(text("setup.display.frame", number=number), default=True):
        return "right"
    ways: Final = ("nothing", "mirrored", "beside", "right")
    said = [text(f"setup.display.{each}") for each in ways]
    return ways[talk.choose(text("setup.display.instead"), said)]


def _liked(talk: Conversation, displays: DisplaySearch, oled: OledConfig, number: int) -> OledConfig:
    """The display turned as it is built in, and as bright as the person likes it."""
    if not talk.yes(text("setup.display.upright"), default=True):
        oled = replace(oled, rotate=0 if oled.rotate else 180)
        displays.show(oled, number)
        talk.say(text("setup.display.turned"))
    ways = [text(f"setup.display.{each}") for each in ("bright-enough", "brighter", "darker")]
    while True:
        chosen = talk.choose(text("setup.display.bright"), ways)
        if chosen == 0:
            return oled
        brighter = [level for level in LEVELS if level > oled.contrast]
        darker = [level for level in LEVELS if level < oled.contrast]
        further = brighter[:1] if chosen == 1 else darker[-1:]
        if further:
            oled = replace(oled, contrast=further[0])
            displays.show(oled, number)
        else:
            talk.say(text("setup.display.no-more"))


class DisplaySearch:
    """Looks for displays, and shows something there. wire: reaches a bus and an address. devices: `/dev`."""

    def __init__(self, wire: Callable[[int, int], Wire] = Wire, devices: Path = Path("/dev")) -> None:
        self._wire = wire
        self._devices = devices
        self._oled: Oled | None = None

    def places(self, oled: OledConfig) -> tuple[OledConfig, ...]:
        """Each bus and address where something answers that can be a display, the configured one first.

        Buses inside the machine are asked only when nobody answers on the header's and the configured one.
        """
        numbers = (path.name.removeprefix("i2c-") for path in self._devices.glob("i2c-*"))
        inside = sorted({int(number) for number in numbers if number.isdecimal()} - set(_at_hand(oled)))
        return self.at_hand(oled) or tuple(self._answering(oled, inside))

    def at_hand(self, oled: OledConfig) -> tuple[OledConfig, ...]:
        """The same of the header's buses and the configured one alone."""
        return tuple(self._answering(oled, _at_hand(oled)))

    def finding(self, oled: OledConfig) -> Finding:
        """What the doctor says of this display."""
        return doctor.display(_real(oled), self._wire)

    def ways(self, place: OledConfig) -> tuple[OledConfig, ...]:
        """The display at this place with each controller that it may have, the likeliest first.

        An offset is the configured controller's alone.
        """
        return tuple(
            replace(place, driver=driver, offset=place.offset if driver == place.driver else None)
            for driver in self.drivers(place)
        )

    def drivers(self, oled: OledConfig) -> tuple[str, ...]:
        """The controllers that may sit at this place, the likeliest first.

        Of those that take what an SSD1306 takes one is tried, the configured one.
        """
        ssd = oled.driver if DRIVERS.get(oled.driver) == DRIVERS["ssd1306"] else "ssd1306"
        with suppress(DisplayGone), closing(self._wire(oled.bus, oled.address)) as wire:
            if wire.status() & 0x0F in LIKE_SH1106:
                return "sh1106", ssd
        return ssd, "sh1106"

    def show(self, oled: OledConfig, number: int) -> None:
        """Show a frame along the edges, and this number in it, until `close`. Raises `CannotSetUp`."""
        self._let_go()
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
        except DisplayGone as gone:
            raise CannotSetUp(self.finding(oled)) from gone

    def close(self) -> None:
        """Switch off what is shown."""
        if self._oled is not None:
            with suppress(DisplayGone):
                self._oled.off()
        self._let_go()

    def _let_go(self) -> None:
        oled, self._oled = self._oled, None
        if oled is not None:
            oled.close()

    def _answering(self, oled: OledConfig, buses: Iterable[int]) -> Iterator[OledConfig]:
        """Where somebody acknowledges. A bus that does not work is asked only once."""
        for bus in buses:
            for address in dict.fromkeys((oled.address, *doctor.ADDRESSES)):
                trouble = doctor.bus_trouble(bus, address, self._wire)
                if trouble is None:
                    yield replace(oled, bus=bus, address=address)
                elif trouble not in ("nobody", "taken"):
                    break


def picture(number: int | None = None) -> Image.Image:
    """A frame along all four edges, and in it a large number."""
    image = draw(Frame("" if number is None else str(number), ("", "Companion".center(21)), large=True))
    ImageDraw.Draw(image).rectangle((0, 0, SIZE[0] - 1, SIZE[1] - 1), outline=LIT)
    return image


def _at_hand(oled: OledConfig) -> tuple[int, ...]:
    """The configured bus, then the header's."""
    return tuple(dict.fromkeys((oled.bus, *sorted(I2C, reverse=True))))


def _real(oled: OledConfig) -> OledConfig:
    """The display as the driver takes it; one that is not there is asked for all the same."""
    return replace(oled, driver="ssd1306") if oled.driver in (NONE, SIMULATED) else oled
