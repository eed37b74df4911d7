"""Sets up the reader: its port, its kind, and a tag to prove it."""

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
from hardware import part_probes
from hardware.header import SERIAL_PINS
from hardware.part import PartError
from hardware.reader.driver import Exchange
from hardware.reader.kinds import KINDS, NO_ANSWER, ReaderKind
from hardware.reader.line import GONE, Line
from hardware.reader.port import BOOT, port_finder
from hardware.setup.conversation import Conversation, Wait, until_found
from hardware.setup.port_listener import Arrival, PortListener, PortListeners

TAP_TIMEOUT = 45.0
"""Seconds to wait for a tag."""
MAX_LINES = 6
"""Lines of received bytes to show at most."""
_ANSWER_TIMEOUT = 2.0
"""Seconds to wait for a sensible answer."""
_ECHO_LENGTH = 6
"""The last sent bytes that must come back to count as an echo."""


def set_up_reader(talk: Conversation, readers: ReaderSearch, rfid: RfidConfig) -> RfidConfig:
    """Set up the reader with the person; return its configuration."""
    return until_found(talk, "reader", rfid, partial(_found, talk, readers, rfid))


def _found(talk: Conversation, readers: ReaderSearch, rfid: RfidConfig) -> RfidConfig | None:
    """Search once; None after showing that there is no reader."""
    ports = readers.ports(rfid)
    if not readers.sending_ports(ports):
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
        answer = readers.probe(port)
        if answer.echo:
            talk.say(text("setup.reader.echo", port=port), indent=2)
        if answer.driver is not None:
            talk.say(text("setup.reader.answered", driver=answer.driver, port=port))
            return _find_by_tag(talk, readers, rfid, [port], answer.driver)
    sending_ports = readers.sending_ports(usable)
    found = _find_by_tag(talk, readers, rfid, sending_ports, None) if sending_ports else None
    if found is None:
        _no_chip(talk, readers)
    return found


def _no_chip(talk: Conversation, readers: ReaderSearch) -> None:
    """Show what a chip on a bus needs, if such kinds are searched for."""
    if readers.on_buses:
        talk.say(text("setup.reader.no-chip"), indent=2)


def _find_by_tag(
    talk: Conversation, readers: ReaderSearch, rfid: RfidConfig, ports: Sequence[str], driver: str | None
) -> RfidConfig | None:
    """Ask for a bag, and find the reader that reads it. driver: of a reader that has answered."""
    noise: dict[str, bytes] = {}
    with readers.listen(ports, driver) as listeners:
        wait = talk.begin_wait(TAP_TIMEOUT)
        talk.say(text("setup.reader.tap", seconds=int(TAP_TIMEOUT)))
        tag = _wait_for_tag(talk, listeners, wait, noise)
        for rest in listeners.rest():
            noise[rest.port] = noise.get(rest.port, b"") + rest.data
    if tag is not None:
        talk.say(text("setup.reader.read", driver=tag.driver, port=tag.port, tag=tag.tag))
        return readers.reader_config(rfid, tag.driver, tag.port)
    if driver is not None:
        talk.say(text("setup.reader.no-tag"), indent=2)
        taken = talk.yes(text("setup.reader.take"), default=True)
        return readers.reader_config(rfid, driver, ports[0]) if taken else None
    for port, data in noise.items():
        what = "noise" if data.strip(b"\0") else "zeros"
        talk.say(text(f"setup.reader.{what}", port=port, bytes=data[-8:].hex(" ").upper()), indent=2)
    if not noise and not wait.skipped:
        on_header = any(port in SERIAL_PINS or str(Path(port).resolve()) in SERIAL_PINS for port in ports)
        typing = all(readers.types(port) for port in ports)
        which = "silent-header" if on_header else "silent-keyboard" if typing else "silent"
        talk.say(text(f"setup.reader.{which}"), indent=2)
    return None


def _wait_for_tag(
    talk: Conversation, listeners: PortListeners, wait: Wait, noise: dict[str, bytes]
) -> Arrival | None:
    """Wait for a tag, and show what arrives until then. noise: collects noise by port."""
    shown = 0
    while not wait.over:
        for came in listeners.receive(wait.next(listeners.fds, listeners.next_due())):
            if came.sort == "noise":
                if came.port not in noise:
                    talk.say(text("setup.reader.other-speed", port=came.port), indent=2)
                    wait.extend(TAP_TIMEOUT)
                noise[came.port] = noise.get(came.port, b"") + came.data
            elif came.sort == "tag":
                talk.say(came.line, indent=2)
                return came
            elif shown < MAX_LINES:
                talk.say(came.line, indent=2)
                shown += 1
    return None


class PortAnswer(NamedTuple):
    """The answer to a probe. driver: of the reader that answered. echo: the sent bytes came back."""

    driver: str | None = None
    echo: bool = False


