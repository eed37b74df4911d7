"""Listens on ports for readers of unknown kind."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from companion.language.text import Text
from hardware.part import PartError
from hardware.reader.kinds import ReaderKind
from hardware.reader.line import GONE
from hardware.reader.protocol import NOISE, Piece

MAX_NOISE = 3
"""Bytes of noise after which another speed is tried: plugging in makes one or two."""
READ_INTERVAL = 0.05
"""Seconds between two reads of a line that cannot be polled."""


class Arrival(NamedTuple):
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


class PortListeners:
    """All ports that could be opened."""

    def __init__(self, listeners: Sequence[PortListener], monotonic: Callable[[], float]) -> None:
        self._listeners = list(listeners)
        self._monotonic = monotonic

    @property
    def fds(self) -> Collection[int]:
        """File descriptors to poll, of the ports that have one."""
        return tuple(listener.fd for listener in self._listeners if listener.fd is not None)

    def next_due(self) -> float | None:
        """Seconds until `receive` is due without bytes; None for never."""
        dues = [listener.next_due for listener in self._listeners if listener.next_due is not None]
        return max(0.0, min(dues) - self._monotonic()) if dues else None

    def receive(self, ready: Collection[int]) -> tuple[Arrival, ...]:
        """Arrivals on the ports of these file descriptors, and on those that are due."""
        now = self._monotonic()
        arrivals: list[Arrival] = []
        for listener in tuple(self._listeners):
            if listener.fd in ready or (listener.next_due is not None and listener.next_due <= now):
                new = listener.receive()
                arrivals += new
                if any(each.sort == "gone" for each in new):
                    self._listeners.remove(listener)
        return tuple(arrivals)

    def rest(self) -> tuple[Arrival, ...]:
        """Noise that was too short to try another speed."""
        return tuple(
            Arrival("noise", listener.port, NOISE, data=listener.rest())
            for listener in self._listeners
            if listener.rest()
        )


class PortListener:
    """One open port, read at one speed after the other until a kind's decoder understands it.

    Opens it; raises `PartError` as `ReaderKind.to_probe`. kinds: by name, at least one. monotonic: seconds.
    known: the reader's kind is known; else other programs may read the port as well.
    """

    def __init__(
        self,
        port: str,
        kinds: Mapping[str, ReaderKind],
        monotonic: Callable[[], float],
        *,
        known: bool = False,
    ) -> None:
        self.port = port
        self._kinds = kinds
        self._monotonic = monotonic
        self._opener_of = {name: kind.open_line if known else kind.to_probe for name, kind in kinds.items()}
        self._openers = tuple(dict.fromkeys(self._opener_of.values()))
        self._opener = 0
        self._line = self._openers[0](port)
        self._step_due: dict[str, float | None] = {}
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    @property
    def next_due(self) -> float | None:
        """The monotonic second at which `receive` is due without bytes; None for never."""
        return min((each for each in self._step_due.values() if each is not None), default=None)

    @property
    def fd(self) -> int | None:
        """A file descriptor to poll; None for a line that cannot be polled."""
        return self._fd

    def receive(self) -> tuple[Arrival, ...]:
        """Read and decode. A lost port is reported once."""
        try:
            data = self._line.read(0)
            self._step(data)
            return tuple(self._arrivals(data))
        except PartError as error:
            return self._gone(error)
        except GONE as error:
            return self._gone(PartError("port-broken", port=self.port, why=str(error)))

    def _gone(self, error: PartError) -> tuple[Arrival]:
        self.close()
        self._step_due.clear()
        return (Arrival("gone", self.port, error.message),)

    def rest(self) -> bytes:
        """Noise since the last change of speed."""
        return bytes(self._unparsed)

    def close(self) -> None:
        """Close the port."""
        with suppress(*GONE):
            self._line.close()

    def _begin(self) -> None:
        """Restart all sessions at the present speed."""
        self._fd = self._line.fd
        here = {
            name: kind
            for name, kind in self._kinds.items()
            if self._opener_of[name] == self._openers[self._opener]
        }
        self._sessions = {name: kind.session() for name, kind in here.items()}
        self._pieces = {name: kind.decoder() for name, kind in here.items()}
        self._noise_bytes = dict.fromkeys(here, 0)
        self._unparsed = bytearray()
        self._step_due.clear()
        self._step(b"")

    def _step(self, data: bytes) -> None:
        now = self._monotonic()
        for name, session in self._sessions.items():
            result = session.step(data, now)
            self._step_due[name] = result.next_step_at
            if self._fd is None:
                self._step_due[name] = (
                    now + READ_INTERVAL
                    if result.next_step_at is None
                    else min(result.next_step_at, now + READ_INTERVAL)
                )
            if result.send:
                self._line.write(result.send)

    def _arrivals(self, data: bytes) -> Iterator[Arrival]:
        late = b""
        for name, pieces in self._pieces.items():
            for piece in pieces.feed(data):
                if piece.means == NOISE and len(self._openers) > 1:
                    self._noise_bytes[name] += len(piece.raw)
                    late = piece.raw
                    continue
                self._noise_bytes = dict.fromkeys(self._noise_bytes, 0)
                self._unparsed.clear()
                yield self._arrival(name, piece)
        self._unparsed += (data or late) if any(self._noise_bytes.values()) else b""
        if min(self._noise_bytes.values()) >= MAX_NOISE:
            yield Arrival("noise", self.port, NOISE, data=bytes(self._unparsed))
            self._opener = (self._opener + 1) % len(self._openers)
            self._line.close()
            self._line = self._openers[self._opener](self.port)
            self._begin()

    def _arrival(self, driver: str, piece: Piece) -> Arrival:
        if piece.tag is None:
            return Arrival("piece", self.port, piece.line, driver)
        return Arrival("tag", self.port, piece.line, driver, piece.tag)
