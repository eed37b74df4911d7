"""Every goal, by the name of its figure. What has none is told without."""

from __future__ import annotations

from dataclasses import dataclass

PRESS, TAG, READY = "press to display", "tag to display", "start to ready"
FLOORS = "start, in times of the imports' floor"
GROWN = "memory grown by a day's play"
PAGES = ("/table", "/act", "/log", "La Strada's /table", "La Strada's /act", "La Strada's /log")

LAMPS = ("WS2812", "APA102", "LEDs")
MOVING = ("WS2812 breathing", "APA102 breathing", "LEDs told by rhythm")


@dataclass(frozen=True)
class Goal:
    """The most that the median may be. p95, p99: what these may be, where they are bounded too."""

    most: float
    p95: float | None = None
    p99: float | None = None


def _pages(name: str, most: float) -> dict[str, Goal]:
    return {f"{name}, 8 phones, {page}": Goal(most) for page in PAGES}


HERE: dict[str, Goal] = {
    "POST to event, 8 phones": Goal(2, p95=4),
    "threads, 64 streams": Goal(17),
    **_pages("event to page", 10),
    **_pages("processor of a press", 12),
    FLOORS: Goal(1.3),
    "memory, 8 streams": Goal(62),
    "memory, 64 streams": Goal(66),
    "processor in 30 s at rest, 8 streams": Goal(12),
    "wake-ups a second at rest, 8 streams": Goal(1),
    **{
        f"{what} at rest, display, buttons, {reader}": Goal(most)
        for what, most in (("processor in 30 s", 12), ("wake-ups a second", 1))
        for reader in ("RDM6300", "RDM6300, strip", "RDM6300, LEDs", "PN532")
    },
    **{
        f"{what} at rest, display, buttons, RDM6300, {kind}": Goal(most)
        for what, most in (("processor in 30 s", 300), ("wake-ups a second", 7))
        for kind in ("strip breathing", "LEDs by rhythm")
    },
    **{f"processor in 30 s, {kind} steady": Goal(1) for kind in LAMPS},
    **{f"wake-ups a second, {kind} steady": Goal(0) for kind in LAMPS},
    **{f"processor in 30 s, {kind}": Goal(300) for kind in MOVING},
    **{f"wake-ups a second, {kind}": Goal(6) for kind in MOVING},
    "start later, of 100 games": Goal(50),
    "memory more, of 100 games": Goal(3),
    "calls of a press more, of 100 games": Goal(0),
    "state of 2,000 entries, with steps of undo": Goal(3),
    "calls of select": Goal(600),
    "calls of phase": Goal(1500),
    "calls of tag": Goal(1200),
    "SIGTERM to exit": Goal(1500),
    "start to ready, a game of 50,000 entries": Goal(5000),
    "memory more, a game of 50,000 entries": Goal(6),
    "tap to table, PN532": Goal(250),
    "report of 33 turns, six players": Goal(300),
    GROWN: Goal(2),
    **{f"move to hall page, {many} tables": Goal(20) for many in (60, 600)},
    **{f"moves that no page has shown, {many} tables": Goal(0) for many in (60, 600)},
    "memory of broker and hall, 60 tables": Goal(100),
    "hall started to whole, 600 tables": Goal(1000),
}
"""On this machine."""

AS_SLOW_AS_A_PI: dict[str, Goal] = {
    PRESS: Goal(120),
    **_pages("press to page", 300),
    READY: Goal(6000),
}
"""On 12 % of one of its cores and a disk of 10 ms a flush."""
