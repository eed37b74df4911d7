"""The box's own Wi-Fi: its name and password, made once, what a phone scans, and the box's address in it."""

from __future__ import annotations

import msgspec

ADDRESS = "10.42.0.1"
"""The box's address in its own Wi-Fi."""
PREFIX = 24

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What nobody takes for another letter."""
_PASSWORD_LETTERS = 10
_BEFORE = "Companion-"


class OwnWifi(msgspec.Struct, frozen=True):
    """The box's own Wi-Fi, as it is kept. always: it is to be open whatever other networks there are."""

    name: str
    password: str
    always: bool = False

    @property
    def code(self) -> str:
        """What a phone scans to join it."""
        return code(self.name, self.password)


def made(hardware: str, random: bytes) -> OwnWifi:
    """A new one, whose password is typed by hand. hardware: the radio's own address, as `b8:27:eb:12:7f:3a`.
    random: sixteen bytes.
    """
    return OwnWifi(_name(hardware), _password(random))


def _name(hardware: str) -> str:
    return _BEFORE + hardware.replace(":", "")[-4:].upper().rjust(4, "0")


def _password(random: bytes) -> str:
    number = int.from_bytes(random)
    letters = []
    for _ in range(_PASSWORD_LETTERS):
        number, which = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[which])
    return "".join(letters)


def code(name: str, password: str) -> str:
    """What a phone scans to join the network."""
    return f"WIFI:T:WPA;S:{_escaped(name)};P:{_escaped(password)};;"


def _escaped(words: str) -> str:
    return "".join(f"\\{letter}" if letter in '\\;,":' else letter for letter in words)
