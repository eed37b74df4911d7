"""What takes a while to make, or much room, is made when somebody first needs it, and once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def once(make: Callable[[], T]) -> Callable[[], T]:
    """What `make` makes when it is first asked for, whoever else asks at that moment."""
    made: list[T] = []
    one_makes = threading.Lock()

    def given() -> T:
        with one_makes:
            if not made:
                made.append(make())
        return made[0]

    return given
