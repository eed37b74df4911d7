"""Sets up the buttons: each is pressed once, which shows its pin."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec.structs import replace

from companion.config import ButtonsConfig, Config, Pin
from companion.health.findings import Finding, missing
from companion.language.text import Param, Text, text
from hardware import part_probes
from hardware.buttons.pins import BOUNCE_TIME
from hardware.gpio import CONSUMER, Chip, ChipNotFound, InputLine, LineBusy, header_chip
from hardware.header import HEADER, I2C, ID_EEPROM, SERIAL_PINS, UART, find_pin, pin_label
from hardware.part import MAIN_BUTTONS, NONE, PartError
from hardware.pin_assignment import button_gpio, check_colours, configured_pins
from hardware.setup.conversation import CannotSetUp, Conversation, Wait, until_found

PRESS_TIMEOUT = 30.0
"""Seconds to wait for a press."""
GATHER_TIME = 0.15
"""Seconds within which pins that go down belong to one press."""
RELEASE_TIMEOUT = 5.0
"""Seconds after which a pressed button counts as stuck."""
GPIOS = tuple(sorted(pin.gpio for pin in HEADER if pin.gpio is not None and pin.gpio not in ID_EEPROM))
"""Every pin that a button could have."""
_SPI = range(7, 12)


def set_up_buttons(talk: Conversation, pins: ButtonSearch, config: Config) -> ButtonsConfig:
    """Set up the buttons with the person; return their configuration."""

    def look() -> ButtonsConfig | None:
        with pins.watch(config) as watched:
            found = _ButtonWalk(talk, pins, config, watched).every()
        finding = pins.finding(replace(config, buttons=found))
        if not finding.said.code.startswith("part."):
            return found
        talk.found(finding)
        return None

    return until_found(talk, "buttons", config.buttons, look)


class _ButtonWalk:
    """Asks for one button after the other."""

    def __init__(self, talk: Conversation, pins: ButtonSearch, config: Config, watched: WatchedPins) -> None:
        self._talk = talk
        self._pins = pins
        self._config = config
        self._watched = watched
        self._owners: dict[int, str] = {}

    def every(self) -> ButtonsConfig:
        """Ask for the three main buttons, then for those of the colours, if there are any."""
        was = self._config.buttons
        for gpio in self._watched.down:
            self._talk.say(text("setup.buttons.down", pin=pin_label(gpio)), indent=2)
        three = {name: self._one(name, getattr(was, name)) for name in MAIN_BUTTONS}
        wired = was.colours
        if self._talk.yes(text("setup.buttons.colours"), default=bool(wired)):
            asked = {colour: self._one(colour, wired.get(colour)) for colour in self._pins.colours}
            wired = {colour: pin for colour, pin in asked.items() if pin is not None}
        elif wired and not self._talk.yes(text("setup.buttons.keep-colours"), default=True):
            wired = {}
        return replace(was, driver="gpio", colours=wired, **three)

    def _one(self, name: str, was: Pin | None) -> Pin | None:
        """Ask for one button; return its pin, as it was written if unchanged, or as before if skipped."""
        button = _button_text(name)
        kept = self._kept(was)
        while True:
            asked = text("setup.buttons.press", button=button, seconds=int(PRESS_TIMEOUT), kept=kept)
            match _wait_for_press(self._talk, asked, self._watched):
                case Pressed("pin", (gpio,)) if gpio not in self._owners:
                    return self._assign(name, gpio, was, button)
                case Pressed("pin", (gpio,)):
                    other = _button_text(self._owners[gpio])
                    self._hint("doubled", button=button, other=other, pin=pin_label(gpio))
                    continue
                case Pressed("skipped"):
                    return self._keep(name, was, button)
                case Pressed("nothing"):
                    self._explain_silence(button)
                case Pressed(sort, gpios):
                    self._hint(sort, button=button, pin=tuple(map(pin_label, gpios)))
            again = [text("setup.again"), text("setup.go-on", kept=kept)]
            if self._talk.choose(text("setup.what-now"), again) == 1:
                return self._keep(name, was, button)

    def _assign(self, name: str, gpio: int, was: Pin | None, button: Text) -> Pin:
        self._owners[gpio] = name
        self._hint("found", button=button, pin=pin_label(gpio))
        return was if was is not None and gpio_of(was) == gpio else gpio

    def _keep(self, name: str, was: Pin | None, button: Text) -> Pin | None:
        """A skipped button keeps its pin, unless another button was found there."""
        gpio = None if was is None else gpio_of(was)
        if gpio in self._owners:
            other = _button_text(self._owners[gpio])
            self._hint("lost", button=button, other=other, pin=pin_label(gpio))
            return was if name in MAIN_BUTTONS else None
        if gpio is not None:
            self._owners[gpio] = name
        return was

    def _explain_silence(self, button: Text) -> None:
        """Check whether the button goes to 3V3, and show what may be wrong."""
        asked = text("setup.buttons.once-more", button=button, seconds=int(PRESS_TIMEOUT))
        self._watched.set_pull(to_ground=False)
        pressed = _wait_for_press(self._talk, asked, self._watched)
        self._watched.set_pull(to_ground=True)
        if pressed.sort == "rose":
            self._hint("rose", button=button, pin=pin_label(pressed.gpios[0]))
        elif pressed.sort == "nothing":
            self._hint(
                "silent", button=button, pins=tuple(map(pin_label, self._pins.reserved_pins(self._config)))
            )
            for gpio, by in self._watched.busy.items():
                self._hint("busy", pin=pin_label(gpio), by=by)

    def _kept(self, was: Pin | None) -> Text:
        """What a skipped button keeps."""
        if was is None:
            return text("setup.kept-without")
        gpio = gpio_of(was)
        return text("setup.kept", pin=str(was) if gpio is None else pin_label(gpio))

    def _hint(self, what: str, **params: Param) -> None:
        self._talk.say(text(f"setup.buttons.{what}", **params), indent=2)


def gpio_of(written: Pin) -> int | None:
    """The GPIO number of a configured pin; None for one that the header lacks."""
    pin = find_pin(written)
    return None if pin is None else pin.gpio


def _button_text(name: str) -> Text:
    return text(f"setup.button.{name}") if name in MAIN_BUTTONS else text("setup.button.colour", colour=name)


class Pressed(NamedTuple):
    """The result of waiting for a press.

    pin: one pin went down and up. stuck: it stayed down. several: more than one went down together.
    opens: a pin that was down before went up, a button that is closed until pressed. rose: a pin went up, in
    the check for wires to 3V3. skipped: the person pressed Enter. nothing: the time was over.
    """

    sort: Literal["pin", "stuck", "several", "opens", "rose", "skipped", "nothing"]
    gpios: tuple[int, ...] = ()


def _wait_for_press(talk: Conversation, asked: Text, watched: WatchedPins) -> Pressed:
    """Ask for a press, and wait for it."""
    wait = talk.begin_wait(PRESS_TIMEOUT)
    watched.changes(watched.fds)  # drops earlier changes
    talk.say(asked)
    while not wait.over:
        changes = watched.changes(wait.next(watched.fds))
        for number, (gpio, down) in enumerate(changes):
            if not watched.to_ground:
                if not down:
                    return Pressed("rose", (gpio,))
            elif down:
                return _gather(wait, watched, changes[number:])
            elif gpio in watched.down:
                return Pressed("opens", (gpio,))
    return Pressed("skipped" if wait.skipped else "nothing")


def _gather(wait: Wait, watched: WatchedPins, changes: tuple[PinChange, ...]) -> Pressed:
    """Gather the pins that go down together, and wait until the first one comes up."""
    first = changes[0].gpio
    down: set[int] = set()
    up: set[int] = set()
    wait.extend(RELEASE_TIMEOUT)
    while changes:
        for change in changes:
            (down if change.down else up).add(change.gpio)
        changes = () if wait.over else watched.changes(wait.next(watched.fds, GATHER_TIME))
    if len(down) > 1:
        return Pressed("several", tuple(sorted(down)))
    while first not in up and not wait.over:
        up |= {change.gpio for change in watched.changes(wait.next(watched.fds)) if not change.down}
    return Pressed("pin" if first in up else "stuck", (first,))


class ButtonSearch:
    """Searches for buttons on the header, by GPIO number. colours: of all games. devices: `/dev`."""

    def __init__(
        self,
        colours: Iterable[str],
        chip: Callable[[], Chip] = header_chip,
        devices: Path = Path("/dev"),
    ) -> None:
        self.colours = tuple(colours)
        self._chip = chip
        self._devices = devices

    def finding(self, config: Config) -> Finding:
        """The probe's finding for this configuration's buttons."""
        return part_probes.probe_buttons(self._checked(config), self._chip)

    def reserved_pins(self, config: Config) -> tuple[int, ...]:
        """The pins that display, reader or board need and that are not watched, sorted."""
        return tuple(sorted(self._reserved(config)))

    @contextmanager
    def watch(self, config: Config) -> Iterator[WatchedPins]:
        """Watch every pin that other parts do not need.

        Raises `CannotSetUp`, also while a companion has the pins.
        """
        try:
            chip = self._chip()
        except ChipNotFound as none:
            raise CannotSetUp(missing("buttons", "no-rights" if none.rights else "no-chip")) from none
        try:
            reserved = self._reserved(config)
            with closing(WatchedPins(chip, [gpio for gpio in GPIOS if gpio not in reserved])) as watched:
                yield watched
        finally:
            chip.close()

    def _reserved(self, config: Config) -> set[int]:
        """Pins of buses on this machine, configured or not: claiming one would take it from its bus
        until a reboot.
        """
        reserved = set(ID_EEPROM)
        for bus, pins in I2C.items():
            if (self._devices / f"i2c-{bus}").exists():
                reserved.update(pins)
        if any(self._devices.glob("spidev*")):
            reserved.update(_SPI)
        if any((self._devices / Path(port).name).exists() for port in SERIAL_PINS):
            reserved.update(UART)
        return reserved - self._button_gpios(config)

    def _button_gpios(self, config: Config) -> set[int]:
        """The pins of configured buttons that no other configured part needs."""
        pins: set[int] = set()
        for name, written in configured_pins(self._checked(config).buttons).items():
            with suppress(PartError):
                pins.add(button_gpio(config, name, written))
        return pins

    def _checked(self, config: Config) -> Config:
        """The configuration with buttons enabled. Raises `UnknownColour`."""
        check_colours(config.buttons.colours, self.colours)
        if config.buttons.driver != NONE:
            return config
        return replace(config, buttons=replace(config.buttons, driver="gpio"))


class PinChange(NamedTuple):
    """A pin went down, towards ground, or up."""

    gpio: int
    down: bool


class WatchedPins:
    """The free ones of these pins, watched for presses.

    busy: by pin in use, its consumer's name. down: pins that were down from the beginning.
    to_ground: the present pull. When the chip fails, all but `close` raise `CannotSetUp`.
    """

    def __init__(self, chip: Chip, gpios: Iterable[int]) -> None:
        self.busy: dict[int, str] = {}
        self.to_ground = True
        self._chip = chip
        self._lines: dict[int, tuple[int, InputLine]] = {}
        self._free: list[int] = []
        with self._translate_errors():
            for gpio in gpios:
                user = chip.consumer(gpio)
                if user is None:
                    self._free.append(gpio)
                elif user == CONSUMER:
                    raise CannotSetUp(missing("buttons", "ours"))
                else:
                    self.busy[gpio] = user or "?"
            self._claim()
            self.down = tuple(gpio for gpio, line in self._lines.values() if not line.high())

    @property
    def fds(self) -> Collection[int]:
        """File descriptors to poll, one for each pin."""
        return tuple(self._lines)

    def changes(self, ready: Collection[int]) -> tuple[PinChange, ...]:
        """Changes on the pins of these file descriptors; of one pin the oldest first."""
        with self._translate_errors():
            return tuple(
                PinChange(gpio, down=not risen)
                for handle in ready
                for gpio, line in [self._lines[handle]]
                for risen in line.read_edges()
            )

    def set_pull(self, *, to_ground: bool) -> None:
        """Watch for buttons to ground, or to 3V3 to find a mistake."""
        self.close()
        self.to_ground = to_ground
        with self._translate_errors():
            self._claim()

    def close(self) -> None:
        """Release all pins."""
        lines, self._lines = self._lines, {}
        for _, line in lines.values():
            line.close()

    def _claim(self) -> None:
        for gpio in self._free:
            try:
                line = self._chip.claim_input(gpio, BOUNCE_TIME, pull_up=self.to_ground)
            except LineBusy as taken:
                self.busy[gpio] = taken.by or "?"
            else:
                self._lines[line.fd] = (gpio, line)

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.close()
            raise CannotSetUp(missing("buttons", "broken", why=error.strerror or str(error))) from error
