"""The check that the box makes of itself: after its start, and from then on now and then."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from companion.health.findings import Finding, Probe, said
from companion.language.messages import Language
from companion.parts import PartName, Parts

log = logging.getLogger(__name__)

EVERY = 30.0
"""Seconds from one check to the next."""


class Checkup:
    """Gives what is not as it should be, the box's parts first; what is new among it is logged.

    A part is looked at only while its driver says that it is missing: to find out why. of_parts, machine:
    probes that take their time, but use nothing up.
    """

    def __init__(
        self, parts: Parts, of_parts: Mapping[PartName, Probe], machine: Iterable[Probe], language: Language
    ) -> None:
        self._parts = parts
        self._of_parts = of_parts
        self._machine = tuple(machine)
        self._language = language
        self._known: frozenset[str] = frozenset()

    def __call__(self) -> tuple[Finding, ...]:
        """Check now."""
        states = self._parts.states()
        probes = [probe for part, probe in self._of_parts.items() if states[part] == "missing"]
        found = tuple(each for probe in (*probes, *self._machine) if (each := probe()).ill)
        for each in found:
            if each.said.code not in self._known:
                log.warning("%s: %s", each.part, said(each, self._language))
        self._known = frozenset(each.said.code for each in found)
        return found
