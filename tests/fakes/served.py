"""A companion in a process of its own, and what tests and measurements ask of it."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from tests.fakes.phone import CODE, NOTHING, Phone
from tests.patience import PATIENCE

EVENT = re.compile(rb"event: table\r?\n.*?\n\n", re.DOTALL)
READY = re.compile(r"companion ready on (http://\S+)")


class Running(Phone):
    """A served companion, and a phone at it. started: seconds from its process's start to its ready line."""

    def __init__(self, process: subprocess.Popen[str], url: str, started: float) -> None:
        self.address = (urlsplit(url).hostname or "", urlsplit(url).port or 80)
        super().__init__(self.address[1])
        self.process = process
        self.started = started
        self.connection.connect()

    def start_game(self, players: int = 4) -> None:
        colours = ["red", "yellow", "green", "blue"][:players]
        self.tell("start", system="roads-and-boats", players=[{"colour": each} for each in colours])

    def stream(self) -> socket.socket:
        """An open event stream of the phone: the socket after its first event."""
        phone = socket.create_connection(self.address, timeout=PATIENCE)
        phone.sendall(
            b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
            b"Authorization: Bearer " + self.token.encode() + b"\r\n\r\n"
        )
        heard = b""
        while not EVENT.search(heard):
            heard += phone.recv(65536)
        return phone

    def memory(self) -> float:
        """Resident memory in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found.group(1)) / 1024 if found else 0.0

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        nanoseconds = sum(
            int(path.read_text(encoding="ascii").split()[0])
            for path in Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        )
        return nanoseconds / 1e9

    def stop(self) -> None:
        """SIGTERM, and wait for its end."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)


@contextlib.contextmanager
def companion(
    *settings: str,
    data: Path | None = None,
    command: str = "serve",
    environment: Mapping[str, str] = NOTHING,
    program: Sequence[str] = ("-m", "companion"),
    tree: Path | None = None,
    before: tuple[str, ...] = (),
    python: str = sys.executable,
) -> Iterator[Running]:
    """Serve a simulated box on a free port, in a data folder of its own unless one is given.

    environment: what the process is given beside this one's. program: what Python runs. tree: the checkout it
    runs in, by default where this one does. before: words before its command. python: by its path.
    """
    with contextlib.ExitStack() as stack:
        words = [python, *program, command, "--host", "127.0.0.1", "--port", "0"]
        if command == "serve":
            folder = data or Path(stack.enter_context(tempfile.TemporaryDirectory()))
            words += ["--simulate", "--data", str(folder)]
        for setting in (f"web.join_code={CODE}", *settings):
            words += ["--set", setting]
        began = time.perf_counter()
        process = subprocess.Popen(
            (*before, *words),
            cwd=tree,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **environment},
        )
        stack.enter_context(process)
        stack.callback(process.kill)
        line = process.stdout.readline() if process.stdout else ""
        started = time.perf_counter() - began
        found = READY.match(line)
        if found is None:
            raise RuntimeError(f"no ready line: {line!r}")
        running = Running(process, found.group(1), started)
        stack.callback(running.connection.close)
        yield running


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A `companion` command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={"PATH": "/usr/bin:/bin", "LANG": "en_GB.UTF-8", **environment},
    )
