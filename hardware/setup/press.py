"""Waiting for one press on any pin, and what it tells of the wires."""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.games.screen import Text
from hardware.setup.conversation import Conversation, Patience
from hardware.setup.searches import Edge, Watched

PRESS = 30.0
"""Seconds that a press is waited for."""
GATHER = 0.15
"""Seconds within which pins that go down together do so by one press."""
RELEASE = 5.0
"""Seconds after which a button that is still down is said to be stuck."""


class Pressed(NamedTuple):
    """What came of waiting.

    pin: one pin went down and up again. stuck: it stayed down. several: more than one went down at once.
    opens: a pin that had been down before anybody pressed went up: the button is closed while nobody
    presses it. rose: a pin went up, on a look for wires to 3V3. skipped: Enter was pressed. nothing: the
    time was over.
    """

    sort: Literal["pin", "stuck", "several", "opens", "rose", "skipped", "nothing"]
    gpios: tuple[int, ...] = ()


def wait_for_press(talk: Conversation, asked: Text, watched: Watched, *, to_ground: bool = True) -> Pressed:
    """Ask for a press, and wait for it. to_ground: as the pins are watched now."""
    patience = talk.patience(PRESS)
    watched.edges(watched.handles)  # what came before nobody has asked for
    talk.say(asked)
    while not patience.over:
        edges = watched.edges(patience.next(watched.handles))
        for number, edge in enumerate(edges):
            if not to_ground:
                if not edge.down:
                    return Pressed("rose", (edge.gpio,))
            elif edge.down:
                return _gathered(patience, watched, edges[number:])
            elif edge.gpio in watched.down:
                return Pressed("opens", (edge.gpio,))
    return Pressed("skipped" if patience.skipped else "nothing")


def _gathered(patience: Patience, watched: Watched, edges: tuple[Edge, ...]) -> Pressed:
    """See what goes down together with the first pin, and wait until that one comes up again."""
    first = edges[0].gpio
    down: set[int] = set()
    up: set[int] = set()
    patience.longer(RELEASE)
    while edges:
        down |= {edge.gpio for edge in edges if edge.down}
        up |= {edge.gpio for edge in edges if not edge.down}
        edges = () if patience.over else watched.edges(patience.next(watched.handles, GATHER))
    if len(down) > 1:
        return Pressed("several", tuple(sorted(down)))
    while first not in up and not patience.over:
        up |= {edge.gpio for edge in watched.edges(patience.next(watched.handles)) if not edge.down}
    return Pressed("pin" if first in up else "stuck", (first,))
