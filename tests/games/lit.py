"""What holds for the lamps of any game in any state."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.games import Game


def in_law(game: Game, state: Any, away: Collection[str] = ()) -> None:
    """Each player has one lamp; they say what `acting` and `upcoming` do; who is away has a dark one."""
    lamps = game.lamps(state)
    shows = {each.colour: each.shows for each in lamps}
    players = [each["colour"] for each in game.view(state)["players"]]
    assert sorted(each.colour for each in lamps) == sorted(players)
    acting, upcoming = game.acting(state), game.upcoming(state)
    over = game.ended(state)
    assert [colour for colour, what in shows.items() if what == "asked"] == (
        [acting] if acting and not over else []
    )
    following = [colour for colour, what in shows.items() if what == "next"]
    assert following == ([upcoming] if upcoming not in (None, acting) and not over else [])
    assert not (acting and "may" in shows.values())
    assert not over or set(shows.values()) == {"done"}
    assert all(shows[each] == "done" for each in away)
