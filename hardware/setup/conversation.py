"""The conversation with the person who wired the box, in a terminal or on a phone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeVar

from msgspec.structs import replace

from companion.config import ButtonsConfig, BuzzerConfig, LampsConfig, OledConfig, RfidConfig
from companion.health.findings import Finding, Report
from companion.language.messages import Language
from companion.language.text import Text, text

Wired = TypeVar("Wired", OledConfig, ButtonsConfig, RfidConfig, LampsConfig, BuzzerConfig)
"""A part's section of the configuration."""
_WAYS = ("again", "leave", "none")


class CannotSetUp(Exception):
    """A part cannot be set up now. finding: why, with the cure, for `until_found` to show."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding


class Conversation(Protocol):
    """Shows texts and asks questions. Methods that wait raise `EOFError` when the person has gone."""

    @property
    def language(self) -> Language:
        """The person's language."""

    def say(self, what: Text, *, indent: int = 0) -> None:
        """Show a sentence. indent: above 0 for an explanation of the sentence before."""

    def report(self, report: Report) -> None:
        """Show the report of a health check."""

    def found(self, finding: Finding) -> None:
        """Show a probe's finding, and the cure."""

    def show(self, line: str) -> None:
        """Show a line as it is."""

    def title(self, what: Text) -> None:
        """Begin a section."""

    def yes(self, question: Text, *, default: bool) -> bool:
        """Ask for yes or no. default: the easiest answer."""

    def choose(self, question: Text, choices: Sequence[Text], default: int = 0) -> int:
        """Ask for one of several; return its index. default: the easiest answer."""

    def begin_wait(self, seconds: float) -> Wait:
        """Begin to wait for an action at the box, which the next sentence asks for."""


class Edge(Protocol):
    """The input of the terminal or the phone, waited for beside the box's parts."""

    def wait(self, fds: Collection[int], seconds: float) -> frozenset[int] | None:
        """Wait until file descriptors can be read, and return those; None when the person skips.

        Raises `EOFError` when the person has gone.
        """


class Wait:
    """A wait that ends after so many seconds, or when the person skips it (`skipped`)."""

    def __init__(self, edge: Edge, monotonic: Callable[[], float], seconds: float) -> None:
        self._edge = edge
        self._monotonic = monotonic
        self._deadline = monotonic() + seconds
        self.skipped = False

    @property
    def over(self) -> bool:
        """Whether the wait has ended."""
        return self.skipped or self._monotonic() >= self._deadline

    def extend(self, seconds: float) -> None:
        """Extend the wait to so many seconds from now on."""
        self._deadline = self._monotonic() + seconds

    def next(self, fds: Collection[int], timeout: float | None = None) -> frozenset[int]:
        """Wait until file descriptors can be read, and return those; none after `timeout` seconds or at
        the end.
        """
        left = self._deadline - self._monotonic()
        ready = self._edge.wait(fds, left if timeout is None else min(left, timeout))
        self.skipped = ready is None
        return ready or frozenset()


def choose_driver(talk: Conversation, part: str, drivers: Sequence[str], now: str) -> str:
    """Ask for a part's driver. now: its present one, the default if it is among them."""
    ways = [text(f"setup.{part}.driver.{each}") for each in drivers]
    default = drivers.index(now) if now in drivers else 0
    return drivers[talk.choose(text(f"setup.{part}.driver"), ways, default=default)]


def until_found(talk: Conversation, part: str, was: Wired, look: Callable[[], Wired | None]) -> Wired:
    """Search for a part until it is found, kept as it was, or declared absent; return its configuration.

    look: searches once; returns None after showing why nothing was found, or raises `CannotSetUp`.
    """
    talk.title(text(f"setup.{part}"))
    while True:
        try:
            found = look()
        except CannotSetUp as error:
            talk.found(error.finding)
            found = None
        if found is not None:
            return found
        ways = [text(f"setup.{part}.{way}") for way in _WAYS]
        way = _WAYS[talk.choose(text("setup.what-now"), ways)]
        if way != "again":
            return was if way == "leave" else replace(was, driver="none")
