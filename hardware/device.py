"""The thread of a driver: started, stopped, woken by news, and waited for."""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from companion.parts import PartName, Parts
from hardware.part import Presence

T = TypeVar("T")


class DeviceThread(ABC):
    """A thread that works until it is stopped. Its public methods may be called from any thread.

    back, gone: see `Presence`. retry: seconds between two tries to reach a device that is missing.
    """

    expected: tuple[type[Exception], ...] = ()
    """What is raised where the device is missing; the log tells of anything else where it was raised."""

    def __init__(
        self, part: PartName, parts: Parts, log: logging.Logger, back: str, gone: str, retry: float
    ) -> None:
        self._presence = Presence(part, parts, log, back, gone)
        self._logger = log
        self._retry = retry
        self._news = threading.Condition()
        self._stopping = threading.Event()
        self._tried = self._checking = False
        self._thread = threading.Thread(target=self._run, name=part, daemon=True)

    def start(self) -> None:
        """Begin to look for the device. Returns at once; twice does nothing more."""
        if self._thread.ident is None:
            self._thread.start()

    def stop(self) -> None:
        """Let the device go. One that hangs is not waited for longer than a second."""
        with self._changing():
            self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join(1.0)

    def check(self) -> None:
        """Look at once whether the device is there and whole."""
        with self._changing():
            self._checking = True

    @abstractmethod
    def _serve(self) -> None:
        """Reach the device and work until `_stopping` is set, or until it has to be reached anew."""

    def _run(self) -> None:
        while True:  # once at least: the last frame may be left and the end come at once
            try:
                self._serve()
            except Exception as fault:
                before = self._presence.fault
                self._lose(fault)
                if not isinstance(fault, self.expected) and self._presence.fault != before:
                    self._logger.exception("the driver stumbled; its device is looked for again")
                with self._news:
                    self._news.wait_for(lambda: self._stopping.is_set() or self._checking, self._retry)
                    self._checking = False
            if self._stopping.is_set():
                return

    def _find(self) -> None:
        """The device is there."""
        self._presence.found()
        with self._changing():
            self._tried = True

    def _lose(self, fault: Exception) -> None:
        """The device is missing, or not whole."""
        self._presence.missing(fault)
        with self._changing():
            self._tried = True

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Change what waiting threads look at, and wake them."""
        with self._news:
            yield
            self._news.notify_all()

    def _wait_until(self, reached: Callable[[], bool], timeout: float) -> bool:
        """Wait until this holds; False when `timeout` seconds were not enough, or it was stopped before."""
        with self._news:
            self._news.wait_for(lambda: self._stopping.is_set() or reached(), timeout)
            return reached()


class ShowingThread(DeviceThread, Generic[T]):
    """A thread that shows the latest of what is wanted. wanted: at first."""

    def __init__(
        self, wanted: T, part: PartName, parts: Parts, log: logging.Logger, back: str, gone: str, retry: float
    ) -> None:
        super().__init__(part, parts, log, back, gone, retry)
        self._wanted = wanted
        self._shown: T | None = None

    @property
    def wanted(self) -> T:
        """What was left last."""
        return self._wanted

    def show(self, wanted: T) -> None:
        """Leave this to be shown, in the place of what still waits. The same again changes nothing."""
        with self._changing():
            self._wanted = wanted

    def settle(self, timeout: float) -> bool:
        """Wait until what was left last is shown, or the device is known to be missing.

        Gives False when `timeout` seconds were not enough, or nothing more is shown.
        """
        return self._wait_until(
            lambda: self._tried and (bool(self._presence.fault) or self._shown == self._wanted), timeout
        )
