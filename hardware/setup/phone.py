"""A conversation by phone: texts and questions become a page, its form the answer."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

import msgspec

from companion.health.findings import Finding, Report
from companion.language.messages import Language
from companion.language.text import Text, text
from companion.language.wizard_page import WizardLine, WizardPage
from hardware.setup.conversation import Wait

ANSWER_TIMEOUT = 300.0
"""Seconds without an answer after which the person counts as gone."""
PHONE_TEXTS = frozenset(
    {
        "setup.hello",
        "setup.buttons.press",
        "setup.buttons.once-more",
        "setup.reader.tap",
        "setup.start",
    }
)
"""Sentences about the terminal, for which the phone has `setup.phone.<the rest>`."""
_PROBLEMS = frozenset(
    {
        *(f"setup.display.{each}" for each in ("unknown", "unseen")),
        *(f"setup.buttons.{each}" for each in ("down", "doubled", "lost", "stuck", "several", "opens")),
        *(f"setup.buttons.{each}" for each in ("rose", "silent", "busy")),
        *(f"setup.reader.{each}" for each in ("echo", "no-tag", "zeros", "noise", "no-chip")),
        *(f"setup.reader.{each}" for each in ("silent", "silent-header", "silent-keyboard")),
        *(f"setup.lamps.{each}" for each in ("unseen", "strip-unseen")),
        *(f"setup.buzzer.{each}" for each in ("unheard", "no-pin")),
        "setup.bags.again",
        "setup.unwritable",
        "cli.unwritable",
    }
)
"""Sentences about a problem."""


class PhoneConversation:
    """A `Conversation` by phone, on the wizard's thread; `page`, `answer` and `hang_up` may come from any.

    monotonic: seconds. on_task: takes each task to be done at the box. answer_timeout: see `ANSWER_TIMEOUT`.
    """

    def __init__(
        self,
        language: Language,
        monotonic: Callable[[], float],
        on_task: Callable[[Text], object] = lambda _what: None,
        answer_timeout: float = ANSWER_TIMEOUT,
    ) -> None:
        self.language = language
        self._monotonic = monotonic
        self._on_task = on_task
        self._answer_timeout = answer_timeout
        self._changed = threading.Condition()
        self._page = WizardPage()
        self._lines: list[WizardLine] = []
        self._old_lines = 0
        self._wait_begun = False
        self._answer: int | None = None
        self._hung_up = False
        self._updated_at = monotonic()
        self._wake_read, self._wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def say(self, what: Text, *, indent: int = 0) -> None:
        """Show a sentence; the first one of a wait is its task."""
        problem = what.code in _PROBLEMS
        what = _for_phone(what)
        if self._wait_begun:
            self._wait_begun = False
            self._ask(what)
            self._on_task(what)
            return
        self._add(WizardLine((what,), "problem" if problem else "info", indented=indent > 0))

    def report(self, report: Report) -> None:
        """See `Conversation`."""
        for finding in report.findings:
            self._add_finding(finding, text(f"doctor.{finding.part}"))

    def found(self, finding: Finding) -> None:
        """See `Conversation`."""
        self._add_finding(finding, None)

    def show(self, line: str) -> None:
        """Show a line as it is; empty ones are dropped."""
        if line:
            self._add(WizardLine(raw=line.strip(), kind="raw"))

    def title(self, what: Text) -> None:
        """Begin a section; sentences since the last answer stay."""
        self._update(section=what.code, question=None, choices=())

    def yes(self, question: Text, *, default: bool) -> bool:
        """Ask for yes or no."""
        return self.choose(question, (text("setup.yes"), text("setup.no")), int(not default)) == 0

    def choose(self, question: Text, choices: Sequence[Text], default: int = 0) -> int:
        """Ask for one of several; return its index. Raises `EOFError` without an answer."""
        self._ask(_for_phone(question), tuple(choices), default)
        self._on_task(text("set-up.follow"))
        with self._changed:
            answered = self._changed.wait_for(
                lambda: self._hung_up or self._answer is not None, self._answer_timeout
            )
            answer, self._answer = self._answer, None
            if not answered or answer is None:
                raise EOFError
            self._lines.clear()
            self._old_lines = 0
            self._update(question=None, choices=())
        return answer

    def begin_wait(self, seconds: float) -> Wait:
        """See `Conversation`; sentences of the last wait stay."""
        del self._lines[: self._old_lines]
        self._old_lines = len(self._lines)
        self._wait_begun = True
        return Wait(self, self._monotonic, seconds)

    def wait(self, fds: Collection[int], seconds: float) -> frozenset[int] | None:
        """See `Edge`: an answer wakes the wait through a pipe."""
        if self._hung_up:
            raise EOFError
        ready, _, _ = select.select([*fds, self._wake_read], [], [], max(0.0, seconds))
        with self._changed:
            self._drain()
            if self._hung_up:
                raise EOFError
            if self._answer is None:
                return frozenset(ready) - {self._wake_read}
            self._answer = None
            self._update(question=None)
        return None

    def page(self, seen: int = -1, seconds: float = 0.0) -> WizardPage:
        """Wait for another version of the page than the one seen, at most so many seconds, and return it."""
        with self._changed:
            self._changed.wait_for(lambda: self._page.version != seen or self._page.ended, seconds)
            return self._page

    def answer(self, question: int, choice: int) -> bool:
        """Answer the question of this number; False if it is no longer open, or has no such choice."""
        with self._changed:
            page = self._page
            if (
                page.question is None
                or page.ended
                or question != page.question_number
                or self._answer is not None
            ):
                return False
            if choice not in range(max(1, len(page.choices))):
                return False
            self._answer = choice
            self._update(
                question=None, choices=()
            )  # who looks before the walk goes on waits for what comes next
            self._wake()
            return True

    def hang_up(self) -> None:
        """The person has gone: all waits raise `EOFError`, now and from now on."""
        with self._changed:
            self._hung_up = True
            self._changed.notify_all()
            self._wake()

    def end(self) -> None:
        """End the conversation; the page stays."""
        self._update(question=None, choices=(), ended=True)

    @property
    def idle_seconds(self) -> float:
        """Seconds since the last change of the page."""
        return self._monotonic() - self._updated_at

    @property
    def hung_up(self) -> bool:
        """Whether `hang_up` was called."""
        return self._hung_up

    def close(self) -> None:
        """Close the pipe; the wizard must have ended."""
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _add_finding(self, finding: Finding, heading: Text | None) -> None:
        parts = (finding.said,) if finding.cure is None else (finding.said, finding.cure)
        self._add(WizardLine(parts, "problem" if finding.needs_action else "info", heading=heading))

    def _add(self, line: WizardLine) -> None:
        self._lines.append(line)
        self._update()

    def _ask(self, question: Text, choices: tuple[Text, ...] = (), default: int = 0) -> None:
        """Ask a question with a new number, so that a late answer to the one before is rejected."""
        with self._changed:
            self._answer = None
            self._update(
                question=question,
                choices=choices,
                default=default,
                question_number=self._page.question_number + 1,
            )

    def _update(self, **changes: object) -> None:
        """Change the page, and wake threads that wait for that."""
        with self._changed:
            self._updated_at = self._monotonic()
            version = self._page.version + 1
            self._page = msgspec.structs.replace(
                self._page, version=version, lines=tuple(self._lines), **changes
            )
            self._changed.notify_all()

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # full of answers: it wakes all the same
            os.write(self._wake_write, b"\n")

    def _drain(self) -> None:
        """Empty the pipe."""
        with suppress(BlockingIOError):
            while os.read(self._wake_read, 4096):
                pass


def _for_phone(what: Text) -> Text:
    if what.code not in PHONE_TEXTS:
        return what
    return msgspec.structs.replace(what, code=f"setup.phone.{what.code.removeprefix('setup.')}")
