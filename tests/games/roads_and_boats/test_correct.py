"""Corrections: each field, what follows from it, and what is refused."""

from __future__ import annotations

from typing import Any

from companion.games.roads_and_boats.commands import (
    Correct,
    Field,
)
from tests.games.roads_and_boats.playing import Play


def refused(play: Play, field: Field, value: Any) -> tuple[str, str | None]:
    return play.refusal(Correct(field, value, "test"))


def test_players_are_as_many_as_before_and_fit() -> None:
    play = Play("red", "blue")
    for players, code, rule in (
        ([{"colour": "red"}] * 3, "players-number-fixed", "RB-GEN-04"),
        ([{"colour": "red"}] * 2, "colour-twice", "RB-SETUP-01"),
        ([{"colour": "red"}, {"colour": "black"}], "colour-needs-option", "RB-GEN-04"),
        ([{"colour": "red", "name": "\n!\n!"}, {"colour": "blue"}], "name-unprintable", None),
    ):
        assert refused(play, "players", players) == (code, rule)
