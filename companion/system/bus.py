"""A connection to a bus of D-Bus: calls and their answers, and the signals of the services there."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, message_bus, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.io.common import RouterClosed
from jeepney.io.threading import DBusRouter, ReceiveStopped

log = logging.getLogger(__name__)

SYSTEM = "SYSTEM"
"""The machine's own bus, wherever it listens."""
ANSWERS_WITHIN = 10.0
"""Seconds for which an answer is awaited."""
_ERRORS = "org.freedesktop.DBus.Error"
DISCONNECTED = f"{_ERRORS}.Disconnected"
"""The name of the error where there is no bus, or none any more."""
NO_REPLY = f"{_ERRORS}.NoReply"
"""The name where a service is there and does not answer."""
UNKNOWN = f"{_ERRORS}.ServiceUnknown"
"""The name where nobody has such a service, and nobody starts it."""
DENIED = f"{_ERRORS}.AccessDenied"
"""The name where the bus does not let us ask; services mostly have names of their own for that."""


class BusFailed(Exception):
    """A call came to nothing. name: the error's on the bus. told: what the service says of it, in English."""

    def __init__(self, name: str, told: str = "") -> None:
        super().__init__(f"{name}: {told}" if told else name)
        self.name = name
        self.told = told


class Signal(msgspec.Struct, frozen=True):
    """Something that a service tells everybody. path: of the object that it is about."""

    path: str
    interface: str
    name: str
    body: tuple[Any, ...]


class Bus:
    """A connection, open until `close`. Calls are safe from any thread but the one that hears signals.

    address: `SYSTEM`, or as D-Bus writes addresses. gone: called once, on the thread that hears signals, when
    the bus has gone by itself. Raises `BusFailed` where there is no bus.
    """

    def __init__(self, address: str = SYSTEM, *, gone: Callable[[], object] = lambda: None) -> None:
        self._listeners: tuple[tuple[MatchRule, Callable[[Signal], object]], ...] = ()
        self._router = DBusRouter(_Connection(address, gone))
        self._router.filter(MatchRule(type="signal"), queue=self)

    def call(
        self,
        service: str,
        path: str,
        method: str,
        signature: str = "",
        *arguments: Any,
        timeout: float = ANSWERS_WITHIN,
    ) -> tuple[Any, ...]:
        """Call a method, and wait for all that it answers.

        method: with its interface before it, `org.freedesktop.NetworkManager.Enable`. signature: of the
        arguments, as D-Bus writes them; a variant is a pair of its signature and its value, here and in what
        is answered. timeout: seconds. Raises `BusFailed`.
        """
        interface, _, member = method.rpartition(".")
        there = DBusAddress(path, bus_name=service, interface=interface)
        return self._ask(new_method_call(there, member, signature or None, arguments), timeout)

    def property(self, service: str, path: str, name: str) -> Any:
        """The value of a property now. name: with its interface before it. Raises `BusFailed`."""
        interface, _, short = name.rpartition(".")
        ((_, value),) = self.call(
            service, path, "org.freedesktop.DBus.Properties.Get", "ss", interface, short
        )
        return value

    def properties(self, service: str, path: str, interface: str) -> Mapping[str, Any]:
        """All values of an interface now, by their names. Raises `BusFailed`."""
        (found,) = self.call(service, path, "org.freedesktop.DBus.Properties.GetAll", "s", interface)
        return values(found)

    def hear(self, then: Callable[[Signal], object], *, first: str | None = None, **of: str) -> None:
        """Call this with every signal of the kind from now on, on a thread that nothing else holds up.

        then: must return at once and call nothing of the bus. first: what the signal's first argument is. of:
        any of sender, interface, member, path and path_namespace; by all of them the bus chooses, and wakes
        nobody for the rest. Raises `BusFailed`.
        """
        rule = MatchRule(type="signal", **of)
        ours = MatchRule(type="signal", **{key: each for key, each in of.items() if key != "sender"})
        if first is not None:
            for each in (rule, ours):
                each.add_arg_condition(0, first)
        self._listeners += ((ours, then),)  # before it is asked for: none is lost
        self._ask(message_bus.AddMatch(rule), ANSWERS_WITHIN)

    def put_nowait(self, message: Message) -> None:
        """Take a signal from the router, as a queue would."""
        fields = message.header.fields
        signal = Signal(
            fields[HeaderFields.path],
            fields[HeaderFields.interface],
            fields[HeaderFields.member],
            tuple(message.body),
        )
        for rule, then in self._listeners:
            if rule.matches(message):
                try:
                    then(signal)
                except Exception:  # it would end the router's thread
                    log.exception("a signal was not understood: %s", signal)

    def close(self) -> None:
        """Wait for nothing any more; what still waits for an answer fails."""
        self._router.close()

    def _ask(self, message: Message, timeout: float) -> tuple[Any, ...]:
        try:
            reply = self._router.send_and_get_reply(message, timeout=timeout)
        except TimeoutError:
            raise BusFailed(NO_REPLY, f"nothing within {timeout:g} s") from None
        except (OSError, RouterClosed, KeyError) as error:  # KeyError: the router's, when the bus goes
            raise BusFailed(DISCONNECTED, str(error)) from error
        if reply.header.message_type is MessageType.error:
            told = reply.body[0] if reply.body and isinstance(reply.body[0], str) else ""
            raise BusFailed(reply.header.fields[HeaderFields.error_name], told)
        return tuple(reply.body)


class _Connection:
    """A connection as the router uses one; jeepney's own for threads leaves its pipe open.

    gone: called once, on the router's thread, when the bus has gone by itself.
    """

    def __init__(self, address: str, gone: Callable[[], object]) -> None:
        try:
            self._connection = open_dbus_connection(address)
        except (OSError, RuntimeError, ValueError, StopIteration) as error:
            raise BusFailed(DISCONNECTED, str(error)) from error
        self._gone = gone
        self._lock = threading.Lock()
        self._closed = False
        self.outgoing_serial = self._connection.outgoing_serial

    def send(self, message: Message, serial: int) -> None:
        """Send a message. Raises OSError."""
        with self._lock:
            self._connection.send(message, serial=serial)

    def receive(self) -> Message:
        """Wait for the next message. Raises `ReceiveStopped` when there is none any more."""
        try:
            return self._connection.receive()
        except Exception as error:
            if not self._closed:
                log.exception("the connection to the bus is lost")
                self._gone()
            raise ReceiveStopped from error

    def interrupt(self) -> None:
        """Let `receive` wait no more."""
        self._closed = True
        with suppress(OSError):
            self._connection.sock.shutdown(2)

    def reset_interrupt(self) -> None:
        """Close it: the router's thread has ended."""
        self._connection.close()


def values(found: Mapping[str, tuple[str, Any]]) -> Mapping[str, Any]:
    """A dictionary of variants without their signatures."""
    return {name: value for name, (_, value) in found.items()}
