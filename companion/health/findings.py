"""Findings of probes, and the report of a health check."""

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
"""ok. warning: playable, but action is needed. missing: something configured or needed is not available.
off: not configured, or unknown on this machine.
"""


class Finding(msgspec.Struct, frozen=True):
    """A probe's finding. cure: what to do; None if nothing, or if the sentence includes it."""

    part: Examined
    state: State
    said: Text
    cure: Text | None = None

    @property
    def needs_action(self) -> bool:
        """Whether action is needed."""
        return self.state in ("warning", "missing")


Probe: TypeAlias = Callable[[], Finding]
"""Examines one thing of the machine. Changes nothing, never raises."""


def fine(part: Examined, what: str, **params: Param) -> Finding:
    """An ok finding: the sentence `doctor.<part>.<what>`."""
    return Finding(part, "ok", text(f"doctor.{part}.{what}", **params))


def warned(part: Examined, what: str, **params: Param) -> Finding:
    """A warning: the sentence `doctor.<part>.<what>` and its `.cure`."""
    return Finding(part, "warning", *_sentences(part, what, params))


def missing(part: Examined, what: str, **params: Param) -> Finding:
    """A missing finding: the sentence `doctor.<part>.<what>` and its `.cure`."""
    return Finding(part, "missing", *_sentences(part, what, params))


def off(part: Examined, what: str, **params: Param) -> Finding:
    """An off finding: the sentence `doctor.<part>.<what>`."""
    return Finding(part, "off", text(f"doctor.{part}.{what}", **params))


def _sentences(part: Examined, what: str, params: dict[str, Param]) -> tuple[Text, Text]:
    return text(f"doctor.{part}.{what}", **params), text(f"doctor.{part}.{what}.cure", **params)


_NEEDED: frozenset[Examined] = frozenset({"disk", "journal", "copies"})
"""Parts without which an evening may be lost; the box's own parts have a state of their own."""


def degraded_codes(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Codes of missing needed parts, such as `disk-full`, each once."""
    ill = [each for each in findings if each.state == "missing" and each.part in _NEEDED]
    return tuple(dict.fromkeys(f"{each.part}-{each.said.code.rpartition('.')[2]}" for each in ill))


class Report(msgspec.Struct, frozen=True):
    """The findings of all probes."""

    findings: tuple[Finding, ...]

    @property
    def well(self) -> bool:
        """Whether nothing is missing."""
        return all(finding.state != "missing" for finding in self.findings)

    def lines(self, language: Language, width: int | None = None) -> tuple[str, ...]:
        """A line for each finding. width: columns of a terminal to wrap in; None for one line each."""
        states = {
            each: language.phrase(f"doctor.state.{each}") for each in ("ok", "warning", "missing", "off")
        }
        parts = {each.part: language.phrase(f"doctor.{each.part}") for each in self.findings}
        state, part = (max(map(len, words.values()), default=0) for words in (states, parts))
        return tuple(
            line
            for each in self.findings
            for line in wrap_below(
                f"{states[each.state]:<{state}}  {parts[each.part]:<{part}}  ",
                sentence(each, language),
                width,
            )
        )

    def plain(self, language: Language) -> dict[str, Any]:
        """The report for programs: codes and parameters beside the sentences."""
        return {
            "well": self.well,
            "findings": [
                {
                    "part": each.part,
                    "state": each.state,
                    "code": each.said.code,
                    "params": {name: _to_builtins(value) for name, value in each.said.params.items()},
                    "said": language.say(each.said),
                    "cure": None if each.cure is None else language.say(each.cure),
                }
                for each in self.findings
            ],
        }


def examine(probes: Iterable[Probe]) -> Report:
    """Run every probe."""
    return Report(tuple(probe() for probe in probes))


def sentence(finding: Finding, language: Language) -> str:
    """A finding and its cure in one line."""
    sentences = (finding.said, finding.cure)
    return " ".join(_sentence(language.say(each)) for each in sentences if each is not None)


def _sentence(words: str) -> str:
    """The sentence with a capital, unless it begins with a program's name, and a full stop."""
    first = words.partition(" ")[0]
    begun = words[:1].upper() + words[1:] if first.replace("'", "").isalpha() else words
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."


def wrap_below(head: str, body: str, width: int | None) -> list[str]:
    """Head and body on one line, or the body wrapped below itself in so many columns."""
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


def _to_builtins(value: Param) -> Any:
    if isinstance(value, Text):
        return value.code
    return [_to_builtins(each) for each in value] if isinstance(value, tuple) else value
