"""Debian's Mosquitto on a free port of this machine, as the tests need it.

`mosquitto` is one for a module of tests, open to anybody; `Mosquitto(folder, tls=True)` is another.
`kill()` is the plug pulled, `start()` plugs it in again at the same port, with nothing retained.
"""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.mqtt.broker import Broker
from tests.patience import PATIENCE

PROGRAM = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/opt/homebrew/sbin")
PORTS = range(20_000, 32_000)
"""Below those that a system gives away by itself: so a killed broker's port is still free afterwards."""


class Mosquitto:
    """A broker. users: passwords by name; nobody else may in then. access: what an access list says, a file's
    whole text. tls: with a certificate for 127.0.0.1 and localhost, which `ca` trusts. more: lines of the
    configuration. lines: its log."""

    def __init__(
        self,
        folder: Path,
        *,
        users: Mapping[str, str] | None = None,
        access: str = "",
        tls: bool = False,
        more: str = "",
    ) -> None:
        self.folder = folder
        self.users = dict(users or {})
        self.access = access
        self.tls = tls
        self.more = more
        self.port = 0
        self.lines: list[str] = []
        self._changed = threading.Condition()
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    @property
    def ca(self) -> str:
        return str(self.folder / "ca.pem") if self.tls else ""

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def broker(self, user: str = "") -> Broker:
        """How a box reaches it."""
        return Broker("127.0.0.1", self.port, self.tls, user, self.users.get(user, ""), self.ca)

    @property
    def url(self) -> str:
        return self.broker().address

    def start(self) -> None:
        """Returns once it listens; at the same port as before."""
        assert PROGRAM is not None, "apt install mosquitto"
        tried = [self.port] if self.port else random.sample(PORTS, 20)
        for port in tried:
            if not _free(port):
                continue
            self.port = port
            if self._starts():
                return
        raise AssertionError("\n".join(self.lines))

    def kill(self) -> None:
        """At once, with all that it had in its memory."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._reader is not None
            self._reader.join()
            self._process = None

    def _starts(self) -> bool:
        self.lines.clear()
        (self.folder / "mosquitto.conf").write_text(self._configuration(), encoding="utf-8")
        self._process = subprocess.Popen(
            [str(PROGRAM), "-c", str(self.folder / "mosquitto.conf")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()
        with self._changed:
            self._changed.wait_for(lambda: self._runs or self.lines[-1:] == ["ENDED"], PATIENCE)
        if self._runs:
            return True
        self.kill()
        return False

    @property
    def _runs(self) -> bool:
        """Whether it has logged that it runs, and perhaps more since."""
        return any(line.endswith(" running") for line in self.lines)

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        with process.stderr as lines:
            for line in lines:
                self._add_line(line.rstrip())
        self._add_line("ENDED")

    def _add_line(self, line: str) -> None:
        with self._changed:
            self.lines.append(line)
            self._changed.notify_all()

    def _configuration(self) -> str:
        lines = [
            f"listener {self.port} 127.0.0.1",
            f"allow_anonymous {'false' if self.users else 'true'}",
            "user root",  # it reads what the tests have written, whoever runs them
            "log_dest stderr",
            "log_timestamp false",
        ]
        if self.users:
            path = self.folder / "passwords"
            path.write_text("".join(f"{user}:{word}\n" for user, word in self.users.items()), "utf-8")
            subprocess.run(["mosquitto_passwd", "-U", str(path)], check=True)
            lines.append(f"password_file {path}")
        if self.access:
            (self.folder / "access").write_text(self.access, "utf-8")
            lines.append(f"acl_file {self.folder / 'access'}")
        if self.tls:
            certify(self.folder)
            lines += [
                f"cafile {self.ca}",
                f"certfile {self.folder}/cert.pem",
                f"keyfile {self.folder}/key.pem",
            ]
        return "\n".join([*lines, self.more, ""])


def certify(folder: Path) -> None:
    """An authority of the folder's own (`ca.pem`) and what it certifies: 127.0.0.1 and localhost."""
    if (folder / "cert.pem").exists():
        return
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"]
    ca = ["-keyout", "ca-key.pem", "-out", "ca.pem", "-subj", "/CN=authority of a test"]
    mine = ["-keyout", "key.pem", "-out", "cert.pem", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-addext", "basicConstraints=CA:FALSE"]
    for asked in (ca, [*mine, *names, "-CA", "ca.pem", "-CAkey", "ca-key.pem"]):
        subprocess.run(["openssl", "req", "-x509", *key, *asked], cwd=folder, check=True, capture_output=True)


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@pytest.fixture(scope="module")
def mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    """One for all tests of a module: who kills it starts it again. Each test has topics of its own."""
    broker = Mosquitto(tmp_path_factory.mktemp("mosquitto"))
    broker.start()
    yield broker
    broker.kill()
