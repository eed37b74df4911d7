"""The machine that another version is installed on: where things lie there, its files and its programs."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from pathlib import Path
from typing import Any, NamedTuple


class Paths(NamedTuple):
    """Where everything lies. asked: the companion's folder with wish and file. work: root's own, for as long
    as something goes on. cache: for what stays.
    """

    asked: Path = Path("/var/lib/companion/update")
    work: Path = Path("/var/lib/companion-update")
    cache: Path = Path("/var/cache/companion")
    key: Path = Path("/usr/share/keyrings/companion.asc")
    keep: Path = Path("/usr/lib/companion/keep-version")
    system: Path = Path("/etc/os-release")
    failed: Path = Path("/run/companion/failed-starts")
    lasting: Path = Path("/run/systemd/system/companion.service.d/updating.conf")


class Refused(Exception):
    """Nothing has changed. what: a word for the companion. why: the system's words."""

    def __init__(self, what: str, why: str = "") -> None:
        super().__init__(what, why)
        self.what = what
        self.why = why


def small(path: Path | str, most: int, folder: int | None = None) -> bytes:
    """What a small file says, which is no link and no pipe. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError("no file")
        return file.read(most)


def write(path: Path, said: dict[str, Any]) -> None:
    """Write a small file whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="utf-8") as file:
        json.dump(said, file)
        file.flush()
        os.fsync(file.fileno())
    new.chmod(0o644)
    new.replace(path)


def run(*command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a program that asks nobody anything, and give what it said, in English.

    check: raise `subprocess.CalledProcessError` where it fails.
    """
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(
        command, check=check, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL
    )


def last_line(said: str) -> str:
    """The last line of a program's output, for a person who asks for help."""
    lines = said.strip().splitlines()
    return lines[-1][:300] if lines else ""


def words(failure: Exception) -> str:
    """Why something failed, in the system's words."""
    if isinstance(failure, subprocess.CalledProcessError):
        return last_line(failure.stderr or "")
    return getattr(failure, "strerror", None) or str(failure)
