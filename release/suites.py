"""The Debian releases that a package is built for, and the machines."""

from __future__ import annotations

from pathlib import Path

import msgspec

HERE = Path(__file__).parent
ROOT = HERE.parent


class Suite(msgspec.Struct, frozen=True):
    """A Debian release."""

    name: str
    """As in the package's version, for example `deb12`."""
    codename: str
    python: str
    """Its version, for example `3.11`."""
    glibc: int
    """Its minor version, the newest that wheels may need."""
    units: str
    """The folder of systemd's units and udev's rules."""
    depends: tuple[str, ...]
    """Debian packages that are needed beside Python."""

    @property
    def system(self) -> str:
        """Its name for the owner of a Pi."""
        return f"Raspberry Pi OS {self.codename}"

    @property
    def pins(self) -> Path:
        """The file of pinned dependencies, with versions and hashes."""
        return HERE / "pins" / f"{self.name}.txt"

    @property
    def next_python(self) -> str:
        """The first Python version that the wheels do not support."""
        major, minor = self.python.split(".")
        return f"{major}.{int(minor) + 1}"


SUITES = {
    "deb12": Suite("deb12", "bookworm", "3.11", 36, "lib", ("polkitd", "systemd")),
    "deb13": Suite("deb13", "trixie", "3.13", 41, "usr/lib", ("polkitd", "systemd")),
}

MACHINES = {"arm64": "aarch64", "amd64": "x86_64"}
"""Debian's names of the architectures, and those of wheels."""


def platforms(suite: Suite, architecture: str) -> tuple[str, ...]:
    """pip's names of the compatible platforms, the newest first."""
    machine = MACHINES[architecture]
    newer = (f"manylinux_2_{minor}_{machine}" for minor in range(suite.glibc, 16, -1))
    return (*newer, f"manylinux2014_{machine}")
