"""Debian's own kernel, the modules that it lacks, and the first program that it runs."""

from __future__ import annotations

import gzip
import lzma
import re
import shutil
import subprocess
from pathlib import Path

from release.suites import Suite
from tests.virtual_pi.archive import fetch
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.machines import HERE, Machine
from tests.virtual_pi.running import run

_FIRST = ("virtio_pci", "virtio_mmio", "virtio_blk", "ext4")
_CARRIED = (
    *_FIRST, "autofs4", "binfmt_misc", "configfs", "ftdi_sio", "i2c-dev", "nls_ascii", "nls_cp437",
    "nls_utf8", "sd_mod", "usb-storage", "vfat", "virtio_console", "virtio_net", "virtio_rng", "xhci-pci",
    "evdev", "uinput",
    "mac80211_hwsim", "ccm", "ctr", "cmac", "gcm", "nft_chain_nat", "nft_ct", "nft_masq", "nft_reject_ipv4",
)  # fmt: skip
"""What the disk carries of the kernel's own modules; gpio-sim and the display's come beside them. Last come
radios, what locks a Wi-Fi, and what NetworkManager shares a network with."""
_SOURCES = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
_WORKSHOP = (
    "base-files", "busybox-static", "coreutils", "dash", "e2fsck-static", "grep", "linux-source", "make",
    "mawk", "sed",
)  # fmt: skip
"""What it takes beside the kernel and its headers, which bring the very compiler that made the kernel."""
_TOOLS = ("sh", "mount", "insmod", "switch_root", "echo", "sleep")


def build(into: Path, suite: Suite, machine: Machine, ledger: Ledger) -> None:
    """Make `vmlinuz`, `first.gz` and `modules/lib/modules/<version>` in a folder. Raises `NotHere`."""
    tree = into / "tree"
    kernel = (f"linux-image-{machine.name}", f"linux-headers-{machine.name}")
    with ledger.step("Debian's kernel, its headers, source and compiler"):
        fetch(tree, suite, machine, "extract", (*kernel, *_WORKSHOP))
    version = next((tree / "lib" / "modules").iterdir()).name
    with ledger.step(f"modules that kernel {version} lacks"):
        made = _compiled(tree, version)
        _carry(into / "modules", tree, version, made)
    (tree / "boot" / f"vmlinuz-{version}").rename(into / "vmlinuz")
    _first_program(into / "first.gz", tree, version)
    shutil.rmtree(tree)


def _compiled(tree: Path, version: str) -> list[Path]:
    """Compile what Debian's kernel lacks against its headers."""
    folder = tree / "own"
    folder.mkdir()
    source = next((tree / "usr" / "src").glob("linux-source-*.tar.xz"))
    name = source.name.removesuffix(".tar.xz")
    run(
        "tar", "-xJf", source, "-C", folder, "--strip-components=3", "--occurrence=1",
        *(f"{name}/{each}" for each in _SOURCES),
    )  # fmt: skip
    _as_a_module(folder / "irq_sim.c")
    for each in (HERE / "modules").iterdir():
        shutil.copy(each, folder)
    (tree / "usr" / "bin" / "awk").symlink_to("mawk")  # as installing it would
    run("chroot", tree, "make", "-s", "-C", f"/usr/src/linux-headers-{version}", "M=/own", "modules")
    made = sorted(folder.glob("*.ko"))
    run("chroot", tree, "strip", "-g", *(f"/own/{each.name}" for each in made))
    return made


def _as_a_module(source: Path) -> None:
    """The kernel's simulated interrupts are meant to be built in; two lines make a module of them."""
    said = source.read_text(encoding="utf-8")
    mended = said.replace("#include <linux/irq.h>", "#include <linux/module.h>\n#include <linux/irq.h>")
    mended = mended.replace("irq_to_desc(irqnum)", "irq_data_to_desc(irq_get_irq_data(irqnum))")
    source.write_text(f'{mended}\nMODULE_LICENSE("GPL");\n', encoding="utf-8")


def _needed(tree: Path, version: str, names: tuple[str, ...]) -> list[Path]:
    """The files of some modules and of those that they need, in the order of loading."""
    found: dict[Path, None] = {}
    for name in names:
        shown = subprocess.run(
            ("modprobe", "-d", tree, "-S", version, "--show-depends", name),
            check=False,
            capture_output=True,
            text=True,
        ).stdout  # one that is built in, or that this machine has not, is none
        found.update(dict.fromkeys(Path(each) for each in re.findall(r"^insmod (\S+)", shown, re.MULTILINE)))
    return list(found)


def _carry(modules: Path, tree: Path, version: str, made: list[Path]) -> None:
    """Lay out the modules that the disk is to have."""
    run("depmod", "-b", tree, version)
    place = modules / "lib" / "modules" / version
    for folder, files in (("kernel", _needed(tree, version, _CARRIED)), ("extra", made)):
        (place / folder).mkdir(parents=True)
        for each in files:
            _lay(each, place / folder)
    for name in ("modules.order", "modules.builtin", "modules.builtin.modinfo"):
        shutil.copy(tree / "lib" / "modules" / version / name, place)
    run("depmod", "-b", modules, version)


def _lay(module: Path, folder: Path) -> Path:
    """Copy a module to where it is loaded from, unpacked: busybox loads no others."""
    content = module.read_bytes()
    laid = folder / module.name.removesuffix(".xz")
    laid.write_bytes(content if laid.name == module.name else lzma.decompress(content))
    return laid


def _first_program(archive: Path, tree: Path, version: str) -> None:
    """Pack what finds and mends the disk: busybox, e2fsck, some modules, the script that loads them."""
    folder = tree / "first"
    for place in ("bin", "dev", "lib", "mnt", "proc", "sys"):
        (folder / place).mkdir(parents=True)
    shutil.copy(tree / "bin" / "busybox", folder / "bin")
    shutil.copy(tree / "sbin" / "e2fsck.static", folder / "bin" / "e2fsck")
    for name in _TOOLS:
        (folder / "bin" / name).symlink_to("busybox")
    laid = [_lay(each, folder / "lib") for each in _needed(tree, version, _FIRST)]
    (folder / "modules").write_text("".join(f"/lib/{each.name}\n" for each in laid), encoding="utf-8")
    shutil.copy(HERE / "guest" / "init", folder)
    (folder / "init").chmod(0o755)
    names = "\n".join(str(each.relative_to(folder)) for each in sorted(folder.rglob("*")))
    packed = subprocess.run(
        ("cpio", "-o", "-H", "newc", "--quiet"),
        cwd=folder,
        input=names.encode(),
        check=True,
        capture_output=True,
    )
    archive.write_bytes(gzip.compress(packed.stdout, 1))
