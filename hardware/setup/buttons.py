"""Setting up the buttons: each is pressed once, and the pin that it was found on is written down."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from companion.config import ButtonsConfig, Config
from companion.health.findings import Finding, missing
from companion.language.text import Param, Text, text
from hardware import doctor
from hardware.buttons.header import (
    HEADER,
    I2C,
    ID_EEPROM,
    SERIAL_PINS,
    UART,
    button_pin,
    check_colours,
    find,
    place,
    wired,
)
from hardware.buttons.kernel import CONSUMER, Chip, Input, LineTaken, NoChip, header_chip
from hardware.buttons.pins import BOUNCE
from hardware.part import NONE, THREE, PartError
from hardware.setup.conversation import Conversation, Patience
from hardware.setup.searches import Edge, Pins, Refused, Watched

PRESS = 30.0
"""Seconds that a press is waited for."""
GATHER = 0.15
"""Seconds within which pins that go down together do so by one press."""
RELEASE = 5.0
"""Seconds after which a button that is still down is said to be stuck."""


class Pressed(NamedTuple):
    """What came of waiting.

    pin: one pin went down and up again. stuck: it stayed down. several: more than one went down at once.
    opens: a pin that had been down before anybody pressed went up: the button is closed while nobody
    presses it. rose: a pin went up, on a look for wires to 3V3. skipped: Enter was pressed. nothing: the
    time was over.
    """

    sort: Literal["pin", "stuck", "several", "opens", "rose", "skipped", "nothing"]
    gpios: tuple[int, ...] = ()


def wait_for_press(talk: Conversation, asked: Text, watched: Watched, *, to_ground: bool = True) -> Pressed:
    """Ask for a press, and wait for it. to_ground: as the pins are watched now."""
    patience = talk.patience(PRESS)
    watched.edges(watched.handles)  # what came before nobody has asked for
    talk.say(asked)
    while not patience.over:
        edges = watched.edges(patience.next(watched.handles))
        for number, edge in enumerate(edges):
            if not to_ground:
                if not edge.down:
                    return Pressed("rose", (edge.gpio,))
            elif edge.down:
                return _gathered(patience, watched, edges[number:])
            elif edge.gpio in watched.down:
                return Pressed("opens", (edge.gpio,))
    return Pressed("skipped" if patience.skipped else "nothing")


def _gathered(patience: Patience, watched: Watched, edges: tuple[Edge, ...]) -> Pressed:
    """See what goes down together with the first pin, and wait until that one comes up again."""
    first = edges[0].gpio
    down: set[int] = set()
    up: set[int] = set()
    patience.longer(RELEASE)
    while edges:
        down |= {edge.gpio for edge in edges if edge.down}
        up |= {edge.gpio for edge in edges if not edge.down}
        edges = () if patience.over else watched.edges(patience.next(watched.handles, GATHER))
    if len(down) > 1:
        return Pressed("several", tuple(sorted(down)))
    while first not in up and not patience.over:
        up |= {edge.gpio for edge in watched.edges(patience.next(watched.handles)) if not edge.down}
    return Pressed("pin" if first in up else "stuck", (first,))


Pin: TypeAlias = int | str

_Way = Literal["again", "leave", "none"]
_WAYS: tuple[_Way, ...] = ("again", "leave", "none")


def buttons(talk: Conversation, pins: Pins, config: Config, colours: Sequence[str]) -> ButtonsConfig:
    """Walk the person through the buttons; give how they are configured from now on.

    colours: of every player of any game.
    """
    talk.title(text("setup.buttons"))
    was = config.buttons
    while True:
        try:
            with pins.watch(config) as watched:
                found = _Asking(talk, pins, config, watched).every(colours)
        except Refused as refused:
            talk.found(refused.finding)
        else:
            finding = pins.finding(replace(config, buttons=found))
            if not finding.said.code.startswith("part."):
                return found
            talk.found(finding)
        way = _WAYS[talk.choose(text("setup.what-now"), [text(f"setup.buttons.{each}") for each in _WAYS])]
        if way != "again":
            return was if way == "leave" else replace(was, driver="none")


class _Asking:
    """One walk through the buttons."""

    def __init__(self, talk: Conversation, pins: Pins, config: Config, watched: Watched) -> None:
        self._talk = talk
        self._pins = pins
        self._config = config
        self._watched = watched
        self._owners: dict[int, str] = {}

    def every(self, colours: Sequence[str]) -> ButtonsConfig:
        """Ask for the three buttons, then for those of the colours, if there are any."""
        was = self._config.buttons
        for gpio in self._watched.down:
            self._talk.say(text("setup.buttons.down", pin=self._pins.place(gpio)), indent=2)
        three = {name: self._one(name, getattr(was, name)) for name in THREE}
        wired = was.colours
        if self._talk.yes(text("setup.buttons.colours"), default=bool(wired)):
            asked = {colour: self._one(colour, wired.get(colour)) for colour in colours}
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
            match wait_for_press(self._talk, asked, self._watched):
                case Pressed("pin", (gpio,)) if gpio not in self._owners:
                    return self._mine(name, gpio, was, said)
                case Pressed("pin", (gpio,)):
                    other = _said(self._owners[gpio])
                    self._hint("doubled", button=said, other=other, pin=self._pins.place(gpio))
                    continue
                case Pressed("skipped"):
                    return self._passed_over(name, was, said)
                case Pressed("nothing"):
                    self._unheard(said)
                case Pressed(sort, gpios):
                    places = tuple(self._pins.place(gpio) for gpio in gpios)
                    self._hint(sort, button=said, pin=places)
            again = [text("setup.again"), text("setup.go-on", kept=kept)]
            if self._talk.choose(text("setup.what-now"), again) == 1:
                return self._passed_over(name, was, said)

    def _mine(self, name: str, gpio: int, was: Pin | None, said: Text) -> Pin:
        self._owners[gpio] = name
        self._hint("found", button=said, pin=self._pins.place(gpio))
        return was if was is not None and self._pins.gpio(was) == gpio else gpio

    def _passed_over(self, name: str, was: Pin | None, said: Text) -> Pin | None:
        """A button that nobody pressed keeps its pin, unless another was found there."""
        gpio = None if was is None else self._pins.gpio(was)
        if gpio in self._owners:
            other = _said(self._owners[gpio])
            self._hint("lost", button=said, other=other, pin=self._pins.place(gpio))
            return was if name in THREE else None
        if gpio is not None:
            self._owners[gpio] = name
        return was

    def _unheard(self, said: Text) -> None:
        """Nothing went down: look whether the button goes to 3V3, and say what cannot be told apart."""
        asked = text("setup.buttons.once-more", button=said, seconds=int(PRESS))
        self._watched.turn(to_ground=False)
        pressed = wait_for_press(self._talk, asked, self._watched, to_ground=False)
        self._watched.turn(to_ground=True)
        if pressed.sort == "rose":
            self._hint("rose", button=said, pin=self._pins.place(pressed.gpios[0]))
        elif pressed.sort == "nothing":
            self._hint("silent", button=said, pins=self._pins.kept_out(self._config))
            for gpio, by in self._watched.busy.items():
                self._hint("busy", pin=self._pins.place(gpio), by=by)

    def _kept(self, was: Pin | None) -> Text:
        """What happens to a button that is passed over."""
        if was is None:
            return text("setup.kept-without")
        gpio = self._pins.gpio(was)
        return text("setup.kept", pin=str(was) if gpio is None else self._pins.place(gpio))

    def _hint(self, what: str, **params: Param) -> None:
        self._talk.say(text(f"setup.buttons.{what}", **params), indent=2)


def _said(name: str) -> Text:
    return text(f"setup.button.{name}") if name in THREE else text("setup.button.colour", colour=name)


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
        return doctor.buttons(self._checked(config), self._chip)

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
        pins: set[int] = set()
        for name, written in wired(self._checked(config).buttons).items():
            with suppress(PartError):
                pins.add(button_pin(config, name, written))
        return pins

    def _checked(self, config: Config) -> Config:
        """With buttons, whether there are any or not. Raises `UnknownColour`."""
        check_colours(config.buttons, self._colours)
        if config.buttons.driver != NONE:
            return config
        return replace(config, buttons=replace(config.buttons, driver="gpio"))


class Watch:
    """See `hardware.setup.searches.Watched`. When the chip fails, all but `close` raise `Refused`."""

    def __init__(self, chip: Chip, gpios: Iterable[int]) -> None:
        self._chip = chip
        self._lines: dict[int, tuple[int, Input]] = {}
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
