"""Phones that were shown the page for joining; `web.portal` leads all others there."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from web.server.rate_limiter import Seconds

LIFETIME: Seconds = 4 * 3600.0
"""Seconds after which a phone is shown the page again."""
MAX_PHONES = 256
"""More than the access point has addresses."""
_BROWSER = "Mozilla/"
"""How every browser's user agent begins, unlike that of a phone's connectivity check."""


class GuidedPhones:
    """Remembers by address when a phone was shown the page. Safe to use from any thread."""

    def __init__(self, monotonic: Callable[[], Seconds]) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._at: OrderedDict[str, Seconds] = OrderedDict()

    def shown(self, address: str, agent: str) -> None:
        """Note that a phone has fetched the page. agent: its user agent."""
        if not agent.startswith(_BROWSER):
            return
        with self._lock:
            self._at.setdefault(address, self._monotonic())
            while len(self._at) > MAX_PHONES:
                self._at.popitem(last=False)

    def since(self, address: str) -> Seconds | None:
        """Seconds since a phone was shown the page; None if never, or longer ago than `LIFETIME`."""
        with self._lock:
            at = self._at.get(address)
            if at is None:
                return None
            ago = self._monotonic() - at
            if ago <= LIFETIME:
                return ago
            del self._at[address]
            return None
