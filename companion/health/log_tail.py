"""The last lines of the log, redacted for helpers: without names, codes, addresses and folders.

Of a message's arguments only numbers and error codes stay.
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

MAX_LINES = 200
"""Lines to keep."""
MAX_LENGTH = 200
"""Characters of a line."""
FILE = "last-lines"
_OURS = ("companion", "hardware", "web", "release")
HIDDEN = "…"


class LogTail(logging.Handler):
    """A handler that keeps the last lines. folder: cleared by a reboot, for lines before a crash and for the
    command; None for memory only.
    """

    def __init__(self, folder: Path | None) -> None:
        super().__init__(logging.INFO)
        self._file = None if folder is None else folder / FILE
        self._lines_lock = threading.Lock()
        self._lines: deque[str] = deque(read(folder), maxlen=MAX_LINES)

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines, the newest last."""
        with self._lines_lock:
            return tuple(self._lines)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line. Never raises."""
        with suppress(Exception):
            line = redact(record)
            with self._lines_lock:
                self._lines.append(line)
                if self._file is not None:
                    self._file.write_text("\n".join(self._lines) + "\n", encoding="utf-8")


def read(folder: Path | None) -> list[str]:
    """The lines that a process has kept in this folder."""
    if folder is None:
        return []
    try:
        found = (folder / FILE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return [line[:MAX_LENGTH] for line in found.splitlines()[-MAX_LINES:]]


def redact(record: logging.LogRecord) -> str:
    """A record as a redacted line."""
    message = HIDDEN  # others' words may be anything
    if record.name.partition(".")[0] in _OURS:
        message = str(record.msg)
        if record.args:
            arguments = record.args if isinstance(record.args, tuple) else (record.args,)
            with suppress(TypeError, ValueError):
                message = message % tuple(_plain(each) for each in arguments)
    if record.exc_info and record.exc_info[1] is not None:
        message = f"{message} ({_failure(record.exc_info[1])})"
    at = datetime.fromtimestamp(record.created, UTC)
    return " ".join(f"{at:%Y-%m-%dT%H:%M:%SZ} {record.levelname} {record.name}: {message}".split())[
        :MAX_LENGTH
    ]


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
    """An exception by type, code or errno, and its line of code."""
    kind = type(failure).__name__
    if isinstance(failure, CompanionError):
        kind = f"{kind} {failure.message.code}"
    elif isinstance(failure, OSError) and failure.errno is not None:
        kind = f"{kind} {failure.errno}"
    trace = failure.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return kind
    return f"{kind} at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"


def redact_params(params: Mapping[str, Any]) -> dict[str, Any]:
    """A sentence's parameters without possible names."""
    return {
        name: value if isinstance(value, int) else Text(value.code, redact_params(value.params), value.system)
        if isinstance(value, Text) else HIDDEN
        for name, value in params.items()
    }  # fmt: skip
