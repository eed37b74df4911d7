"""The phone from which a box is set up: what is said becomes a page, and what its form says the answer."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

import msgspec

from companion.health.findings import Finding, Report
from companion.language.asked import Asked, Line
from companion.language.messages import Language
from companion.language.text import Text, text
from hardware.setup.conversation import Patience

NOBODY = 300.0
"""Seconds without an answer after which nobody is there any more."""
OWN_WORDS = frozenset(
    {
        "setup.hello",
        "setup.buttons.press",
        "setup.buttons.once-more",
        "setup.reader.tap",
        "setup.start",
    }
)
"""Sentences that speak of the terminal; on a phone `setup.phone.<the rest>` stands in their place."""
_AMISS = frozenset(
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
"""Sentences that say that something is wrong."""


class OnPhone:
    """A `Conversation` with a phone, on the walk's own thread; `look` and `answer` may come from any.

    monotonic: seconds. told: is told what is to be done at the box, for whoever looks at it. nobody: seconds
    without an answer after which there is nobody any more.
    """

    def __init__(
        self,
        language: Language,
        monotonic: Callable[[], float],
        told: Callable[[Text], object] = lambda _what: None,
        nobody: float = NOBODY,
    ) -> None:
        self.language = language
        self._monotonic = monotonic
        self._told = told
        self._nobody = nobody
        self._changed = threading.Condition()
        self._page = Asked()
        self._lines: list[Line] = []
        self._old = 0
        self._begun = False
        self._answer: int | None = None
        self._gone = False
        self._turned = monotonic()
        self._wake, self._waking = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def say(self, what: Text, *, indent: int = 0) -> None:
        """Say a sentence; the first one of a wait is what it asks for."""
        amiss = what.code in _AMISS
        what = _in_own_words(what)
        if self._begun:
            self._begun = False
            self._ask(what)
            self._told(what)
            return
        self._add(Line((what,), "amiss" if amiss else "said", aside=indent > 0))

    def report(self, report: Report) -> None:
        """Show what the doctor has found of the parts."""
        for finding in report.findings:
            self._tell(finding, text(f"doctor.{finding.part}"))

    def found(self, finding: Finding) -> None:
        """Say what a probe found, and the cure."""
        self._tell(finding, None)

    def show(self, line: str) -> None:
        """Show a line as it is; a page needs no empty ones."""
        if line:
            self._add(Line(raw=line.strip(), sort="raw"))

    def title(self, what: Text) -> None:
        """Begin something new; what was said since the last answer stays in sight."""
        self._turn(about=what.code, question=None, ways=())

    def yes(self, question: Text, *, default: bool) -> bool:
        """Ask for yes or no."""
        return self.choose(question, (text("setup.yes"), text("setup.no")), int(not default)) == 0

    def choose(self, question: Text, choices: Sequence[Text], default: int = 0) -> int:
        """Ask for one of several; give its index. Raises `EOFError` when nobody answers any more."""
        self._ask(_in_own_words(question), tuple(choices), default)
        self._told(text("set-up.follow"))
        with self._changed:
            answered = self._changed.wait_for(lambda: self._gone or self._answer is not None, self._nobody)
            answer, self._answer = self._answer, None
            if not answered or answer is None:
                raise EOFError
            self._lines.clear()
            self._old = 0
            self._turn(question=None, ways=())
        return answer

    def patience(self, seconds: float) -> Patience:
        """Begin to wait for something that is done at the box; what came of the last wait stays in sight."""
        del self._lines[: self._old]
        self._old = len(self._lines)
        self._begun = True
        return Patience(self, self._monotonic, seconds)

    def wait(self, handles: Collection[int], seconds: float) -> frozenset[int] | None:
        """What a `Patience` waits by: an answer comes through a pipe of its own, beside the handles."""
        if self._gone:
            raise EOFError
        ready, _, _ = select.select([*handles, self._wake], [], [], max(0.0, seconds))
        with self._changed:
            self._emptied()
            if self._gone:
                raise EOFError
            if self._answer is None:
                return frozenset(ready) - {self._wake}
            self._answer = None
            self._turn(question=None)
        return None

    def look(self, seen: int = -1, seconds: float = 0.0) -> Asked:
        """The page, as soon as it is another than the version that was seen, or after so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._page.version != seen or self._page.ended, seconds)
            return self._page

    def answer(self, asked: int, way: int) -> bool:
        """Answer the question of this number; whether that is what is asked now, and can be said to it."""
        with self._changed:
            page = self._page
            if page.question is None or page.ended or asked != page.asked or self._answer is not None:
                return False
            if way not in range(max(1, len(page.ways))):
                return False
            self._answer = way
            self._turn(question=None, ways=())  # who looks before the walk goes on waits for what comes next
            self._awaken()
            return True

    def hang_up(self) -> None:
        """Nobody is there any more: whatever waits raises `EOFError`, now and from now on."""
        with self._changed:
            self._gone = True
            self._changed.notify_all()
            self._awaken()

    def end(self) -> None:
        """Nothing more will be said or asked: the page stays as it is."""
        self._turn(question=None, ways=(), ended=True)

    @property
    def silent(self) -> float:
        """Seconds since the page last became another."""
        return self._monotonic() - self._turned

    @property
    def hung_up(self) -> bool:
        """Whether somebody has hung up."""
        return self._gone

    def close(self) -> None:
        """Let go what the waits needed; the walk must be over."""
        os.close(self._wake)
        os.close(self._waking)

    def _tell(self, finding: Finding, head: Text | None) -> None:
        said = (finding.said,) if finding.cure is None else (finding.said, finding.cure)
        self._add(Line(said, "amiss" if finding.ill else "said", head=head))

    def _add(self, line: Line) -> None:
        self._lines.append(line)
        self._turn()

    def _ask(self, question: Text, ways: tuple[Text, ...] = (), default: int = 0) -> None:
        """Ask; an answer to what was asked before, given twice, is none to this."""
        with self._changed:
            self._answer = None
            self._turn(question=question, ways=ways, default=default, asked=self._page.asked + 1)

    def _turn(self, **changes: object) -> None:
        """Make the page another, for everybody who waits for that."""
        with self._changed:
            self._turned = self._monotonic()
            version = self._page.version + 1
            self._page = msgspec.structs.replace(
                self._page, version=version, lines=tuple(self._lines), **changes
            )
            self._changed.notify_all()

    def _awaken(self) -> None:
        with suppress(BlockingIOError):  # full of answers: it wakes all the same
            os.write(self._waking, b"\n")

    def _emptied(self) -> None:
        """Forget what woke somebody: an answer is kept beside it."""
        with suppress(BlockingIOError):
            while os.read(self._wake, 4096):
                pass


def _in_own_words(what: Text) -> Text:
    if what.code not in OWN_WORDS:
        return what
    return msgspec.structs.replace(what, code=f"setup.phone.{what.code.removeprefix('setup.')}")
