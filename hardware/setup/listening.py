"""Listening on open ports for readers that may speak there, and what came."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from companion.language.text import Text
from hardware.part import PartError
from hardware.reader.kinds import Kind
from hardware.reader.port import GONE, open_line
from hardware.reader.protocol import NOISE, Piece

DEAF = 3
"""Bytes without a meaning after which another speed is tried: putting a plug in makes one or two."""


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


class Ears:
    """All the ports that could be opened."""

    def __init__(self, ears: Sequence[Ear], monotonic: Callable[[], float]) -> None:
        self._ears = {ear.handle: ear for ear in ears}
        self._monotonic = monotonic

    @property
    def handles(self) -> Collection[int]:
        """File descriptors with something to read when bytes have come; one for each port that is there."""
        return tuple(self._ears)

    def due(self) -> float | None:
        """Seconds until `hear` must be called though nothing came; None for never."""
        dues = [ear.due for ear in self._ears.values() if ear.due is not None]
        return max(0.0, min(dues) - self._monotonic()) if dues else None

    def hear(self, ready: Collection[int]) -> tuple[Arrival, ...]:
        """What came on the ports of these file descriptors, and on those whose time has come."""
        now = self._monotonic()
        heard: list[Arrival] = []
        for handle, ear in tuple(self._ears.items()):
            if handle in ready or (ear.due is not None and ear.due <= now):
                came = ear.hear()
                heard += came
                if any(each.sort == "gone" for each in came):
                    del self._ears[handle]
        return tuple(heard)

    def rest(self) -> tuple[Arrival, ...]:
        """What came and meant nothing, too little of it for another speed to be tried."""
        return tuple(
            Arrival("noise", ear.port, NOISE, data=ear.rest()) for ear in self._ears.values() if ear.rest()
        )


class Ear:
    """One open port, heard at one speed after the other until something makes sense.

    Opens it; raises `PartError` as `hardware.reader.port.open_line` does. kinds: by name, at least one.
    monotonic: seconds. handle: has something to read when bytes have come.
    """

    def __init__(self, port: str, kinds: Mapping[str, Kind], monotonic: Callable[[], float]) -> None:
        self.port = port
        self._kinds = kinds
        self._monotonic = monotonic
        self._speeds = tuple(dict.fromkeys(kind.baudrate for kind in kinds.values()))
        self._speed = 0
        self._line = open_line(port, self._speeds[0])
        self._line.timeout = 0
        self.handle: int = self._line.fileno()
        self._again: dict[str, float | None] = {}
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    @property
    def due(self) -> float | None:
        """When `hear` must be called though nothing came, on the clock; None for never."""
        return min((each for each in self._again.values() if each is not None), default=None)

    def hear(self) -> tuple[Arrival, ...]:
        """What has come, and what it means. A port that is gone is said to be so once."""
        try:
            data = self._line.read(self._line.in_waiting)
            self._step(data)
            return tuple(self._judged(data))
        except GONE as error:
            self.close()
            self._again.clear()
            return (
                Arrival("gone", self.port, PartError("port-broken", port=self.port, why=str(error)).said),
            )

    def rest(self) -> bytes:
        """The bytes since the last change of the speed that meant nothing."""
        return bytes(self._unknown)

    def close(self) -> None:
        """Let the port go."""
        with suppress(*GONE):
            self._line.close()

    def _begin(self) -> None:
        """Begin anew at the present speed."""
        here = {
            name: kind for name, kind in self._kinds.items() if kind.baudrate == self._speeds[self._speed]
        }
        self._sessions = {name: kind.session() for name, kind in here.items()}
        self._pieces = {name: kind.decoder() for name, kind in here.items()}
        self._deaf = dict.fromkeys(here, 0)
        self._unknown = bytearray()
        self._again.clear()
        self._step(b"")

    def _step(self, data: bytes) -> None:
        now = self._monotonic()
        for name, session in self._sessions.items():
            turn = session.step(data, now)
            self._again[name] = turn.again
            if turn.send:
                self._line.write(turn.send)

    def _judged(self, data: bytes) -> Iterator[Arrival]:
        for name, pieces in self._pieces.items():
            for piece in pieces.feed(data):
                if piece.means == NOISE and len(self._speeds) > 1:
                    self._deaf[name] += len(piece.raw)
                    continue
                self._deaf = dict.fromkeys(self._deaf, 0)
                self._unknown.clear()
                yield self._heard(name, piece)
        self._unknown += data if any(self._deaf.values()) else b""
        if min(self._deaf.values()) >= DEAF:
            yield Arrival("noise", self.port, NOISE, data=bytes(self._unknown))
            self._speed = (self._speed + 1) % len(self._speeds)
            self._line.baudrate = self._speeds[self._speed]
            self._begin()

    def _heard(self, driver: str, piece: Piece) -> Arrival:
        if piece.tag is None:
            return Arrival("piece", self.port, piece.line, driver)
        return Arrival("tag", self.port, piece.line, driver, piece.tag)
