"""What the lamps show of a game, for one that says whose go it is and whose comes next."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.language.signals import Lamp, LampState


def lamps_of(
    row: Iterable[str], acting: str | None, upcoming: str | None = None, may_act: Collection[str] = ()
) -> tuple[Lamp, ...]:
    """A lamp for each colour of the row, in its order.

    acting, upcoming: as `on_turn` and `upcoming` of a view. may_act: who may do something at the
    same time. Everybody else is done. Nobody is next who may act already or has the go himself.
    """
    may, shown = frozenset(may_act), []
    for colour in row:
        shows: LampState = "done"
        if colour == acting:
            shows = "asked"
        elif colour in may:
            shows = "may"
        elif colour == upcoming:
            shows = "next"
        shown.append(Lamp(colour, shows))
    return tuple(shown)
