"""A companion that may not start: its process, with all that it says."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlencode, urlsplit

from companion.daemon.start_failures import MAX_FAILURES, StartFailures
from companion.language.text import CompanionError, Text
from tests.patience import PATIENCE

NOTHING_MORE: Mapping[str, str] = MappingProxyType({})
MAIN = "from companion.cli import main\nmain()"


class Process:
    """A `companion serve` of a simulated box on a free port. before: a program that is run ahead of it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.address = ("", 0)

    def ready(self) -> str:
        """Wait for the line that says so."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.match(r"companion ready on (http://\S+)", line)
        assert found is not None, line + self.errors()
        url = urlsplit(found[1])
        self.address = (url.hostname or "", url.port or 0)
        return found[1]

    def errors(self) -> str:
        """All of its standard error, once it has ended by itself."""
        return self.process.communicate(timeout=PATIENCE)[1]

    def read_error(self) -> str:
        """The next line on standard error."""
        assert self.process.stderr is not None
        return self.process.stderr.readline()

    def ask(self, method: str, path: str, **form: str) -> tuple[int, str]:
        """A request, with a form; the status and the body of the answer."""
        connection = http.client.HTTPConnection(*self.address, timeout=PATIENCE)
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        connection.request(method, path, urlencode(form) if form else None, headers)
        answer = connection.getresponse()
        with contextlib.closing(connection):
            return answer.status, answer.read().decode()

    def health(self) -> dict[str, object]:
        """What a monitor is told."""
        told: dict[str, object] = json.loads(self.ask("GET", "/healthz")[1])
        return told


@contextlib.contextmanager
def started(
    folder: Path,
    *words: str,
    before: str = "",
    limits: str = "",
    environment: Mapping[str, str] = NOTHING_MORE,
) -> Iterator[Process]:
    """Start it, and kill it in the end. before: Python that is run in the process ahead of everything.

    limits: what the shell's `ulimit` is told first.
    """
    given = ("serve", "--simulate", "--host", "127.0.0.1", "--port", "0", "--data", str(folder), *words)
    command = [sys.executable, "-c", f"{before}\n{MAIN}", *given]
    if limits:
        command = ["/bin/sh", "-c", f'{limits}; exec "$@"', "sh", *command]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={
            "PATH": "/usr/bin:/bin",
            "LANG": "en_GB.UTF-8",
            "PYTHONPATH": os.pathsep.join(sys.path),
            **environment,
        },
    ) as process:
        try:
            yield Process(process)
        finally:
            process.kill()


def failed(folder: Path, said: Text, times: int = MAX_FAILURES) -> None:
    """Let so many starts have failed with this."""
    folder.mkdir(parents=True, exist_ok=True)
    for _ in range(times):
        with suppress(CompanionError), StartFailures(folder).counted():
            raise CompanionError(said)
