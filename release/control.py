"""The package's own papers: what dpkg reads of it, and Debian's changelog."""

from __future__ import annotations

import hashlib
from pathlib import Path

from release.home import Home
from release.suites import HERE, Suite

DEBIAN = HERE / "debian"
NAMES = "etc/NetworkManager/dnsmasq-shared.d/companion.conf"
"""NetworkManager reads what names mean in a network that it shares nowhere but there."""
CONFFILES = (NAMES,)
"""Not the owner's file: `systemd/companion.tmpfiles` lays that down once, and no update asks about it."""
SCRIPTS = ("postinst", "prerm", "postrm")
_MANYLINUX_NEEDS = 2
"""How much older than the suite's own the newest glibc is that a carried wheel asks for."""


def debian_version(version: str, suite: Suite) -> str:
    """The package's version: below the plain one, and another for each suite."""
    return f"{version}~{suite.name}"


def control(suite: Suite, architecture: str, version: str, size: int, home: Home) -> str:
    """The control file. size: of what is installed, in KiB."""
    python = f"python3 (>= {suite.python}), python3 (<< {suite.next_python})"
    fields = {
        "VERSION": debian_version(version, suite),
        "ARCH": architecture,
        "SIZE": str(size),
        "DEPENDS": ", ".join((python, f"libc6 (>= 2.{suite.glibc - _MANYLINUX_NEEDS})", *suite.depends)),
    }
    made = _template()
    for name, value in fields.items():
        made = made.replace(f"@{name}@", value)
    return _with_home(made, "Homepage", home)


def copyright_file(home: Home) -> str:
    """Whose everything is that the package carries."""
    return _with_home((DEBIAN / "copyright").read_text(encoding="utf-8"), "Source", home)


def changelog(suite: Suite, version: str, when: str) -> str:
    """Debian's changelog; ours lies beside it. when: as RFC 5322 has it."""
    keeper = next(line for line in _template().splitlines() if line.startswith("Maintainer: "))
    who = keeper.removeprefix("Maintainer: ")
    return (
        f"companion ({debian_version(version, suite)}) stable; urgency=medium\n\n"
        f"  * What is new stands in changelog.gz.\n\n -- {who}  {when}\n"
    )


def installed_size(tree: Path) -> int:
    """What a tree takes on the disk, in KiB."""
    return sum(each.stat().st_size for each in tree.rglob("*") if each.is_file()) // 1024


def sums(tree: Path) -> str:
    """The sum of every file that is installed, as `md5sum` writes it."""
    files = sorted(each for each in tree.rglob("*") if each.is_file() and not each.is_symlink())
    return "".join(f"{_sum(each)}  {each.relative_to(tree).as_posix()}\n" for each in files)


def _sum(file: Path) -> str:
    return hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()


def _with_home(made: str, field: str, home: Home) -> str:
    """The paper with where the project lives; without the field while it lives nowhere."""
    return made.replace("@HOME@\n", f"{field}: {home.page}\n" if home.page else "")


def _template() -> str:
    return (DEBIAN / "control").read_text(encoding="utf-8")
