"""The terminal in which the owner sets the box up: one line at a time, in his language."""

from __future__ import annotations

import os
import select
import shutil
import termios
import textwrap
from collections.abc import Callable, Collection, Sequence
from contextlib import closing, suppress
from typing import TextIO

from companion.bell import Nudge
from companion.health.findings import Finding, Report, said
from companion.language.messages import Language
from companion.language.text import Text, text
from hardware.setup.conversation import Patience

YES = "y"
"""What means yes in every language, beside its own letter."""
WIDEST = 80
"""Columns that are used at most, however wide the terminal is."""


class InTerminal:
    """A `Conversation` in a terminal. monotonic: seconds."""

    def __init__(self, language: Language, terminal: Terminal, monotonic: Callable[[], float]) -> None:
        self.language = language
        self._terminal = terminal
        self._monotonic = monotonic

    def say(self, what: Text, *, indent: int = 0) -> None:
        """Say a sentence, on as many lines as it takes."""
        self._wrapped(self.language.say(what), indent)

    def report(self, report: Report) -> None:
        """Show what the doctor has found."""
        for line in report.lines(self.language, self._terminal.width):
            self._terminal.show(line)

    def found(self, finding: Finding) -> None:
        """Say what a probe found, and the cure."""
        self._wrapped(said(finding, self.language), 2)

    def show(self, line: str) -> None:
        """Show a line as it is."""
        self._terminal.show(line)

    def title(self, what: Text) -> None:
        """Begin something new."""
        words = self.language.say(what)
        self._terminal.show(f"\n{words}\n{'-' * len(words)}")

    def yes(self, question: Text, *, default: bool) -> bool:
        """Ask for yes or no. An empty line is the default."""
        words = {answer: self.language.phrase(f"setup.{answer}").lower() for answer in ("yes", "no")}
        keys = [words["yes"][0], words["no"][0]]
        keys[not default] = keys[not default].upper()
        while True:
            answer = self._asked(question, f"[{'/'.join(keys)}]").lower()
            if not answer:
                return default
            if answer[0] in (YES, words["yes"][0]):
                return True
            if answer[0] == words["no"][0]:
                return False
            self.say(text("setup.yes-or-no", yes=keys[0].lower(), no=keys[1].lower()))

    def choose(self, question: Text, choices: Sequence[Text], default: int = 0) -> int:
        """Ask for one of several; give its index. An empty line is the default."""
        self.say(question)
        for number, choice in enumerate(choices, 1):
            self._wrapped(self.language.say(choice), 5, f"  {number}  ")
        while True:
            answer = self._asked(text("setup.number"), f"[{default + 1}]")
            if not answer:
                return default
            if answer.isdecimal() and 1 <= int(answer) <= len(choices):
                return int(answer) - 1
            self.say(text("setup.a-number", last=len(choices)))

    def patience(self, seconds: float) -> Patience:
        """Begin to wait for something that the person does."""
        self._terminal.forget()
        return Patience(self._terminal, self._monotonic, seconds)

    def _asked(self, question: Text, hint: str) -> str:
        self._wrapped(f"{self.language.say(question)} {hint}", end=" ")
        return self._terminal.line()

    def _wrapped(self, words: str, indent: int = 0, head: str = "", *, end: str = "\n") -> None:
        """Show the words on as many lines as they take. head: before the first line. end: after the last."""
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
    """Where the person is. Lines out to `sink`, lines in from the file descriptor `source`."""

    def __init__(self, source: int, sink: TextIO) -> None:
        self._source = source
        self._sink = sink
        self._typed = b""

    @property
    def width(self) -> int:
        """Columns to be used."""
        return min(shutil.get_terminal_size().columns, WIDEST)

    def show(self, words: str, *, end: str = "\n") -> None:
        """Show this, at once."""
        self._sink.write(words + end)
        self._sink.flush()

    def line(self) -> str:
        """Wait for a line, without its end. Raises `EOFError` when nobody is there to type one."""
        while b"\n" not in self._typed:
            if self._came((), None):
                self._read()
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode(errors="replace").strip()

    def wait(self, handles: Collection[int], seconds: float) -> frozenset[int] | None:
        """Wait until one of the file descriptors has something, and give those that have; None when a line
        was typed meanwhile, which is then forgotten. Raises `EOFError` as `line` does.
        """
        if b"\n" not in self._typed:
            ready = self._came(handles, max(0.0, seconds))
            if self._source not in ready:
                return frozenset(ready)
            self._read()
        if b"\n" not in self._typed:
            return frozenset()
        self.line()
        return None

    def forget(self) -> None:
        """Forget what was typed before it was asked for, where a person types."""
        self._typed = b""
        if os.isatty(self._source):
            with suppress(termios.error):
                termios.tcflush(self._source, termios.TCIFLUSH)

    def _came(self, handles: Collection[int], seconds: float | None) -> list[int]:
        """Those of these, and of the terminal, that have something. Ctrl-C always ends the wait."""
        with closing(Nudge()) as nudge, nudge.by_signals():
            ready, _, _ = select.select([*handles, self._source, nudge.fileno()], [], [], seconds)
            return [each for each in ready if each != nudge.fileno()]

    def _read(self) -> None:
        data = os.read(self._source, 4096)
        if not data:
            raise EOFError
        self._typed += data
