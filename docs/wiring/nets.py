"""Which wire goes where, for one configuration and one reader: from the header's table and nothing else.

A wrong wire kills a Raspberry Pi. So every supply and ground is asked for by place and name, and the table
must agree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.config import Config, load
from hardware.buttons.header import HEADER, I2C, SERIAL_PINS, UART, HeaderPin, find
from hardware.part import THREE

EXAMPLE = Path(__file__).parents[1] / "companion.toml"

DISPLAY_POWER = {"VCC": (1, "3V3"), "GND": (9, "GND")}
THREE_GROUND = (25, "GND")
COLOURS_GROUND = {"left": (39, "GND"), "right": (34, "GND")}
DIVIDER_GROUND = (14, "GND")
READER_GROUND = (6, "GND")
SUPPLIES = {"5V": (2, "5V"), "3V3": (17, "3V3")}


@dataclass(frozen=True, slots=True)
class Lead:
    """One wire. part: `display`, `reader`, `divider` or a button's name. terminal: as printed on the part.

    pin: where it ends. divided: it ends there by way of the divider, which makes 3.3 V of 5 V.
    """

    part: str
    terminal: str
    pin: HeaderPin
    divided: bool = False

    @property
    def kind(self) -> str:
        """`5V`, `3V3`, `GND` or `signal`."""
        return self.pin.name if self.pin.gpio is None else "signal"


@dataclass(frozen=True, slots=True)
class ReaderModel:
    """A kind of reader as one buys it.

    name: of its picture. heading, title: its own name, in one line and in several. driver: of `[rfid]`.
    supply: `5V` or `3V3`. terminals: what is printed beside the pins that take the supply, the ground, what
    the reader says and, if it is spoken to, what it hears. bridges: pins to be joined to another pin of the
    reader itself. coil: its antenna is a part of its own.
    """

    name: str
    heading: str
    title: tuple[str, ...]
    driver: str
    supply: str
    terminals: Mapping[str, str]
    bridges: tuple[tuple[str, str], ...] = ()
    coil: bool = False
    notes: tuple[str, ...] = ()

    @property
    def divided(self) -> bool:
        """What it says comes at its supply's 5 V, which no pin of a Raspberry Pi stands."""
        return self.supply == "5V"


READERS = (
    ReaderModel(
        "rdm6300",
        "RDM6300",
        ("RDM6300",),
        "rdm6300",
        "5V",
        {"supply": "+5V", "ground": "GND", "says": "TX"},
        coil=True,
        notes=(
            "TX sends 5 V, and that kills a Raspberry Pi:\nthe divider of 1 kΩ and 2 kΩ is a must.",
            "RX, LED and the empty pin stay free.",
        ),
    ),
    ReaderModel(
        "id-12la",
        "ID-12LA or ID-20LA",
        ("ID-12LA", "ID-20LA"),
        "rdm6300",
        "3V3",
        {"supply": "VCC", "ground": "GND", "says": "D0"},
        bridges=(("FORM", "ground"), ("RES", "supply")),
        notes=(
            "It runs on 3.3 V, never on 5 V here:\nonly so D0 needs no divider.",
            "FORM is joined to GND, and RES to VCC.\nThe other pins stay free.",
        ),
    ),
    ReaderModel(
        "pn532",
        "PN532",
        ("PN532",),
        "pn532",
        "3V3",
        {"supply": "VCC", "ground": "GND", "says": "TXD", "hears": "RXD"},
        notes=(
            "It runs on 3.3 V, never on 5 V here:\nonly so TXD needs no divider.",
            "Both little switches on the board stand at 0:\nHSU. There, SDA is TXD and SCL is RXD.",
        ),
    ),
    ReaderModel(
        "parallax",
        "Parallax 28140",
        ("Parallax", "28140"),
        "parallax",
        "5V",
        {"supply": "VCC", "ground": "GND", "says": "SOUT"},
        bridges=(("/ENABLE", "ground"),),
        notes=(
            "SOUT sends 5 V, and that kills a Raspberry Pi:\nthe divider of 1 kΩ and 2 kΩ is a must.",
            "/ENABLE is joined to GND.",
        ),
    ),
)


def proposed() -> Config:
    """The defaults, with a button for every colour that the commented example proposes."""
    section = EXAMPLE.read_text(encoding="utf-8").partition("[buttons.colours]")[2].partition("\n[")[0]
    lines = re.findall(r"^# (\w+) = (\d+)$", section, re.MULTILINE)
    return load(None, [f"buttons.colours.{colour}={pin}" for colour, pin in lines])


def side(pin: HeaderPin) -> str:
    """The header's column: `left` towards the middle of the board, `right` at its edge."""
    return "left" if pin.position % 2 else "right"


def display_wires(config: Config) -> tuple[Lead, ...]:
    """A display's four."""
    sda, scl = I2C[config.oled.bus]
    return (
        *(Lead("display", terminal, _named(*place)) for terminal, place in DISPLAY_POWER.items()),
        Lead("display", "SDA", _gpio(sda)),
        Lead("display", "SCL", _gpio(scl)),
    )


def button_wires(config: Config) -> tuple[Lead, ...]:
    """Two for each button: `leg` goes to its pin, `ground` to the ground of its group."""
    buttons = config.buttons
    wires = []
    for name in (*THREE, *buttons.colours):
        pin = _gpio(buttons.colours[name] if name in buttons.colours else getattr(buttons, name))
        ground = THREE_GROUND if name in THREE else COLOURS_GROUND[side(pin)]
        wires += [Lead(name, "leg", pin), Lead(name, "ground", _named(*ground))]
    return tuple(wires)


def reader_wires(config: Config, reader: ReaderModel) -> tuple[Lead, ...]:
    """A reader's on the header's serial port. Raises `ValueError` for a port that is not on the header."""
    if config.rfid.port not in SERIAL_PINS:
        raise ValueError(f"{config.rfid.port} has no pins on the header")
    txd, rxd = UART
    terminals = reader.terminals
    wires = [
        Lead("reader", terminals["supply"], _named(*SUPPLIES[reader.supply])),
        Lead("reader", terminals["ground"], _named(*READER_GROUND)),
        Lead("reader", terminals["says"], _gpio(rxd), divided=reader.divided),
    ]
    if "hears" in terminals:
        wires.append(Lead("reader", terminals["hears"], _gpio(txd)))
    if reader.divided:
        wires.append(Lead("divider", "2 kΩ", _named(*DIVIDER_GROUND)))
    return tuple(wires)


def _named(position: int, name: str) -> HeaderPin:
    pin = HEADER[position - 1]
    if (pin.position, pin.name) != (position, name):
        raise ValueError(f"position {position} is {pin.name}, not {name}")
    return pin


def _gpio(written: int | str) -> HeaderPin:
    pin = find(written)
    if pin is None or pin.gpio is None:
        raise ValueError(f"{written} is no line of the header")
    return pin
