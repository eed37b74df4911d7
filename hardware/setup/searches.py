"""What setting up needs of the hardware: to find parts, to try them, to listen. Handed over by `daemon`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Literal, NamedTuple, Protocol

from companion.config import Config, OledConfig, RfidConfig
from companion.health.findings import Finding, Probe
from companion.language.text import Text


class Refused(Exception):
    """A part cannot be set up now. finding: why, with the cure."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding


class Displays(Protocol):
    """Displays that are wired somewhere."""

    def places(self, oled: OledConfig) -> tuple[OledConfig, ...]:
        """Each bus and address where something answers that can be a display, the configured one first."""

    def finding(self, oled: OledConfig) -> Finding:
        """What the doctor says of this display."""

    def drivers(self, oled: OledConfig) -> tuple[str, ...]:
        """The controllers that may sit at this place, the likeliest first."""

    def show(self, oled: OledConfig, number: int) -> None:
        """Show a frame along the edges, and this number in it, until `close`. Raises `Refused`."""

    def close(self) -> None:
        """Switch off what is shown."""


class Edge(NamedTuple):
    """A pin went down, towards ground, or up."""

    gpio: int
    down: bool


class Watched(Protocol):
    """Every pin that a button may be wired to."""

    @property
    def handles(self) -> Collection[int]:
        """File descriptors with something to read when a pin has changed."""

    @property
    def down(self) -> tuple[int, ...]:
        """The pins that were down before anybody pressed."""

    @property
    def busy(self) -> Mapping[int, str]:
        """The pins that others have, and who."""

    def edges(self, ready: Collection[int]) -> tuple[Edge, ...]:
        """What happened on the pins of these file descriptors."""

    def turn(self, *, to_ground: bool) -> None:
        """From now on watch for buttons to ground or, to find a mistake, to 3V3. Raises `Refused`."""


class Pins(Protocol):
    """The header's pins, by GPIO number."""

    def finding(self, config: Config) -> Finding:
        """What the doctor says of the buttons of this configuration."""

    def gpio(self, written: int | str) -> int | None:
        """The pin that the configuration names so."""

    def place(self, gpio: int) -> str:
        """The pin as a person finds it on the header."""

    def watch(self, config: Config) -> AbstractContextManager[Watched]:
        """Watch every pin that the other parts do not need, for buttons to ground. Raises `Refused`."""

    def kept_out(self, config: Config) -> tuple[str, ...]:
        """The pins that are not watched, for the display, the reader or the board needs them."""


class Port(NamedTuple):
    """A serial port. finding: the doctor's. usable: a reader can be looked for there."""

    path: str
    finding: Finding
    usable: bool


class Answer(NamedTuple):
    """What came of asking on a port. driver: of the reader that answered. echo: what was sent came back."""

    driver: str | None = None
    echo: bool = False


class Heard(NamedTuple):
    """Something that came on a port.

    tag: a tag was read, by a reader of kind `driver`. piece: something that such a reader says. noise: bytes
    that mean nothing at this speed; the next is tried. gone: the port went away, and why. line: what came, in
    words. data: the bytes.
    """

    sort: Literal["tag", "piece", "noise", "gone"]
    port: str
    line: Text
    driver: str = ""
    tag: str = ""
    data: bytes = b""


class Ears(Protocol):
    """Open ports."""

    @property
    def handles(self) -> Collection[int]:
        """File descriptors with something to read when bytes have come."""

    def due(self) -> float | None:
        """Seconds until `hear` must be called though nothing came; None for never."""

    def hear(self, ready: Collection[int]) -> tuple[Heard, ...]:
        """What came on the ports of these file descriptors, and on those whose time has come."""

    def rest(self) -> tuple[Heard, ...]:
        """What came and meant nothing, too little of it for another speed to be tried."""


class Readers(Protocol):
    """Readers on any serial port."""

    def ports(self, rfid: RfidConfig) -> tuple[Port, ...]:
        """Every port that there is, the configured one first."""

    def missing(self, rfid: RfidConfig) -> Finding:
        """What the doctor says of the configured port."""

    def ask(self, port: str) -> Answer:
        """Ask for the kinds of reader that speak only when they are spoken to. Takes a second or two."""

    def listen(self, ports: Sequence[str], driver: str | None) -> AbstractContextManager[Ears]:
        """Listen for a reader of this kind or, with None, for any that talks by itself."""

    def same(self, port: str, other: str) -> bool:
        """Whether two names, one of which may be a pattern, mean the same port."""

    def on_header(self, port: str) -> bool:
        """Whether a port is the header's own."""


class Searches(NamedTuple):
    """All of it. others: how the parts of a companion are that runs on this machine; empty without one.

    doctor: every look of the doctor, for a configuration. colours: the players' of any game.
    """

    displays: Displays
    pins: Pins
    readers: Readers
    others: Callable[[], Mapping[str, str]]
    doctor: Callable[[Config], tuple[Probe, ...]]
    colours: tuple[str, ...]
