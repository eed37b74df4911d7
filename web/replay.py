"""Games as they were, for the addresses that name a game and one of its entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from web.errors import Problem, found, whole_number
from web.site import Site

if TYPE_CHECKING:  # with what looks back, most starts need none of it
    from companion.table.historical_view import HistoricalView

_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")
LONGEST_NAME = 64
"""Signs of a game's id that stand in a file's name."""
COME_BACK = 1
"""Seconds after which who found no place to look back may find one."""


def then(site: Site, game: str, n: str) -> HistoricalView:
    """A game as it was after the entry whose number an address says.

    Raises `WrongField` for what is no number, `Problem` 404 for a game or an entry that there is not,
    `Refused` for what cannot be read, and `StorageFailed`.
    """
    return _found(site, site.table.view_after, game, "n", n)


def then_at(site: Site, game: str, step: str) -> HistoricalView:
    """A game as it was after so many of its entries; what it raises, as `then`."""
    return _found(site, site.table.view_after_step, game, "step", step)


def _found(
    site: Site, look: Callable[[str, int], HistoricalView], game: str, field: str, said: str
) -> HistoricalView:
    return looked(site, look, game, whole_number(field, said))


def looked(site: Site, look: Callable[_Asked, _Found], *asked: _Asked.args, **named: _Asked.kwargs) -> _Found:
    """What `found` gives of a game whose entries are gone through for it; a few at once, so that there are
    threads for who plays. Raises `Problem` 503 where nobody else may begin.
    """
    if not site.replays.acquire(blocking=False):
        raise Problem(503, "too-many-look-back", headers={"Retry-After": str(COME_BACK)})
    try:
        return found(look, *asked, **named)
    finally:
        site.replays.release()


def is_over(site: Site, game: str) -> bool:
    """Whether this is the game on the table, and has ended: a report from before its end will not do then."""
    play = site.table.snapshot.play
    return play is not None and play.id == game and play.over


def file_of(game: str, ending: str) -> str:
    """The name of a file of a game: of letters, digits and hyphens, also where an earlier version has taken
    in a game with other signs in its id."""
    said = "".join(each if each.isascii() and each.isalnum() else "-" for each in game[:LONGEST_NAME])
    return f"companion-{said}{ending}"
