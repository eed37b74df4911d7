"""What a virtual Pi is started from, made once for the same inputs."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec

from release.suites import Suite
from tests.virtual_pi import archive, disk, kernel
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.machines import BUILD, FOREIGN, HERE, MACHINES, Machine
from tests.virtual_pi.running import Failed, NotHere, have, run

CANNOT = 75
"""The status of a run that this computer cannot do."""
SUITE = "deb12"
"""The Debian of a Pi when no other is asked for."""


class Image(msgspec.Struct, frozen=True):
    """What qemu is given. disk: raw, never written to."""

    kernel: Path
    first_program: Path
    disk: Path


def machine_called(name: str | None) -> Machine:
    """The kind of Pi of this name; of none, this computer's own. Raises `NotHere`."""
    wanted = name or archive.here()
    if wanted not in MACHINES:
        raise NotHere(f"nothing here plays a computer of the kind {wanted}; --machine names another")
    return MACHINES[wanted]


def build(suite: Suite, machine: Machine, ledger: Ledger, *, air: bool = False) -> Image:
    """Build what is not there yet. air: with what it takes to have a Wi-Fi. Raises `NotHere`."""
    have(machine.tools, ledger)
    if machine.name != archive.here():
        have(FOREIGN, ledger)
        _understand(machine)
    kind = f"{suite.name}-{machine.name}"
    wanted = (*disk.PACKAGES, *disk.OF_THE_AIR) if air else disk.PACKAGES
    disks = f"air-{kind}" if air else kind
    where = archive.sources(suite)
    the_kernel = made(
        f"kernel-{kind}",
        (where, _text(HERE / "kernel.py"), _text(HERE / "guest" / "init"), *_texts(HERE / "modules")),
        lambda place: kernel.build(place, suite, machine, ledger),
    )

    def fill(place: Path) -> None:
        with ledger.step("Debian's packages for the disk"):
            disk.fill(place / "root.tar", suite, machine, wanted)

    def lay(place: Path) -> None:
        with ledger.step("the disk"):
            disk.build(place / "disk.raw", packages / "root.tar", the_kernel / "modules")

    packages = made(f"packages-{disks}", (where, *wanted), fill)
    laid = made(
        f"disk-{disks}",
        (the_kernel.name, packages.name, _text(HERE / "disk.py"), *_texts(HERE / "guest")),
        lay,
    )
    return Image(the_kernel / "vmlinuz", the_kernel / "first.gz", laid / "disk.raw")


def made(name: str, inputs: tuple[str, ...], make: Callable[[Path], None]) -> Path:
    """The folder that was made of these inputs, now or before; those made of others go."""
    digest = hashlib.sha256("\0".join(inputs).encode()).hexdigest()[:12]
    place, new = BUILD / f"{name}-{digest}", BUILD / f"{name}.new"
    if not place.exists():
        for older in BUILD.glob(f"{name}[-.]*"):
            shutil.rmtree(older)
        new.mkdir(parents=True)
        make(new)
        new.rename(place)
    return place


def _texts(folder: Path) -> tuple[str, ...]:
    return tuple(f"{each.name}\n{_text(each)}" for each in sorted(folder.iterdir()) if each.is_file())


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _understand(machine: Machine) -> None:
    """Let this computer run the machine's programs, which fill the disk."""
    kinds = Path("/proc/sys/fs/binfmt_misc")
    try:
        if not (kinds / "status").exists():
            run("mount", "-t", "binfmt_misc", "binfmt_misc", kinds)
        if not (kinds / machine.interpreter).exists():
            run("update-binfmts", "--enable", machine.interpreter)
    except Failed as failed:
        raise NotHere(f"programs of {machine.name} cannot be run: {failed}") from failed
