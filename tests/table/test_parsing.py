"""A malformed command is distinct from a refused one, and names the field at fault."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table.commands import Start
from companion.table.parsing import InvalidCommand
from tests.fakes.evening import START, Evening
from tests.fakes.toy.words import Add, Advance

PLAYERS = START["players"]


@pytest.mark.parametrize(
    ("body", "field", "reason"),
    [
        ({}, "type", "missing-field"),
        ({"type": 5}, "type", "wrong-value"),
        ({"type": "no-such-thing"}, "type", "unknown-command"),
        ({"type": "import", "game": "x", "entries": 1}, "type", "unknown-command"),
        ({"type": "advance", "fast": True}, "fast", "unknown-field"),
        ({"type": "advance", "expects": 1}, "expects", "unknown-field"),
        ({"type": "advance", "quick": 1}, "quick", "wrong-value"),
        ({"type": "add", "colour": "red"}, "by", "missing-field"),
        ({"type": "add", "colour": "pink", "by": 1}, "colour", "wrong-value"),
        ({"type": "add", "colour": "red", "by": 10**40}, "by", "wrong-value"),
        ({"type": "add", "colour": "red", "by": True}, "by", "wrong-value"),
        ({"type": "add", "colour": ["red"], "by": 1}, "colour", "wrong-value"),
        ({"type": "pair-tag", "tag": "AABBCCD", "number": 1}, "tag", "wrong-value"),
        ({"type": "pair-tag", "tag": "AABBCCDD\n", "number": 1}, "tag", "wrong-value"),
        ({"type": "pair-tag", "tag": "AA" * 11, "number": 1}, "tag", "wrong-value"),
        ({"type": "pair-tag", "tag": "AABBCCDD", "number": 41}, "number", "wrong-value"),
        ({"type": "resume", "game": None}, "game", "wrong-value"),
        ({"type": "resume", "game": "\ud800"}, "game", "wrong-value"),
        ({"type": "start", "system": "toy"}, "players", "missing-field"),
        ({"type": "start", "system": "toy", "players": []}, "players", "wrong-value"),
        ({**START, "players": [{"name": "A"}]}, "players[0].colour", "missing-field"),
        ({**START, "players": [{"colour": "red", "age": 8}]}, "players[0].age", "unknown-field"),
        ({**START, "players": [PLAYERS[0], {"colour": 7}]}, "players[1].colour", "wrong-value"),
        ({**START, "options": {"tragte": 5}}, "options.tragte", "unknown-field"),
        ({**START, "options": {"target": 0}}, "options.target", "wrong-value"),
        ({**START, "options": {"target": "9"}}, "options.target", "wrong-value"),
        ({**START, "options": []}, "options", "wrong-value"),
    ],
)
def test_the_field_at_fault_is_named(evening: Evening, body: Any, field: str, reason: str) -> None:
    with pytest.raises(InvalidCommand) as caught:
        evening.table.read(body)
    assert (caught.value.field, caught.value.reason) == (field, reason)
    assert caught.value.params["field"] == field


def test_the_value_at_fault_is_shown_cut_to_what_a_sentence_carries(evening: Evening) -> None:
    with pytest.raises(InvalidCommand) as caught:
        evening.table.read({"type": "add", "colour": "x" * 500, "by": 1})
    assert caught.value.params["given"] == '"' + "x" * 58 + "…"
    with pytest.raises(InvalidCommand) as caught:
        evening.table.read({**START, "players": [{"colour": "red"}, {"colour": 7}]})
    assert caught.value.params["given"] == "7"


def test_a_nesting_without_end_is_no_command(evening: Evening) -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(InvalidCommand):
        evening.table.read({**START, "system": "unheard-of", "options": {"deep": deep}})
    while isinstance(deep, list):
        deep = deep.pop()


def test_a_command_of_the_game_on_the_table_is_read(evening: Evening) -> None:
    assert evening.table.read({"type": "add", "colour": "red", "by": 3}) == Add("red", 3)
    assert evening.table.read({"type": "advance"}) == Advance()


def test_the_options_of_a_system_that_is_not_there_are_left_to_the_refusal(bare: Evening) -> None:
    command = bare.table.read({**START, "system": "chess", "options": {"elo": 1200}})
    assert isinstance(command, Start)


def test_a_start_made_in_the_program_is_judged_by_form_too(bare: Evening) -> None:
    start = Start("toy", (), {"tragte": 5})
    with pytest.raises(InvalidCommand) as caught:
        bare.table.perform(start, source="panel")
    assert caught.value.field == "options.tragte"
    assert bare.body["version"] == 0
