"""Setting up the buttons: each is pressed once, and the pin that it was found on is written down."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec.structs import replace

from companion.config import ButtonsConfig, Config, Pin
from companion.health.findings import Finding, missing
from companion.language.text import Param, Text, text
from hardware import doctor
from hardware.buttons.pins import BOUNCE_TIME
from hardware.gpio import CONSUMER, Chip, ChipNotFound, InputLine, LineBusy, header_chip
from hardware.header import HEADER, I2C, ID_EEPROM, SERIAL_PINS, UART, find_pin, pin_label
from hardware.part import MAIN_BUTTONS, NONE, PartError
from hardware.pin_assignment import button_gpio, check_colours, configured_pins
from hardware.setup.conversation import CannotSetUp, Conversation, Patience, until_found

PRESS = 30.0
"""Seconds that a press is waited for."""
GATHER = 0.15
"""Seconds within which pins that go down together do so by one press."""
RELEASE = 5.0
"""Seconds after which a button that is still down is said to be stuck."""
GPIOS = tuple(sorted(pin.gpio for pin in HEADER if pin.gpio is not None and pin.gpio not in ID_EEPROM))
"""Every pin that a button could be wired to, were nothing else there."""
_SPI = range(7, 12)


def set_up_buttons(talk: Conversation, pins: ButtonSearch, config: Config) -> ButtonsConfig:
    """Walk the person through the buttons; give how they are configured from now on."""

    def look() -> ButtonsConfig | None:
        with pins.watch(config) as watched:
            found = _Asking(talk, pins, config, watched).every()
        finding = pins.finding(replace(config, buttons=found))
        if not finding.said.code.startswith("part."):
            return found
        talk.found(finding)
        return None

    return until_found(talk, "buttons", config.buttons, look)


class _Asking:
    """One walk through the buttons."""

    def __init__(self, talk: Conversation, pins: ButtonSearch, config: Config, watched: WatchedPins) -> None:
        self._talk = talk
        self._pins = pins
        self._config = config
        self._watched = watched
        self._owners: dict[int, str] = {}

    def every(self) -> ButtonsConfig:
        """Ask for the three buttons, then for those of the colours, if there are any."""
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
        """The pin of one button, as it was written if it is the same; what it was when it was passed over."""
        said = _said(name)
        kept = self._kept(was)
        while True:
            asked = text("setup.buttons.press", button=said, seconds=int(PRESS), kept=kept)
            match _wait_for_press(self._talk, asked, self._watched):
                case Pressed("pin", (gpio,)) if gpio not in self._owners:
                    return self._mine(name, gpio, was, said)
                case Pressed("pin", (gpio,)):
                    other = _said(self._owners[gpio])
                    self._hint("doubled", button=said, other=other, pin=pin_label(gpio))
                    continue
                case Pressed("skipped"):
                    return self._passed_over(name, was, said)
                case Pressed("nothing"):
                    self._unheard(said)
                case Pressed(sort, gpios):
                    self._hint(sort, button=said, pin=tuple(map(pin_label, gpios)))
            again = [text("setup.again"), text("setup.go-on", kept=kept)]
            if self._talk.choose(text("setup.what-now"), again) == 1:
                return self._passed_over(name, was, said)

    def _mine(self, name: str, gpio: int, was: Pin | None, said: Text) -> Pin:
        self._owners[gpio] = name
        self._hint("found", button=said, pin=pin_label(gpio))
        return was if was is not None and gpio_of(was) == gpio else gpio

    def _passed_over(self, name: str, was: Pin | None, said: Text) -> Pin | None:
        """A button that nobody pressed keeps its pin, unless another was found there."""
        gpio = None if was is None else gpio_of(was)
        if gpio in self._owners:
            other = _said(self._owners[gpio])
            self._hint("lost", button=said, other=other, pin=pin_label(gpio))
            return was if name in MAIN_BUTTONS else None
        if gpio is not None:
            self._owners[gpio] = name
        return was

    def _unheard(self, said: Text) -> None:
        """Nothing went down: look whether the button goes to 3V3, and say what cannot be told apart."""
        asked = text("setup.buttons.once-more", button=said, seconds=int(PRESS))
        self._watched.set_pull(to_ground=False)
        pressed = _wait_for_press(self._talk, asked, self._watched)
        self._watched.set_pull(to_ground=True)
        if pressed.sort == "rose":
            self._hint("rose", button=said, pin=pin_label(pressed.gpios[0]))
        elif pressed.sort == "nothing":
            self._hint("silent", button=said, pins=tuple(map(pin_label, self._pins.kept_out(self._config))))
            for gpio, by in self._watched.busy.items():
                self._hint("busy", pin=pin_label(gpio), by=by)

    def _kept(self, was: Pin | None) -> Text:
        """What happens to a button that is passed over."""
        if was is None:
            return text("setup.kept-without")
        gpio = gpio_of(was)
        return text("setup.kept", pin=str(was) if gpio is None else pin_label(gpio))

    def _hint(self, what: str, **params: Param) -> None:
        self._talk.say(text(f"setup.buttons.{what}", **params), indent=2)


def gpio_of(written: Pin) -> int | None:
    """The GPIO number of a pin as the configuration names it; None for what the header lacks."""
    pin = find_pin(written)
    return None if pin is None else pin.gpio


def _said(name: str) -> Text:
    return text(f"setup.button.{name}") if name in MAIN_BUTTONS else text("setup.button.colour", colour=name)


class Pressed(NamedTuple):
    """What came of waiting.

    pin: one pin went down and up again. stuck: it stayed down. several: more than one went down at once.
    opens: a pin that had been down before anybody pressed went up: the button is closed while nobody
    presses it. rose: a pin went up, on a look for wires to 3V3. skipped: Enter was pressed. nothing: the
    time was over.
    """

    sort: Literal["pin", "stuck", "several", "opens", "rose", "skipped", "nothing"]
    gpios: tuple[int, ...] = ()


def _wait_for_press(talk: Conversation, asked: Text, watched: WatchedPins) -> Pressed:
    """Ask for a press, and wait for it."""
    patience = talk.patience(PRESS)
    watched.changes(watched.handles)  # what came before nobody has asked for
    talk.say(asked)
    while not patience.over:
        changes = watched.changes(patience.next(watched.handles))
        for number, (gpio, down) in enumerate(changes):
            if not watched.to_ground:
                if not down:
                    return Pressed("rose", (gpio,))
            elif down:
                return _gathered(patience, watched, changes[number:])
            elif gpio in watched.down:
                return Pressed("opens", (gpio,))
    return Pressed("skipped" if patience.skipped else "nothing")


def _gathered(patience: Patience, watched: WatchedPins, changes: tuple[PinChange, ...]) -> Pressed:
    """See what goes down together with the first pin, and wait until that one comes up again."""
    first = changes[0].gpio
    down: set[int] = set()
    up: set[int] = set()
    patience.longer(RELEASE)
    while changes:
        for change in changes:
            (down if change.down else up).add(change.gpio)
        changes = () if patience.over else watched.changes(patience.next(watched.handles, GATHER))
    if len(down) > 1:
        return Pressed("several", tuple(sorted(down)))
    while first not in up and not patience.over:
        up |= {change.gpio for change in watched.changes(patience.next(watched.handles)) if not change.down}
    return Pressed("pin" if first in up else "stuck", (first,))


class ButtonSearch:
    """Looks for buttons on the header's pins, which are GPIO numbers here.

    colours: of every player of any game. devices: `/dev`.
    """

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
        """What the doctor says of the buttons of this configuration."""
        return doctor.buttons(self._checked(config), self._chip)

    def kept_out(self, config: Config) -> tuple[int, ...]:
        """The pins that are not watched, for the display, the reader or the board needs them; in order."""
        return tuple(sorted(self._needed(config)))

    @contextmanager
    def watch(self, config: Config) -> Iterator[WatchedPins]:
        """Watch every pin that the other parts do not need.

        Raises `CannotSetUp`, also while a companion runs here that has pins, and where there are none.
        """
        try:
            chip = self._chip()
        except ChipNotFound as none:
            raise CannotSetUp(missing("buttons", "no-rights" if none.rights else "no-chip")) from none
        try:
            needed = self._needed(config)
            with closing(WatchedPins(chip, [gpio for gpio in GPIOS if gpio not in needed])) as watched:
                yield watched
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
        pins: set[int] = set()
        for name, written in configured_pins(self._checked(config).buttons).items():
            with suppress(PartError):
                pins.add(button_gpio(config, name, written))
        return pins

    def _checked(self, config: Config) -> Config:
        """With buttons, whether there are any or not. Raises `UnknownColour`."""
        check_colours(config.buttons.colours, self.colours)
        if config.buttons.driver != NONE:
            return config
        return replace(config, buttons=replace(config.buttons, driver="gpio"))


class PinChange(NamedTuple):
    """A pin went down, towards ground, or up."""

    gpio: int
    down: bool


class WatchedPins:
    """Those of these pins that are free, watched for buttons to ground.

    busy: the pins that others have, and who. down: those that were down before anybody pressed.
    to_ground: as they are watched now. When the chip fails, all but `close` raise `CannotSetUp`.
    """

    def __init__(self, chip: Chip, gpios: Iterable[int]) -> None:
        self.busy: dict[int, str] = {}
        self.to_ground = True
        self._chip = chip
        self._lines: dict[int, tuple[int, InputLine]] = {}
        self._free: list[int] = []
        with self._refusing():
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
    def handles(self) -> Collection[int]:
        """File descriptors with something to read when a pin has changed; one for each."""
        return tuple(self._lines)

    def changes(self, ready: Collection[int]) -> tuple[PinChange, ...]:
        """What happened on the pins of these file descriptors; of one pin the oldest first."""
        with self._refusing():
            return tuple(
                PinChange(gpio, down=not risen)
                for handle in ready
                for gpio, line in [self._lines[handle]]
                for risen in line.read_edges()
            )

    def set_pull(self, *, to_ground: bool) -> None:
        """From now on watch for buttons to ground or, to find a mistake, to 3V3."""
        self.close()
        self.to_ground = to_ground
        with self._refusing():
            self._claim()

    def close(self) -> None:
        """Give every pin back."""
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
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.close()
            raise CannotSetUp(missing("buttons", "broken", why=error.strerror or str(error))) from error
