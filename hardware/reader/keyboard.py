"""The line of a reader that is a USB keyboard to the machine, by the kernel's `linux/input.h`.

A configured keyboard is grabbed, so that tags are not typed into other programs. Readers claim to have all
keys
so real keyboards look the same: the grab ends at the first key of a person, which is one that no
reader has, or a letter typed slowly or among too few.

Key codes are positions. Digits have the same ones in all layouts, A to F in QWERTY and QWERTZ; hex digits for
AZERTY are not read.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import select
import struct
import time
from collections.abc import Callable
from typing import Any

import msgspec

from companion.notifier import Wakeup
from hardware.part import PartError
from hardware.reader.line import port_error
from hardware.reader.protocol import MIN_TAG_LENGTH
from hardware.reader.typed import FOREIGN_KEY, LONGEST, LOST

EVENT = struct.Struct("@llHHi")
"""`struct input_event`: seconds and microseconds, each as long as the machine's words, type, code, value."""
EV_SYN, EV_KEY, SYN_DROPPED, KEY_UP, KEY_DOWN = 0, 1, 3, 0, 1
_READ, _WRITE = 2, 1
_BITS = 96
"""Bytes with a bit for each key (KEY_MAX is 0x2FF)."""
END_OF_TAG = 0.15
"""Seconds without a key that end a tag, with or without Enter: readers take 5 to 30 ms for a key."""
TYPING_PACE = 0.06
"""Seconds between two keys above which a person types, by the kernel's clock."""
_OPEN = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
_EVENTS_PER_READ = 64
"""Events of one read."""
_UPPER_ROW = dict(zip(range(2, 12), "1234567890", strict=True))
_PAD = {82: "0", 79: "1", 80: "2", 81: "3", 75: "4", 76: "5", 77: "6", 71: "7", 72: "8", 73: "9"}
_LETTERS = {30: "A", 48: "B", 46: "C", 32: "D", 18: "E", 33: "F"}
_BETWEEN = {51: ",", 121: ",", 12: "-", 74: "-", 52: ".", 83: ".", 39: ";"}
"""Comma, minus, dot and semicolon, in the upper part and on the pad."""
_OTHERS = {
    **dict(zip(range(16, 26), "QWERTYUIOP", strict=True)),
    **dict(zip(range(30, 39), "ASDFGHJKL", strict=True)),
    **dict(zip(range(44, 51), "ZXCVBNM", strict=True)),
    57: " ",
}
_WORDS = frozenset(_OTHERS.keys() - _LETTERS.keys())
"""Letters of a word before the tag, or of a person."""
_TOO_FEW = re.compile(rb"(?m)^(?=[^\n]*[G-Z ])[^\n]{1,%d}$" % (MIN_TAG_LENGTH - 1))
_ENDS = dict.fromkeys((28, 96, 15), "\n")
"""Enter, Enter of the pad, Tab."""
_SHIFT = frozenset((42, 54))
_HELD = frozenset((*_SHIFT, 29, 97, 56, 100, 58, 69))
"""Shift, Control, Alt, Caps Lock and Num Lock, which some readers press, too."""
_SIGNS = {
    code: sign.encode()
    for code, sign in {**_UPPER_ROW, **_PAD, **_OTHERS, **_BETWEEN, **_ENDS}.items()
}  # fmt: skip
_SHIFTED = {39: b":"}

Ioctl = Callable[[int, int, Any], Any]
"""As `fcntl.ioctl`."""


def _request(way: int, number: int, size: int) -> int:
    return way << 30 | size << 16 | ord("E") << 8 | number


EVIOCGRAB = _request(_WRITE, 0x90, 4)
EVIOCGBIT_KEY = _request(_READ, 0x20 + EV_KEY, _BITS)


