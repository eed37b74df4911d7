"""What the table tells of what was: the log, the tale of it in words, and the games."""

from __future__ import annotations

import json

import pytest

from companion.language.text import text
from companion.storage.entry import Entry
from companion.table.archive import Archive
from companion.table.codec import Codec
from companion.table.index import Index, build_index
from companion.table.verification import verify
from tests.fakes.evening import OTHER, START, TOY, Evening
from tests.table.refusing import refusal, refused


def test_a_log_read_during_a_start_is_complete_afterwards(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page may be drawn between the entry and its place in the index."""
    note = Index.add_entry

    def told_first(index: Index, entry: Entry) -> None:
        evening.table.log_entries(1)
        note(index, entry)

    with monkeypatch.context() as between:
        between.setattr(Index, "add_entry", told_first)
        evening.do({**START, "replace": True})
    assert [each.text.params for each in evening.table.log_entries(1)] == [{"system": "toy", "count": 2}]


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


def test_the_history_has_every_kind_of_entry_and_what_was_undone(evening: Evening) -> None:
    old = evening.game["id"]
    evening.do({"type": "add", "colour": "red", "by": 3})
    evening.do("undo")
    evening.do({"type": "pair-tag", "tag": "AABBCCDD", "number": 3})
    evening.do({"type": "forget-tag", "tag": "AABBCCDD"})
    evening.do(OTHER)
    evening.do({"type": "resume", "game": old})
    told = [each.text for each in evening.table.log_entries(10)]
    assert [each.what for each in told] == [
        "resume", "start-again", "forget-tag", "pair-tag", "undo", "add", "start",
    ]  # fmt: skip
    assert told[0].params == {"system": "toy", "game": old}
    assert told[4].params["step"] == text("did.add", by=3)
    assert [each.n for each in evening.table.log_entries(2, before=4)] == [3, 2]
    assert [each.undone for each in evening.table.log_entries(10)] == [False] * 5 + [True, False]


def test_summaries_of_games_have_their_moment(evening: Evening) -> None:
    evening.do("advance")
    first = evening.game["id"]
    evening.do(OTHER)
    two, one = evening.table.games()
    assert (one.id, one.on_table, one.ended, one.system) == (first, False, False, "toy")
    assert [player.name for player in one.players] == ["Ada", ""]
    assert dict(one.moment.params) == {"turn": 1, "phase": "resting"}
    assert two.on_table
    evening.do("finish")
    assert evening.table.games()[0].ended


def test_a_game_without_installed_rules_stays_in_the_list(evening: Evening) -> None:
    game = evening.game["id"]
    evening.games = {}
    evening.restart()
    assert evening.body["game"] is None
    (kept,) = evening.table.games()
    assert (kept.id, kept.readable, kept.moment.code) == (game, False, "moment.unreadable")
    assert refusal(evening, {"type": "resume", "game": game}).code == "game-unreadable"
    assert [each.text.what for each in evening.table.log_entries(5)] == ["start"]
    assert refused(lambda: evening.table.export(game)).code == "game-unreadable"


def test_summaries_come_in_pages_the_newest_first(evening: Evening) -> None:
    for _ in range(4):
        evening.do(OTHER)
    table = evening.table
    every = [each.id for each in table.games()]
    assert every[0] == evening.game["id"]
    assert [each.id for each in table.games(limit=2)] == every[:2]
    assert [each.id for each in table.games(2, every[1])] == every[2:4]
    assert [each.id for each in table.games(9, every[3])] == every[4:]
    assert table.games(before=every[-1]) == []
    assert refused(lambda: table.games(before="20000101-0000")).code == "no-such-game"


def test_an_export_is_of_one_moment_though_play_goes_on(evening: Evening) -> None:
    evening.do("roll")
    index, play = build_index(evening.journal), evening.table.snapshot.play
    assert play is not None
    evening.do("undo")
    evening.do("advance")
    archive = Archive(evening.journal, {"toy": Codec(TOY["toy"])}, index)
    file = archive.export(index.games[play.id], play.steps)
    assert [(each["command"]["type"], each["undone"]) for each in file["entries"]] == [
        ("start", False), ("roll", False),
    ]  # fmt: skip
    assert verify(json.loads(json.dumps(file)), TOY).status == "not-ended"