class ReaderSearch:
    """Searches for readers on all ports of all kinds.

    monotonic: seconds. kinds: by name; an unknown port is taken for the first kind's. devices: `/dev`.
    boot: see `hardware.reader.port`.
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
        """Every existing port, the configured one first, with its probe's finding."""
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
        return {port: self._probe_port(port) for port in devices.values()}

    def finding(self, rfid: RfidConfig) -> Finding:
        """The probe's finding for the configured port."""
        kind = self._kinds.get(rfid.driver)
        if kind is not None and kind.devices != self._first:  # the port, too, is one of its own sort
            return part_probes.probe_reader(rfid, monotonic=self.monotonic, listen=0.0, boot=self._boot)
        return self._probe_port(rfid.port)

    @property
    def on_buses(self) -> bool:
        """Whether kinds on the machine's buses are among those searched for."""
        return any(kind.silent_code != NO_ANSWER for kind in self._kinds.values())

    def sending_ports(self, ports: Iterable[str]) -> tuple[str, ...]:
        """The ports on which a reader may be that sends by itself."""
        return tuple(
            port for port in ports if any(kind.polling is None for kind in self._possible(port).values())
        )

    def port(self, rfid: RfidConfig) -> str:
        """The configured device, or the configured text where no device matches."""
        return next(iter(self._configured(rfid)), rfid.port)

    def types(self, port: str) -> bool:
        """Whether a reader on this port is a keyboard to the machine."""
        return "keyboard" in self._possible(port)

    def reader_config(self, rfid: RfidConfig, driver: str, port: str) -> RfidConfig:
        """The configuration of this kind and port; a port keeps the name or pattern that the owner wrote."""
        with suppress(PartError):
            if Path(port_finder(rfid.port, self._kinds[driver].fits)()).resolve() == Path(port).resolve():
                port = rfid.port
        return replace(rfid, driver=driver, port=port)

    def probe(self, port: str) -> PortAnswer:
        """Probe a port for polled kinds of readers. Takes a second or two."""
        echo = False
        for driver, kind in self._possible(port).items():
            if kind.polling is None:
                continue
            with suppress(PartError, *GONE), closing(kind.open_line(port)) as line:
                answered, echoed = self._probe(line, kind)
                if answered:
                    return PortAnswer(driver)
                echo = echo or echoed
        return PortAnswer(echo=echo)

    @contextmanager
    def listen(self, ports: Sequence[str], driver: str | None) -> Iterator[PortListeners]:
        """Listen on all ports that can be opened for this kind of reader, None for any that sends by
        itself.
        """
        with ExitStack() as stack:
            listeners = []
            for port in ports:
                kinds = {
                    name: kind
                    for name, kind in self._possible(port).items()
                    if name == driver or (driver is None and kind.polling is None)
                }
                if not kinds:
                    continue
                with suppress(PartError, *GONE):
                    listener = PortListener(port, kinds, self.monotonic, known=driver is not None)
                    stack.callback(listener.close)
                    listeners.append(listener)
            yield PortListeners(listeners, self.monotonic)

    def _probe(self, line: Line, kind: ReaderKind) -> tuple[bool, bool]:
        """Whether a reader of this kind answers, and whether the sent bytes came back."""
        exchange = Exchange(line, kind.session(), self.monotonic)
        until = self.monotonic() + _ANSWER_TIMEOUT
        step = exchange.start()
        came, end = b"", step.result.send[-_ECHO_LENGTH:]
        while step.result.answers is None and (left := until - self.monotonic()) > 0:
            step = exchange.next(left)
            came += step.data
        return step.result.answers is True, len(end) == _ECHO_LENGTH and end in came

    def _configured(self, rfid: RfidConfig) -> tuple[str, ...]:
        """The configured device, if it exists."""
        with suppress(PartError):
            kind = self._kinds.get(rfid.driver)
            port = port_finder(rfid.port)() if kind is None else port_finder(rfid.port, kind.fits)()
            if "://" not in port and Path(port).exists():
                return (port,)
        return ()

    def _possible(self, port: str) -> Mapping[str, ReaderKind]:
        """The kinds of readers that may be on this port."""
        device = Path(port).resolve()
        fitting = {
            name: kind
            for name, kind in self._kinds.items()
            if any(path.resolve() == device for each in kind.devices for path in self._devices.glob(each))
        }
        if fitting:
            return fitting
        return {name: kind for name, kind in self._kinds.items() if kind.devices == self._first}

    def _probe_port(self, port: str) -> Finding:
        """Probe a port without waiting for a tag, and without sending where a reader may send by itself."""
        possible = self._possible(port)
        driver = next((name for name, kind in possible.items() if kind.polling is None), next(iter(possible)))
        rfid = RfidConfig(driver, port)
        return part_probes.probe_reader(rfid, monotonic=self.monotonic, listen=0.0, boot=self._boot)
