"""A thread that the system does not allow, as an error that carries its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.language.text import CompanionError, text

_REFUSED = "can't start new thread"
"""How Python says it; it has no error of its own for it."""


class NoThreads(CompanionError):
    """The system allows this process no more threads."""

    def __init__(self) -> None:
        super().__init__(text("cannot-start.threads"))


@contextmanager
def translate_threads() -> Iterator[None]:
    """Raise `NoThreads` for a thread that could not be started in this block, a library's among them."""
    try:
        yield
    except RuntimeError as error:
        if str(error) != _REFUSED:
            raise
        raise NoThreads from error
