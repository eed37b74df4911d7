"""Looking for the pins that buttons are wired to: every free one is watched."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from msgspec.structs import replace

from companion.config import Config
from companion.health.findings import Finding, missing
from hardware import doctor
from hardware.buttons.header import HEADER, I2C, ID_EEPROM, UART, find
from hardware.buttons.kernel import CONSUMER, Chip, Line, LineTaken, NoChip, header_chip
from hardware.buttons.pins import BOUNCE
from hardware.buttons.wiring import SERIAL_PINS, button_pins, place
from hardware.configured import box_settings
from hardware.errors import PartError
from hardware.part import NONE, BoxSettings, ButtonSettings
from hardware.setup.searches import Edge, Refused

GPIOS = tuple(sorted(pin.gpio for pin in HEADER if pin.gpio is not None and pin.gpio not in ID_EEPROM))
"""Every pin that a button could be wired to, were nothing else there."""
_SPI = range(7, 12)


class ButtonSearch:
    """See `hardware.setup.searches.Pins`. colours: of any game. devices: `/dev`."""

    def __init__(
        self,
        colours: Iterable[str],
        chip: Callable[[], Chip] = header_chip,
        devices: Path = Path("/dev"),
    ) -> None:
        self._colours = tuple(colours)
        self._chip = chip
        self._devices = devices

    def finding(self, config: Config) -> Finding:
        """What the doctor says."""
        return doctor.buttons(self._settings(config), self._chip)

    def gpio(self, written: int | str) -> int | None:
        """The pin of this name."""
        pin = find(written)
        return None if pin is None else pin.gpio

    def place(self, gpio: int) -> str:
        """As on the header."""
        return place(gpio)

    def kept_out(self, config: Config) -> tuple[str, ...]:
        """Those that are not watched, in order."""
        return tuple(place(gpio) for gpio in sorted(self._needed(config)))

    @contextmanager
    def watch(self, config: Config) -> Iterator[Watch]:
        """Watch what is free. A companion that runs here, or a machine without pins, is refused."""
        try:
            chip = self._chip()
        except NoChip as none:
            raise Refused(missing("buttons", "no-rights" if none.rights else "no-chip")) from none
        try:
            needed = self._needed(config)
            with closing(Watch(chip, [gpio for gpio in GPIOS if gpio not in needed])) as watch:
                yield watch
        finally:
            chip.close()

    def _needed(self, config: Config) -> set[int]:
        """What the other parts use on this machine, whether they are configured or not: a pin that is claimed
        for a button would be taken from them until the next start.
        """
        needed = set(ID_EEPROM)
        for bus, pins in I2C.items():
            if (self._devices / f"i2c-{bus}").exists():
                needed.update(pins)
        if any(self._devices.glob("spidev*")):
            needed.update(_SPI)
        if any((self._devices / Path(port).name).exists() for port in SERIAL_PINS):
            needed.update(UART)
        return needed - self._wired(config)

    def _wired(self, config: Config) -> set[int]:
        """The pins that buttons have already, where no other part is configured to need them."""
        settings = self._settings(config)
        wired: set[int] = set()
        for name, written in settings.buttons.pins.items():
            alone = replace(settings, buttons=ButtonSettings("gpio", {name: written}))
            with suppress(PartError):
                wired.update(button_pins(alone).values())
        return wired

    def _settings(self, config: Config) -> BoxSettings:
        settings = box_settings(config, self._colours)
        if settings.buttons.driver != NONE:
            return settings
        return replace(settings, buttons=ButtonSettings("gpio", settings.buttons.pins))


class Watch:
    """See `hardware.setup.searches.Watched`. When the chip fails, all but `close` raise `Refused`."""

    def __init__(self, chip: Chip, gpios: Iterable[int]) -> None:
        self._chip = chip
        self._lines: dict[int, tuple[int, Line]] = {}
        self._busy: dict[int, str] = {}
        self._free: list[int] = []
        with self._refusing():
            for gpio in gpios:
                user = chip.user(gpio)
                if user is None:
                    self._free.append(gpio)
                elif user == CONSUMER:
                    raise Refused(missing("buttons", "ours"))
                else:
                    self._busy[gpio] = user or "?"
            self._claim(up=True)
            self._down = tuple(gpio for gpio, line in self._lines.values() if not line.high())

    @property
    def handles(self) -> Collection[int]:
        """One for each pin."""
        return tuple(self._lines)

    @property
    def down(self) -> tuple[int, ...]:
        """When the watch began."""
        return self._down

    @property
    def busy(self) -> Mapping[int, str]:
        """Who has the others."""
        return self._busy

    def edges(self, ready: Collection[int]) -> tuple[Edge, ...]:
        """In the order of the file descriptors; of one pin the oldest first."""
        with self._refusing():
            return tuple(
                Edge(gpio, down=not risen)
                for handle in ready
                for gpio, line in [self._lines[handle]]
                for risen in line.edges()
            )

    def turn(self, *, to_ground: bool) -> None:
        """Claim the pins anew, with the other pull."""
        self.close()
        with self._refusing():
            self._claim(up=to_ground)

    def close(self) -> None:
        """Give every pin back."""
        lines, self._lines = self._lines, {}
        for _, line in lines.values():
            line.close()

    def _claim(self, *, up: bool) -> None:
        for gpio in self._free:
            try:
                line = self._chip.claim(gpio, BOUNCE, up=up)
            except LineTaken as taken:
                self._busy[gpio] = taken.by or "?"
            else:
                self._lines[line.handle] = (gpio, line)

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.close()
            raise Refused(missing("buttons", "broken", why=error.strerror or str(error))) from error
