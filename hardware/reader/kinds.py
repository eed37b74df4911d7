"""The kinds of tag readers there are: one line for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hardware.part import PartError
from hardware.reader import parallax, pn532, rdm6300
from hardware.reader.protocol import Listening, Pieces, Session


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of reader talks. baudrate: with 8 data bits, no parity, one stop bit.

    pieces: cuts what it says into what that means. talks: begins a session with a reader that speaks only
    when it is spoken to; None for one that talks by itself.
    """

    baudrate: int
    pieces: Callable[[], Pieces]
    talks: Callable[[], Session] | None = None

    def session(self) -> Session:
        """A session with a reader of this kind, for a line that was just opened."""
        return Listening(self.pieces()) if self.talks is None else self.talks()


KINDS: Mapping[str, Kind] = {
    "rdm6300": Kind(9600, rdm6300.Pieces),
    "parallax": Kind(2400, parallax.Pieces),
    "pn532": Kind(115200, pn532.Pieces, pn532.Session),
}


def kind(driver: str) -> Kind:
    """The kind of reader of this name. Raises `PartError`."""
    if driver not in KINDS:
        raise PartError("no-such-reader", driver=driver, drivers=", ".join(KINDS))
    return KINDS[driver]
