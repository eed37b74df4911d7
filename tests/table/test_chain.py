"""The chain of a game's entries: what each head holds, and that a game keeps its heads wherever it goes."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from companion.storage.entry import Entry
from companion.table import chain
from companion.table.commands import Inherited
from companion.table.verification import verify
from tests.fakes.evening import TOY, Evening
from tests.table.exported import ADD, a_game, many_faced

AT = datetime(2026, 11, 21, 18, 3, 11, tzinfo=UTC)
ROLL = Entry(
    7, AT, "20261121-9f2c", "phone", "red", "Ada", "k", b'{"type":"roll"}', b'[{"type":"rolled","face":6}]'
)
UNDO = Entry(
    8, AT, "20261121-9f2c", "panel", None, "", None, b'{"type":"undo"}', b'[{"type":"undone","entry":7}]'
)
FIRST = chain.initial_head("20261121-9f2c", "toy", "ab" * 32, None)


@pytest.fixture
def evening(bare: Evening) -> Evening:
    return many_faced(bare)


def test_heads_are_made_for_ever_as_they_were() -> None:
    """By hand: SHA-256 over the head before and the entry as JSON without blanks, keys in order."""
    first = hashlib.sha256(json.dumps(["20261121-9f2c", "toy", "ab" * 32], separators=(",", ":")).encode())
    assert first.digest() == FIRST
    said = '["2026-11-21T18:03:11Z","phone","red","Ada",{"type":"roll"},[{"face":6,"type":"rolled"}]]'
    assert chain.next_head(FIRST, ROLL) == hashlib.sha256(FIRST + said.encode()).digest()
    said = '["2026-11-21T18:03:11Z","panel",null,"",{"type":"undo"},[{"type":"undone"}]]'
    assert chain.next_head(FIRST, UNDO) == hashlib.sha256(FIRST + said.encode()).digest()


@pytest.mark.parametrize(
    "other",
    [
        replace(ROLL, at=datetime(2026, 11, 21, 18, 3, 12, tzinfo=UTC)),
        replace(ROLL, source="reader"),
        replace(ROLL, by=None),
        replace(ROLL, name="Adam"),
        replace(ROLL, command=b'{"type":"roll","times":1}'),
        replace(ROLL, events=b'[{"type":"rolled","face":5}]'),
        replace(ROLL, events=b"[]"),
    ],
)
def test_the_head_covers_every_field_of_an_entry(other: Entry) -> None:
    assert chain.next_head(FIRST, other) != chain.next_head(FIRST, ROLL)


def test_numbers_keys_and_how_json_is_written_are_not() -> None:
    rewritten = replace(ROLL, n=70, key=None, events=b'[ {"face": 6, "type": "rolled"} ]')
    assert chain.next_head(FIRST, rewritten) == chain.next_head(FIRST, ROLL)
    elsewhere = replace(UNDO, n=71, events=b'[{"type":"undone","entry":70}]')
    assert chain.next_head(FIRST, elsewhere) == chain.next_head(FIRST, UNDO)


def test_the_first_head_holds_the_game_and_the_secret_with_which_it_was_started() -> None:
    moved = Inherited(("ab" * 32, "cd" * 32), 5)
    assert chain.initial_head("20261121-9f2c", "toy", "ef" * 32, moved) == FIRST
    others = (("x", "toy", "ab"), ("20261121-9f2c", "twin", "ab"), ("20261121-9f2c", "toy", "ac"))
    for game, system, commitment in others:
        assert chain.initial_head(game, system, commitment * 32, None) != FIRST


def test_each_entry_of_the_game_moves_its_head_and_what_is_beside_it_does_not(evening: Evening) -> None:
    heads = [evening.game["head"]]
    for body in ("roll", "undo", "redo", ADD):
        evening.do(body)
        heads.append(evening.game["head"])
    assert len(set(heads)) == len(heads)
    evening.do({"type": "pair-tag", "tag": "AABBCCDD", "number": 3})
    evening.do({"type": "add-seed", "seed": "x"})
    assert evening.game["head"] == heads[-1]
    game = evening.game["id"]
    evening.do({"type": "start", "system": "toy", "players": [{"colour": "red"}], "replace": True})
    assert evening.game["head"] not in heads
    evening.do({"type": "resume", "game": game})
    assert evening.game["head"] == heads[-1]
    evening.restart()
    assert evening.game["head"] == heads[-1]


@pytest.mark.parametrize("over", [True, False])
def test_a_game_has_the_same_head_on_another_box_and_in_the_file_that_it_writes(
    evening: Evening, other: Evening, over: bool
) -> None:
    file = a_game(evening, over=over)
    head = evening.game["head"]
    other.do({"type": "resume", "game": other.table.import_game(file)})
    assert other.game["head"] == head == other.table.export()["head"]
    other.restart()
    assert other.game["head"] == head
    heads = [each["head"] for each in file["entries"]]
    assert [each["head"] for each in other.table.export()["entries"]] == heads


def test_a_game_that_went_on_elsewhere_leads_through_the_head_that_it_left_with(
    evening: Evening, other: Evening
) -> None:
    file = a_game(evening, over=False)
    left = evening.game["head"]
    other.do({"type": "resume", "game": other.table.import_game(file)})
    for body in ("advance", ADD, "finish"):
        other.do(body)
    verdict = verify(other.table.export(), TOY, left)
    assert (verdict.status, verdict.entries_after) == ("holds", 3)
