"""Which phones have been shown the page for joining; `web.portal` guides every other one there."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from web.server.rate_limiter import Seconds

STAYS: Seconds = 4 * 3600.0
"""So long a phone counts as guided; one that comes back the next day is guided anew."""
MOST = 256
"""Phones that are remembered: more than the own Wi-Fi has addresses."""
_BROWSER = "Mozilla/"
"""How every browser's name begins, also that of a phone's small one; what asks before it has another."""


class Guided:
    """The phones that have been shown the page for joining. Safe to use from any thread."""

    def __init__(self, monotonic: Callable[[], Seconds]) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._at: OrderedDict[str, Seconds] = OrderedDict()

    def shown(self, address: str, agent: str) -> None:
        """A phone at this address has fetched the page. agent: what its browser calls itself."""
        if not agent.startswith(_BROWSER):
            return
        with self._lock:
            self._at.setdefault(address, self._monotonic())
            while len(self._at) > MOST:
                self._at.popitem(last=False)

    def since(self, address: str) -> Seconds | None:
        """Seconds since a phone was shown the page; None when it has not, or long ago."""
        with self._lock:
            at = self._at.get(address)
            if at is None:
                return None
            ago = self._monotonic() - at
            if ago <= STAYS:
                return ago
            del self._at[address]
            return None
