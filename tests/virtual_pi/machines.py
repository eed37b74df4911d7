"""The machines that can play the Pi, and what each needs of Debian."""

from __future__ import annotations

from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
BUILD = ROOT / "build" / "virtual-pi"
"""Everything that is made; never committed, and made anew where it is missing."""


class Machine(msgspec.Struct, frozen=True):
    """A computer that qemu plays.

    name: Debian's name of it. emulator: the program, with what makes its board and its processor.
    console: the serial line that the kernel talks on. reader: how the tag reader's line is had; reader_port:
    its path inside. kernel_name: the kernel's name of the machine. interpreter: runs its programs on other
    machines; compiler: what stands before the names of the compiler that is for it there.
    tools: Debian's packages that a computer needs to play it; foreign: what one of another kind needs beside.
    """

    name: str
    emulator: tuple[str, ...]
    console: str
    reader: tuple[str, ...]
    reader_port: str
    kernel_name: str
    interpreter: str
    compiler: str
    tools: tuple[str, ...]
    foreign: tuple[str, ...]


_TOOLS = (
    "binutils", "cpio", "e2fsprogs", "gcc", "kmod", "libelf1", "make", "mmdebstrap", "qemu-utils", "xz-utils",
)  # fmt: skip
_FOREIGN = ("arch-test", "binfmt-support", "qemu-user-static")

AMD64 = Machine(
    "amd64",
    ("qemu-system-x86_64", "-machine", "q35", "-cpu", "max"),
    console="ttyS0",
    reader=("-serial", "chardev:reader"),
    reader_port="/dev/ttyS1",
    kernel_name="x86_64",
    interpreter="qemu-x86_64",
    compiler="x86_64-linux-gnu-",
    tools=(*_TOOLS, "qemu-system-x86", "seabios"),
    foreign=(*_FOREIGN, "gcc-x86-64-linux-gnu"),
)
ARM64 = Machine(
    "arm64",
    ("qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a72"),
    console="ttyAMA0",
    reader=("-device", "pci-serial,chardev=reader"),
    reader_port="/dev/ttyS0",
    kernel_name="arm64",
    interpreter="qemu-aarch64",
    compiler="aarch64-linux-gnu-",
    tools=(*_TOOLS, "qemu-system-arm"),
    foreign=(*_FOREIGN, "gcc-aarch64-linux-gnu"),
)
MACHINES = {each.name: each for each in (AMD64, ARM64)}
