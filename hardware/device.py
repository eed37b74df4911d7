"""Base classes of drivers that work on a thread of their own."""

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
    """A driver's thread. Public methods may be called from any thread.

    found_message, missing_message: see `Presence`. retry: seconds between two tries to open a missing device.
    """

    expected: tuple[type[Exception], ...] = ()
    """Raised where the device is missing; other exceptions are logged with their traceback."""

    def __init__(
        self,
        part: PartName,
        parts: Parts,
        log: logging.Logger,
        found_message: str,
        missing_message: str,
        retry: float,
    ) -> None:
        self._presence = Presence(part, parts, log, found_message, missing_message)
        self._logger = log
        self._retry = retry
        self._condition = threading.Condition()
        self._stopping = threading.Event()
        self._tried = self._check_requested = False
        self._thread = threading.Thread(target=self._run, name=part, daemon=True)

    def start(self) -> None:
        """Start the thread. Returns at once; repeated calls do nothing."""
        if self._thread.ident is None:
            self._thread.start()

    def stop(self) -> None:
        """Release the device; returns after a second at most, also where it hangs."""
        with self._notifying():
            self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join(1.0)

    def check(self) -> None:
        """Ask the thread to check its device at once."""
        with self._notifying():
            self._check_requested = True

    @abstractmethod
    def _serve(self) -> None:
        """Open the device and work until `_stopping` is set; return or raise to open it anew."""

    def _run(self) -> None:
        while True:  # at least once: a last frame is shown also if `stop` follows at once
            try:
                self._serve()
            except Exception as fault:
                before = self._presence.fault
                self._report_missing(fault)
                if not isinstance(fault, self.expected) and self._presence.fault != before:
                    self._logger.exception("the driver failed; its device is opened again")
                with self._condition:
                    self._condition.wait_for(
                        lambda: self._stopping.is_set() or self._check_requested, self._retry
                    )
                    self._check_requested = False
            if self._stopping.is_set():
                return

    def _report_found(self) -> None:
        """Report the device as present, and wake waiting threads."""
        self._presence.found()
        with self._notifying():
            self._tried = True

    def _report_missing(self, fault: Exception) -> None:
        """Report the device as missing or faulty, and wake waiting threads."""
        self._presence.missing(fault)
        with self._notifying():
            self._tried = True

    @contextmanager
    def _notifying(self) -> Iterator[None]:
        """Hold the lock, then wake waiting threads."""
        with self._condition:
            yield
            self._condition.notify_all()

    def _wait_until(self, condition: Callable[[], bool], timeout: float) -> bool:
        """Wait until `condition` holds; False after `timeout` seconds or `stop`."""
        with self._condition:
            self._condition.wait_for(lambda: self._stopping.is_set() or condition(), timeout)
            return condition()


class ShowingThread(DeviceThread, Generic[T]):
    """A driver that shows the latest value it was given. wanted: the first one."""

    def __init__(
        self,
        wanted: T,
        part: PartName,
        parts: Parts,
        log: logging.Logger,
        found_message: str,
        missing_message: str,
        retry: float,
    ) -> None:
        super().__init__(part, parts, log, found_message, missing_message, retry)
        self._wanted = wanted
        self._shown: T | None = None

    @property
    def wanted(self) -> T:
        """The latest value given to `show`."""
        return self._wanted

    def show(self, wanted: T) -> None:
        """Replace the value to be shown. Returns at once; an equal value changes nothing."""
        with self._notifying():
            self._wanted = wanted

    def settle(self, timeout: float) -> bool:
        """Wait until the latest value is shown or the device is missing; False after `timeout` seconds."""
        return self._wait_until(
            lambda: self._tried and (bool(self._presence.fault) or self._shown == self._wanted), timeout
        )
