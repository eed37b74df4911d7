"""The process's log, as the journal of the machine reads it."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping

_WEIGHTS = {"DEBUG": 7, "INFO": 6, "WARNING": 4, "ERROR": 3, "CRITICAL": 2}
_PLAIN = "%(levelname)s %(name)s: %(message)s"


class ForJournald(logging.Formatter):
    """Puts the weight in front of each line as `sd-daemon(3)` has it, for `journalctl -p warning`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line for what has one; a stumble brings its trace, each line of the same weight."""
        weight = _WEIGHTS.get(record.levelname, 4)
        return "\n".join(f"<{weight}>{line}" for line in super().format(record).splitlines())


def log_to_stderr(environment: Mapping[str, str]) -> None:
    """Send the log to standard error. environment: the process's; systemd names what journald reads."""
    handler = logging.StreamHandler()
    named = environment.get("JOURNAL_STREAM")
    handler.setFormatter(ForJournald("%(message)s") if _is_stderr(named) else logging.Formatter(_PLAIN))
    logging.basicConfig(level=logging.INFO, handlers=(handler,))


def _is_stderr(named: str | None) -> bool:
    """Whether that is it, by device and inode: other programs pass the name on, too."""
    if named is None:
        return False
    file = os.fstat(2)
    return named == f"{file.st_dev}:{file.st_ino}"
