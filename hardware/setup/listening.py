"""Listening on open ports for readers that may speak there, and what came."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from companion.language.text import Text
from hardware.part import PartError
from hardware.reader.kinds import ReaderKind
from hardware.reader.line import GONE
from hardware.reader.protocol import NOISE, Piece

DEAF = 3
"""Bytes without a meaning after which another speed is tried: putting a plug in makes one or two."""
LOOK = 0.05
"""Seconds between two looks at a line that has no handle to wait for."""


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
        self._ears = list(ears)
        self._monotonic = monotonic

    @property
    def handles(self) -> Collection[int]:
        """File descriptors with something to read when bytes have come; of each port that has one."""
        return tuple(ear.fd for ear in self._ears if ear.fd is not None)

    def due(self) -> float | None:
        """Seconds until `hear` must be called though nothing came; None for never."""
        dues = [ear.due for ear in self._ears if ear.due is not None]
        return max(0.0, min(dues) - self._monotonic()) if dues else None

    def hear(self, ready: Collection[int]) -> tuple[Arrival, ...]:
        """What came on the ports of these file descriptors, and on those whose time has come."""
        now = self._monotonic()
        heard: list[Arrival] = []
        for ear in tuple(self._ears):
            if ear.fd in ready or (ear.due is not None and ear.due <= now):
                came = ear.hear()
                heard += came
                if any(each.sort == "gone" for each in came):
                    self._ears.remove(ear)
        return tuple(heard)

    def rest(self) -> tuple[Arrival, ...]:
        """What came and meant nothing, too little of it for another speed to be tried."""
        return tuple(Arrival("noise", ear.port, NOISE, data=ear.rest()) for ear in self._ears if ear.rest())


class Ear:
    """One open port, heard at one speed after the other until something makes sense.

    Opens it; raises `PartError` as `Kind.to_probe` does. kinds: by name, at least one. monotonic: seconds.
    known: it is such a reader, and nobody else's; else it is opened for a look.
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
        self._opens = {name: kind.open_line if known else kind.to_probe for name, kind in kinds.items()}
        self._ways = tuple(dict.fromkeys(self._opens.values()))
        self._way = 0
        self._line = self._ways[0](port)
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

    @property
    def fd(self) -> int | None:
        """Has something to read when bytes have come; None for a line that tells of nothing."""
        return self._handle

    def hear(self) -> tuple[Arrival, ...]:
        """What has come, and what it means. A port that is gone is said to be so once."""
        try:
            data = self._line.read(0)
            self._step(data)
            return tuple(self._judged(data))
        except PartError as error:
            return self._gone(error)
        except GONE as error:
            return self._gone(PartError("port-broken", port=self.port, why=str(error)))

    def _gone(self, error: PartError) -> tuple[Arrival]:
        self.close()
        self._again.clear()
        return (Arrival("gone", self.port, error.said),)

    def rest(self) -> bytes:
        """The bytes since the last change of the speed that meant nothing."""
        return bytes(self._unknown)

    def close(self) -> None:
        """Let the port go."""
        with suppress(*GONE):
            self._line.close()

    def _begin(self) -> None:
        """Begin anew at the present speed."""
        self._handle = self._line.fd
        here = {
            name: kind for name, kind in self._kinds.items() if self._opens[name] == self._ways[self._way]
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
            self._again[name] = turn.next_step_at
            if self._handle is None:
                self._again[name] = (
                    now + LOOK if turn.next_step_at is None else min(turn.next_step_at, now + LOOK)
                )
            if turn.send:
                self._line.write(turn.send)

    def _judged(self, data: bytes) -> Iterator[Arrival]:
        late = b""
        for name, pieces in self._pieces.items():
            for piece in pieces.feed(data):
                if piece.means == NOISE and len(self._ways) > 1:
                    self._deaf[name] += len(piece.raw)
                    late = piece.raw
                    continue
                self._deaf = dict.fromkeys(self._deaf, 0)
                self._unknown.clear()
                yield self._heard(name, piece)
        self._unknown += (data or late) if any(self._deaf.values()) else b""
        if min(self._deaf.values()) >= DEAF:
            yield Arrival("noise", self.port, NOISE, data=bytes(self._unknown))
            self._way = (self._way + 1) % len(self._ways)
            self._line.close()
            self._line = self._ways[self._way](self.port)
            self._begin()

    def _heard(self, driver: str, piece: Piece) -> Arrival:
        if piece.tag is None:
            return Arrival("piece", self.port, piece.line, driver)
        return Arrival("tag", self.port, piece.line, driver, piece.tag)
