"""What probes find of the box, and the report that is made of it: a line each, with the cure."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from companion.language.messages import Language
from companion.language.text import Param, Text, text

Examined = Literal[
    "display",
    "buttons",
    "reader",
    "lamps",
    "buzzer",
    "power",
    "disk",
    "clock",
    "network",
    "port",
    "journal",
    "copies",
    "broker",
]
State = Literal["ok", "warning", "missing", "off"]
"""ok: as it should be. warning: the game can be played, but somebody should know. missing: something that
is configured or needed cannot be had. off: not configured, or not to be known on this machine."""


class Finding(msgspec.Struct, frozen=True):
    """What a probe found. cure: what to do; None when there is nothing to do or the sentence says it."""

    part: Examined
    state: State
    said: Text
    cure: Text | None = None

    @property
    def ill(self) -> bool:
        """Whether somebody should do something."""
        return self.state in ("warning", "missing")


Probe: TypeAlias = Callable[[], Finding]
"""Looks at one thing of the real machine; changes nothing and never raises."""


def fine(part: Examined, what: str, **params: Param) -> Finding:
    """All is well: the sentence `doctor.<part>.<what>`."""
    return Finding(part, "ok", text(f"doctor.{part}.{what}", **params))


def warned(part: Examined, what: str, **params: Param) -> Finding:
    """Something to know: the sentence `doctor.<part>.<what>` and its `.cure`."""
    return Finding(part, "warning", *_sentences(part, what, params))


def missing(part: Examined, what: str, **params: Param) -> Finding:
    """Something that cannot be had: the sentence `doctor.<part>.<what>` and its `.cure`."""
    return Finding(part, "missing", *_sentences(part, what, params))


def off(part: Examined, what: str, **params: Param) -> Finding:
    """Nothing to look at: the sentence `doctor.<part>.<what>`."""
    return Finding(part, "off", text(f"doctor.{part}.{what}", **params))


def _sentences(part: Examined, what: str, params: dict[str, Param]) -> tuple[Text, Text]:
    return text(f"doctor.{part}.{what}", **params), text(f"doctor.{part}.{what}.cure", **params)


_NEEDED: frozenset[Examined] = frozenset({"disk", "journal", "copies"})
"""Without these an evening may be lost; a missing part of the box has a state of its own."""


def degrading(findings: Iterable[Finding]) -> tuple[str, ...]:
    """What of all this makes the box less than it should be, as codes such as `disk-full`, each once."""
    ill = [each for each in findings if each.state == "missing" and each.part in _NEEDED]
    return tuple(dict.fromkeys(f"{each.part}-{each.said.code.rpartition('.')[2]}" for each in ill))


class Report(msgspec.Struct, frozen=True):
    """What all the probes found. well: nothing that is configured is missing."""

    findings: tuple[Finding, ...]

    @property
    def well(self) -> bool:
        """Whether nothing is missing."""
        return all(finding.state != "missing" for finding in self.findings)

    def lines(self, language: Language, width: int | None = None) -> tuple[str, ...]:
        """A line for each finding. width: columns of a terminal, in which a long one goes on below itself;
        None leaves each on one line.
        """
        states = {
            each: language.phrase(f"doctor.state.{each}") for each in ("ok", "warning", "missing", "off")
        }
        parts = {each.part: language.phrase(f"doctor.{each.part}") for each in self.findings}
        state, part = (max(map(len, words.values()), default=0) for words in (states, parts))
        return tuple(
            line
            for each in self.findings
            for line in hung(
                f"{states[each.state]:<{state}}  {parts[each.part]:<{part}}  ",
                said(each, language),
                width,
            )
        )

    def plain(self, language: Language) -> dict[str, Any]:
        """The same for programs: codes and parameters beside the sentences."""
        return {
            "well": self.well,
            "findings": [
                {
                    "part": each.part,
                    "state": each.state,
                    "code": each.said.code,
                    "params": {name: _plain(value) for name, value in each.said.params.items()},
                    "said": language.say(each.said),
                    "cure": None if each.cure is None else language.say(each.cure),
                }
                for each in self.findings
            ],
        }


def examine(probes: Iterable[Probe]) -> Report:
    """Run every probe."""
    return Report(tuple(probe() for probe in probes))


def said(finding: Finding, language: Language) -> str:
    """A finding and its cure in one line."""
    sentences = (finding.said, finding.cure)
    return " ".join(_sentence(language.say(each)) for each in sentences if each is not None)


def _sentence(words: str) -> str:
    """The words with a capital, unless they begin with a name of the program's, and a full stop."""
    first = words.partition(" ")[0]
    begun = words[:1].upper() + words[1:] if first.replace("'", "").isalpha() else words
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."


def hung(head: str, body: str, width: int | None) -> list[str]:
    """Head and body on one line; in a terminal of so many columns the body goes on below itself."""
    if width is None:
        return [f"{head}{body}"]
    return textwrap.wrap(
        body,
        max(width, len(head) + 20),
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _plain(value: Param) -> Any:
    if isinstance(value, Text):
        return value.code
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
