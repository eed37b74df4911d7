"""A reader's bytes shown as they come, for whoever looks for the right kind of reader or a bad wire."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from companion.config import RfidConfig
from companion.language.text import Text, text
from hardware.part import NONE, SIMULATED, PartError
from hardware.reader.driver import Exchange
from hardware.reader.kinds import SILENT, configured
from hardware.reader.line import GONE
from hardware.reader.port import search

_LOOK = 0.5
"""Seconds between two looks at the clock while nothing comes."""


def dump_reader(
    rfid: RfidConfig,
    show: Callable[[float, Text], object],
    *,
    monotonic: Callable[[], float],
    seconds: float | None = None,
) -> int:
    """Show what comes from the reader for so many seconds, None for ever; give how many bytes came, and at
    least 1 where it was shown why none do: on a bus, where nobody answers.

    show: takes each line, and at how many seconds after the opening it came; the first says that the line is
    open. A reader that speaks only when it is spoken to is talked with as in a game. Raises `PartError`.
    """
    if rfid.driver in (NONE, SIMULATED):
        raise PartError("no-reader", driver=rfid.driver)
    what = configured(rfid)
    port = search(rfid.port, what.fits)()
    came = silent = 0
    with closing(what.opens(port)) as line:
        began = monotonic()
        decoder = what.decoder()
        try:
            exchange = Exchange(line, what.session(), monotonic)
            step = exchange.begin()
            show(0.0, text("doctor.dump", port=port))
            while seconds is None or monotonic() - began < seconds:
                came += len(step.data)
                for piece in decoder.feed(step.data):
                    show(monotonic() - began, piece.line)
                well = step.turn.well
                step = exchange.next(_LOOK)
                if step.turn.well is False and well is not False and what.silent != SILENT:
                    silent = 1
                    show(monotonic() - began, PartError(what.silent, port=port).said)
        except GONE as error:
            raise PartError("port-broken", port=port, why=str(error)) from error
    return came or silent
