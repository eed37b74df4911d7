"""The last lines of the log, for whoever helps from afar: what happened, and nothing of whom.

Of what a line was made with only numbers stay, and what the system says of a failure: names, codes, addresses
and folders are left out before anything is kept.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.language.text import CompanionError, Text

MOST = 200
"""Lines that are kept."""
LONGEST = 200
"""Characters of one."""
FILE = "last-lines"
_OURS = ("companion", "hardware", "web", "release")
HIDDEN = "…"


class LastLines(logging.Handler):
    """Keeps them. place: a folder that forgets at the machine's next start, for the lines before a crash and
    for the command; None keeps them for this process alone.
    """

    def __init__(self, place: Path | None) -> None:
        super().__init__(logging.INFO)
        self._file = None if place is None else place / FILE
        self._guard = threading.Lock()
        self._lines: deque[str] = deque(read(place), maxlen=MOST)

    @property
    def lines(self) -> tuple[str, ...]:
        """The last ones, the newest last."""
        with self._guard:
            return tuple(self._lines)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line. Never raises: a log is no reason to fail."""
        with suppress(Exception):
            line = nameless(record)
            with self._guard:
                self._lines.append(line)
                if self._file is not None:
                    self._file.write_text("\n".join(self._lines) + "\n", encoding="utf-8")


def read(place: Path | None) -> list[str]:
    """The lines that a process has kept in this folder."""
    if place is None:
        return []
    try:
        found = (place / FILE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return [line[:LONGEST] for line in found.splitlines()[-MOST:]]


def nameless(record: logging.LogRecord) -> str:
    """A record as a line without names."""
    said = HIDDEN  # others' words may be anything
    if record.name.partition(".")[0] in _OURS:
        said = str(record.msg)
        if record.args:
            given = record.args if isinstance(record.args, tuple) else (record.args,)
            with suppress(TypeError, ValueError):
                said = said % tuple(_plain(each) for each in given)
    if record.exc_info and record.exc_info[1] is not None:
        said = f"{said} ({_failure(record.exc_info[1])})"
    at = datetime.fromtimestamp(record.created, UTC)
    return " ".join(f"{at:%Y-%m-%dT%H:%M:%SZ} {record.levelname} {record.name}: {said}".split())[:LONGEST]


def _plain(value: Any) -> Any:
    match value:
        case bool() | float():
            return value
        case int():
            return value
        case Text():
            return value.code
        case BaseException():
            return _failure(value)
        case _:
            return HIDDEN


def _failure(failure: BaseException) -> str:
    """What broke, in the system's words where they are the system's own, and where."""
    kind = type(failure).__name__
    if isinstance(failure, CompanionError):
        kind = f"{kind} {failure.said.code}"
    elif isinstance(failure, OSError) and failure.errno is not None:
        kind = f"{kind} {failure.errno}"
    trace = failure.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return kind
    return f"{kind} at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"


def without_names(params: Mapping[str, Any]) -> dict[str, Any]:
    """What a sentence is made with, but for what may be a name."""
    return {
        name: value if isinstance(value, int) else Text(value.code, without_names(value.params), value.system)
        if isinstance(value, Text) else HIDDEN
        for name, value in params.items()
    }  # fmt: skip
