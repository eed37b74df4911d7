"""The kinds of tag readers. A new one is a file of its own and a line in `KINDS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from msgspec.structs import replace

from companion.config import RfidConfig
from hardware.part import PartError
from hardware.reader import keyboard, pn532, pn532_i2c, rc522, rc522_spi, typed
from hardware.reader.line import Line
from hardware.reader.parallax import ParallaxDecoder
from hardware.reader.protocol import Decoder, ListeningSession, Session
from hardware.reader.rdm6300 import Rdm6300Decoder
from hardware.reader.serial_line import SerialPort

SERIAL = ("serial/by-id/*", "ttyUSB*", "ttyACM*", "ttyAMA*", "ttyS0")
"""Serial ports."""
NO_ANSWER = "reader-silent"
"""The code for a serial port without an answer."""


def any_port(_port: str) -> bool:
    """True: a serial port does not reveal what is connected to it."""
    return True


class ReaderKind(msgspec.Struct, frozen=True):
    """How to connect to one kind of reader."""

    open_line: Callable[[str], Line]
    """Opens a port; raises `PartError`. Kinds that are equal in it may share a line."""
    decoder: Callable[[], Decoder]
    """Makes the decoder of its bytes."""
    polling: Callable[[], Session] | None = None
    """Makes the session with a reader that only answers; None for one that sends by itself."""
    devices: tuple[str, ...] = SERIAL
    """Patterns of its devices below `/dev`; a port keeps the first name found."""
    fits: Callable[[str], bool] = any_port
    """Whether a device may be such a reader."""
    open_shared: Callable[[str], Line] | None = None
    """Opens a port without taking it from other programs, as far as possible; by default `open_line`."""
    listening: Callable[[], Session] | None = None
    """Makes the session with a reader that sends by itself; by default one of its decoder."""
    silent_code: str = NO_ANSWER
    """The code of the `PartError` for a polled reader that does not answer."""

    @property
    def to_probe(self) -> Callable[[str], Line]:
        """Opens a port for a probe."""
        return self.open_line if self.open_shared is None else self.open_shared

    def session(self) -> Session:
        """A session for a line that was just opened."""
        start = self.polling or self.listening
        return ListeningSession(self.decoder()) if start is None else start()


KINDS: Mapping[str, ReaderKind] = {
    "rdm6300": ReaderKind(SerialPort(9600), Rdm6300Decoder),
    "parallax": ReaderKind(SerialPort(2400), ParallaxDecoder),
    "pn532": ReaderKind(SerialPort(115200), pn532.Pn532Decoder, pn532.Polling),
    "pn532-i2c": ReaderKind(
        pn532_i2c.open_line,
        pn532.Pn532Decoder,
        pn532_i2c.polling,
        devices=("i2c-1", "i2c-0"),
        silent_code="silent-i2c",
    ),
    "rc522": ReaderKind(
        rc522_spi.open_line,
        rc522.Rc522Decoder,
        rc522.Polling,
        devices=("spidev0.0", "spidev0.1"),
        silent_code="silent-spi",
    ),
    "keyboard": ReaderKind(
        keyboard.open_grabbed,
        typed.TypedDecoder,
        devices=("input/by-id/*-event-kbd", "input/by-id/*-event-if*"),
        fits=keyboard.has_digit_keys,
        open_shared=keyboard.open_shared,
        listening=typed.typing_session,
    ),
}


def kind_named(driver: str) -> ReaderKind:
    """The kind with this name. Raises `PartError`."""
    if driver not in KINDS:
        raise PartError("no-such-reader", driver=driver, drivers=", ".join(KINDS))
    return KINDS[driver]


def configured_kind(rfid: RfidConfig) -> ReaderKind:
    """The configured kind, with its settings. Raises `PartError`."""
    what = kind_named(rfid.driver)
    if rfid.driver != "rc522" or rfid.gain is None:
        return what
    return replace(
        what,
        decoder=partial(rc522.Rc522Decoder, rfid.gain),
        polling=partial(rc522.Polling, rfid.gain),
    )
