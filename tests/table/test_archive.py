"""What the table tells of what was: the log, the tale of it in words, and the games."""

from __future__ import annotations

import json

import pytest

from companion.games import Refused
from companion.language.text import text
from tests.fakes.evening import OTHER, Evening
from tests.table.refusing import refusal


def test_the_log_has_the_shape_of_the_contract_and_never_a_secret(evening: Evening) -> None:
    evening.do({"type": "add", "colour": "red", "by": 3}, by="red", key="k1", source="panel")
    evening.do("undo")
    evening.do({"type": "pair-tag", "tag": "AABBCCDD", "number": 3}, source="reader")
    start, add, undo, tag = evening.table.log()
    assert add == {
        "n": 2, "at": "2026-11-21T18:00:04Z", "game": evening.game["id"], "from": "panel", "by": "red",
        "name": "", "command": {"type": "add", "colour": "red", "by": 3},
        "events": [{"type": "added", "by": 3}], "undone": True,
    }  # fmt: skip
    assert (start["undone"], undo["undone"], undo["command"]) == (False, False, {"type": "undo"})
    assert (tag["game"], tag["from"]) == (None, "reader")
    assert [each["n"] for each in evening.table.log(after=2)] == [3, 4]
    assert [each["n"] for each in evening.table.log(after=1, limit=1)] == [2]
    secret = evening.journal.secret(evening.game["id"])
    assert secret is not None
    assert secret.hex() not in json.dumps(evening.table.log())
    evening.do("redo")
    assert [each["undone"] for each in evening.table.log()] == [False] * 5


def test_the_tale_tells_every_kind_of_entry_and_what_was_undone(evening: Evening) -> None:
    old = evening.game["id"]
    evening.do({"type": "add", "colour": "red", "by": 3})
    evening.do("undo")
    evening.do({"type": "pair-tag", "tag": "AABBCCDD", "number": 3})
    evening.do({"type": "forget-tag", "tag": "AABBCCDD"})
    evening.do(OTHER)
    evening.do({"type": "resume", "game": old})
    told = [each.told for each in evening.table.tale(10)]
    assert [each.what for each in told] == [
        "resume", "start-again", "forget-tag", "pair-tag", "undo", "add", "start",
    ]  # fmt: skip
    assert told[0].params == {"system": "toy", "game": old}
    assert told[4].params["step"] == text("did.add", by=3)
    assert [each.n for each in evening.table.tale(2, before=4)] == [3, 2]
    assert [each.undone for each in evening.table.tale(10)] == [False] * 5 + [True, False]


def test_the_games_are_told_with_where_they_stand(evening: Evening) -> None:
    evening.do("advance")
    first = evening.game["id"]
    evening.do(OTHER)
    one, two = evening.table.games()
    assert (one.id, one.on_table, one.ended, one.system) == (first, False, False, "toy")
    assert [player.name for player in one.players] == ["Ada", ""]
    assert dict(one.moment.params) == {"turn": 1, "phase": "resting"}
    assert two.on_table
    evening.do("finish")
    assert evening.table.games()[1].ended


def test_a_game_whose_rules_are_not_installed_is_kept_and_told(evening: Evening) -> None:
    game = evening.game["id"]
    evening.games = {}
    evening.restart()
    assert evening.body["game"] is None
    (kept,) = evening.table.games()
    assert (kept.id, kept.readable, kept.moment.code) == (game, False, "moment.unreadable")
    assert refusal(evening, {"type": "resume", "game": game}).code == "game-unreadable"
    assert [each.told.what for each in evening.table.tale(5)] == ["start"]
    with pytest.raises(Refused, match="game-unreadable"):
        evening.table.export(game)
