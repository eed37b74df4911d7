"""Games as they were after an entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from web.errors import Problem, or_404, whole_number
from web.site import Site

if TYPE_CHECKING:  # with what looks back, most starts need none of it
    from companion.table.historical_view import HistoricalView

_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")
MAX_NAME = 64
"""Characters of a game's id in a file name."""
RETRY_AFTER = 1
"""Seconds to wait when too many look back."""


def historical_view(site: Site, game: str, n: str) -> HistoricalView:
    """A game as it was after an entry. n: its number, from an address.

    Raises `WrongField` for a malformed number, `Problem` 404 for a missing game or entry, `Refused` for a
    game that cannot be read, and `StorageFailed`.
    """
    return _found(site, site.table.view_after, game, "n", n)


def historical_view_at(site: Site, game: str, step: str) -> HistoricalView:
    """As `historical_view`, after so many of the game's entries."""
    return _found(site, site.table.view_after_step, game, "step", step)


def _found(
    site: Site, look: Callable[[str, int], HistoricalView], game: str, field: str, said: str
) -> HistoricalView:
    return with_replay_limit(site, look, game, whole_number(field, said))


def with_replay_limit(
    site: Site, look: Callable[_Asked, _Found], *asked: _Asked.args, **named: _Asked.kwargs
) -> _Found:
    """Call a query that reads a whole game, as `or_404`.

    Raises `Problem` 503 if too many run, so that threads are left for players.
    """
    if not site.replays.acquire(blocking=False):
        raise Problem(503, "too-many-look-back", headers={"Retry-After": str(RETRY_AFTER)})
    try:
        return or_404(look, *asked, **named)
    finally:
        site.replays.release()


def is_over(site: Site, game: str) -> bool:
    """Whether this is the game on the table and has ended, so that an earlier report is outdated."""
    play = site.table.snapshot.play
    return play is not None and play.id == game and play.over


def game_file_name(game: str, ending: str) -> str:
    """The name of a download: letters, digits and hyphens; an imported game's id can have others."""
    name = "".join(each if each.isascii() and each.isalnum() else "-" for each in game[:MAX_NAME])
    return f"companion-{name}{ending}"
