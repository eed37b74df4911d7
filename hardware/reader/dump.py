"""Shows a reader's bytes as they come, to find its kind or a bad wire."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from companion.config import RfidConfig
from companion.language.text import Text, text
from hardware.part import NONE, SIMULATED, PartError
from hardware.reader.driver import Exchange
from hardware.reader.kinds import NO_ANSWER, configured_kind
from hardware.reader.line import GONE
from hardware.reader.port import port_finder

_CHECK_INTERVAL = 0.5
"""Seconds between two checks of the clock."""


def dump_reader(
    rfid: RfidConfig,
    show: Callable[[float, Text], object],
    *,
    monotonic: Callable[[], float],
    seconds: float | None = None,
) -> int:
    """Show a reader's bytes for so many seconds, None for ever. Raises `PartError`.

    Returns the number of bytes; at least 1 if the reason for none was shown, on a bus without an answer.
    show: takes each line, and the seconds since the opening. A polled reader is polled as in a game.
    """
    if rfid.driver in (NONE, SIMULATED):
        raise PartError("no-reader", driver=rfid.driver)
    kind = configured_kind(rfid)
    port = port_finder(rfid.port, kind.fits)()
    count = silent = 0
    with closing(kind.open_line(port)) as line:
        began = monotonic()
        decoder = kind.decoder()
        try:
            exchange = Exchange(line, kind.session(), monotonic)
            step = exchange.start()
            show(0.0, text("doctor.dump", port=port))
            while seconds is None or monotonic() - began < seconds:
                count += len(step.data)
                for piece in decoder.feed(step.data):
                    show(monotonic() - began, piece.line)
                well = step.result.answers
                step = exchange.next(_CHECK_INTERVAL)
                if step.result.answers is False and well is not False and kind.silent_code != NO_ANSWER:
                    silent = 1
                    show(monotonic() - began, PartError(kind.silent_code, port=port).message)
        except GONE as error:
            raise PartError("port-broken", port=port, why=str(error)) from error
    return count or silent
