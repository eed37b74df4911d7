"""Sets up the lamps: each is lit in turn, and the person names its colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager

from msgspec.structs import replace

from companion.config import STRIPS, Config, LampsConfig, Pin
from companion.health.findings import Finding, missing
from companion.language.text import Param, text
from hardware.gpio import Chip, ChipNotFound, LineBusy, header_chip
from hardware.header import find_pin, pin_label
from hardware.lamps.kinds import STRIP_KINDS
from hardware.lamps.rhythm import LampLevel
from hardware.lamps.strip import Bus, Strip
from hardware.part import NONE, PartError
from hardware.setup.conversation import CannotSetUp, Conversation, choose_driver, until_found
from hardware.signals import check_signals
from hardware.spi import Spi

DRIVERS = (NONE, "leds", *STRIPS)
"""Kinds of lamps, in the order of the question."""
CANDIDATES = (4, 12, 23, 24, 25, 26, 18, 15, 14)
"""GPIO numbers to try beside the configured ones: those of the wiring, and of the serial port for a box with
its reader elsewhere.
"""
BRIGHTNESS = 64
"""The level of a strip during the test, 0 to 255."""


def set_up_lamps(talk: Conversation, lamps: LampSearch, config: Config) -> LampsConfig:
    """Set up the lamps with the person; return their configuration."""

    def look() -> LampsConfig | None:
        was = config.lamps
        driver = choose_driver(talk, "lamps", DRIVERS, was.driver)
        if driver == NONE:
            return replace(was, driver=NONE)
        if driver == "leds":
            return _without_conflict(talk, config, _leds(talk, lamps, config))
        # checked before anything is sent on the bus
        wanted = _without_conflict(talk, config, replace(was, driver=driver))
        return wanted if wanted is not None and _seen(talk, lamps, wanted) else None

    return until_found(talk, "lamps", config.lamps, look)


def _without_conflict(talk: Conversation, config: Config, lamps: LampsConfig | None) -> LampsConfig | None:
    """The same lamps; None after showing that another part has one of their pins or their bus."""
    if lamps is not None:
        try:
            check_signals(replace(config, lamps=lamps))
        except PartError as unfit:
            talk.found(Finding("lamps", "missing", unfit.message))
            return None
    return lamps


def _leds(talk: Conversation, lamps: LampSearch, config: Config) -> LampsConfig | None:
    """Light pin after pin, and ask for its colour; None if none was seen."""
    found: dict[str, Pin] = {}
    was = config.lamps.colours
    with lamps.pins(config) as pins:
        for gpio in pins.gpios:
            left = [colour for colour in lamps.colours if colour not in found]
            if not left:
                break
            with pins.lit(gpio) as lit:
                if not lit:
                    continue
                ways = [text("setup.lamps.colour", colour=colour) for colour in left]
                ways += [text("setup.lamps.dark"), text("setup.lamps.enough")]
                way = talk.choose(text("setup.lamps.which", pin=pin_label(gpio)), ways, default=len(left))
            if way > len(left):
                break
            if way < len(left):
                colour = left[way]
                found[colour] = was[colour] if _is(was.get(colour), gpio) else gpio
                _hint(talk, "found", colour=colour, pin=pin_label(gpio))
        for gpio, by in pins.busy.items():
            _hint(talk, "busy", pin=pin_label(gpio), by=by)
    if not found:
        _hint(talk, "unseen")
        return None
    in_order = {colour: found[colour] for colour in lamps.colours if colour in found}
    return replace(config.lamps, driver="leds", colours=in_order)


def _seen(talk: Conversation, lamps: LampSearch, wanted: LampsConfig) -> bool:
    """Light every colour on the strip, and ask whether all are visible."""
    colours = tuple(text(f"colour.{each}") for each in lamps.colours)
    with closing(lamps.strip(wanted.driver, wanted.spi)) as strip:
        trouble = strip.open()
        if trouble is None:
            try:
                strip.show([LampLevel(colour, BRIGHTNESS) for colour in lamps.colours])
                try:
                    seen = talk.yes(text("setup.lamps.strip", colours=colours), default=True)
                finally:
                    strip.show(())  # also when the person has gone
            except PartError as error:
                trouble = error
    if trouble is not None:
        talk.found(Finding("lamps", "missing", trouble.message))
        return False
    if not seen:
        _hint(talk, "strip-unseen")
    return seen


def _is(written: Pin | None, gpio: int) -> bool:
    pin = None if written is None else find_pin(written)
    return pin is not None and pin.gpio == gpio


def _hint(talk: Conversation, what: str, **params: Param) -> None:
    talk.say(text(f"setup.lamps.{what}", **params), indent=2)


def open_spi(path: str, hertz: int) -> Bus:
    """Open a strip's bus. Raises `PartError`."""
    return Spi(path, hertz)


class LampSearch:
    """Opens pins and strips that may be lamps. colours: of all games. open_bus: of a strip, see `Spi`."""

    def __init__(
        self,
        colours: Iterable[str],
        chip: Callable[[], Chip] = header_chip,
        open_bus: Callable[[str, int], Bus] = open_spi,
    ) -> None:
        self.colours = tuple(colours)
        self._chip = chip
        self._open_bus = open_bus

    @contextmanager
    def pins(self, config: Config) -> Iterator[LampPins]:
        """Open the pins that may have a lamp: configured ones, and free ones of `CANDIDATES`. Raises
        `CannotSetUp`.
        """
        try:
            chip = self._chip()
        except ChipNotFound as none:
            raise CannotSetUp(missing("buttons", "no-rights" if none.rights else "no-chip")) from none
        with closing(chip):
            try:
                yield LampPins(chip, self._free(config))
            except OSError as error:
                why = error.strerror or str(error)
                raise CannotSetUp(missing("buttons", "broken", why=why)) from error

    def _free(self, config: Config) -> tuple[int, ...]:
        configured = [pin.gpio for pin in map(find_pin, config.lamps.colours.values()) if pin is not None]
        tried = dict.fromkeys(gpio for gpio in (*configured, *CANDIDATES) if gpio is not None)
        return tuple(gpio for gpio in tried if self._is_free(config, gpio))

    def _is_free(self, config: Config, gpio: int) -> bool:
        """Whether no other part has this pin."""
        alone = LampsConfig(driver="leds", colours={self.colours[0]: gpio})
        try:
            check_signals(replace(config, lamps=alone))
        except PartError:
            return False
        return True

    def strip(self, driver: str, spi: str) -> Strip:
        """A strip of this kind on this device."""
        kind = STRIP_KINDS[driver]
        return Strip(lambda: self._open_bus(spi, kind.HERTZ), kind.encode)


class LampPins:
    """Pins to light one after the other. busy: by pin, the name of its consumer."""

    def __init__(self, chip: Chip, gpios: Iterable[int]) -> None:
        self.gpios = tuple(gpios)
        self._chip = chip
        self._busy: dict[int, str] = {}

    @property
    def busy(self) -> Mapping[int, str]:
        """By pin found in use, the name of its consumer."""
        return self._busy

    @contextmanager
    def lit(self, gpio: int) -> Iterator[bool]:
        """Drive the pin high inside the block; yields False where it is in use. Raises `OSError`."""
        try:
            line = self._chip.claim_output(gpio)
        except LineBusy as taken:
            self._busy[gpio] = taken.by or "?"
            yield False
            return
        try:
            line.drive(high=True)
            try:
                yield True
            finally:
                line.drive(high=False)  # a line that is given back may stay as it is
        finally:
            line.close()
