"""Setting up the reader: its port, its kind, and a tag that it has read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from companion.config import RfidConfig
from companion.health.findings import Finding
from companion.language.text import text
from hardware import doctor
from hardware.header import SERIAL_PINS
from hardware.part import PartError
from hardware.reader.driver import Exchange
from hardware.reader.kinds import KINDS, NO_ANSWER, ReaderKind
from hardware.reader.line import GONE, Line
from hardware.reader.port import BOOT, port_finder
from hardware.setup.conversation import Conversation, Patience, until_found
from hardware.setup.listening import Arrival, Ear, Ears

TAP = 45.0
"""Seconds that a tag is waited for."""
LINES = 6
"""How many lines of what came are shown at most."""
_ANSWER = 2.0
"""Seconds after which a reader that says nothing sensible is given up; it gives up by itself sooner."""
_SURE = 6
"""How many of the last bytes that were sent first must come back, to be an echo and no chance."""


def set_up_reader(talk: Conversation, readers: ReaderSearch, rfid: RfidConfig) -> RfidConfig:
    """Walk the person through the reader; give how it is configured from now on."""
    return until_found(talk, "reader", rfid, partial(_found, talk, readers, rfid))


def _found(talk: Conversation, readers: ReaderSearch, rfid: RfidConfig) -> RfidConfig | None:
    """The reader that was found; None when there is none, which has been said."""
    ports = readers.ports(rfid)
    if not readers.speaking(ports):
        talk.found(readers.finding(rfid))
    for finding in ports.values():
        if finding.state != "ok":
            talk.found(finding)
    usable = [port for port, finding in ports.items() if finding.state == "ok"]
    if not usable:
        _no_chip(talk, readers)
        return None
    talk.say(text("setup.reader.looking", ports=tuple(usable)))
    for port in usable:
        answer = readers.ask(port)
        if answer.echo:
            talk.say(text("setup.reader.echo", port=port), indent=2)
        if answer.driver is not None:
            talk.say(text("setup.reader.answered", driver=answer.driver, port=port))
            return _tapped(talk, readers, rfid, [port], answer.driver)
    speaking = readers.speaking(usable)
    found = _tapped(talk, readers, rfid, speaking, None) if speaking else None
    if found is None:
        _no_chip(talk, readers)
    return found


def _no_chip(talk: Conversation, readers: ReaderSearch) -> None:
    """Say what a chip on a bus needs, if such are looked for."""
    if readers.on_buses:
        talk.say(text("setup.reader.no-chip"), indent=2)


def _tapped(
    talk: Conversation, readers: ReaderSearch, rfid: RfidConfig, ports: Sequence[str], driver: str | None
) -> RfidConfig | None:
    """Have a bag laid on the reader, and see who reads it. driver: of the reader that has answered."""
    noise: dict[str, bytes] = {}
    with readers.listen(ports, driver) as ears:
        patience = talk.patience(TAP)
        talk.say(text("setup.reader.tap", seconds=int(TAP)))
        tag = _listened(talk, ears, patience, noise)
        for rest in ears.rest():
            noise[rest.port] = noise.get(rest.port, b"") + rest.data
    if tag is not None:
        talk.say(text("setup.reader.read", driver=tag.driver, port=tag.port, tag=tag.tag))
        return readers.named(rfid, tag.driver, tag.port)
    if driver is not None:
        talk.say(text("setup.reader.no-tag"), indent=2)
        taken = talk.yes(text("setup.reader.take"), default=True)
        return readers.named(rfid, driver, ports[0]) if taken else None
    for port, data in noise.items():
        what = "noise" if data.strip(b"\0") else "zeros"
        talk.say(text(f"setup.reader.{what}", port=port, bytes=data[-8:].hex(" ").upper()), indent=2)
    if not noise and not patience.skipped:
        on_header = any(port in SERIAL_PINS or str(Path(port).resolve()) in SERIAL_PINS for port in ports)
        typing = all(readers.types(port) for port in ports)
        which = "silent-header" if on_header else "silent-keyboard" if typing else "silent"
        talk.say(text(f"setup.reader.{which}"), indent=2)
    return None


def _listened(talk: Conversation, ears: Ears, patience: Patience, noise: dict[str, bytes]) -> Arrival | None:
    """Wait for a tag, and show what comes until then. noise: takes, by port, what means nothing."""
    shown = 0
    while not patience.over:
        for came in ears.hear(patience.next(ears.handles, ears.due())):
            if came.sort == "noise":
                if came.port not in noise:
                    talk.say(text("setup.reader.other-speed", port=came.port), indent=2)
                    patience.longer(TAP)
                noise[came.port] = noise.get(came.port, b"") + came.data
            elif came.sort == "tag":
                talk.say(came.line, indent=2)
                return came
            elif shown < LINES:
                talk.say(came.line, indent=2)
                shown += 1
    return None


class PortAnswer(NamedTuple):
    """What came of asking on a port. driver: of the reader that answered. echo: what was sent came back."""

    driver: str | None = None
    echo: bool = False


class ReaderSearch:
    """Looks for readers on any port on which a kind may be.

    monotonic: seconds. kinds: by name; a port under no name of theirs is taken for one of the first kind's.
    devices: `/dev`. boot: see `hardware.reader.port`.
    """

    def __init__(
        self,
        monotonic: Callable[[], float],
        kinds: Mapping[str, ReaderKind] = KINDS,
        devices: Path = Path("/dev"),
        boot: Path = BOOT,
    ) -> None:
        self.monotonic = monotonic
        self._kinds = kinds
        self._devices = devices
        self._boot = boot
        self._first = next(iter(kinds.values())).devices

    def ports(self, rfid: RfidConfig) -> Mapping[str, Finding]:
        """Every port that there is, the configured one first, and what the doctor says of it."""
        fitting = {name: kind.fits for kind in self._kinds.values() for name in kind.devices}
        found = (
            str(path)
            for name, fits in fitting.items()
            for path in sorted(self._devices.glob(name))
            if fits(str(path))
        )
        devices: dict[Path, str] = {}
        for port in (*self._configured(rfid), *found):
            devices.setdefault(Path(port).resolve(), port)
        return {port: self._look(port) for port in devices.values()}

    def finding(self, rfid: RfidConfig) -> Finding:
        """What the doctor says of the configured port."""
        kind = self._kinds.get(rfid.driver)
        if kind is not None and kind.devices != self._first:  # the port, too, is one of its own sort
            return doctor.reader(rfid, monotonic=self.monotonic, listen=0.0, boot=self._boot)
        return self._look(rfid.port)

    @property
    def on_buses(self) -> bool:
        """Whether readers on the machine's buses are among those that are looked for."""
        return any(kind.silent_code != NO_ANSWER for kind in self._kinds.values())

    def speaking(self, ports: Iterable[str]) -> tuple[str, ...]:
        """Those of the ports on which a reader may be that talks by itself."""
        return tuple(
            port for port in ports if any(kind.polling is None for kind in self._possible(port).values())
        )

    def port(self, rfid: RfidConfig) -> str:
        """The device that the configuration means; what it says where nothing is found."""
        return next(iter(self._configured(rfid)), rfid.port)

    def types(self, port: str) -> bool:
        """Whether a reader on this port is a keyboard to the machine."""
        return "keyboard" in self._possible(port)

    def named(self, rfid: RfidConfig, driver: str, port: str) -> RfidConfig:
        """The reader with this kind and port. A port keeps the name, or the pattern, that the owner gave."""
        with suppress(PartError):
            if Path(port_finder(rfid.port, self._kinds[driver].fits)()).resolve() == Path(port).resolve():
                port = rfid.port
        return replace(rfid, driver=driver, port=port)

    def ask(self, port: str) -> PortAnswer:
        """Ask for the kinds of reader that speak only when they are spoken to. Takes a second or two."""
        echo = False
        for driver, kind in self._possible(port).items():
            if kind.polling is None:
                continue
            with suppress(PartError, *GONE), closing(kind.open_line(port)) as line:
                answered, echoed = self._asked(line, kind)
                if answered:
                    return PortAnswer(driver)
                echo = echo or echoed
        return PortAnswer(echo=echo)

    @contextmanager
    def listen(self, ports: Sequence[str], driver: str | None) -> Iterator[Ears]:
        """Listen for a reader of this kind or, with None, for any that talks by itself, on every port that
        can still be opened.
        """
        with ExitStack() as stack:
            ears = []
            for port in ports:
                kinds = {
                    name: kind
                    for name, kind in self._possible(port).items()
                    if name == driver or (driver is None and kind.polling is None)
                }
                if not kinds:
                    continue
                with suppress(PartError, *GONE):
                    ear = Ear(port, kinds, self.monotonic, known=driver is not None)
                    stack.callback(ear.close)
                    ears.append(ear)
            yield Ears(ears, self.monotonic)

    def _asked(self, line: Line, kind: ReaderKind) -> tuple[bool, bool]:
        """Whether a reader of this kind answers, and whether what was sent came back."""
        exchange = Exchange(line, kind.session(), self.monotonic)
        until = self.monotonic() + _ANSWER
        heard = exchange.start()
        came, end = b"", heard.result.send[-_SURE:]
        while heard.result.answers is None and (left := until - self.monotonic()) > 0:
            heard = exchange.next(left)
            came += heard.data
        return heard.result.answers is True, len(end) == _SURE and end in came

    def _configured(self, rfid: RfidConfig) -> tuple[str, ...]:
        """The device that the configuration names, if it is there."""
        with suppress(PartError):
            kind = self._kinds.get(rfid.driver)
            port = port_finder(rfid.port)() if kind is None else port_finder(rfid.port, kind.fits)()
            if "://" not in port and Path(port).exists():
                return (port,)
        return ()

    def _possible(self, port: str) -> Mapping[str, ReaderKind]:
        """The kinds of reader that may be on this port."""
        device = Path(port).resolve()
        fitting = {
            name: kind
            for name, kind in self._kinds.items()
            if any(path.resolve() == device for each in kind.devices for path in self._devices.glob(each))
        }
        if fitting:
            return fitting
        return {name: kind for name, kind in self._kinds.items() if kind.devices == self._first}

    def _look(self, port: str) -> Finding:
        """The doctor's look, without waiting for a tag. Nothing is sent where a reader may talk by itself."""
        possible = self._possible(port)
        driver = next((name for name, kind in possible.items() if kind.polling is None), next(iter(possible)))
        rfid = RfidConfig(driver, port)
        return doctor.reader(rfid, monotonic=self.monotonic, listen=0.0, boot=self._boot)
