"""What is said to the person who wired the box, what is asked of him, and what is waited for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeVar

from msgspec.structs import replace

from companion.config import ButtonsConfig, BuzzerConfig, LampsConfig, OledConfig, RfidConfig
from companion.health.findings import Finding, Report
from companion.language.messages import Language
from companion.language.text import Text, text

Wired = TypeVar("Wired", OledConfig, ButtonsConfig, RfidConfig, LampsConfig, BuzzerConfig)
"""How a part is configured."""
_WAYS = ("again", "leave", "none")


class CannotSetUp(Exception):
    """A part cannot be set up now; `until_found` says so to the person. finding: why, with the cure."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding


class Conversation(Protocol):
    """Says and asks, in a terminal or on a phone. Whatever waits for the person raises `EOFError` when there
    is none any more.
    """

    @property
    def language(self) -> Language:
        """The person's."""

    def say(self, what: Text, *, indent: int = 0) -> None:
        """Say a sentence. indent: more than none for one that explains the sentence before."""

    def report(self, report: Report) -> None:
        """Show what the doctor has found."""

    def found(self, finding: Finding) -> None:
        """Say what a probe found, and the cure."""

    def show(self, line: str) -> None:
        """Show a line as it is."""

    def title(self, what: Text) -> None:
        """Begin something new."""

    def yes(self, question: Text, *, default: bool) -> bool:
        """Ask for yes or no. default: the answer that takes least."""

    def choose(self, question: Text, choices: Sequence[Text], default: int = 0) -> int:
        """Ask for one of several; give its index. default: that of the answer that takes least."""

    def patience(self, seconds: float) -> Patience:
        """Begin to wait for something that the person does; what is said next says what that is."""


class Edge(Protocol):
    """The terminal or the phone that a wait listens to, beside what the person does at the box."""

    def wait(self, handles: Collection[int], seconds: float) -> frozenset[int] | None:
        """Wait until one of the file descriptors has something, and give those that have; None when the
        person would rather go on. Raises `EOFError` when there is nobody any more.
        """


class Patience:
    """A wait that ends after so many seconds, or when the person would rather go on (`skipped`)."""

    def __init__(self, edge: Edge, monotonic: Callable[[], float], seconds: float) -> None:
        self._edge = edge
        self._monotonic = monotonic
        self._until = monotonic() + seconds
        self.skipped = False

    @property
    def over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.skipped or self._monotonic() >= self._until

    def longer(self, seconds: float) -> None:
        """Wait so many seconds from now on."""
        self._until = self._monotonic() + seconds

    def next(self, handles: Collection[int], most: float | None = None) -> frozenset[int]:
        """Wait until one of the file descriptors has something; give those that have.

        Gives none after `most` seconds, or when it is over.
        """
        left = self._until - self._monotonic()
        ready = self._edge.wait(handles, left if most is None else min(left, most))
        self.skipped = ready is None
        return ready or frozenset()


def choose_driver(talk: Conversation, part: str, drivers: Sequence[str], now: str) -> str:
    """Ask which of these drivers a part has. now: its present one, which is proposed if it is among them."""
    ways = [text(f"setup.{part}.driver.{each}") for each in drivers]
    default = drivers.index(now) if now in drivers else 0
    return drivers[talk.choose(text(f"setup.{part}.driver"), ways, default=default)]


def until_found(talk: Conversation, part: str, was: Wired, look: Callable[[], Wired | None]) -> Wired:
    """Look for a part until it is found; else the person leaves it as it was, or the box has none.

    look: gives how the part is configured from now on, or None when it was not found and that has been said.
    May raise `CannotSetUp`.
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
