"""The doctor's report: one line for each part, with the cure where something is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec

from companion.messages import Language
from companion.parts import PartState
from companion.screen import Param, Text, text

Examined = Literal["display", "buttons", "reader", "disk", "clock", "port"]


class Finding(msgspec.Struct, frozen=True):
    """What a probe found. params: what the sentence `doctor.<part>.<state>` needs.

    instead: said in that sentence's place, for instance that the part is simulated.
    """

    part: Examined
    state: PartState
    params: Mapping[str, Param]
    instead: str | None = None


Probe: TypeAlias = Callable[[], Finding]
"""Looks at one part of the real machine and never raises."""


class Report(msgspec.Struct, frozen=True):
    """lines: in the reader's language. well: nothing that is configured is missing."""

    lines: tuple[str, ...]
    well: bool


def examine(probes: Iterable[Probe], language: Language) -> Report:
    """Run every probe and put what it found into words."""
    findings = [probe() for probe in probes]
    return Report(
        lines=tuple(language.say(_line(finding)) for finding in findings),
        well=all(finding.state != "missing" for finding in findings),
    )


def _line(finding: Finding) -> Text:
    code = finding.instead or f"doctor.{finding.part}.{finding.state}"
    return text(
        "doctor.line",
        state=text(f"state.{finding.state}"),
        part=text(f"doctor.{finding.part}"),
        finding=Text(code if finding.state != "off" else "doctor.off", finding.params),
    )
