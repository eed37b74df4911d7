"""The kinds of tag readers there are: one line for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from hardware import rdm6300


class Parser(Protocol):
    """Makes tags of a stream of bytes; a new one is made each time the line is opened."""

    def feed(self, data: bytes) -> list[str]:
        """Take what came and give the tags, as upper-case hex, that are complete with it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of reader talks. baudrate: with 8 data bits, no parity, one stop bit."""

    baudrate: int
    parser: Callable[[], Parser]


KINDS: Mapping[str, Kind] = {
    "rdm6300": Kind(baudrate=9600, parser=rdm6300.Parser),
}
