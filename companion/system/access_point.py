"""The box's own access point: name, password, QR code, and the box's address in it."""

from __future__ import annotations

import msgspec

ADDRESS = "10.42.0.1"
"""The box's address in its own Wi-Fi."""
PREFIX = 24

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters that are not easily confused."""
_PASSWORD_LETTERS = 10
_NAME_PREFIX = "Companion-"


class AccessPoint(msgspec.Struct, frozen=True):
    """The access point as it is stored. always: to be open beside any known network."""

    name: str
    password: str
    always: bool = False

    @property
    def wifi_code(self) -> str:
        """The content of the QR code to join it."""
        return wifi_code(self.name, self.password)


def create(hardware: str, random: bytes) -> AccessPoint:
    """Create an access point with a password to type by hand.

    hardware: the radio's address, as `b8:27:eb:12:7f:3a`. random: sixteen bytes.
    """
    return AccessPoint(_name(hardware), _password(random))


def _name(hardware: str) -> str:
    return _NAME_PREFIX + hardware.replace(":", "")[-4:].upper().rjust(4, "0")


def _password(random: bytes) -> str:
    number = int.from_bytes(random)
    letters = []
    for _ in range(_PASSWORD_LETTERS):
        number, which = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[which])
    return "".join(letters)


def wifi_code(name: str, password: str) -> str:
    """The content of a QR code to join a network."""
    return f"WIFI:T:WPA;S:{_escaped(name)};P:{_escaped(password)};;"


def _escaped(words: str) -> str:
    return "".join(f"\\{letter}" if letter in '\\;,":' else letter for letter in words)
