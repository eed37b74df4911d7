"""Which machine a box is on: what is made once for a box does not go with a copied card."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec

from companion.storage.settings import JOIN_CODE, MEMBERS, OWN_WIFI, Settings

OF_THE_MACHINE = (JOIN_CODE, MEMBERS, OWN_WIFI)
"""Settings that do not go with a card into another machine. The epoch is made anew there, too, and with it
the secret that is prepared for the next game."""


class Machine(msgspec.Struct, frozen=True):
    """What tells one machine from the others, as far as it can be read.

    serial: of its board, empty for none. radios: their permanent addresses.
    """

    serial: str = ""
    radios: tuple[str, ...] = ()

    def differs(self, other: Machine) -> bool:
        """Whether the two are certainly different machines. What cannot be read on either of them, as on a
        laptop or in a container, says nothing; nor do radios where one has a serial number.
        """
        if self.serial or other.serial:
            return "" not in (self.serial, other.serial) and self.serial != other.serial
        return bool(self.radios and other.radios) and not set(self.radios) & set(other.radios)


UNKNOWN = Machine()


NO_BOX = "00000000"
"""The box of a folder that is only looked at and was never written in."""


class BoxId(msgspec.Struct, frozen=True):
    """The id of a box, and the machine for which it was made."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{8}\Z")]
    machine: Machine = UNKNOWN

    def came_to(self, machine: Machine) -> bool:
        """Whether this machine is another one than that for which the id was made."""
        return machine.differs(self.machine)


def bound(kept: BoxId | None, machine: Machine, make: Callable[[], str]) -> BoxId:
    """The id of the box on this machine: the one that is kept, unless that is of another machine.

    make: gives a new id. A radio that was once in this machine stays among those that it is known by.
    """
    if kept is None or kept.came_to(machine):
        return BoxId(make(), machine)
    radios = tuple(dict.fromkeys((*kept.machine.radios, *machine.radios)))
    return BoxId(kept.id, Machine(machine.serial or kept.machine.serial, radios))


def box_of(folder: Path) -> str:
    """The id of the box that has a data folder, which is not opened; `NO_BOX` where it has none."""
    with suppress(OSError):
        box = Settings(folder).get("box", BoxId)
        return NO_BOX if box is None else box.id
    return NO_BOX
