"""Other programs, and what they said when they failed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from tests.virtual_pi.ledger import Ledger

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Failed(Exception):
    """A program failed."""

    def __init__(self, words: tuple[str, ...], said: str) -> None:
        super().__init__(f"{' '.join(words)}\n{said}")


class NotHere(Exception):
    """This computer cannot run a virtual Pi. The message says why."""


def run(*words: str | Path, at: Path | None = None, environment: Mapping[str, str] = _NOTHING) -> str:
    """Run a program and return what it printed. Raises `Failed`."""
    command = tuple(str(word) for word in words)
    given = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", **environment}
    try:
        done = subprocess.run(
            command, check=False, cwd=at, env=given, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
    except FileNotFoundError as missing:
        raise Failed(command, str(missing)) from missing
    if done.returncode:
        raise Failed(command, done.stdout + done.stderr)
    return done.stdout


def have(packages: tuple[str, ...], ledger: Ledger) -> None:
    """Install those of Debian's packages that are not here. Raises `NotHere`."""
    if os.geteuid():
        raise NotHere("only root may build the Pi's disk")
    if shutil.which("apt-get") is None:
        raise NotHere("there is no apt-get to get the kernel and the tools with")
    missing = [each for each in packages if not _installed(each)]
    if missing:
        with ledger.step(f"tools: {' '.join(missing)}"):
            try:
                run("apt-get", "update", "-qq")
                run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)
            except Failed as failed:
                raise NotHere(f"the tools cannot be installed: {failed}") from failed


def _installed(package: str) -> bool:
    try:
        return run("dpkg-query", "-W", "-f", "${db:Status-Status}", package) == "installed"
    except Failed:
        return False
