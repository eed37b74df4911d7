"""A card as it is after flashing: a system that reads what its first partition holds, and that partition."""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec

from release.make_card import CARD, SUITE
from tests.virtual_pi import archive, disk, image
from tests.virtual_pi.board import Bench
from tests.virtual_pi.emulator import ARCHIVE
from tests.virtual_pi.image import Image
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.machines import HERE, Machine
from tests.virtual_pi.running import have, run

TOOLS = ("apt-utils", "mtools")
FETCHED = "polkitd"
"""What the package needs and this card lacks. Raspberry Pi OS Lite has it, and then no network is needed."""
PACKAGES = (*(each for each in disk.PACKAGES if each != FETCHED), "diffutils", "e2fsprogs")
READS = {"Debian's own cloud-init": SUITE.codename, "cloud-init with the Raspberry Pi parts": "forky"}
"""Which Debian cloud-init is from, which reads the partition: on Raspberry Pi OS a newer one."""
_CONFIGURED = """\
datasource_list: [ NoCloud, None ]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
ssh_deletekeys: false
ssh_genkeytypes: []
"""
"""As Raspberry Pi OS has it."""
_CONFIG = "# For more options see the documentation\n#dtparam=i2c_arm=on\ndtparam=audio=on\n\n[all]\n"
_CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootfstype=ext4 fsck.repair=yes rootwait\n"
_USER = "#cloud-config\nhostname: companion\nmanage_etc_hosts: true\nusers:\n- name: ada\n"


class Card(msgspec.Struct, frozen=True):
    """bench: with the disk. fetched: a folder with what the package needs, as an archive of packages."""

    bench: Bench
    fetched: Path


def build(machine: Machine, reads: str, ledger: Ledger) -> Card:
    """Build what is not there yet. reads: the Debian that cloud-init is from. Raises `NotHere`."""
    have(TOOLS, ledger)
    plain = image.build(SUITE, machine, ledger)
    kind = f"{SUITE.name}-{machine.name}-{reads}"
    own = (HERE / "card.py").read_text(encoding="utf-8")

    def fill(place: Path) -> None:
        with ledger.step(f"Debian's packages for the card, cloud-init of {reads}"):
            _fill(place, machine, reads)

    filled = image.made(f"card-packages-{kind}", (archive.sources(SUITE), *PACKAGES, FETCHED), fill)

    def lay(place: Path) -> None:
        with ledger.step("the card's disk"):
            modules = plain.kernel.parent / "modules"
            disk.build(place / "disk.raw", filled / "root.tar", modules, "2G", _furnish)

    laid = image.made(f"card-disk-{kind}", (filled.name, plain.disk.parent.name, own), lay)
    own_image = Image(plain.kernel, plain.first_program, laid / "disk.raw")
    return Card(Bench(SUITE, machine, own_image, ledger), filled / "fetched")


def boot_partition(disk: Path, package: Path) -> None:
    """Make the first partition as the Imager leaves it, with the two files that the owner copies onto it."""
    with tempfile.TemporaryDirectory() as folder:
        files = {
            "config.txt": _CONFIG, "cmdline.txt": _CMDLINE, "user-data": _USER, "network-config": "",
            "meta-data": "instance-id: rpi-imager-1795366800000\n",
        }  # fmt: skip
        for name, said in files.items():
            (Path(folder) / name).write_text(said, encoding="utf-8")
        disk.unlink(missing_ok=True)
        run("truncate", "-s", "64M", disk)
        run("mkfs.vfat", "-n", "bootfs", disk)
        every = (*sorted(Path(folder).iterdir()), CARD / "vendor-data", package)
        run("mcopy", "-i", disk, *every, "::")


def on_partition(disk: Path, name: str) -> str:
    """What stands in a file there, as the owner's computer shows it."""
    return run("mtype", "-i", disk, f"::{name}")


def _fill(place: Path, machine: Machine, reads: str) -> None:
    """Put the packages into `root.tar`, and what is to be fetched later into `fetched`."""
    kept = place / "fetched"
    kept.mkdir()
    archive.fetch(
        place / "root.tar", SUITE, machine, "minbase", (*PACKAGES, f"cloud-init/{reads}"),
        f'--aptopt=APT::Default-Release "{SUITE.codename}"', '--aptopt=APT::Install-Recommends "false"',
        '--aptopt=Acquire::Check-Valid-Until "false"',
        f'--customize-hook=chroot "$1" apt-get install -y --download-only {FETCHED}',
        f"--customize-hook=copy-out /var/cache/apt/archives {kept}",
        '--customize-hook=rm -f "$1"/etc/apt/sources.list.d/* "$1"/etc/apt/sources.list',
        *(f"--dpkgopt=path-exclude=/usr/share/{each}/*" for each in ("doc", "man", "locale")),
        beside=reads,
    )  # fmt: skip
    listed = run("apt-ftparchive", "packages", "archives", at=kept)
    (kept / "Packages").write_text(listed, encoding="utf-8")
    (kept / "Release").write_text(run("apt-ftparchive", "release", ".", at=kept), encoding="utf-8")


def _furnish(root: Path) -> None:
    for each in (root / "etc" / "apt" / "apt.conf.d").glob("*mmdebstrap*"):
        each.unlink()
    (root / "boot" / "firmware").mkdir(parents=True)
    disk.write(
        root / "etc/fstab", "/dev/vda / ext4 rw,noatime 0 1\nLABEL=bootfs /boot/firmware vfat defaults 0 0\n"
    )
    disk.write(root / "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg", _CONFIGURED)
    for unit in ("cloud-init-main", "cloud-init-local"):
        disk.write(
            root / f"etc/systemd/system/{unit}.service.d/card.conf",
            "[Unit]\nRequiresMountsFor=/boot/firmware\n",
        )
    disk.write(root / "etc/apt/sources.list.d/archive.list", f"deb [trusted=yes] http://{ARCHIVE}/ ./\n")
