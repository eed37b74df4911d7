"""A reader that is a USB keyboard to the machine, by the kernel's own interface (`linux/input.h`).

Such a reader types: without the grab every tag would be typed into whatever listens to keyboards there.
Nearly all of them claim to have every key, so that what one says of itself tells it from no real keyboard.
Therefore a keyboard is grabbed when the configuration names it, or its pattern fits nothing else that has the
digits; and it is let go at the first key that no reader has, or that is typed as slowly as people type, so
that whoever has plugged in a keyboard of his own instead can use it.

Keys are places and not signs: the digits of the upper row stand at the same ones in every layout, with Shift
or without, and so do A to F in QWERTY and QWERTZ. Hex digits that a reader types for AZERTY are not read. The
other letters may stand in a word that a reader types before each tag: they are a person's where they come as
slowly as a person's, or in too few.
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

from companion.bell import Nudge
from hardware.part import PartError
from hardware.reader.line import refusal
from hardware.reader.protocol import SHORTEST
from hardware.reader.typed import LONGEST, LOST, STRANGE

EVENT = struct.Struct("@llHHi")
"""`struct input_event`: seconds and microseconds, each as long as the machine's words, type, code, value."""
EV_SYN, EV_KEY, SYN_DROPPED, KEY_UP, KEY_DOWN = 0, 1, 3, 0, 1
_READ, _WRITE = 2, 1
_BITS = 96
"""Bytes of a bit for each key (KEY_MAX is 0x2FF)."""
QUIET = 0.15
"""Seconds without a key after which a tag is over, with Enter or without: readers take 5 to 30 ms for one."""
PACE = 0.06
"""Seconds from one key to the next after which a person presses them, by the kernel's clock."""
_OPEN = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
_AT_ONCE = 64
"""Events that are read at once."""
_UPPER_ROW = dict(zip(range(2, 12), "1234567890", strict=True))
_PAD = {82: "0", 79: "1", 80: "2", 81: "3", 75: "4", 76: "5", 77: "6", 71: "7", 72: "8", 73: "9"}
_LETTERS = {30: "A", 48: "B", 46: "C", 32: "D", 18: "E", 33: "F"}
_BETWEEN = {51: ",", 121: ",", 12: "-", 74: "-", 52: ".", 83: ".", 39: ";"}
"""Comma, minus and dot, each on the pad as well, and the semicolon."""
_OTHERS = {
    **dict(zip(range(16, 26), "QWERTYUIOP", strict=True)),
    **dict(zip(range(30, 39), "ASDFGHJKL", strict=True)),
    **dict(zip(range(44, 51), "ZXCVBNM", strict=True)),
    57: " ",
}
_WORDS = frozenset(_OTHERS.keys() - _LETTERS.keys())
"""Of a word before the tag, or a person's."""
_TOO_FEW = re.compile(rb"(?m)^(?=[^\n]*[G-Z ])[^\n]{1,%d}$" % (SHORTEST - 1))
_ENDS = dict.fromkeys((28, 96, 15), "\n")
"""Enter, that of the pad, Tab."""
_SHIFT = frozenset((42, 54))
_HELD = frozenset((*_SHIFT, 29, 97, 56, 100, 58, 69))
"""Shift, Control, Alt, Caps Lock and Num Lock: readers that know of layouts press them, too."""
_SIGNS = {
    code: sign.encode()
    for code, sign in {**_UPPER_ROW, **_PAD, **_OTHERS, **_BETWEEN, **_ENDS}.items()
}  # fmt: skip
_SHIFTED = {39: b":"}

Control = Callable[[int, int, Any], Any]
"""As `fcntl.ioctl`."""


def _request(way: int, number: int, size: int) -> int:
    return way << 30 | size << 16 | ord("E") << 8 | number


EVIOCGRAB = _request(_WRITE, 0x90, 4)
EVIOCGBIT_KEY = _request(_READ, 0x20 + EV_KEY, _BITS)


