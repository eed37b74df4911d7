"""Every registered game's corrections: why they are made, and values in the forms of their fields."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from companion.games import Command, Game, kebab
from companion.games.la_strada.commands import Connect
from companion.games.roads_and_boats.commands import BuildMine
from companion.games.screen import COLUMNS
from companion.panel.layout import brief, wrap
from companion.table.codec import Codec
from tests.fakes.box import MESSAGES
from tests.fakes.every import every
from tests.games.invalid_values import validation_message
from tests.games.la_strada.playing import Play as Strada
from tests.games.playing import Playing
from tests.games.roads_and_boats.playing import Play as Boats

KINDS = {
    game.system: kind
    for game in every().values()
    for kind in game.commands
    if kebab(kind.__name__) == "correct"
}
FIELDS = [(kind, field) for kind in KINDS.values() for field in get_args(get_type_hints(kind)["field"])]
each_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
each_field = pytest.mark.parametrize(("kind", "field"), FIELDS)


@each_kind
@pytest.mark.parametrize("reason", ["", " ", " \n\t"])
def test_a_correction_has_a_reason(kind: type[Command], reason: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"\$\.reason"):
        msgspec.convert({"type": "correct", "field": "turn", "value": 3, "reason": reason}, kind)


@each_kind
def test_what_is_no_field_cannot_be_corrected(kind: type[Command]) -> None:
    assert "`$.field`" in validation_message(kind, "end", None)


@each_field
def test_every_field_has_a_form_of_its_own(kind: type[Command], field: str) -> None:
    assert "`$.value" in validation_message(kind, field, 0.5)


@pytest.mark.parametrize("value", [0.5, None, {"number": "three"}])
@pytest.mark.parametrize("game", [game for game in every().values() if game.system in KINDS])
def test_a_correction_in_a_file_is_read_in_the_form_of_its_field_alone(game: Game, value: Any) -> None:
    stored = msgspec.json.encode([{"type": "corrected", "field": "turn", "value": value}])
    with pytest.raises(msgspec.ValidationError, match=r"\$\.value"):
        Codec(game).events(stored)


@each_field
def test_the_schema_has_the_form_of_each_fields_value(kind: type[Command], field: str) -> None:
    _, parts = msgspec.json.schema_components([kind])
    forms = parts["Correct"]["properties"]["value"]["description"]
    assert f"{field}:" in forms or f"{field}," in forms


strada = partial(Strada, "red", "grey", "yellow")


def boats() -> Boats:
    """Roads & Boats with a mine."""
    play = Boats("red", "blue", temple=("blue", "red"))
    play.do(BuildMine(7, "red", "standard", late=True))
    return play


def linked() -> Strada:
    """La Strada with a road."""
    play = strada()
    play.do(Connect("red", 5, plains=1, forests=1))
    return play


@pytest.mark.parametrize(
    ("begun", "field", "value", "said"),
    [
        (boats, "turn", 3, "turn 3 (before: 1)"),
        (boats, "phase", "building", "phase building (before: production)"),
        (boats, "sequence", ["blue", "red"], "sequence: Blue and Red (before: Red and Blue)"),
        (boats, "bag", {"number": 7, "gold": 3, "iron": 3}, "bag 7: 3 gold, 3 iron"),
        (boats, "fleet", {"red": {"raft": 1}}, "Red: raft 1 (before: donkey 3)"),
        (boats, "temple", ["red", "blue"], "temple row: Red and Blue (before: Blue and Red)"),
        (boats, "option", {"amb_01": True}, "The sequence starts in draw order: on"),
        (boats, "research", {"red": ["truck"]}, "Red: truck factory (before: none)"),
        (strada, "active", "grey", "it is Grey’s turn (before: Red)"),
        (strada, "active", {"colour": "red", "turn": 2}, "turn 2 (before: 1)"),
        (strada, "resources", {"red": 7, "grey": 0}, "Red has 7 resources (before: 6)"),
        (strada, "resources", {"red": 6, "grey": 0}, "Red has 6 resources and Grey has 0 resources"),
        (
            strada,
            "supplies",
            {"red": {"hills": 3, "plains": 18}, "grey": {"hills": 5}},
            "Red: hill tiles 3 (before: 5)",
        ),
        (
            strada,
            "stuck",
            {"red": False, "grey": True},
            "Grey can reach no colony",
        ),
        (
            strada,
            "colony",
            {"number": 3, "kind": "town", "merchants": ["red", "grey"]},
            "colony 3: town (before: city) and merchants of Red and Grey (before: nobody)",
        ),
        (
            linked,
            "road",
            {"colour": "red", "colony": 5, "to": 5, "plains": 2, "forests": 0, "hills": 0},
            "Red’s road to colony 5: plain 2 (before: 1) and forest 0 (before: 1)",
        ),
        (
            linked,
            "road",
            {"colour": "red", "colony": 5, "to": 7, "plains": 1, "resources": 4},
            "Red’s road to colony 5: to colony 7 (before: colony 5) and Red has 4 resources (before: 1)",
        ),
        (
            boats,
            "option",
            {"neutral": 30, "mines": 18, "marks": {"2": 60, "3": 66}, "fleet": {"donkey": 3}},
            "neutral bricks 30 (before: 33) and end marks: 2 players 60 (before: 62)",
        ),
    ],
)
def test_an_entry_shows_the_value_before_a_correction(
    begun: Callable[[], Playing[Any, Any]], field: str, value: Any, said: str
) -> None:
    play = begun()
    correct = play.correction(field, value)
    entry = play.game.log_text(correct, play.do(correct)).text()
    assert MESSAGES.language("en", play.game.system).say(entry) == f"Corrected, {said}: test"


@pytest.mark.parametrize(
    ("begun", "field", "value", "rows"),
    [
        (boats, "bag", {"number": 7, "gold": 4, "iron": 3}, ["bag 7: 4 gold, 3 iron", "(was 3, 3): test"]),
        (
            linked,
            "road",
            {"colour": "red", "colony": 5, "to": 5, "plains": 0},
            ["R● to 5: plain 0 (was", "1): test"],
        ),
    ],
)
def test_the_display_begins_with_what_was_corrected(
    begun: Callable[[], Playing[Any, Any]], field: str, value: Any, rows: list[str]
) -> None:
    play = begun()
    correct = play.correction(field, value)
    entry = play.game.log_text(correct, play.do(correct)).text()
    assert wrap(brief(entry, MESSAGES.language("en", play.game.system)), COLUMNS) == rows