class KeyboardLine:
    """An open keyboard; a read returns a whole typed line, with a line feed at its end.

    number: a file descriptor, closed with this. grabbed: no other program gets its keys. monotonic: seconds.
    """

    def __init__(
        self,
        number: int,
        control: Ioctl,
        *,
        grabbed: bool,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._number = number
        self._control = control
        self._grabbed = grabbed
        self._monotonic = monotonic
        self._begun = b""
        self._last: tuple[int, float] | None = None
        self._shift: set[int] = set()
        self._wakeup = Wakeup()

    @property
    def fd(self) -> int:
        """The device's file descriptor."""
        return self._number

    def read(self, timeout: float | None) -> bytes:
        """Wait for a typed line, which ends with Enter or a pause. See `Line`."""
        if not self._wait(timeout):
            return b""
        self._last = None
        typed = self._typed()
        still = self._monotonic() + END_OF_TAG
        while typed and not typed.endswith(b"\n") and len(typed) <= LONGEST:
            received = (
                self._typed() if self._wait(max(0.0, still - self._monotonic())) else _terminator(typed)
            )
            if received:
                still = self._monotonic() + END_OF_TAG
            elif self._monotonic() >= still:  # a stuck key repeats for ever
                received = _terminator(typed)
            typed += received
        typed = _TOO_FEW.sub(FOREIGN_KEY + rb"\g<0>", typed)
        if FOREIGN_KEY in typed and self._grabbed:
            self._grabbed = False
            self._control(self._number, EVIOCGRAB, 0)
        return typed

    def write(self, data: bytes) -> None:
        """Do nothing."""

    def cancel(self) -> None:
        """End the waiting read, or else the next one."""
        self._wakeup.set()

    def close(self) -> None:
        """Close the device, which ends the grab."""
        self._wakeup.close()
        os.close(self._number)

    def _wait(self, timeout: float | None) -> bool:
        """Wait for keys; False after `timeout` seconds or `cancel`."""
        poll = select.poll()
        poll.register(self._number, select.POLLIN)
        poll.register(self._wakeup.fileno(), select.POLLIN)
        ready = {number for number, _ in poll.poll(None if timeout is None else timeout * 1e3)}
        if self._wakeup.fileno() in ready:
            self._wakeup.take()
            return False
        return self._number in ready

    def _typed(self) -> bytes:
        """The characters of pressed keys, without repeats and releases. Raises `OSError`."""
        data = os.read(self._number, EVENT.size * _EVENTS_PER_READ)
        if not data:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        data = self._begun + data
        whole = len(data) - len(data) % EVENT.size
        self._begun = data[whole:]
        events = EVENT.iter_unpack(data[:whole])
        return b"".join(
            self._sign(seconds + micro / 1e6, sort, code, value)
            for seconds, micro, sort, code, value in events
        )

    def _sign(self, at: float, sort: int, code: int, value: int) -> bytes:
        """The character of one event. at: seconds on the kernel's clock."""
        if sort == EV_SYN and code == SYN_DROPPED:
            return LOST
        if sort != EV_KEY:
            return b""
        if code in _SHIFT:
            (self._shift.discard if value == KEY_UP else self._shift.add)(code)
        if value != KEY_DOWN or code in _HELD:
            return b""
        last, self._last = self._last, None if code in _ENDS else (code, at)
        slow = last is not None and at - last[1] > TYPING_PACE and not _WORDS.isdisjoint((last[0], code))
        sign = _SIGNS.get(code, FOREIGN_KEY)
        sign = _SHIFTED.get(code, sign) if self._shift else sign
        return FOREIGN_KEY + sign if slow else sign


def _terminator(typed: bytes) -> bytes:
    """The end of a line without Enter, after the mark of a person if it is too short for a tag."""
    return b"\n" if len(typed) >= MIN_TAG_LENGTH else FOREIGN_KEY + b"\n"


class KeyboardOpener(msgspec.Struct, frozen=True):
    """Opens keyboards. grab: for this program alone. control: as `fcntl.ioctl`."""

    grab: bool = True
    control: Ioctl = fcntl.ioctl

    def __call__(self, port: str) -> KeyboardLine:
        """Open a device.

        Raises `PartError` of `hardware.reader.line.port_error`, with `input-refused` for missing rights and
        `no-keyboard` for a device without digits.
        """
        try:
            number = os.open(port, _OPEN)
        except OSError as error:
            raise _refusal(port, error) from error
        try:
            self._take(number)
            return KeyboardLine(number, self.control, grabbed=self.grab)
        except OSError as error:
            os.close(number)
            raise _refusal(port, error) from error

    def _take(self, number: int) -> None:
        if not has_digits(number, self.control):
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        self.control(number, EVIOCGRAB, 1)  # fails where another program has it, also for a shared one
        if not self.grab:
            self.control(number, EVIOCGRAB, 0)

    def fits(self, port: str) -> bool:
        """Whether a device has the digits, or cannot be opened: a reader may be several devices, one
        with keys.
        """
        try:
            number = os.open(port, _OPEN)
        except OSError:
            return True
        try:
            return has_digits(number, self.control)
        except OSError:
            return False
        finally:
            os.close(number)


def _refusal(port: str, error: OSError) -> PartError:
    return port_error(port, error, "no-keyboard", refused="input-refused")


def has_digits(number: int, control: Ioctl) -> bool:
    """Whether an open device has the keys of all digits, in the upper row or on a pad.

    Raises `OSError` for another sort of device.
    """
    bits = int.from_bytes(control(number, EVIOCGBIT_KEY, bytes(_BITS)), "little")
    return any(all(bits >> code & 1 for code in keys) for keys in (_UPPER_ROW, _PAD))


def open_grabbed(port: str) -> KeyboardLine:
    """Open a device for this program alone."""
    return KeyboardOpener()(port)


def open_shared(port: str) -> KeyboardLine:
    """Open a device that other programs read as well. Raises `port-busy` for a grabbed one."""
    return KeyboardOpener(grab=False)(port)


def has_digit_keys(port: str) -> bool:
    """See `KeyboardOpener.fits`."""
    return KeyboardOpener().fits(port)