class KeyboardLine:
    """An open keyboard; what it types comes a whole tag at a time, with a line feed at its end.

    Takes the file descriptor over. grabbed: nobody else hears it. monotonic: seconds.
    """

    def __init__(
        self,
        number: int,
        control: Control,
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
        self._nudge = Nudge()

    @property
    def handle(self) -> int:
        """Can be read when a key has been pressed."""
        return self._number

    def read(self, timeout: float | None) -> bytes:
        """What was typed, once something was: up to Enter, or until nothing more comes."""
        if not self._wait(timeout):
            return b""
        self._last = None
        typed = self._typed()
        still = self._monotonic() + QUIET
        while typed and not typed.endswith(b"\n") and len(typed) <= LONGEST:
            came = self._typed() if self._wait(max(0.0, still - self._monotonic())) else _over(typed)
            if came:
                still = self._monotonic() + QUIET
            elif self._monotonic() >= still:  # a key that hangs repeats itself for ever
                came = _over(typed)
            typed += came
        typed = _TOO_FEW.sub(STRANGE + rb"\g<0>", typed)
        if STRANGE in typed and self._grabbed:
            self._grabbed = False
            self._control(self._number, EVIOCGRAB, 0)
        return typed

    def write(self, data: bytes) -> None:
        """Nothing is sent to a keyboard."""

    def cancel(self) -> None:
        """Cut short the read that waits now, or the next one."""
        self._nudge.give()

    def close(self) -> None:
        """Let the keyboard go, for everybody to hear it again."""
        self._nudge.close()
        os.close(self._number)

    def _wait(self, timeout: float | None) -> bool:
        """Wait for keys; whether there are any."""
        poll = select.poll()
        poll.register(self._number, select.POLLIN)
        poll.register(self._nudge.fileno(), select.POLLIN)
        came = {number for number, _ in poll.poll(None if timeout is None else timeout * 1e3)}
        if self._nudge.fileno() in came:
            self._nudge.take()
            return False
        return self._number in came

    def _typed(self) -> bytes:
        """The signs of the keys that were pressed. Repeats, and keys that are let go, are none."""
        data = os.read(self._number, EVENT.size * _AT_ONCE)
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
        """The sign of one event; at: seconds on the kernel's clock."""
        if sort == EV_SYN and code == SYN_DROPPED:
            return LOST
        if sort != EV_KEY:
            return b""
        if code in _SHIFT:
            (self._shift.discard if value == KEY_UP else self._shift.add)(code)
        if value != KEY_DOWN or code in _HELD:
            return b""
        last, self._last = self._last, None if code in _ENDS else (code, at)
        slow = last is not None and at - last[1] > PACE and not _WORDS.isdisjoint((last[0], code))
        sign = _SIGNS.get(code, STRANGE)
        sign = _SHIFTED.get(code, sign) if self._shift else sign
        return STRANGE + sign if slow else sign


def _over(typed: bytes) -> bytes:
    """What ends that which was typed without an end: the end, and after less than any tag a person's mark."""
    return b"\n" if len(typed) >= SHORTEST else STRANGE + b"\n"


class Keyboards(msgspec.Struct, frozen=True):
    """Opens keyboards. grab: for nobody else to hear them. control: as `fcntl.ioctl`."""

    grab: bool = True
    control: Control = fcntl.ioctl

    def __call__(self, port: str) -> KeyboardLine:
        """Open this device.

        Raises `PartError` as `hardware.reader.line.refusal` has it, with `input-refused` where the rights are
        missing, and `no-keyboard` for what has no digits.
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
        self.control(number, EVIOCGRAB, 1)  # also where it is let go at once: it may be somebody else's
        if not self.grab:
            self.control(number, EVIOCGRAB, 0)

    def fits(self, port: str) -> bool:
        """Whether this device can be such a reader, as far as that is known: it has the digits.

        A reader may be several devices, of which one has the keys.
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
    return refusal(port, error, "no-keyboard", refused="input-refused")


def has_digits(number: int, control: Control) -> bool:
    """Whether the device that is open here has the keys of all digits, in the upper row or on a pad.

    Raises `OSError` for what is no device of this sort.
    """
    bits = int.from_bytes(control(number, EVIOCGBIT_KEY, bytes(_BITS)), "little")
    return any(all(bits >> code & 1 for code in keys) for keys in (_UPPER_ROW, _PAD))


def grabbed(port: str) -> KeyboardLine:
    """Open it for nobody else to hear it."""
    return Keyboards()(port)


def heard(port: str) -> KeyboardLine:
    """Open it to hear what is typed, which goes to others as well. Raises `port-busy` for a grabbed one."""
    return Keyboards(grab=False)(port)


def can_type(port: str) -> bool:
    """Whether this device can be such a reader; see `Keyboards.fits`."""
    return Keyboards().fits(port)
