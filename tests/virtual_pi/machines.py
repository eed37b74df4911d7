"""The machines that can play the Pi, and what each needs of Debian."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.tree import ROOT

HERE = Path(__file__).parent
BUILD = ROOT / "build" / "virtual-pi"
"""Everything that is made; never committed, and made anew where it is missing."""


class Machine(msgspec.Struct, frozen=True):
    """A computer that qemu plays.

    name: Debian's name of it. emulator: the program, with what makes its board and its processor.
    console: the serial line that the kernel talks on. reader: how the tag reader's line is had; reader_port:
    its path inside. interpreter: runs its programs on other machines. tools: Debian's packages that a
    computer needs to play it; one of another kind needs `FOREIGN` beside. words: for its kernel.
    """

    name: str
    emulator: tuple[str, ...]
    console: str
    reader: tuple[str, ...]
    reader_port: str
    interpreter: str
    tools: tuple[str, ...]
    words: tuple[str, ...] = ()


_TOOLS = ("cpio", "dosfstools", "e2fsprogs", "kmod", "mmdebstrap", "qemu-utils", "xz-utils")
FOREIGN = ("arch-test", "binfmt-support", "qemu-user-static")

AMD64 = Machine(
    "amd64",
    ("qemu-system-x86_64", "-machine", "q35", "-cpu", "max"),
    console="ttyS0",
    reader=("-serial", "chardev:reader"),
    reader_port="/dev/ttyS1",
    interpreter="qemu-x86_64",
    tools=(*_TOOLS, "qemu-system-x86", "seabios"),
    # else it looks whether its timer keeps pace with its processor, and panics where this computer is busy
    words=("no_timer_check",),
)
ARM64 = Machine(
    "arm64",
    ("qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a72"),
    console="ttyAMA0",
    reader=("-device", "pci-serial,chardev=reader"),
    reader_port="/dev/ttyS0",
    interpreter="qemu-aarch64",
    tools=(*_TOOLS, "qemu-system-arm"),
)
MACHINES = {each.name: each for each in (AMD64, ARM64)}
