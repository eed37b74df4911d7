"""What holds for the lamps of any game in any state."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.games import Game


def check_lamps(game: Game, state: Any, away: Collection[str] = ()) -> None:
    """Each player has one lamp; they say what `on_turn` and `upcoming` do; who is away has a dark one."""
    view = game.view(state)
    lamps = view.lamps
    shows = {each.colour: each.state for each in lamps}
    assert sorted(each.colour for each in lamps) == sorted(each.colour for each in view.players)
    acting, upcoming, over = view.on_turn, view.upcoming, view.over
    assert [colour for colour, what in shows.items() if what == "asked"] == (
        [acting] if acting and not over else []
    )
    following = [colour for colour, what in shows.items() if what == "next"]
    assert following == ([upcoming] if upcoming not in (None, acting) and not over else [])
    assert not (acting and "may" in shows.values())
    assert not over or set(shows.values()) == {"done"}
    assert all(shows[each] == "done" for each in away)
