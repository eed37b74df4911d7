"""The Debian releases that a package is built for, and the machines."""

from __future__ import annotations

from pathlib import Path

import msgspec

HERE = Path(__file__).parent
ROOT = HERE.parent


class Suite(msgspec.Struct, frozen=True):
    """A Debian release. name: as in the package's version. codename: as in Debian's archive.

    python: its Python, `3.11`. glibc: its minor version, which wheels must not ask to be newer. units: where
    units and udev's rules lie. depends: what the package needs of Debian beside Python.
    """

    name: str
    codename: str
    python: str
    glibc: int
    units: str
    depends: tuple[str, ...]

    @property
    def system(self) -> str:
        """What the Pi's owner knows it as."""
        return f"Raspberry Pi OS {self.codename}"

    @property
    def pins(self) -> Path:
        """The dependencies that are carried inside, each with its version and hashes."""
        return HERE / "pins" / f"{self.name}.txt"

    @property
    def next_python(self) -> str:
        """The first Python that the carried parts are not made for."""
        major, minor = self.python.split(".")
        return f"{major}.{int(minor) + 1}"


SUITES = {
    "deb12": Suite("deb12", "bookworm", "3.11", 36, "lib", ("polkitd", "systemd")),
    "deb13": Suite("deb13", "trixie", "3.13", 41, "usr/lib", ("polkitd", "systemd")),
}

MACHINES = {"arm64": "aarch64", "amd64": "x86_64"}
"""Debian's names for the machines, and the wheels'."""


def platforms(suite: Suite, architecture: str) -> tuple[str, ...]:
    """The platforms of wheels that run there, the newest first, as pip names them."""
    machine = MACHINES[architecture]
    newer = (f"manylinux_2_{minor}_{machine}" for minor in range(suite.glibc, 16, -1))
    return (*newer, f"manylinux2014_{machine}")
