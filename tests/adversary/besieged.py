"""A companion that is attacked: a process of its own, `companion serve --simulate`, and plain HTTP."""

from __future__ import annotations

import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.fakes.phone import CODE, HERE, NOTHING, Answer, Phone
from tests.patience import PATIENCE

_READY = re.compile(r"companion ready on http://[^:]+:(\d+)/")
START: dict[str, Any] = {
    "type": "start", "system": "roads-and-boats", "players": [{"colour": "red"}, {"colour": "blue"}],
}  # fmt: skip


class NotReadyError(Exception):
    """It has not become ready. Its text is what it said."""


class Besieged:
    """Started when it is made, with a data folder; killed on leaving. Several threads may ask it at once.

    settings: as of `--set`. environment: beside this process's own. Raises `NotReadyError`.
    """

    def __init__(
        self,
        folder: Path,
        *settings: str,
        environment: Mapping[str, str] = NOTHING,
    ) -> None:
        self.log = folder.with_name(f"{folder.name}.log")
        words = [sys.executable, "-m", "companion", "serve", "--host", HERE, "--port", "0", "--simulate"]
        for setting in (f"web.join_code={CODE}", "buttons.hold=0.05", *settings):
            words += ["--set", setting]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                (*words, "--data", str(folder)),
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, **environment},
            )
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        found = _READY.match(self.process.stdout.readline().decode()) if ready else None
        if found is None:
            self.kill()
            raise NotReadyError(self.said)
        self.port = int(found[1])
        self.token = ""

    def __enter__(self) -> Besieged:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.kill()

    @property
    def said(self) -> str:
        """What it has written to its standard error until now."""
        return self.log.read_text("utf-8", "replace")

    @property
    def tracebacks(self) -> int:
        """How many tracebacks are among it."""
        return self.said.count("Traceback (most recent call last)")

    def memory(self) -> float:
        """Resident memory in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else 0.0

    def files(self) -> int:
        """How many files it has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def kill(self) -> None:
        """SIGKILL; what it holds is let go."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def stop(self) -> int:
        """SIGTERM; the status of its end."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def dial(self, source: str = HERE, *, small: bool = False) -> socket.socket:
        """A connection. source: the address of the network from which it seems to come. small: it takes next
        to nothing of an answer before somebody reads.
        """
        phone = socket.socket()
        if small:
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        phone.bind((source, 0))
        phone.settimeout(PATIENCE)
        phone.connect((HERE, self.port))
        return phone

    def phone(self, token: str = "", source: str = HERE) -> Phone:
        """A phone at this address. token: of one that has joined."""
        return Phone(self.port, token or self.token, source=source)

    def unread(self) -> list[int]:
        """Of each connection that holds answers which nobody takes, how many bytes."""
        lines = (line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:])
        waiting = (int(line[4].split(":")[0], 16) for line in lines if line[1].endswith(f":{self.port:04X}"))
        return [each for each in waiting if each]

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """What one request is answered, on a connection of its own."""
        with self.phone() as phone:
            return phone.answer(method, path, body, headers)

    def join(self, source: str = HERE, code: str = CODE) -> Answer:
        """Join from an address."""
        with Phone(self.port, source=source) as phone:
            return phone.answer("POST", "/api/v1/join", {"code": code})

    def enter(self) -> None:
        """Join, and ask with that token from now on."""
        self.token = self.join().json["token"]

    def do(self, body: Mapping[str, Any]) -> Answer:
        """One command."""
        return self.ask("POST", "/api/v1/commands", body)

    def entries(self) -> list[dict[str, Any]]:
        """Every entry of the log."""
        with self.phone() as phone:
            return phone.log()


def at_once(*doing: Any) -> None:
    """Do these things at the same time, and wait for all of them."""
    threads = [threading.Thread(target=each) for each in doing]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
