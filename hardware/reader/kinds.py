"""The kinds of tag readers that the box knows. A new one is a file of its own and a line in `KINDS`.

The file of a kind is brought in when the first line of that kind is read: a box has one reader.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

import msgspec

from hardware.part import PartError
from hardware.reader.protocol import Decoder, Listening, Session


class Kind(msgspec.Struct, frozen=True):
    """How one kind of reader talks. baudrate: with 8 data bits, no parity, one stop bit.

    decoder: cuts what it says into pieces that mean something. talks: begins a session with a reader that
    speaks only when it is spoken to; None for one that talks by itself.
    """

    baudrate: int
    decoder: Callable[[], Decoder]
    talks: Callable[[], Session] | None = None

    def session(self) -> Session:
        """A session with a reader of this kind, for a line that was just opened."""
        return Listening(self.decoder()) if self.talks is None else self.talks()


def _made(module: str, name: str) -> Any:
    return getattr(import_module(module), name)()


KINDS: Mapping[str, Kind] = {
    "rdm6300": Kind(9600, partial(_made, "hardware.reader.rdm6300", "Rdm6300Decoder")),
    "parallax": Kind(2400, partial(_made, "hardware.reader.parallax", "ParallaxDecoder")),
    "pn532": Kind(
        115200,
        partial(_made, "hardware.reader.pn532", "Pn532Decoder"),
        partial(_made, "hardware.reader.pn532", "Polling"),
    ),
}


def kind(driver: str) -> Kind:
    """The kind of reader of this name. Raises `PartError`."""
    if driver not in KINDS:
        raise PartError("no-such-reader", driver=driver, drivers=", ".join(KINDS))
    return KINDS[driver]
