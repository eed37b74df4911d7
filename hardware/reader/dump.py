"""A reader's bytes shown as they come, for whoever looks for the right kind of reader or a bad wire."""

from __future__ import annotations

import termios
from collections.abc import Callable
from contextlib import closing

from companion.language.text import Text, text

from hardware.part import NONE, SIMULATED, PartError, ReaderSettings
from hardware.reader.driver import Exchange
from hardware.reader.kinds import Kind, kind
from hardware.reader.port import opened, search
from hardware.reader.protocol import Pieces


class Dump:
    """Puts what a reader says into lines. What is sent to it is put into lines by another one."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces

    def feed(self, data: bytes) -> list[Text]:
        """Take what came and give the lines that are complete with it.

        Each has the code `dump.line`, with `hex`, the bytes, and `means`, a text of its own.
        """
        return [
            text("dump.line", hex=piece.raw.hex(" ").upper(), means=piece.means)
            for piece in self._pieces.feed(data)
        ]


def dump(kind: Kind) -> Dump:
    """The lines for a reader of this kind, whose line was just opened."""
    return Dump(kind.pieces())


_LOOK = 0.5
"""Seconds after which it is looked at the clock, when nothing comes."""


def dump_reader(
    settings: ReaderSettings,
    show: Callable[[float, Text], object],
    *,
    monotonic: Callable[[], float],
    seconds: float | None = None,
) -> int:
    """Show what comes from the reader for so many seconds, None for ever; give how many bytes came.

    show: takes each line, and at how many seconds after the opening it came; the first says that the line is
    open. A reader that speaks only when it is spoken to is talked with as in a game. Raises `PartError`.
    """
    if settings.driver in (NONE, SIMULATED):
        raise PartError("no-reader", driver=settings.driver)
    what = kind(settings.driver)
    port = search(settings.port)()
    came = 0
    with closing(opened(port, what.baudrate)) as line:
        began = monotonic()
        lines = dump(what)
        try:
            exchange = Exchange(line, what.session(), monotonic)
            heard = exchange.begin()
            show(0.0, text("doctor.dump", port=port))
            while seconds is None or monotonic() - began < seconds:
                came += len(heard.data)
                for each in lines.feed(heard.data):
                    show(monotonic() - began, each)
                heard = exchange.next(_LOOK)
        except (OSError, termios.error) as error:
            raise PartError("port-broken", port=port, why=str(error)) from error
    return came
