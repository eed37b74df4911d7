"""What somebody is told and asked, step by step, as a page shows it: sentences, not yet in any language."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.language.text import Text


class Line(msgspec.Struct, frozen=True):
    """A line of a page. head: of what it tells. sentences: one after the other. sort: something said;
    something amiss; a line as it is, in `raw`. aside: it explains the line before.
    """

    sentences: tuple[Text, ...] = ()
    sort: Literal["said", "amiss", "raw"] = "said"
    raw: str = ""
    aside: bool = False
    head: Text | None = None


class Asked(msgspec.Struct, frozen=True):
    """What is said and asked now.

    version: another one whenever any of it is another. about: the code of the part that it is about, such as
    `setup.buttons`; None before the first. asked: the number of the question, which an answer names. ways:
    the answers, by their indices; with none something that is done at the box is waited for, and the one
    answer goes on without. default: the index of the answer that takes least. ended: no more is asked.
    """

    version: int = 0
    about: str | None = None
    lines: tuple[Line, ...] = ()
    asked: int = 0
    question: Text | None = None
    ways: tuple[Text, ...] = ()
    default: int = 0
    ended: bool = False
