"""What is installed, by dpkg, and whether the service of that is ready, by systemd."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from release.updating.box import last_line, run, small

READY_WITHIN = 120.0
"""Seconds that a version has to become ready."""
_LOOK = 2.0
_SAFE_MODE = 5
"""Failed starts in a row after which the companion serves nothing but what is wrong."""
_IN_VAIN = 3
"""Times that systemd has started a version again, while it is looked at, after which it is no use to wait."""


def install(package: Path) -> str:
    """Install it whatever is there; what came of it `installed` tells. The last that dpkg said against it."""
    return last_line(run("dpkg", "--force-confold", "--install", str(package), check=False).stderr)


def installed() -> str:
    """The version that is installed whole; empty where none is."""
    asked = run(
        "dpkg-query", "--show", "--showformat=${Version} ${db:Status-Status}", "companion", check=False
    )
    version, _, status = asked.stdout.strip().partition(" ")
    return version if status == "installed" else ""


def field(package: Path, name: str) -> str:
    """What the papers of a package say under this name."""
    return run("dpkg-deb", "--field", str(package), name).stdout.strip()


def ready(failed: Path, *, pause: Callable[[float], object], monotonic: Callable[[], float]) -> bool:
    """Wait until the service is ready, and not only to say what is wrong: for as long as it may become so.

    failed: its file, which counts the starts that failed.
    """
    until = monotonic() + READY_WITHIN
    run("systemctl", "start", "--no-block", "companion.service", check=False)
    before: int | None = None  # what it counts may go on from the version that was here
    while monotonic() < until:
        state, again = _service()
        before = again if before is None else min(before, again)
        starts = _failed_starts(failed)
        if state == "active" and not starts:
            return True
        if state == "failed" or starts >= _SAFE_MODE or again - before >= _IN_VAIN:
            return False
        pause(_LOOK)
    return False


def _service() -> tuple[str, int]:
    """The service's state, and how often systemd has started it again by itself."""
    asked = run("systemctl", "show", "--property=ActiveState,NRestarts", "companion.service", check=False)
    said = dict(line.partition("=")[::2] for line in asked.stdout.splitlines())
    again = said.get("NRestarts", "")
    return said.get("ActiveState", ""), int(again) if again.isdecimal() else 0


def _failed_starts(failed: Path) -> int:
    try:
        count = json.loads(small(failed, 4096))["count"]
    except FileNotFoundError:
        return 0
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return 1
    return count if isinstance(count, int) else 1
