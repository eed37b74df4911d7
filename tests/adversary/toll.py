"""What an attack came to: counted, and with the seed by which whatever broke can be done again."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import msgspec

KEPT = 12
"""How many of the things that broke are told in words; all are counted."""


class Toll(msgspec.Struct):
    """The counts of an attack, or of a part of it; they add up.

    times: how often it was done. kills: ends by SIGKILL among it. acknowledged: commands that were answered
    as done. told: acknowledged ones that were gone after a start that said so. silent: the same without a
    word. alarms: starts that spoke of damage, and rightly, where nothing acknowledged was lost. returned:
    refused as not done, and there nevertheless. twice: done a second time under the same key. wrong: there,
    and not what was sent. again: pictures of a lost version taken for the present one. exceptions: what
    nobody foresaw: a traceback, a 500, an end without a reason. unanswered: presses and requests of honest
    people that were not answered, or refused without need. held: what the attack promises to count beside,
    such as answers under a flood. broke: what broke, in words. seconds: of the clock.
    """

    times: int = 0
    kills: int = 0
    acknowledged: int = 0
    told: int = 0
    alarms: int = 0
    silent: int = 0
    returned: int = 0
    twice: int = 0
    wrong: int = 0
    again: int = 0
    exceptions: int = 0
    unanswered: int = 0
    held: int = 0
    broken: int = 0
    broke: list[str] = msgspec.field(default_factory=list)
    seconds: float = 0.0

    def breaks(self, what: str) -> None:
        """Note that something broke. what: in words, with the seed."""
        self.broken += 1
        if len(self.broke) < KEPT:
            self.broke.append(what)

    def add(self, other: Toll) -> None:
        """Add another part of the same attack."""
        for name in self.__struct_fields__:
            if name == "seconds":
                self.seconds = max(self.seconds, other.seconds)
            elif name != "broke":
                setattr(self, name, getattr(self, name) + getattr(other, name))
        self.broke += other.broke[: KEPT - len(self.broke)]


class Bout:
    """How long an attack goes on, and the chance of each of its rounds.

    seed: of all rounds; a round is repeated by its number. first: the number of the first round. step: from
    one to the next, so that two workers share the rounds. rounds, seconds: it ends with whichever comes
    first.
    """

    def __init__(
        self,
        seed: int,
        *,
        rounds: int | None = None,
        seconds: float | None = None,
        first: int = 0,
        step: int = 1,
    ) -> None:
        self.seed = seed
        self._first = first
        self._step = step
        self._rounds = rounds
        self._until = None if seconds is None else time.monotonic() + seconds

    def __iter__(self) -> Iterator[tuple[str, random.Random]]:
        """Each round's name, by which it is repeated, and its chance."""
        return ((name, chance) for _, name, chance in self.numbered)

    @property
    def numbered(self) -> Iterator[tuple[int, str, random.Random]]:
        """The same, with the round's number before them."""
        done = 0
        while (self._rounds is None or done < self._rounds) and not self.over:
            number = self._first + done * self._step
            yield number, f"--seed {self.seed} --round {number}", random.Random(f"{self.seed}/{number}")
            done += 1

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self._until is not None and time.monotonic() >= self._until
