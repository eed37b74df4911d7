"""A consumer that raises must not take a driver's thread with it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")


def careful(put: Callable[[T], None]) -> Callable[[T], None]:
    """Wrap a consumer so that what it raises is logged and goes no further."""

    def carefully(thing: T) -> None:
        try:
            put(thing)
        except Exception:
            log.exception("%r was not taken", thing)

    return carefully
