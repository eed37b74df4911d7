"""Help for a server whose threads are all taken; nothing of it runs while one is free."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Relief:
    """Calls `relieve` every `pause` seconds while all of `places` are taken. Safe to use from any thread."""

    def __init__(self, places: int, relieve: Callable[[], None], pause: float) -> None:
        self._free = places
        self._relieve = relieve
        self._pause = pause
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._helper: threading.Thread | None = None

    @contextmanager
    def taking(self) -> Iterator[None]:
        """Take a place for as long as this lasts."""
        with self._lock:
            self._free -= 1
            if not self._free and self._helper is None and not self._over.is_set():
                self._helper = threading.Thread(target=self._help, name="web-relief")
                self._helper.start()
        try:
            yield
        finally:
            with self._lock:
                self._free += 1

    def stop(self) -> None:
        """End, and wait for a relief under way."""
        self._over.set()
        with self._lock:
            helper = self._helper
        if helper is not None:
            helper.join()

    def _help(self) -> None:
        while not self._over.wait(self._pause):
            self._relieve()
            with self._lock:
                if self._free:
                    self._helper = None
                    return
