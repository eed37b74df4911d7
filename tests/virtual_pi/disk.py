"""The Pi's disk: as after flashing Raspberry Pi OS Lite, less the Pi's own packages."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from release.suites import Suite
from tests.virtual_pi.archive import fetch
from tests.virtual_pi.machines import HERE, Machine
from tests.virtual_pi.running import run

PACKAGES = (
    "systemd", "systemd-sysv", "udev", "dbus", "polkitd", "kmod", "python3", "apt", "iproute2",
    "ca-certificates", "procps", "login", "util-linux", "netbase",
)  # fmt: skip
OF_THE_AIR = ("network-manager", "wpasupplicant", "dnsmasq-base", "nftables", "hostapd", "iw", "udhcpc")
"""What it takes to be in a Wi-Fi and to open one; and the home and the phone around the Pi."""
SIZE = "1G"
_LEAVE_OUT = (
    "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer",
    "e2scrub_reap.service", "fstrim.timer", "getty@tty1.service", "getty-static.service",
    "serial-getty@ttyS0.service", "serial-getty@ttyAMA0.service", "systemd-networkd-wait-online.service",
    "systemd-pstore.service",
)  # fmt: skip
"""What nobody misses on a machine that lives for two minutes."""
_NO_PAPER = tuple(f"--dpkgopt=path-exclude=/usr/share/{each}/*" for each in ("doc", "man", "locale"))


def fill(archive: Path, suite: Suite, machine: Machine, packages: tuple[str, ...] = PACKAGES) -> None:
    """Put Debian's packages into a tar. Raises `NotHere`."""
    fetch(archive, suite, machine, "minbase", packages, *_NO_PAPER)


def build(
    disk: Path,
    archive: Path,
    modules: Path,
    size: str = SIZE,
    furnish: Callable[[Path], None] = lambda _: None,
) -> None:
    """Make a raw disk of the packages, the kernel's modules and the bench's hands.

    furnish: adds to its tree.
    """
    with tempfile.TemporaryDirectory(dir=disk.parent) as folder:
        root = Path(folder)
        run("tar", "-xf", archive, "-C", root)
        run("cp", "-a", f"{modules}/lib/modules", root / "usr" / "lib")
        _furnish(root)
        furnish(root)
        disk.unlink(missing_ok=True)
        run("truncate", "-s", size, disk)
        run("mke2fs", "-q", "-t", "ext4", "-d", root, "-E", "lazy_itable_init=0,lazy_journal_init=0", disk)


def _furnish(root: Path) -> None:
    hands = root / "usr" / "local" / "lib" / "virtual-pi"
    hands.mkdir(parents=True)
    units = root / "etc" / "systemd" / "system"
    for each in (HERE / "guest").iterdir():
        if each.suffix in {".py", ".sh"}:
            shutil.copy(each, hands)
        elif each.suffix == ".service":
            shutil.copy(each, units)
            run("systemctl", f"--root={root}", "enable", each.stem)
    shutil.copy(HERE / "guest" / "eth0.network", root / "etc" / "systemd" / "network" / "10-eth0.network")
    run("systemctl", f"--root={root}", "enable", "systemd-networkd")
    for unit in _LEAVE_OUT:
        (units / unit).symlink_to("/dev/null")
    # documents were left out to be quick; our own package's are not
    for each in (root / "etc" / "dpkg" / "dpkg.cfg.d").glob("*mmdebstrap*"):
        each.unlink()
    write(root / "etc" / "hostname", "pi\n")
    write(root / "etc" / "fstab", "/dev/vda / ext4 rw,noatime 0 1\n")
    write(root / "etc" / "machine-id", "0123456789abcdef0123456789abcdef\n")
    # the bench's own lines are looked for by udev, which takes its time on another kind of processor
    write(
        root / "etc" / "systemd" / "system.conf.d" / "virtual-pi.conf",
        "[Manager]\nDefaultDeviceTimeoutSec=180\n",
    )
    write(root / "etc" / "modules-load.d" / "virtual-pi.conf", "virtio_console\nvirtio_net\n")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
