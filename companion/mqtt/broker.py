"""The configured broker: address, credentials, trusted certificates."""

import os
import re
import stat
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec

from companion.config import MqttConfig
from companion.language.text import CompanionError, Param, text

PLAIN, ENCRYPTED = 1883, 8883
"""Ports of a broker without one in its URL."""
MOST = 4096
"""Bytes to read of a file with a password."""


class BrokerUnfit(CompanionError):
    """The configuration of the broker cannot be used: message `broker.<code>`."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(text(f"broker.{code}", **params), permanent=True)


class Broker(msgspec.Struct, frozen=True):
    """A broker. host: a name or an address. user, password: empty for none. ca: a file, empty for the
    system's certificates.
    """

    host: str
    port: int
    encrypted: bool = False
    user: str = ""
    password: str = ""
    ca: str = ""

    def __repr__(self) -> str:
        """The broker without its password, for logs."""
        return f"Broker({self.address}, user={self.user!r})"

    @property
    def address(self) -> str:
        """The address for people: `mqtts://host:port`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.encrypted else 'mqtt'}://{host}:{self.port}"


def broker_of(config: MqttConfig) -> Broker:
    """Read the broker of a configuration with a URL, and its password.

    Raises `BrokerUnfit` for a wrong URL or an unreadable file.
    """
    try:
        parts = urlsplit(config.url)
        host, port = parts.hostname or "", parts.port
        host.encode("idna")  # as the resolver does, in the midst of a connection
    except ValueError:
        raise BrokerUnfit("url", url=without_password(config.url)) from None
    if parts.scheme not in {"mqtt", "mqtts"} or not host or parts.path.strip("/") or parts.query or port == 0:
        raise BrokerUnfit("url", url=without_password(config.url))
    encrypted = parts.scheme == "mqtts"
    if config.ca and not encrypted:
        raise BrokerUnfit("ca-unencrypted", file=config.ca)
    user = unquote(parts.username or "") or config.username
    password = _password(config.password_file) if config.password_file else unquote(parts.password or "")
    if password and not user:
        raise BrokerUnfit("nobody")
    if config.ca:
        _read(config.ca, "ca")
    return Broker(host, port or (ENCRYPTED if encrypted else PLAIN), encrypted, user, password, config.ca)


def without_password(url: str) -> str:
    """A URL without its password, also a malformed one."""
    return re.sub(r"^([A-Za-z]+:/+)?+([^:]*):.*@", r"\1\2@", url, flags=re.DOTALL)


def _password(file: str) -> str:
    """The first line of the file."""
    try:
        lines = _read(file, "password-file").decode().splitlines()
    except UnicodeDecodeError:
        raise BrokerUnfit("password-unreadable", file=file) from None
    if not lines or not lines[0]:
        raise BrokerUnfit("password-empty", file=file)
    return lines[0]


def _read(file: str, what: str) -> bytes:
    """The first `MOST` bytes of an ordinary file; reading others might block for ever."""
    try:
        handle = os.open(Path(file).expanduser(), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as opened:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise BrokerUnfit(what, file=file, why=text("file.not-ordinary"))
            return opened.read(MOST)
    except (
        OSError,
        ValueError,
        RuntimeError,
    ) as error:  # no such user's home, or no name that a file can have
        raise BrokerUnfit(what, file=file, why=getattr(error, "strerror", None) or str(error)) from error
