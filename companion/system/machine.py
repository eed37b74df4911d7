"""This machine's identity: its board's serial number, and its radios' permanent addresses."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from companion.storage.machine import Machine

SERIAL = Path("/proc/device-tree/serial-number")
"""The serial number of a Raspberry Pi; on other machines only root may read it."""
RADIOS = Path("/sys/class/ieee80211")
_NONE = re.compile(r"0*")
_ADDRESS = re.compile(r"[0-9a-f]{2}(:[0-9a-f]{2}){5}")
_LOCAL = 0x02
"""The bit of an address's first byte for one that no maker has assigned, and that is not unique."""


def this_machine(serial: Path = SERIAL, radios: Path = RADIOS) -> Machine:
    """This machine's identity; empty on most machines without Wi-Fi, and in a container."""
    number = _text(serial).strip("\0 \n")
    addresses = sorted({_text(each).strip() for each in radios.glob("*/macaddress")})
    return Machine("" if _NONE.fullmatch(number) else number, tuple(filter(_given_by_maker, addresses)))


def _given_by_maker(address: str) -> bool:
    first = int(address[:2], 16) if _ADDRESS.fullmatch(address) else _LOCAL
    return not first & _LOCAL and address != "00:00:00:00:00:00"


def _text(file: Path) -> str:
    with suppress(OSError, ValueError):
        return file.read_text(encoding="ascii")
    return ""
