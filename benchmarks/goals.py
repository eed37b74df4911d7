"""The goals, by the names of their figures."""

from __future__ import annotations

from dataclasses import dataclass

PRESS, TAG, READY = "press to display", "tag to display", "start to ready"
IMPORTS = "start, in times of the imports' floor"
LONG_READY = "start of a game of 2,000 entries, in times of a fresh one"
LONG_PRESS = "press in a game of 2,000 entries, in times of a fresh one"
MANY_READY = "start later, of 1,000 games"
REST = "processor in 30 s at rest, 8 streams"
PAGES = ("/table", "/act")
ATTACKS = ("300 slow heads", "200 slow bodies", "400 idle", "100 who never read", "390 of a guest")
SOURCES = {"one address": 1, "500 addresses": 500}


@dataclass(frozen=True)
class Goal:
    """The maximum of the median."""

    maximum: float


def page(path: str) -> str:
    """The name of a page's figure."""
    return f"press to the last page, 8 phones, {path}"


GOALS: dict[str, Goal] = {
    **{page(path): Goal(15) for path in PAGES},
    PRESS: Goal(5),
    TAG: Goal(5),
    IMPORTS: Goal(1.6),
    "memory, 8 streams": Goal(62),
    "memory, 64 streams": Goal(66),
    REST: Goal(30),
    **{f"press during {what}, {where}": Goal(50) for what in ATTACKS for where in SOURCES},
    LONG_READY: Goal(1.5),
    LONG_PRESS: Goal(1.1),
    MANY_READY: Goal(150),
    "report of 33 turns, six players": Goal(300),
}
"""On this machine."""

PI_GOALS: dict[str, Goal] = {
    **{page(path): Goal(150) for path in PAGES},
    PRESS: Goal(60),
    TAG: Goal(60),
    READY: Goal(4000),
}
"""On 12 % of one of its cores, with a disk of 10 ms a flush."""
