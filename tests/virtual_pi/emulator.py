"""The command line of qemu: which computer it plays, and what is connected to it."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from tests.virtual_pi.image import Image
from tests.virtual_pi.machines import HERE, Machine

LINES = ("agent", "display", "reader", "usb")
"""The lines out of the machine, each a socket of this name in its folder; `monitor` is qemu's own."""
ARCHIVE = "10.0.2.100"
"""Where the machine finds packages."""
HERE_FROM_INSIDE = "10.0.2.2"
"""Where a machine that may finds what listens at this computer's own 127.0.0.1."""
OWN = "10.0.2.15"
"""The machine's address."""
_MEMORY = 512
"""Megabytes, as the smallest Pi has."""
_SHIFT = 1
A_SECOND = 1_000_000_000 >> _SHIFT
"""Instructions in a second of the machine's own clock, when they are counted."""


class Disks(msgspec.Struct, frozen=True):
    """own: qcow2, or a raw one by its suffix. writes: a file that is to know every write to it in its order.

    stick: a second disk, read only. boot: the card's first partition, raw; no other Pi has it.
    """

    own: Path
    writes: Path | None = None
    stick: Path | None = None
    boot: Path | None = None


def command(
    machine: Machine,
    image: Image,
    folder: Path,
    port: int,
    disks: Disks,
    words: tuple[str, ...],
    archive: Path | None = None,
    *,
    outward: bool = False,
    counted: bool = False,
) -> tuple[str, ...]:
    """What starts the machine.

    folder: of its lines and of what its kernel says. port: of this computer, which leads to the companion's.
    words: more for the kernel's command line. archive: a folder with packages, which the machine finds at
    `ARCHIVE`. outward: it reaches this computer, and all that this one reaches. counted: its clock goes by
    the instructions of its one processor, `A_SECOND` a second, however busy this computer is.
    """
    append = (f"console={machine.console}", "root=/dev/vda", "rw", "net.ifnames=0", "panic=1", "quiet")
    lines = (f"socket,id={name},path={folder / name},server=off" for name in LINES)
    return (
        *machine.emulator, *_processors(counted=counted), "-m", str(_MEMORY),
        "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
        "-kernel", str(image.kernel), "-initrd", str(image.first_program),
        "-append", " ".join((*append, "systemd.show_status=0", *machine.words, *words)),
        *_connected(disks),
        "-netdev",
        f"user,id=net,restrict={'off' if outward else 'on'},hostfwd={led(port, 8080)}{_served(archive)}",
        "-device", "virtio-net-pci,netdev=net", "-device", "virtio-rng-pci", "-device", "qemu-xhci",
        "-chardev", f"file,id=console,path={folder / 'console'}", "-serial", "chardev:console",
        *(word for line in lines for word in ("-chardev", line)), *machine.reader,
        "-device", "virtio-serial-pci", "-device", "virtserialport,chardev=agent,name=pi.agent",
        "-device", "virtserialport,chardev=display,name=pi.display",
        "-qmp", f"unix:{folder / 'monitor'},server=off",
    )  # fmt: skip


def _processors(*, counted: bool) -> tuple[str, ...]:
    if counted:
        return ("-accel", "tcg,thread=single,tb-size=256", "-smp", "1", "-icount", f"shift={_SHIFT}")
    return ("-accel", "tcg,thread=multi,tb-size=256", "-smp", "2")


def led(port: int, inside: int) -> str:
    """As qemu writes that a port of this computer leads to one of the machine."""
    return f"tcp:127.0.0.1:{port}-{OWN}:{inside}"


def _served(archive: Path | None) -> str:
    """Each question for the archive is answered by a program of its own."""
    if archive is None:
        return ""
    return f",guestfwd=tcp:{ARCHIVE}:80-cmd:{sys.executable} {HERE / 'answering.py'} {archive}"


def _connected(disks: Disks) -> tuple[str, ...]:
    kind = "raw" if disks.own.suffix == ".raw" else "qcow2"
    own = f"driver={kind},file.driver=file,file.filename={disks.own}"
    if disks.writes is not None:
        disks.writes.write_bytes(b"")
        inner = f"file.driver={kind},file.file.driver=file,file.file.filename={disks.own}"
        own = f"driver=blklogwrites,{inner},log.driver=file,log.filename={disks.writes}"
    connected: tuple[str, ...] = (
        "-blockdev", f"node-name=disk,{own}", "-device", "virtio-blk-pci,drive=disk",
    )  # fmt: skip
    if disks.boot is not None:
        boot = f"driver=raw,node-name=boot,file.driver=file,file.filename={disks.boot}"
        connected = (*connected, "-blockdev", boot, "-device", "virtio-blk-pci,drive=boot")
    if disks.stick is None:
        return connected
    stick = f"driver=raw,node-name=stick,read-only=on,file.driver=file,file.filename={disks.stick}"
    return (*connected, "-blockdev", stick, "-device", "virtio-blk-pci,drive=stick")
