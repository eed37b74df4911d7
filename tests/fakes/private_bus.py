"""A bus of D-Bus of a test's own, by Debian's `dbus-daemon`, and services on it.

with private_bus(folder) as there:                   # `there.address` is what a `Bus` is opened with
    clock = Service(there, "org.example.Clock")
    clock.answers["org.example.Clock.Now"] = lambda _path: ("u", (4,))
    clock.tell("/clock", "org.example.Clock", "Struck", "u", 12)
    clock.leave()                                    # the service ends; so do all with the bus
    there.end()                                      # the bus itself goes
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    message_bus,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from tests.patience import PATIENCE

CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
"""

Answer: TypeAlias = "tuple[str, tuple[Any, ...]] | None"
"""The signature of what is answered, and that. None: nobody answers, now or ever."""


class FailedCallError(Exception):
    """What a service answers instead: the name of an error, and what it says of it."""


class PrivateBus:
    """The bus; it ends with the block that made it, if not before."""

    def __init__(self, folder: Path) -> None:
        socket = folder / "bus"
        socket.unlink(missing_ok=True)
        configuration = folder / "bus.conf"
        configuration.write_text(CONFIGURATION.format(socket=socket), encoding="utf-8")
        self.address = f"unix:path={socket}"
        self._process = subprocess.Popen(
            ("dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile", "--print-address=1"),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline().startswith(b"unix:path=")

    def end(self) -> None:
        """The bus goes, and with it every connection."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


@contextmanager
def private_bus(folder: Path) -> Iterator[PrivateBus]:
    """A bus with its socket in this folder."""
    bus = PrivateBus(folder)
    try:
        yield bus
    finally:
        bus.end()


class Service:
    """A service of this name on a bus. answers: what is done at a call, by its method with the interface
    before it; it gets the object's path and the arguments, and may raise `FailedCallError`.

    begins: it answers from now on; otherwise `begin` lets it, once who answers can tell of it, too.
    asked: every call that came, as method, path and arguments. All is done on a thread of its own.
    """

    def __init__(
        self,
        bus: PrivateBus,
        name: str,
        answers: Mapping[str, Callable[..., Answer]] | None = None,
        *,
        begins: bool = True,
    ) -> None:
        self.answers: dict[str, Callable[..., Answer]] = dict(answers or {})
        self.asked: list[tuple[Any, ...]] = []
        self.came = threading.Condition()
        self._lock = threading.Lock()
        self._connection: DBusConnection = open_dbus_connection(bus.address)
        self._connection.send_and_get_reply(message_bus.RequestName(name), timeout=PATIENCE)
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        if begins:
            self.begin()

    def begin(self) -> None:
        """Answer, also what came before."""
        self._thread.start()

    def tell(self, path: str, interface: str, name: str, signature: str, *body: Any) -> None:
        """Send a signal to everybody."""
        message = new_signal(DBusAddress(path, interface=interface), name, signature or None, body)
        self._send(message)

    def await_call(self, method: str, *, times: int = 1, timeout: float = PATIENCE) -> tuple[Any, ...]:
        """Wait until the method has been called so often; the last such call."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.calls(method)) >= times, timeout), method
            return self.calls(method)[-1]

    def calls(self, method: str) -> list[tuple[Any, ...]]:
        """Every call of a method whose name ends so, in their order."""
        return [each for each in self.asked if each[0].endswith(method)]

    def leave(self) -> None:
        """End, as a service that is stopped."""
        with suppress(OSError):
            self._connection.sock.shutdown(2)
        self._thread.join()

    def _serve(self) -> None:
        try:
            while True:
                message = self._connection.receive()
                if message.header.message_type is MessageType.method_call:
                    self._answer(message)
        except OSError:
            pass
        finally:
            with self._lock:
                self._connection.close()

    def _answer(self, message: Message) -> None:
        fields = message.header.fields
        path = fields[HeaderFields.path]
        method = f"{fields.get(HeaderFields.interface)}.{fields[HeaderFields.member]}"
        with self.came:
            self.asked.append((method, path, *message.body))
            self.came.notify_all()
        try:
            answers = self.answers.get(method) or _unknown
            answer = answers(path, *message.body)
        except FailedCallError as error:
            self._send(new_error(message, error.args[0], "s", (error.args[1],)))
            return
        if answer is not None:
            self._send(new_method_return(message, answer[0] or None, answer[1]))

    def _send(self, message: Message) -> None:
        with self._lock, suppress(OSError):
            self._connection.send(message)


def _unknown(_path: str, *_body: Any) -> Answer:
    raise FailedCallError("org.freedesktop.DBus.Error.UnknownMethod", "there is no such method")
