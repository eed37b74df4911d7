"""Screens laid out in a language, and everything that must be true of every one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games import Answer, Question
from companion.games.screen import COLUMNS, ROWS, Screen
from companion.language.comparison import PARAMETER
from companion.language.letters import LETTERS
from companion.language.messages import Language
from companion.language.text import Text
from companion.panel.layout import QR_COLUMNS, brief, lay_out
from companion.panel.questions import question_screen
from companion.parts import Frame

UNTRANSLATED = re.compile(
    r"\{|\b(panel|display|shape|letter|colour|phase|ore|subject|good|building|transporter"
    r"|kind|terrain|stock|reason|why)\.[a-z]"
)
"""What would stand on the display if a word were missing."""


def asked(question: Question) -> Iterator[Screen]:
    """The screens of a question, and of those that its choices lead to."""
    for shown, choice in enumerate(question.choices):
        yield question_screen(question, shown)
        if isinstance(choice.then, Question):
            yield from asked(choice.then)


def said(language: Language, what: Text | None) -> list[str]:
    return brief(what, language).split() if what is not None else []


def codes(what: Any) -> Iterator[str]:
    """Every code in a text, those within its parameters and the words among them included."""
    if isinstance(what, Text):
        yield what.code
        for value in what.params.values():
            yield from codes(value)
    elif isinstance(what, list | tuple):
        for value in what:
            yield from codes(value)


def measured(shown: Screen, language: Language) -> tuple[Frame, ...]:
    """Lay a screen out, and hold it to everything that must be true of every screen; the leaves of its words.

    A picture stands before them, and says the same hint.
    """
    every = lay_out(shown, language)
    frames = lay_out(replace(shown, picture=None), language)
    assert (every[0].picture is None) == (shown.picture is None)
    assert shown.picture is None or every[1:] == (() if shown.picture.replaces_lines else frames)
    columns = COLUMNS if shown.qr is None else QR_COLUMNS
    for frame in frames:
        rows = (frame.title, *frame.lines, frame.hint)
        height = (2 if frame.large else 1) + len(frame.lines) + bool(frame.hint)
        assert height <= ROWS, frame
        assert all(len(row) <= columns for row in rows), frame
        assert all(letter in LETTERS for row in rows for letter in row), frame
        assert all(frame.lines), frame
        assert not UNTRANSLATED.search(" ".join(rows)), frame
    title = " ".join(said(language, shown.title))
    assert {frame.title.replace(f"{n}/{len(frames)}", "").strip() for n, frame in enumerate(frames, 1)} == {
        title
    }
    lines = [word for frame in frames for row in frame.lines for word in row.split()]
    expected = [word for line in shown.lines for word in said(language, line)]
    assert "".join(lines) == "".join(expected)
    if shown.qr is None:
        assert lines == expected
    assert {frame.hint for frame in every} == {" ".join(said(language, shown.hint))}
    for what in (shown.title, *shown.lines, *([shown.hint] if shown.hint else [])):
        for code in codes(what):
            assert language.has(code), code
    return frames


def fits(answer: Answer, language: Language) -> None:
    """Whatever a press leads to is shown whole; a question asks, and each of its choices on one leaf."""
    if isinstance(answer, Screen):
        measured(answer, language)
    elif isinstance(answer, Question):
        for screen in {repr(each): each for each in asked(answer)}.values():
            (frame,) = measured(screen, language)
            assert frame.title.endswith("?"), answer.name


def on_one_leaf(shown: Screen, language: Language) -> None:
    """All of it is seen at once, and nothing that it should say is missing."""
    (frame,) = measured(shown, language)
    assert PARAMETER.search(" ".join(frame.lines)) is None, frame
