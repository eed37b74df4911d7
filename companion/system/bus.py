"""A D-Bus connection: method calls, properties and signals."""

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
"""The system bus at its usual address."""
REPLY_TIMEOUT = 10.0
"""Seconds to wait for a reply."""
_ERRORS = "org.freedesktop.DBus.Error"
DISCONNECTED = f"{_ERRORS}.Disconnected"
"""The error's name without a bus, or after its loss."""
NO_REPLY = f"{_ERRORS}.NoReply"
"""The error's name of a service that does not reply."""
SERVICE_UNKNOWN = f"{_ERRORS}.ServiceUnknown"
"""The error's name of a service that does not exist."""
ACCESS_DENIED = f"{_ERRORS}.AccessDenied"
"""The error's name of a call that the bus forbids; services mostly have their own names for that."""


class BusError(Exception):
    """A call failed. name: the error's on the bus. message: the service's, in English."""

    def __init__(self, name: str, message: str = "") -> None:
        super().__init__(f"{name}: {message}" if message else name)
        self.name = name
        self.message = message


class Signal(msgspec.Struct, frozen=True):
    """A signal of a service. path: of the object that it is about."""

    path: str
    interface: str
    name: str
    body: tuple[Any, ...]


class Bus:
    """A connection, open until `close`. Calls are safe from any thread but the signals' own.

    address: `SYSTEM`, or a D-Bus address. on_lost: called once, on the signals' thread, when the connection
    is lost. Raises `BusError` where there is no bus.
    """

    def __init__(self, address: str = SYSTEM, *, on_lost: Callable[[], object] = lambda: None) -> None:
        self._subscriptions: tuple[tuple[MatchRule, Callable[[Signal], object]], ...] = ()
        self._router = DBusRouter(_Connection(address, on_lost))
        self._router.filter(MatchRule(type="signal"), queue=self)

    def call(
        self,
        service: str,
        path: str,
        method: str,
        signature: str = "",
        *arguments: Any,
        timeout: float = REPLY_TIMEOUT,
    ) -> tuple[Any, ...]:
        """Call a method and wait for its reply. Raises `BusError`.

        method: with its interface, `org.freedesktop.NetworkManager.Enable`.
        signature: of the arguments, in D-Bus notation; a variant is a pair of signature and value, also in
        replies.
        timeout: seconds.
        """
        interface, _, member = method.rpartition(".")
        there = DBusAddress(path, bus_name=service, interface=interface)
        return self._send_and_wait(new_method_call(there, member, signature or None, arguments), timeout)

    def property(self, service: str, path: str, name: str) -> Any:
        """The value of a property. name: with its interface. Raises `BusError`."""
        interface, _, short = name.rpartition(".")
        ((_, value),) = self.call(
            service, path, "org.freedesktop.DBus.Properties.Get", "ss", interface, short
        )
        return value

    def properties(self, service: str, path: str, interface: str) -> Mapping[str, Any]:
        """All properties of an interface, by name. Raises `BusError`."""
        (found,) = self.call(service, path, "org.freedesktop.DBus.Properties.GetAll", "s", interface)
        return unwrap_variants(found)

    def subscribe(self, callback: Callable[[Signal], object], *, arg0: str | None = None, **of: str) -> None:
        """Call back with every matching signal from now on, on the signals' thread. Raises `BusError`.

        callback: returns at once and makes no calls. arg0: the signal's first argument.
        of: any of sender, interface, member, path and path_namespace, which the bus filters by.
        """
        rule = MatchRule(type="signal", **of)
        ours = MatchRule(type="signal", **{key: each for key, each in of.items() if key != "sender"})
        if arg0 is not None:
            for each in (rule, ours):
                each.add_arg_condition(0, arg0)
        self._subscriptions += ((ours, callback),)  # before it is asked for: none is lost
        self._send_and_wait(message_bus.AddMatch(rule), REPLY_TIMEOUT)

    def put_nowait(self, message: Message) -> None:
        """Take a signal from the router, as a queue does."""
        fields = message.header.fields
        signal = Signal(
            fields[HeaderFields.path],
            fields[HeaderFields.interface],
            fields[HeaderFields.member],
            tuple(message.body),
        )
        for rule, callback in self._subscriptions:
            if rule.matches(message):
                try:
                    callback(signal)
                except Exception:  # it would end the router's thread
                    log.exception("a signal was not understood: %s", signal)

    def close(self) -> None:
        """Close the connection; waiting calls fail."""
        self._router.close()

    def _send_and_wait(self, message: Message, timeout: float) -> tuple[Any, ...]:
        try:
            reply = self._router.send_and_get_reply(message, timeout=timeout)
        except TimeoutError:
            raise BusError(NO_REPLY, f"nothing within {timeout:g} s") from None
        except (OSError, RouterClosed, KeyError) as error:  # KeyError: the router's, when the bus goes
            raise BusError(DISCONNECTED, str(error)) from error
        if reply.header.message_type is MessageType.error:
            message = reply.body[0] if reply.body and isinstance(reply.body[0], str) else ""
            raise BusError(reply.header.fields[HeaderFields.error_name], message)
        return tuple(reply.body)


class _Connection:
    """A connection for jeepney's router; its own one leaves a pipe open.

    on_lost: called once, on the router's thread, when the connection is lost.
    """

    def __init__(self, address: str, on_lost: Callable[[], object]) -> None:
        try:
            self._connection = open_dbus_connection(address)
        except (OSError, RuntimeError, ValueError, StopIteration) as error:
            raise BusError(DISCONNECTED, str(error)) from error
        self._on_lost = on_lost
        self._lock = threading.Lock()
        self._closed = False
        self.outgoing_serial = self._connection.outgoing_serial

    def send(self, message: Message, serial: int) -> None:
        """Send a message. Raises `OSError`."""
        with self._lock:
            self._connection.send(message, serial=serial)

    def receive(self) -> Message:
        """Wait for the next message. Raises `ReceiveStopped` at the end."""
        try:
            return self._connection.receive()
        except Exception as error:
            if not self._closed:
                log.exception("the connection to the bus is lost")
                self._on_lost()
            raise ReceiveStopped from error

    def interrupt(self) -> None:
        """End the wait of `receive`."""
        self._closed = True
        with suppress(OSError):
            self._connection.sock.shutdown(2)

    def reset_interrupt(self) -> None:
        """Close the connection, once the router's thread has ended."""
        self._connection.close()


def unwrap_variants(found: Mapping[str, tuple[str, Any]]) -> Mapping[str, Any]:
    """A dictionary of variants without their signatures."""
    return {name: value for name, (_, value) in found.items()}
