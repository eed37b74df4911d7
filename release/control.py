"""The package's control file, checksums, copyright file and Debian changelog."""

from __future__ import annotations

import hashlib
from pathlib import Path

from release.project import ProjectUrls
from release.suites import HERE, Suite

DEBIAN = HERE / "debian"
DNSMASQ_CONF = "etc/NetworkManager/dnsmasq-shared.d/companion.conf"
"""NetworkManager reads the host names of its access point nowhere else."""
CONFFILES = (DNSMASQ_CONF,)
"""Without companion.toml: `systemd/companion.tmpfiles` installs it once, so that no update asks about it."""
SCRIPTS = ("postinst", "prerm", "postrm")
_GLIBC_MARGIN = 2
"""By so many minor versions the glibc that the wheels need is older than the suite's."""


def debian_version(version: str, suite: Suite) -> str:
    """The package's version: lower than the plain one, and different for each suite."""
    return f"{version}~{suite.name}"


def control(suite: Suite, architecture: str, version: str, size: int, urls: ProjectUrls) -> str:
    """The control file. size: installed, in KiB."""
    python = f"python3 (>= {suite.python}), python3 (<< {suite.next_python})"
    fields = {
        "VERSION": debian_version(version, suite),
        "ARCH": architecture,
        "SIZE": str(size),
        "DEPENDS": ", ".join((python, f"libc6 (>= 2.{suite.glibc - _GLIBC_MARGIN})", *suite.depends)),
    }
    made = _template()
    for name, value in fields.items():
        made = made.replace(f"@{name}@", value)
    return _with_page(made, "Homepage", urls)


def copyright_file(urls: ProjectUrls) -> str:
    """The authors and licences of the package's files."""
    return _with_page((DEBIAN / "copyright").read_text(encoding="utf-8"), "Source", urls)


def changelog(suite: Suite, version: str, when: str) -> str:
    """Debian's changelog, beside the project's own. when: in RFC 5322's format."""
    maintainer = next(line for line in _template().splitlines() if line.startswith("Maintainer: "))
    maintainer = maintainer.removeprefix("Maintainer: ")
    return (
        f"companion ({debian_version(version, suite)}) stable; urgency=medium\n\n"
        f"  * What is new stands in changelog.gz.\n\n -- {maintainer}  {when}\n"
    )


def installed_size(tree: Path) -> int:
    """The size of a tree, in KiB."""
    return sum(each.stat().st_size for each in tree.rglob("*") if each.is_file()) // 1024


def md5sums(tree: Path) -> str:
    """The checksums of a tree's files, in the format of `md5sum`."""
    files = sorted(each for each in tree.rglob("*") if each.is_file() and not each.is_symlink())
    return "".join(f"{_md5(each)}  {each.relative_to(tree).as_posix()}\n" for each in files)


def _md5(file: Path) -> str:
    return hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()


def _with_page(made: str, field: str, urls: ProjectUrls) -> str:
    """The file with the project's page in this field, or without the field."""
    return made.replace("@HOME@\n", f"{field}: {urls.page}\n" if urls.page else "")


def _template() -> str:
    return (DEBIAN / "control").read_text(encoding="utf-8")
