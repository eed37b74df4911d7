"""The pending action: what the process does once what runs now has stopped."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from companion.language.text import Text
from companion.notifier import Wakeup


class Start(msgspec.Struct, frozen=True):
    """Serve, by the configuration as it is then."""

    example: str | None = None
    """The game to begin with its example."""
    tags: tuple[tuple[str, int], ...] = ()
    """Tags found while the box was set up, each with the number of its bag."""
    set_up: bool = False
    """Whether the box has just been set up."""


START = Start()


class Restore(msgspec.Struct, frozen=True):
    """Put a backup in the place of the games, then serve. name: of its file, without a folder."""

    name: str


class Forget(msgspec.Struct, frozen=True):
    """Forget a game, by its id, or a name in all of them, then serve."""

    name: str = ""
    game: str = ""


class SetUp(msgspec.Struct, frozen=True):
    """Let a phone set the box up, then serve. by: that phone, as `Membership.holder` calls it. language: the
    code of the one it reads.
    """

    by: str
    language: str


Action = Start | Restore | Forget | SetUp


class StartInterrupted(BaseException):
    """A signal to stop came in the middle of a start."""


class Pending:
    """The action that what runs now gives way to. Safe to use from any thread, `stop` from signal handlers.

    action: the first one requested since the last `take`. result: of the one performed last. stopping: the
    process is to end, and does not serve again. off: that was asked for on the panel, which may switch the
    machine off as well.
    """

    def __init__(self) -> None:
        self._wakeup = Wakeup()
        self._lock = threading.Lock()
        self._interruptible = False
        self.action: Action | None = None
        self.result: Text | None = None
        self.stopping = self.shut_down_on_panel = False

    def __enter__(self) -> Pending:
        return self

    def __exit__(self, *_: object) -> None:
        self._wakeup.close()

    def request(self, action: Action) -> None:
        """Let this be done next; what runs now stops for it. Returns at once."""
        with self._lock:
            if self.action is None:
                self.action = action
        self._wakeup.set()

    def stop(self) -> None:
        """Let the process end. Returns at once."""
        self.stopping = True
        self._wakeup.set()

    def shut_down(self) -> None:
        """Let the process end, and perhaps the machine. Returns at once."""
        self.shut_down_on_panel = True
        self.stop()

    def wait(self, timeout: float | None) -> bool:
        """Wait until something is requested, for so many seconds at most; whether it is."""
        if not (self.stopping or self.action):
            self._wakeup.wait(timeout)
        return self.stopping or self.action is not None

    def take(self) -> Action | None:
        """The action to be done now, if any."""
        with self._lock:
            action, self.action = self.action, None
        return action

    @contextmanager
    def on_signals(self) -> Iterator[None]:
        """Stop at SIGTERM and SIGINT while this lasts; for the main thread."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._signalled())
        with self._wakeup.by_signals():
            yield

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Let a signal break off what the main thread does here. Raises `Stopped`."""
        if self.stopping:
            raise StartInterrupted
        self._interruptible = True
        try:
            yield
        finally:
            self._interruptible = False

    def _signalled(self) -> None:
        self.stop()
        if self._interruptible:
            self._interruptible = False  # what is undone now is not broken off in its turn
            raise StartInterrupted
