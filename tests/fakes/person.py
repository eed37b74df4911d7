"""Somebody at the terminal who does what the script says, and a box one level below the drivers."""

from __future__ import annotations

import errno
import io
import os
import select
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest import mock

import smbus2

from hardware.outputs import OutputPinFactory
from hardware.pwm import PwmChannels
from hardware.reader.kinds import KINDS, SERIAL, ReaderKind
from hardware.setup.buttons import ButtonSearch
from hardware.setup.buzzer import BuzzerSearch
from hardware.setup.display import DisplaySearch
from hardware.setup.lamps import LampSearch
from hardware.setup.reader import ReaderSearch
from hardware.setup.terminal import Terminal, TerminalConversation
from tests.fakes.box import MESSAGES
from tests.fakes.gpio import Kernel
from tests.fakes.lit import RecordingBus
from tests.fakes.oleds import MODELS, WatchedBus

COLOURS = ("red", "yellow", "green", "blue")
ENTER: Final = ""
SPEAKING = {name: kind for name, kind in KINDS.items() if kind.polling is None and kind.devices == SERIAL}
SHORT = 1.0
"""Seconds: the person does nothing in a shorter wait."""


class Late:
    """The person lets the time pass."""


LATE = Late()
Doing = str | Late | Callable[[], object]


class Person(Terminal):
    """Types the strings of the script when a line is asked for, and does the rest of it when something is
    waited for. At the end of the script the terminal is gone.
    """

    def __init__(self, *script: Doing, width: int = 80) -> None:
        super().__init__(-1, io.StringIO())
        self.script = list(script)
        self.shown: list[str] = []
        self.now = 100.0
        self._width = width
        self._open = ""

    @property
    def width(self) -> int:
        return self._width

    def show(self, words: str, *, end: str = "\n") -> None:
        self._open += words + end
        *lines, self._open = self._open.split("\n")
        self.shown += lines

    def line(self) -> str:
        doing = self._next()
        while callable(doing):
            doing()
            doing = self._next()
        assert isinstance(doing, str), f"after {self.shown[-5:]}: {doing}"
        self.show(f"<{doing}>")
        return doing

    def wait(self, fds: Collection[int], seconds: float) -> frozenset[int] | None:
        if ready := self._poll(fds):
            return ready
        if seconds <= SHORT:
            self.now += seconds
            return frozenset()
        match self._next():
            case str():
                return None
            case Late():
                self.now += seconds
                return frozenset()
            case hands:
                hands()
                return self._poll(fds)

    def discard_input(self) -> None:
        """Nothing is typed too early."""

    @property
    def words(self) -> str:
        """All that was shown, without the ends of lines."""
        return " ".join(" ".join([*self.shown, self._open]).split())

    def _next(self) -> Doing:
        if not self.script:
            raise EOFError
        return self.script.pop(0)

    def _poll(self, fds: Collection[int]) -> frozenset[int]:
        return frozenset(select.select(list(fds), [], [], 0)[0])


class Parts:
    """A Raspberry Pi with a display, pins and serial ports that are not there.

    bus: of the display, on bus 1. dev: its `/dev`. running: how the parts of another companion are.
    """

    def __init__(self, folder: Path, driver: str = "ssd1306", address: int = 0x3C) -> None:
        self.dev = folder / "dev"
        (self.dev / "serial" / "by-id").mkdir(parents=True)
        (self.dev / "i2c-1").touch()
        self.boot = folder / "cmdline"
        self.boot.write_text("console=tty1 quiet")
        self.bus = WatchedBus(MODELS[driver](), address)
        self.buses: dict[int, Any] = {1: self.bus}
        self.kernel = Kernel(self.dev)
        self.strip = RecordingBus()
        self.running: Mapping[str, str] = {}

    def port(self, name: str, device: str) -> str:
        """Have a serial port of this name."""
        path = self.dev / name
        path.symlink_to(device)
        return str(path)

    def displays(self) -> DisplaySearch:
        return DisplaySearch(devices=self.dev)

    def pins(self) -> ButtonSearch:
        return ButtonSearch(COLOURS, self.kernel.chip, self.dev)

    def readers(
        self, monotonic: Callable[[], float], kinds: Mapping[str, ReaderKind] = SPEAKING
    ) -> ReaderSearch:
        """kinds: of readers; those that must be asked are given time by the real clock."""
        return ReaderSearch(monotonic, kinds, self.dev, self.boot)

    def lamps(self) -> LampSearch:
        return LampSearch(COLOURS, self.kernel.chip, self.strip.open)

    def buzzers(self) -> BuzzerSearch:
        """Its time passes at once; what sounds is seen on the pin."""
        return BuzzerSearch(
            lambda _active: OutputPinFactory(self.kernel.chip(), PwmChannels(self.dev / "pwm")),
            lambda _seconds: None,
        )

    def open_bus(self, place: int | str) -> Any:
        """Stands where `smbus2.SMBus` stands: a bus by its number, or by its device."""
        number = place if isinstance(place, int) else int(place.rpartition("-")[2])
        if number not in self.buses:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"/dev/i2c-{number}")
        return self.buses[number]


@contextmanager
def wired(folder: Path, driver: str = "ssd1306", address: int = 0x3C) -> Iterator[Parts]:
    """Such a Raspberry Pi, whose bus every driver opens."""
    parts = Parts(folder, driver, address)
    with mock.patch.object(smbus2, "SMBus", parts.open_bus):
        yield parts
    parts.kernel.close()


def talk(person: Person, language: str = "en") -> TerminalConversation:
    return TerminalConversation(MESSAGES.language(language), person, lambda: person.now)
