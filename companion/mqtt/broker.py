"""The broker as its owner has written it: its address, the box's user there, the trusted certificates."""

import os
import re
import stat
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec

from companion.config import MqttConfig
from companion.language.text import CompanionError, Param, text

PLAIN, ENCRYPTED = 1883, 8883
"""The ports of a broker where the url has none."""
MOST = 4096
"""Bytes that a file with a password may have."""


class BrokerUnfit(CompanionError):
    """What the owner has written of the broker cannot be used; `broker.<code>` says why."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(text(f"broker.{code}", **params), lasting=True)


class Broker(msgspec.Struct, frozen=True):
    """A broker. host: a name or an address. user, password: empty for none. ca: a file, empty for the
    system's."""

    host: str
    port: int
    encrypted: bool = False
    user: str = ""
    password: str = ""
    ca: str = ""

    def __repr__(self) -> str:
        """Without the password, which stands in no log."""
        return f"Broker({self.address}, user={self.user!r})"

    @property
    def address(self) -> str:
        """Where it is, to be read by a person."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.encrypted else 'mqtt'}://{host}:{self.port}"


def broker_of(config: MqttConfig) -> Broker:
    """Read the broker of a configuration with a url, and its password.

    Raises `BrokerUnfit`: no such url, or a file that cannot be read.
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
    """The url without its password; also of what is no url, for the password may be what is wrong with it."""
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
    """As much of the file as there is of a password. What is no file might never end, or never begin."""
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
