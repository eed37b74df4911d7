"""A conversation in a terminal, line by line."""

from __future__ import annotations

import os
import select
import shutil
import termios
import textwrap
from collections.abc import Callable, Collection, Sequence
from contextlib import closing, suppress
from typing import TextIO

from companion.health.findings import Finding, Report, sentence
from companion.language.messages import Language
from companion.language.text import Text, text
from companion.notifier import Wakeup
from hardware.setup.conversation import Wait

YES = "y"
"""Means yes in every language, beside its own letter."""
MAX_WIDTH = 80
"""Columns at most, also in a wider terminal."""


class TerminalConversation:
    """A `Conversation` in a terminal. monotonic: seconds."""

    def __init__(self, language: Language, terminal: Terminal, monotonic: Callable[[], float]) -> None:
        self.language = language
        self._terminal = terminal
        self._monotonic = monotonic

    def say(self, what: Text, *, indent: int = 0) -> None:
        """Show a sentence, wrapped."""
        self._show_wrapped(self.language.say(what), indent)

    def report(self, report: Report) -> None:
        """See `Conversation`."""
        for line in report.lines(self.language, self._terminal.width):
            self._terminal.show(line)

    def found(self, finding: Finding) -> None:
        """See `Conversation`."""
        self._show_wrapped(sentence(finding, self.language), 2)

    def show(self, line: str) -> None:
        """Show a line as it is."""
        self._terminal.show(line)

    def title(self, what: Text) -> None:
        """See `Conversation`."""
        words = self.language.say(what)
        self._terminal.show(f"\n{words}\n{'-' * len(words)}")

    def yes(self, question: Text, *, default: bool) -> bool:
        """Ask for yes or no. An empty line is the default."""
        words = {answer: self.language.phrase(f"setup.{answer}").lower() for answer in ("yes", "no")}
        keys = [words["yes"][0], words["no"][0]]
        keys[not default] = keys[not default].upper()
        while True:
            answer = self._ask(question, f"[{'/'.join(keys)}]").lower()
            if not answer:
                return default
            if answer[0] in (YES, words["yes"][0]):
                return True
            if answer[0] == words["no"][0]:
                return False
            self.say(text("setup.yes-or-no", yes=keys[0].lower(), no=keys[1].lower()))

    def choose(self, question: Text, choices: Sequence[Text], default: int = 0) -> int:
        """Ask for one of several; return its index. An empty line is the default."""
        self.say(question)
        for number, choice in enumerate(choices, 1):
            self._show_wrapped(self.language.say(choice), 5, f"  {number}  ")
        while True:
            answer = self._ask(text("setup.number"), f"[{default + 1}]")
            if not answer:
                return default
            if answer.isdecimal() and 1 <= int(answer) <= len(choices):
                return int(answer) - 1
            self.say(text("setup.a-number", last=len(choices)))

    def begin_wait(self, seconds: float) -> Wait:
        """See `Conversation`; drops what was typed before."""
        self._terminal.discard_input()
        return Wait(self._terminal, self._monotonic, seconds)

    def _ask(self, question: Text, hint: str) -> str:
        self._show_wrapped(f"{self.language.say(question)} {hint}", end=" ")
        return self._terminal.line()

    def _show_wrapped(self, words: str, indent: int = 0, head: str = "", *, end: str = "\n") -> None:
        """Show wrapped words. head: before the first line. end: after the last."""
        lines = textwrap.wrap(
            words,
            self._terminal.width - 1,
            initial_indent=head or " " * indent,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        self._terminal.show("\n".join(lines), end=end)


class Terminal:
    """A terminal that writes to `sink` and reads from the file descriptor `source`."""

    def __init__(self, source: int, sink: TextIO) -> None:
        self._source = source
        self._sink = sink
        self._typed = b""

    @property
    def width(self) -> int:
        """The columns to use."""
        return min(shutil.get_terminal_size().columns, MAX_WIDTH)

    def show(self, words: str, *, end: str = "\n") -> None:
        """Write words and flush."""
        self._sink.write(words + end)
        self._sink.flush()

    def line(self) -> str:
        """Wait for a line; returned without its end. Raises `EOFError` at the end of the input."""
        while b"\n" not in self._typed:
            if self._ready((), None):
                self._read()
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode(errors="replace").strip()

    def wait(self, fds: Collection[int], seconds: float) -> frozenset[int] | None:
        """Wait until file descriptors can be read, and return those; None when a line was typed, which is
        dropped.

        Raises `EOFError` at the end of the input.
        """
        if b"\n" not in self._typed:
            ready = self._ready(fds, max(0.0, seconds))
            if self._source not in ready:
                return frozenset(ready)
            self._read()
        if b"\n" not in self._typed:
            return frozenset()
        self.line()
        return None

    def discard_input(self) -> None:
        """Drop typed input, in a real terminal."""
        self._typed = b""
        if os.isatty(self._source):
            with suppress(termios.error):
                termios.tcflush(self._source, termios.TCIFLUSH)

    def _ready(self, fds: Collection[int], seconds: float | None) -> list[int]:
        """Wait for file descriptors and the terminal, and return those that can be read. Ctrl-C ends the
        wait.
        """
        with closing(Wakeup()) as wakeup, wakeup.by_signals():
            ready, _, _ = select.select([*fds, self._source, wakeup.fileno()], [], [], seconds)
            return [each for each in ready if each != wakeup.fileno()]

    def _read(self) -> None:
        data = os.read(self._source, 4096)
        if not data:
            raise EOFError
        self._typed += data
