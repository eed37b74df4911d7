"""Starts of any game as Hypothesis makes them up: who sits down, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import strategies as st

from companion.games import Game, Player, Refused
from companion.games.dice import Dice
from companion.table.codec import Codec


def any_players(game: Game, most: int) -> st.SearchStrategy[list[Player]]:
    """So many people at most, whatever they are called and however they choose their colours."""
    colours = st.sampled_from(game.colours) | st.text(max_size=3)
    return st.lists(st.builds(Player, colours, st.text(max_size=14)), max_size=most)


def start_state(codec: Codec, players: Iterable[Player], options: Mapping[str, Any], dice: Dice) -> Any:
    """The first state of the game; None when the rules refuse the start."""
    chosen = codec.options(options)
    try:
        events = codec.game.begin(tuple(players), chosen, dice)
    except Refused:
        return None
    assert events
    return codec.fold(None, events)
