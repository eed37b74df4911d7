"""Keyboards that are not there: named pipes for their events, and what the kernel answers of them."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hardware.reader.keyboard import EV_KEY, EV_SYN, EVENT, EVIOCGBIT_KEY, EVIOCGRAB, KeyboardOpener
from hardware.reader.kinds import KINDS, ReaderKind

ENTER, SHIFT, ESCAPE = 28, 42, 1
FULL = frozenset(range(1, 120))
"""The keys of a keyboard, as nearly every reader claims to have them."""
MOUSE = frozenset(range(0x110, 0x118))
UP, DOWN, HELD = 0, 1, 2
_ROW = dict(zip("1234567890", range(2, 12), strict=True))
PAD = dict(zip("7894561230", (71, 72, 73, 75, 76, 77, 79, 80, 81, 82), strict=True))
_LETTERS = dict(zip("QWERTYUIOP", range(16, 26), strict=True))
_LETTERS |= dict(zip("ASDFGHJKL", range(30, 39), strict=True))
_LETTERS |= dict(zip("ZXCVBNM,", range(44, 52), strict=True))
CODES = {**_ROW, **_LETTERS, "\n": ENTER}


class FakeKeyboard:
    """One device. keys: that it claims to have. console: the keys that went to everybody.

    pace: seconds from one event to the next by the kernel's clock; a key has two.
    """

    def __init__(self, path: Path, keys: Iterable[int] = FULL) -> None:
        self.path = path
        self.keys = frozenset(keys)
        self.console: list[int] = []
        self.refused = 0
        self.pace = 0.01
        self._now = 1.0
        self._grabber: int | None = None
        path.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(path)
        self.inode = path.stat().st_ino
        self._far: int | None = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def grabbed(self) -> bool:
        """Whether somebody has it for himself who is still there."""
        return self._grabber is not None and self._is(self._grabber)

    def type(self, signs: str, codes: dict[str, int] | None = None) -> None:
        """Press these, one after another, and all at once for who reads: no machine is too slow for that.

        codes: of the signs that stand elsewhere.
        """
        where = CODES | (codes or {})
        self._send(*((EV_KEY, where[sign], value) for sign in signs for value in (DOWN, UP)))

    def press(self, code: int, value: int, sort: int = EV_KEY) -> None:
        """One key's event."""
        self._send((sort, code, value))

    def _send(self, *events: tuple[int, int, int]) -> None:
        """These, and after each the one that ends it."""
        if not self.grabbed():
            self.console += [code for sort, code, value in events if (sort, value) == (EV_KEY, DOWN)]
        data = b""
        for event in events:
            self._now += self.pace
            at = int(self._now), int(self._now % 1 * 1e6)
            data += EVENT.pack(*at, *event) + EVENT.pack(*at, EV_SYN, 0, 0)
        self.raw(data)

    def raw(self, data: bytes) -> None:
        assert self._far is not None
        os.write(self._far, data)

    def unplug(self) -> None:
        """Take it away: who reads it is told so."""
        self.path.unlink()
        self.close()

    def close(self) -> None:
        if self._far is not None:
            os.close(self._far)
        self._far = None

    def _is(self, number: int) -> bool:
        with suppress(OSError):
            return os.fstat(number).st_ino == self.inode
        return False

    def control(self, number: int, request: int, argument: Any) -> Any:
        """What the kernel does with an `ioctl` on this device."""
        if request == EVIOCGBIT_KEY:
            return sum(1 << key for key in self.keys).to_bytes(len(argument), "little")
        if request == EVIOCGRAB and argument:
            if self.grabbed() and self._grabber != number:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
            self._grabber = number
            return 0
        if request == EVIOCGRAB and self._grabber == number:
            self._grabber = None
            return 0
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))


class FakeInput:
    """A folder `/dev/input` with the keyboards in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.devices: list[FakeKeyboard] = []

    def plug(self, number: int, name: str = "", keys: Iterable[int] = FULL) -> FakeKeyboard:
        """Plug one in. name: below `by-id`, a link that comes and goes with it."""
        self.devices.append(FakeKeyboard(self.folder / f"event{number}", keys))
        if name:
            link = self.folder / "by-id" / name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.unlink(missing_ok=True)
            link.symlink_to(self.devices[-1].path)
        return self.devices[-1]

    def control(self, number: int, request: int, argument: Any) -> Any:
        """Stands where `fcntl.ioctl` stands."""
        for device in self.devices:
            if os.fstat(number).st_ino == device.inode:
                return device.control(number, request, argument)
        raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))

    def opens(self, *, grab: bool = True) -> KeyboardOpener:
        return KeyboardOpener(grab, self.control)

    def kind(self) -> ReaderKind:
        """The kind of reader, on these."""
        return replace(
            KINDS["keyboard"],
            open_line=self.opens(),
            open_shared=self.opens(grab=False),
            fits=self.opens().fits,
        )

    def close(self) -> None:
        for device in self.devices:
            device.close()
