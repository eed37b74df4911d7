"""The page of the set-up wizard as a phone shows it: texts, not yet in any language."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.language.text import Text


class WizardLine(msgspec.Struct, frozen=True):
    """A line of the page."""

    sentences: tuple[Text, ...] = ()
    kind: Literal["info", "problem", "raw"] = "info"
    raw: str = ""
    """Shown as it is; for kind "raw"."""
    indented: bool = False
    """It explains the line before."""
    heading: Text | None = None


class WizardPage(msgspec.Struct, frozen=True):
    """What the wizard shows and asks now."""

    version: int = 0
    """Another one after each change."""
    section: str | None = None
    """The code of the part that is set up, for example `setup.buttons`; None before the first."""
    lines: tuple[WizardLine, ...] = ()
    question_number: int = 0
    """An answer names it."""
    question: Text | None = None
    choices: tuple[Text, ...] = ()
    """Empty while the wizard waits for something at the box: choice 0 then skips it."""
    default: int = 0
    """The index of the safest choice."""
    ended: bool = False
