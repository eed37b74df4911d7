"""The kinds of tag readers that the box knows. A new one is a file of its own and a line in `KINDS`."""

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
from hardware.reader.protocol import Decoder, Listening, Session
from hardware.reader.rdm6300 import Rdm6300Decoder
from hardware.reader.serial_line import SerialPort

SERIAL = ("serial/by-id/*", "ttyUSB*", "ttyACM*", "ttyAMA*", "ttyS0")
"""Serial ports."""
SILENT = "reader-silent"
"""What to look at on a serial port on which nobody answers."""


def anything(_port: str) -> bool:
    """Of a serial port nobody knows what is at its end."""
    return True


class Kind(msgspec.Struct, frozen=True):
    """How one kind of reader talks.

    opens: opens its line on a port, or raises `PartError`; kinds that are equal in it may share a line.
    decoder: cuts what it says into pieces that mean something. talks: begins a session with a reader that
    speaks only when it is spoken to; None for one that talks by itself. devices: the names below `/dev`
    under which its ports are found; the first name of a port is the one that stays. fits: whether a device
    can be such a reader, as far as that is known. looks: opens it for a look, which leaves it to others as
    far as that can be; by default as `opens` does. hears: begins a session with one that talks by itself; by
    default that of its decoder. silent: the code of the `PartError` that says what to look at when one that
    must be asked does not answer.
    """

    opens: Callable[[str], Line]
    decoder: Callable[[], Decoder]
    talks: Callable[[], Session] | None = None
    devices: tuple[str, ...] = SERIAL
    fits: Callable[[str], bool] = anything
    looks: Callable[[str], Line] | None = None
    hears: Callable[[], Session] | None = None
    silent: str = SILENT

    @property
    def to_look(self) -> Callable[[str], Line]:
        """Opens its line for a look."""
        return self.opens if self.looks is None else self.looks

    def session(self) -> Session:
        """A session with a reader of this kind, for a line that was just opened."""
        begins = self.talks or self.hears
        return Listening(self.decoder()) if begins is None else begins()


KINDS: Mapping[str, Kind] = {
    "rdm6300": Kind(SerialPort(9600), Rdm6300Decoder),
    "parallax": Kind(SerialPort(2400), ParallaxDecoder),
    "pn532": Kind(SerialPort(115200), pn532.Pn532Decoder, pn532.Polling),
    "pn532-i2c": Kind(
        pn532_i2c.opens,
        pn532.Pn532Decoder,
        pn532_i2c.polling,
        devices=("i2c-1", "i2c-0"),
        silent="silent-i2c",
    ),
    "rc522": Kind(
        rc522_spi.opens,
        rc522.Rc522Decoder,
        rc522.Polling,
        devices=("spidev0.0", "spidev0.1"),
        silent="silent-spi",
    ),
    "keyboard": Kind(
        keyboard.grabbed,
        typed.TypedDecoder,
        devices=("input/by-id/*-event-kbd", "input/by-id/*-event-if*"),
        fits=keyboard.can_type,
        looks=keyboard.heard,
        hears=typed.typing,
    ),
}


def kind(driver: str) -> Kind:
    """The kind of reader of this name. Raises `PartError`."""
    if driver not in KINDS:
        raise PartError("no-such-reader", driver=driver, drivers=", ".join(KINDS))
    return KINDS[driver]


def configured(rfid: RfidConfig) -> Kind:
    """The kind of reader that the configuration names, set as it wants it. Raises `PartError`."""
    what = kind(rfid.driver)
    if rfid.driver != "rc522" or rfid.gain is None:
        return what
    return replace(
        what,
        decoder=partial(rc522.Rc522Decoder, rfid.gain),
        talks=partial(rc522.Polling, rfid.gain),
    )
