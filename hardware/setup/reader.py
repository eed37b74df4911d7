"""Setting up the reader: its port, its kind, and a tag that it has read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Literal

import serial
from msgspec.structs import replace

from companion.config import RfidConfig
from companion.health.findings import Finding
from companion.language.text import text
from hardware import doctor
from hardware.buttons.header import SERIAL_PINS
from hardware.part import PartError
from hardware.reader.driver import Exchange
from hardware.reader.kinds import KINDS, Kind
from hardware.reader.port import BOOT, GONE, open_line, search
from hardware.reader.protocol import NOISE
from hardware.setup.conversation import Conversation, Patience
from hardware.setup.listening import Ear
from hardware.setup.searches import Answer, Ears, Heard, Port, Readers

TAP = 45.0
"""Seconds that a tag is waited for."""
LINES = 6
"""How many lines of what came are shown at most."""

_Way = Literal["again", "leave", "none"]
_WAYS: tuple[_Way, ...] = ("again", "leave", "none")


def reader(talk: Conversation, readers: Readers, rfid: RfidConfig) -> RfidConfig:
    """Walk the person through the reader; give how it is configured from now on."""
    talk.title(text("setup.reader"))
    while True:
        found = _found(talk, readers, rfid)
        if found is not None:
            return found
        way = _WAYS[talk.choose(text("setup.what-now"), [text(f"setup.reader.{each}") for each in _WAYS])]
        if way != "again":
            return rfid if way == "leave" else replace(rfid, driver="none")


def _found(talk: Conversation, readers: Readers, rfid: RfidConfig) -> RfidConfig | None:
    """The reader that was found; None when there is none, which has been said."""
    ports = readers.ports(rfid)
    if not ports:
        talk.found(readers.missing(rfid))
        return None
    for port in ports:
        if not port.usable:
            talk.found(port.finding)
    usable = [port.path for port in ports if port.usable]
    if not usable:
        return None
    talk.say(text("setup.reader.looking", ports=tuple(usable)))
    for path in usable:
        answer = readers.ask(path)
        if answer.echo:
            talk.say(text("setup.reader.echo", port=path), indent=2)
        if answer.driver is not None:
            talk.say(text("setup.reader.answered", driver=answer.driver, port=path))
            return _tapped(talk, readers, rfid, [path], answer.driver)
    return _tapped(talk, readers, rfid, usable, None)


def _tapped(
    talk: Conversation, readers: Readers, rfid: RfidConfig, ports: Sequence[str], driver: str | None
) -> RfidConfig | None:
    """Have a bag laid on the reader, and see who reads it. driver: of the reader that has answered."""
    noise: dict[str, bytes] = {}
    with readers.listen(ports, driver) as ears:
        patience = talk.patience(TAP)
        talk.say(text("setup.reader.tap", seconds=int(TAP)))
        tag = _listened(talk, ears, patience, noise)
        for heard in ears.rest():
            noise[heard.port] = noise.get(heard.port, b"") + heard.data
    if tag is not None:
        talk.say(text("setup.reader.read", driver=tag.driver, port=tag.port, tag=tag.tag))
        return _named(readers, rfid, tag.driver, tag.port)
    if driver is not None:
        talk.say(text("setup.reader.no-tag"), indent=2)
        taken = talk.yes(text("setup.reader.take"), default=True)
        return _named(readers, rfid, driver, ports[0]) if taken else None
    for port, data in noise.items():
        what = "noise" if data.strip(b"\0") else "zeros"
        talk.say(text(f"setup.reader.{what}", port=port, bytes=data[-8:].hex(" ").upper()), indent=2)
    if not noise and not patience.skipped:
        on_header = any(readers.on_header(port) for port in ports)
        talk.say(text("setup.reader.silent-header" if on_header else "setup.reader.silent"), indent=2)
    return None


def _listened(talk: Conversation, ears: Ears, patience: Patience, noise: dict[str, bytes]) -> Heard | None:
    """Wait for a tag, and show what comes until then. noise: takes, by port, what means nothing."""
    shown = 0
    while not patience.over:
        for heard in ears.hear(patience.next(ears.handles, ears.due())):
            if heard.sort == "noise":
                if heard.port not in noise:
                    talk.say(text("setup.reader.other-speed", port=heard.port), indent=2)
                    patience.longer(TAP)
                noise[heard.port] = noise.get(heard.port, b"") + heard.data
            elif heard.sort == "tag":
                talk.say(heard.line, indent=2)
                return heard
            elif shown < LINES:
                talk.say(heard.line, indent=2)
                shown += 1
    return None


def _named(readers: Readers, rfid: RfidConfig, driver: str, port: str) -> RfidConfig:
    """The reader with this kind and port; a port keeps the name that the owner gave it."""
    return replace(rfid, driver=driver, port=rfid.port if readers.same(rfid.port, port) else port)


_NAMES = ("serial/by-id/*", "ttyUSB*", "ttyACM*", "ttyAMA*", "ttyS0")
"""Where serial ports are found below `/dev`; the first name of a port is the one that stays."""
_ANSWER = 2.0
"""Seconds after which a reader that says nothing sensible is given up; it gives up by itself sooner."""
_SURE = 6
"""The last bytes of what was sent first; coming back, they are no chance."""


class ReaderSearch:
    """See `hardware.setup.searches.Readers`. monotonic: seconds. devices: `/dev`.

    boot: see `hardware.reader.port`.
    """

    def __init__(
        self,
        monotonic: Callable[[], float],
        kinds: Mapping[str, Kind] = KINDS,
        devices: Path = Path("/dev"),
        boot: Path = BOOT,
    ) -> None:
        self._monotonic = monotonic
        self._kinds = kinds
        self._devices = devices
        self._boot = boot
        self._listening = next(name for name, kind in kinds.items() if kind.talks is None)

    def ports(self, rfid: RfidConfig) -> tuple[Port, ...]:
        """Each port once, each opened to see that it can be."""
        names = [*self._configured(rfid), *(str(path) for path in self._names())]
        devices: dict[Path, str] = {}
        for name in names:
            devices.setdefault(Path(name).resolve(), name)
        return tuple(self._port(name) for name in devices.values())

    def missing(self, rfid: RfidConfig) -> Finding:
        """Of the configured port, whatever it is."""
        return self._look(rfid.port)

    def ask(self, port: str) -> Answer:
        """Speak to the port as each kind does that waits for that."""
        echo = False
        for driver, kind in self._kinds.items():
            if kind.talks is None:
                continue
            with suppress(PartError, *GONE), closing(open_line(port, kind.baudrate)) as line:
                answered, echoed = self._asked(line, kind)
                if answered:
                    return Answer(driver)
                echo = echo or echoed
        return Answer(echo=echo)

    @contextmanager
    def listen(self, ports: Sequence[str], driver: str | None) -> Iterator[AllEars]:
        """Listen on every port that can still be opened."""
        kinds = {
            name: kind
            for name, kind in self._kinds.items()
            if name == driver or (driver is None and kind.talks is None)
        }
        with ExitStack() as stack:
            ears = []
            for port in ports:
                with suppress(PartError, *GONE):
                    ear = Ear(port, kinds, self._monotonic)
                    stack.callback(ear.close)
                    ears.append(ear)
            yield AllEars(ears, self._monotonic)

    def same(self, port: str, other: str) -> bool:
        """By the device that is behind the name, or the only one that fits the pattern."""
        try:
            return Path(search(port)()).resolve() == Path(other).resolve()
        except PartError:
            return False

    def on_header(self, port: str) -> bool:
        """By its name."""
        return str(Path(port).resolve()) in SERIAL_PINS or port in SERIAL_PINS

    def _asked(self, line: serial.Serial, kind: Kind) -> tuple[bool, bool]:
        """Whether a reader of this kind answers, and whether what was sent came back."""
        exchange = Exchange(line, kind.session(), self._monotonic)
        until = self._monotonic() + _ANSWER
        heard = exchange.begin()
        came, end = b"", heard.turn.send[-_SURE:]
        while heard.turn.well is None and (left := until - self._monotonic()) > 0:
            heard = exchange.next(left)
            came += heard.data
        return heard.turn.well is True, bool(end) and end in came

    def _names(self) -> Iterator[Path]:
        for name in _NAMES:
            yield from sorted(self._devices.glob(name))

    def _configured(self, rfid: RfidConfig) -> tuple[str, ...]:
        """The device that the configuration names, if it is there."""
        with suppress(PartError):
            port = search(rfid.port)()
            if "://" not in port and Path(port).exists():
                return (port,)
        return ()

    def _port(self, name: str) -> Port:
        finding = self._look(name)
        return Port(name, finding, finding.state == "ok")

    def _look(self, port: str) -> Finding:
        """The doctor's look, without waiting for a tag. Nothing is sent."""
        rfid = RfidConfig(self._listening, port)
        return doctor.reader(rfid, monotonic=self._monotonic, listen=0.0, boot=self._boot)


class AllEars:
    """See `hardware.setup.searches.Ears`."""

    def __init__(self, ears: Sequence[Ear], monotonic: Callable[[], float]) -> None:
        self._ears = {ear.handle: ear for ear in ears}
        self._monotonic = monotonic

    @property
    def handles(self) -> Collection[int]:
        """One for each port that is there."""
        return tuple(self._ears)

    def due(self) -> float | None:
        """Until the first of them has something to say."""
        dues = [ear.due for ear in self._ears.values() if ear.due is not None]
        return max(0.0, min(dues) - self._monotonic()) if dues else None

    def hear(self, ready: Collection[int]) -> tuple[Heard, ...]:
        """From the ports that have something, or whose time has come."""
        now = self._monotonic()
        heard: list[Heard] = []
        for handle, ear in tuple(self._ears.items()):
            if handle in ready or (ear.due is not None and ear.due <= now):
                came = ear.hear()
                heard += came
                if any(each.sort == "gone" for each in came):
                    del self._ears[handle]
        return tuple(heard)

    def rest(self) -> tuple[Heard, ...]:
        """From every port on which something was left over."""
        return tuple(
            Heard("noise", ear.port, NOISE, data=ear.rest()) for ear in self._ears.values() if ear.rest()
        )
