"""The identity of a box and its machine: a card copied into another machine becomes another box."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec

from companion.storage.settings import JOIN_CODE, MEMBERS, OWN_WIFI, Settings

MACHINE_BOUND = (JOIN_CODE, MEMBERS, OWN_WIFI)
"""Settings that do not move with a card to another machine, nor does the epoch, with the next game's
secret.
"""


class Machine(msgspec.Struct, frozen=True):
    """A machine's identity, as far as it can be read.

    serial: of its board, empty for none. radios: their permanent addresses.
    """

    serial: str = ""
    radios: tuple[str, ...] = ()

    def differs(self, other: Machine) -> bool:
        """Whether these are certainly different machines, by serial numbers, or by radios if both lack
        one.
        """
        if self.serial or other.serial:
            return "" not in (self.serial, other.serial) and self.serial != other.serial
        return bool(self.radios and other.radios) and not set(self.radios) & set(other.radios)


UNKNOWN = Machine()


NO_BOX = "00000000"
"""The id for a folder that was only read."""


class BoxId(msgspec.Struct, frozen=True):
    """A box's id, and the machine for which it was made."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{8}\Z")]
    machine: Machine = UNKNOWN

    def moved_to(self, machine: Machine) -> bool:
        """Whether this is another machine than the id's."""
        return machine.differs(self.machine)


def bind_box(box_id: BoxId | None, machine: Machine, make: Callable[[], str]) -> BoxId:
    """The box's id on this machine: the present one, or a new one on another machine.

    make: returns a new id. Radios that were once in this machine are remembered.
    """
    if box_id is None or box_id.moved_to(machine):
        return BoxId(make(), machine)
    radios = tuple(dict.fromkeys((*box_id.machine.radios, *machine.radios)))
    return BoxId(box_id.id, Machine(machine.serial or box_id.machine.serial, radios))


def box_id_of(folder: Path) -> str:
    """The box's id in a data folder, without opening it; `NO_BOX` for none."""
    with suppress(OSError):
        box = Settings(folder).get("box", BoxId)
        return NO_BOX if box is None else box.id
    return NO_BOX
