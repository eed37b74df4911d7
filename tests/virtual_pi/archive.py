"""Debian's packages for the machine, fetched and unpacked beside this computer's own, never installed."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from release.suites import Suite
from tests.virtual_pi.machines import Machine
from tests.virtual_pi.running import Failed, NotHere, run

_OWN = Path("/etc/apt/sources.list.d/debian.sources")
_EVERYWHERE = """\
Types: deb
URIs: http://deb.debian.org/debian
Suites: {codename} {codename}-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://deb.debian.org/debian-security
Suites: {codename}-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
"""
_ONE_MORE = """
Types: deb
URIs: http://deb.debian.org/debian
Suites: {codename}
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
"""


def sources(suite: Suite) -> str:
    """Where packages come from: as this computer has it, if it runs the same Debian."""
    own = _OWN.read_text(encoding="utf-8") if _OWN.exists() else ""
    same = re.search(rf"^Suites:.*\b{suite.codename}\b", own, re.MULTILINE)
    return own if same else _EVERYWHERE.format(codename=suite.codename)


def here() -> str:
    """Debian's name of this computer's kind. Raises `NotHere`."""
    try:
        return run("dpkg", "--print-architecture").strip()
    except Failed as failed:
        raise NotHere(f"this is no Debian: {failed}") from failed


def fetch(
    into: Path,
    suite: Suite,
    machine: Machine,
    variant: str,
    packages: tuple[str, ...],
    *more: str,
    beside: str = "",
) -> None:
    """Put packages, and those that they need, into a folder or a `.tar`. Raises `NotHere`.

    variant and more: as mmdebstrap has them. `extract` unpacks and runs nothing of what was unpacked.
    beside: another of Debian's releases, of which packages may be named as `package/release`.
    """
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "debian.sources"
        other = _ONE_MORE.format(codename=beside) if beside and beside != suite.codename else ""
        listed.write_text(sources(suite) + other, encoding="utf-8")
        try:
            run(
                "mmdebstrap", f"--arch={machine.name}", "--mode=root", f"--variant={variant}",
                "--components=main", f"--include={','.join(packages)}",
                '--aptopt=Acquire::Languages "none"', *more, suite.codename, into, listed,
            )  # fmt: skip
        except Failed as failed:
            raise NotHere(f"Debian's packages cannot be had: {failed}") from failed
