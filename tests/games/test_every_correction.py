"""Every registered game's corrections: why they are made, and values in the forms of their fields."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from companion.games import Command, Game, kebab
from companion.games.roads_and_boats.commands import BuildMine
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


@pytest.mark.parametrize(
    ("system", "field", "value", "said"),
    [
        ("roads-and-boats", "bag", {"number": 7, "gold": 3, "iron": 2}, "bag 7: 3 gold, 2 iron"),
        ("roads-and-boats", "phase", "building", "phase building"),
        ("roads-and-boats", "fleet", {"red": {"donkey": 2, "raft": 0}}, "Red: donkey 2"),
        ("roads-and-boats", "research", {"red": []}, "Red: none"),
        ("roads-and-boats", "temple", ["red", "blue"], "temple row: Red and Blue"),
        ("roads-and-boats", "option", {"amb_01": True}, "The sequence starts in draw order: on"),
        ("la-strada", "resources", {"red": 7}, "Red has 7 resources"),
        ("la-strada", "colony", {"number": 3, "kind": "town", "merchants": []}, "colony 3 is a town: nobody"),
        ("la-strada", "option", {"names": {"10": "Siena"}}, "colony 10 is Siena"),
        ("la-strada", "stuck", {"red": True}, "Red can reach no colony"),
        (
            "la-strada",
            "option",
            {"amb_03": False},
            "Who can reach no colony keeps the 6 resources of that turn: off",
        ),
    ],
)
def test_an_entry_shows_the_corrected_value(system: str, field: str, value: Any, said: str) -> None:
    correct = msgspec.convert({"field": field, "value": value, "reason": "counted"}, KINDS[system])
    entry = every()[system].log_text(correct, ()).text()
    assert MESSAGES.language("en", system).say(entry) == f"Corrected, {said}: counted"


strada = partial(Strada, "red", "grey", "yellow")


def boats() -> Boats:
    """Roads & Boats with a mine."""
    play = Boats("red", "blue", temple=("blue", "red"))
    play.do(BuildMine(7, "red", "standard", late=True))
    return play


@pytest.mark.parametrize(
    ("begun", "field", "value", "said"),
    [
        (boats, "turn", 3, "turn 3 (before: 1)"),
        (boats, "phase", "building", "phase building (before: production)"),
        (boats, "sequence", ["blue", "red"], "sequence: Blue and Red (before: Red and Blue)"),
        (boats, "bricks", [None], "1 brick on the wonder (before: 0)"),
        (boats, "bag", {"number": 7, "gold": 4, "iron": 3}, "bag 7: 4 gold, 3 iron (before: 3 gold, 3 iron)"),
        (boats, "bag", {"number": 7, "gold": 3, "iron": 3}, "bag 7: 3 gold, 3 iron"),
        (boats, "fleet", {"red": {"raft": 1}}, "Red: raft 1 (before: donkey 3)"),
        (boats, "research", {"red": ["truck"]}, "Red: truck factory (before: none)"),
        (strada, "turn", 3, "turn 3 (before: 1)"),
        (strada, "active", "grey", "it is Grey’s turn (before: Red)"),
        (
            strada,
            "resources",
            {"red": 7, "grey": 0},
            "Red has 7 resources (before: 6) and Grey has 0 resources",
        ),
        (strada, "supplies", {"red": {"hills": 3}}, "Red: hill tiles 3 (before: hill tiles 5)"),
        (
            strada,
            "colony",
            {"number": 3, "kind": "town"},
            "colony 3 is a town: nobody (before: colony 3 is a city: nobody)",
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
