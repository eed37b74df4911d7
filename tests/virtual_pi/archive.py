"""Debian's packages for the machine, looked up and fetched beside this computer's own, never installed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.virtual_pi.machines import Machine
from tests.virtual_pi.running import Failed, NotHere, run

SUITE = "bookworm"
_OWN = Path("/etc/apt/sources.list.d/debian.sources")
_EVERYWHERE = f"""\
Types: deb
URIs: http://deb.debian.org/debian
Suites: {SUITE} {SUITE}-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://deb.debian.org/debian-security
Suites: {SUITE}-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
"""


def sources() -> str:
    """Where packages come from: as this computer has it, if it runs the same Debian."""
    own = _OWN.read_text(encoding="utf-8") if _OWN.exists() else ""
    return own if re.search(rf"^Suites:.*\b{SUITE}\b", own, re.MULTILINE) else _EVERYWHERE


def here() -> str:
    """Debian's name of this computer's kind."""
    return run("dpkg", "--print-architecture").strip()


class Archive:
    """An apt of its own in a folder. Raises `NotHere` when Debian cannot be reached."""

    def __init__(self, folder: Path, machine: Machine) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        for each in ("lists/partial", "archives/partial", "preferences.d", "apt.conf.d"):
            (folder / each).mkdir(parents=True)
        (folder / "status").touch()
        self.sources = folder / "debian.sources"
        self.sources.write_text(sources(), encoding="utf-8")
        configuration = folder / "apt.conf"
        configuration.write_text(
            f'APT::Architecture "{machine.name}"; APT::Architectures {{ "{machine.name}"; "{here()}"; }};\n'
            f'APT::Sandbox::User "root"; Acquire::Languages "none"; Dir::Etc "{folder}";\n'
            f'Dir::Etc::sourcelist "{self.sources}"; Dir::Etc::sourceparts "/dev/null";\n'
            f'Dir::State "{folder}"; Dir::State::status "{folder}/status"; Dir::Cache "{folder}";\n',
            encoding="utf-8",
        )
        self._environment = {"APT_CONFIG": str(configuration)}
        try:
            run("apt-get", "update", "-qq", environment=self._environment)
        except Failed as failed:
            raise NotHere(f"Debian's lists cannot be had: {failed}") from failed

    def needs(self, package: str, prefix: str) -> str:
        """The package whose name begins so and that this one depends on."""
        said = run("apt-cache", "depends", package, environment=self._environment)
        found = re.search(rf"Depends: ({re.escape(prefix)}\S+)", said)
        if found is None:
            raise NotHere(f"{package} of this Debian needs no {prefix}")
        return found.group(1)

    def unpack(self, into: Path, *packages: str) -> None:
        """Fetch packages and unpack them into a folder."""
        fetched = into / "fetched"
        fetched.mkdir(parents=True, exist_ok=True)
        try:
            run("apt-get", "download", "-qq", *packages, at=fetched, environment=self._environment)
        except Failed as failed:
            raise NotHere(f"Debian's packages cannot be had: {failed}") from failed
        for each in sorted(fetched.glob("*.deb")):
            run("dpkg-deb", "-x", each, into)
        shutil.rmtree(fetched)
