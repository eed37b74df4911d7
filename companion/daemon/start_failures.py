"""Failed starts: how many in a row, and why, kept in a small file that outlasts the process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from companion.daemon.pending import StartInterrupted
from companion.language.text import CompanionError, Param, Text, text
from companion.storage.files import atomic_write, read_json

FILE_NAME = "failed-starts"
MAX_FAILURES = 5
"""Failed starts in a row after which the next one does not try again by itself."""
_IN_USE = "cannot-start.data-folder-in-use"
"""The refusal beside a running companion, which is no failure."""


_NO_THREAD = "can't start new thread"
"""The text of the `RuntimeError`, which has no class of its own."""


class NoThreads(CompanionError):
    """The system allows this process no more threads."""

    def __init__(self) -> None:
        super().__init__(text("cannot-start.threads"))


@contextmanager
def translate_threads() -> Iterator[None]:
    """Raise `NoThreads` for a thread that could not be started in this block, a library's among them."""
    try:
        yield
    except RuntimeError as error:
        if str(error) != _NO_THREAD:
            raise
        raise NoThreads from error


class _Record(msgspec.Struct, frozen=True):
    """The stored count."""

    count: int = 0
    """Failed starts in a row."""
    said: Any = None
    """Why the last one failed: a `Text` as JSON; None where that is unknown."""


class StartFailures:
    """The failed starts in a row. folder: where their file is."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE_NAME
        self._record = self._read()

    @property
    def too_many(self) -> bool:
        """Whether the next start waits for a person in safe mode."""
        return self._record.count >= MAX_FAILURES

    @property
    def reason(self) -> Text:
        """Why the last start failed."""
        said = _param(self._record.said)
        return said if isinstance(said, Text) else text("safe-mode.killed")

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count this block as a start, which fails by any exception and when the process dies.

        Not counted: a start that was interrupted, a permanent error, and one beside a running companion.
        """
        before = self._record
        self._store(_Record(before.count + 1))
        try:
            yield
        except StartInterrupted:
            self._store(before)
            raise
        except CompanionError as error:
            failed = _Record(before.count + 1, error.message)
            self._store(before if error.permanent or error.message.code == _IN_USE else failed)
            raise
        except Exception as error:
            stopped = text("safe-mode.stopped", what=type(error).__name__)
            self._store(_Record(before.count + 1, stopped))
            raise
        self._store(_Record())

    def allow_one(self) -> None:
        """Let one more start be tried; when it fails there are enough again."""
        self._store(msgspec.structs.replace(self._record, count=MAX_FAILURES - 1))

    def _read(self) -> _Record:
        try:
            return read_json(self._file, _Record)
        except (OSError, ValueError):
            return _Record()

    def _store(self, record: _Record) -> None:
        """Keep it for the next process, as far as the disk lets it: this one knows in any case."""
        self._record = record
        with suppress(OSError):
            if record.count:
                atomic_write(self._file, (msgspec.json.encode(record, enc_hook=_plain),))
            else:
                self._file.unlink(missing_ok=True)


def failures_folder(environment: Mapping[str, str], folder: Path) -> Path:
    """Where failures are counted: in the service's own folder, which its restarts leave alone, else in that
    of the games. environment: the process's.
    """
    return service_folder(environment) or folder


def service_folder(environment: Mapping[str, str]) -> Path | None:
    """The service's own folder, which the machine's next start forgets; None where no service manager made
    one.
    """
    given = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(given) if given else None


def _plain(value: Any) -> Any:
    """What JSON has no form for: the parameters of a text."""
    return dict(value) if isinstance(value, Mapping) else str(value)


def _param(value: Any) -> Param:
    """A parameter as it was before it was written."""
    match value:
        case {"code": str(code), "params": dict(params)}:
            return Text(code, {name: _param(each) for name, each in params.items()}, value.get("system"))
        case list():
            return tuple([_param(each) for each in value])
        case int() | str() | Text():
            return value
        case _:
            return str(value)
