"""The box's parts as the program knows them: what they send in, and whether they are there."""

from __future__ import annotations

import threading
from typing import Literal

import msgspec

from companion.language.picture import Picture
from companion.language.signals import Lamp
from companion.notifier import Notifier

PartName = Literal["reader", "display", "buttons", "lamps", "buzzer"]
PartState = Literal["ok", "missing", "off"]
"""ok: answering. missing: configured and not there now. off: not configured."""


class ButtonPressed(msgspec.Struct, frozen=True):
    """A press of the panel.

    button: `advance`, `select`, `back` or a colour. held: the hold time passed before it was let go.
    at: seconds on the monotonic clock, stamped by the driver.
    """

    button: str
    held: bool
    at: float


class TagSeen(msgspec.Struct, frozen=True):
    """A bag was laid on the reader. tag: upper-case hex. at: seconds on the monotonic clock.

    again: it had been away only for a moment. Then it may also have been lying there, read badly: it is
    looked at, and nothing more.
    """

    tag: str
    at: float
    again: bool = False


class TagUnread(msgspec.Struct, frozen=True):
    """A reader has written a text in no form that is known. at: seconds on the monotonic clock."""

    written: str
    at: float


Input = ButtonPressed | TagSeen | TagUnread
"""What buttons and reader send in."""


class Frame(msgspec.Struct, frozen=True):
    """What is drawn: words of one language, folded to the font's letters.

    title: the first row; with `large` it takes two rows and at most `LARGE_COLUMNS` letters.
    lines: the rows under it. hint: the last row, or empty. A row has at most `COLUMNS` letters,
    beside a code at most `QR_COLUMNS`; there are at most `ROWS` rows. qr: what the code on the left
    half holds. picture: what is drawn instead of title and lines, which then say the same in words.
    position: as of a `Screen`.
    dim: draw with little light. shift: by how many pixels the picture is moved to the
    right and down, so that no pixel is lit for ever. blink: draw the last row dark on lit ground.
    """

    title: str
    lines: tuple[str, ...] = ()
    hint: str = ""
    large: bool = False
    qr: str | None = None
    dim: bool = False
    shift: int = 0
    picture: Picture[str] | None = None
    position: tuple[int, int] | None = None
    blink: bool = False


class Lights(msgspec.Struct, frozen=True):
    """What the lamps show, in the order in which they stand along a strip.

    lamps: none of them is all dark: no game is on the table, they are switched off, or the box is shutting
    down. dim: with little light, as the display then is.
    """

    lamps: tuple[Lamp, ...] = ()
    dim: bool = False


class Parts:
    """The state of each part; notifies when one changes. Safe to use from any thread.

    Lamps and a buzzer, which few boxes have, are among them once their driver has reported a state.
    """

    def __init__(self, notifier: Notifier) -> None:
        self._notifier = notifier
        self._lock = threading.Lock()
        self._states: dict[PartName, PartState] = {
            "reader": "off",
            "display": "off",
            "buttons": "off",
        }
        self._changes = 0

    @property
    def changes(self) -> int:
        """How many changes there have been: a stream that saw fewer has news."""
        return self._changes

    def states(self) -> dict[PartName, PartState]:
        """A copy of each part's state."""
        with self._lock:
            return dict(self._states)

    def report(self, part: PartName, state: PartState) -> None:
        """A driver says how its part is; saying the same again is silent."""
        with self._lock:
            if self._states.get(part, "off") == state:
                return
            self._states[part] = state
            self._changes += 1
        self._notifier.notify()
