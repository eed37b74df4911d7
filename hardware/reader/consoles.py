"""Serial lines on which the system itself talks: the kernel's messages, or a login that waits there."""

from __future__ import annotations

from pathlib import Path

BOOT = Path("/proc/cmdline")
PROCESSES = Path("/proc")


def is_console(port: str, boot: Path = BOOT, processes: Path = PROCESSES) -> bool:
    """Whether this is such a line. boot: the words that the kernel was started with."""
    device = Path(port).resolve()
    return device in _of_kernel(boot) or any(device == each for each in _of_logins(processes))


def _of_kernel(boot: Path) -> set[Path]:
    try:
        words = boot.read_text(encoding="utf-8").split()
    except OSError:
        return set()
    consoles = (
        word.removeprefix("console=").partition(",")[0] for word in words if word.startswith("console=")
    )
    return {Path("/dev", name).resolve() for name in consoles}


def _of_logins(processes: Path) -> set[Path]:
    """What each `agetty` that may be seen was started for, whichever of its words that is."""
    found: set[Path] = set()
    for path in processes.glob("[0-9]*/cmdline"):
        try:
            program, *words = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if program.endswith("getty"):
            found |= {Path("/dev", word).resolve() for word in words if word}
    return found
