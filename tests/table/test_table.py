"""The contract of the table: what is done, refused, shown and written."""

from __future__ import annotations

import errno
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.games import Command
from companion.storage.recovery import read_note
from companion.storage.storage import LAST, StorageFailed
from companion.table.archive import Archive
from companion.table.index import GameInfo
from companion.table.steps import Steps
from tests.fakes.evening import OTHER, START, Evening
from tests.fakes.folders import failing
from tests.fakes.toy import View
from tests.fakes.toy.words import Roll
from tests.table.exported import ADD
from tests.table.refusing import refusal, refused


def test_an_empty_journal_has_a_snapshot_that_names_one_body(bare: Evening) -> None:
    first = bare.table.snapshot
    assert first.body == {
        "version": 0, "epoch": first.epoch, "box": first.box, "at": "2026-11-21T18:00:01Z", "tags": {},
        "set_aside": None, "game": None, "house_rules": {},
        "next": {"commitment": first.body["next"]["commitment"], "seeds": 0},
    }  # fmt: skip
    bare.restart()
    assert bare.table.snapshot.json == first.json
    assert bare.table.snapshot.etag == first.etag == f"{first.epoch}-0"


def test_the_snapshot_has_the_fields_of_the_contract(evening: Evening) -> None:
    game = evening.game
    assert list(game)[:5] == ["id", "system", "players", "options", "started_at"]
    assert {"turn", "phase", "undo", "redo", "warnings", "ended"} <= set(game)
    assert {"commitment", "secret", "luck", "head"} <= set(game)
    assert (game["system"], game["secret"], game["undo"], game["redo"]) == ("toy", None, None, None)
    assert len(game["commitment"]) == 64
    assert json.loads(evening.table.snapshot.json) == evening.body


def test_each_command_is_one_entry_one_version_and_one_ring_of_the_bell(evening: Evening) -> None:
    count = evening.notifier.count
    done = evening.do({"type": "add", "colour": "red", "by": 3}, by="red")
    assert (done.version, done.events) == (2, ({"type": "added", "by": 3},))
    assert done.snapshot is evening.table.snapshot
    assert evening.notifier.count == count + 1
    assert evening.game["counter"] == 3


def test_rules_that_stumble_over_the_new_state_leave_the_old_one_on_the_table(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = evening.table.snapshot
    with monkeypatch.context() as broken:
        broken.setattr(View, "fields", property(lambda _: 1 / 0))
        with pytest.raises(ZeroDivisionError):
            evening.do({"type": "add", "colour": "red", "by": 3})
    assert evening.table.snapshot is before
    evening.restart()
    assert (evening.body["version"], evening.game["counter"]) == (1, 0)


def test_undo_and_redo_are_entries_and_raise_the_version(evening: Evening) -> None:
    evening.do({"type": "add", "colour": "red", "by": 3})
    evening.do({"type": "add", "colour": "red", "by": 4})
    assert evening.do("undo").events == ({"type": "undone", "entry": 3},)
    assert evening.do("undo").events == ({"type": "undone", "entry": 2},)
    assert refusal(evening, "undo").code == "nothing-to-undo"
    assert (evening.body["version"], evening.game["counter"]) == (5, 0)
    evening.do("redo")
    assert evening.do("redo").events == ({"type": "redone", "entry": 3},)
    assert refusal(evening, "redo").code == "nothing-to-redo"
    assert (evening.body["version"], evening.game["counter"]) == (7, 7)


def test_the_undo_button_names_the_step_and_its_player(evening: Evening) -> None:
    evening.do({"type": "add", "colour": "red", "by": 3}, by="blue")
    undo = {"what": "add", "by": "red", "params": {"by": 3}, "at": evening.body["at"]}
    assert evening.game["undo"] == undo
    evening.do("advance", by="blue")
    assert evening.game["undo"]["by"] == "blue"
    evening.do("undo")
    assert evening.game["undo"] == undo
    assert evening.game["redo"]["what"] == "advance"


def test_a_roll_that_is_undone_or_voided_never_rolls_again(evening: Evening) -> None:
    face = evening.do("roll").events[0]["face"]
    for back in ("undo", "void") * 3:
        evening.do(back)
        evening.restart()
        assert evening.do("roll").events[0]["face"] == face


def test_a_start_beside_a_running_game_needs_replace_and_the_old_one_can_be_resumed(
    evening: Evening,
) -> None:
    evening.do("roll")
    old = evening.game
    assert refusal(evening, START).code == "game-running"
    evening.do(OTHER)
    assert evening.game["id"] != old["id"]
    assert evening.game["commitment"] != old["commitment"]
    assert evening.do({"type": "resume", "game": old["id"]}).events[0]["type"] == "resumed"
    assert evening.game == old
    evening.do("undo")
    assert evening.game["rolls"] == []


def test_a_start_after_the_end_needs_no_replace(evening: Evening) -> None:
    evening.do("finish")
    assert evening.do(START).version == 3


@pytest.mark.parametrize(("game", "code"), [("nobody", "no-such-game"), (None, "already-on-table")])
def test_resume_refuses(evening: Evening, game: str | None, code: str) -> None:
    assert refusal(evening, {"type": "resume", "game": game or evening.game["id"]}).code == code


def test_a_system_that_is_not_there_is_refused_with_those_that_are(bare: Evening) -> None:
    refused = refusal(bare, {**START, "system": "chess", "options": {"anything": 1}})
    assert (refused.code, refused.params) == ("unknown-system", {"given": "chess", "systems": ["toy"]})


@pytest.mark.parametrize("body", ["undo", "redo", "roll", "advance"])
def test_without_a_game_its_commands_are_refused_not_unknown(bare: Evening, body: str) -> None:
    assert refusal(bare, body).code == "no-game"


def test_a_refusal_of_the_game_comes_through_with_its_rule(evening: Evening) -> None:
    evening.do("advance")
    refused = refusal(evening, "roll")
    assert (refused.code, refused.rule, refused.params) == ("toy-resting", "TOY-01", {"phase": "resting"})


class Odd(Command, frozen=True):
    """A command of no game that is installed."""


def test_a_command_of_another_game_is_refused_by_the_game_on_the_table(evening: Evening) -> None:
    found = refused(lambda: evening.table.perform(Odd(), source="panel"))
    assert (found.code, found.params) == ("other-game", {"system": "toy"})


def test_tags_are_the_boxs_own_with_and_without_a_game(bare: Evening) -> None:
    assert bare.do({"type": "pair-tag", "tag": "0f0184f07b", "number": 7}).events == (
        {"type": "tag-paired", "tag": "0F0184F07B", "number": 7},
    )
    bare.do(START)
    bare.do({"type": "pair-tag", "tag": "0F0184F07B", "number": 3})
    bare.do({"type": "pair-tag", "tag": "AABBCCDD", "number": 3})
    assert refusal(bare, "undo").code == "nothing-to-undo"
    assert bare.body["tags"] == bare.table.snapshot.tags == {"0F0184F07B": 3, "AABBCCDD": 3}
    bare.do({"type": "forget-tag", "tag": "aabbccdd"})
    refused = refusal(bare, {"type": "forget-tag", "tag": "AABBCCDD"})
    assert (refused.code, refused.params) == ("tag-unknown", {"tag": "AABBCCDD"})
    bare.restart()
    assert bare.body["tags"] == {"0F0184F07B": 3}


def test_the_secret_shows_with_the_end_and_an_end_taken_back_is_remembered(evening: Evening) -> None:
    evening.do("finish")
    secret = evening.game["secret"]
    assert bytes.fromhex(secret) == evening.journal.secret(evening.game["id"])
    evening.do("undo")
    assert evening.game["secret"] is None
    known = {"code": "secret-known", "params": {}}
    assert evening.game["warnings"] == [known]
    evening.do("roll")
    evening.restart()
    assert evening.game["warnings"] == [known]
    evening.do({"type": "mend", "counter": 500})
    assert (evening.game["secret"], evening.game["warnings"]) == (secret, [])
    evening.do({"type": "mend", "counter": 1})
    assert evening.game["warnings"] == [known]


def test_the_snapshot_of_a_start_is_marked_as_resumed(evening: Evening) -> None:
    assert not evening.do("roll").snapshot.resumed
    evening.restart()
    assert evening.table.snapshot.resumed
    assert evening.table.snapshot.set_aside is None
    assert not evening.do("roll").snapshot.resumed


def test_a_command_is_judged_by_the_snapshot_it_was_made_on(evening: Evening) -> None:
    before = evening.table.snapshot
    after = evening.do("advance").snapshot
    assert before.would_refuse(Roll()) is None
    refused = after.would_refuse(Roll())
    assert refused is not None
    assert refused.message.code == "refused.toy-resting"


def test_a_disk_that_takes_nothing_changes_nothing(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    before = evening.table.snapshot
    with monkeypatch.context() as broken:
        broken.setattr(os, "fdatasync", failing(errno.EROFS))
        with pytest.raises(StorageFailed) as caught:
            evening.do("roll", key="r")
    assert caught.value.code == "journal-failed"
    assert evening.table.snapshot is before
    assert evening.table.is_responsive()
    assert evening.do("roll", key="r").version == 2


def test_an_entry_is_noted_after_the_bell_has_rung(evening: Evening) -> None:
    told: list[int] = []
    before = evening.table.snapshot
    evening.notifier.subscribe(lambda: told.append(read_note(evening.folder / LAST, before.epoch).last))
    evening.do(ADD)
    assert told == [before.version]
    assert read_note(evening.folder / LAST, before.epoch).last == before.version + 1


def test_a_closed_table_does_not_answer(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.table.close()
    evening.table.close()
    assert not evening.table.is_responsive()
    with pytest.raises(StorageFailed):
        evening.do(START)


def test_a_press_does_not_wait_while_a_game_is_read_that_lies_beside_the_table(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any length, and asked for any number of times."""
    taken: list[bool] = []
    steps = Archive.steps

    def watched(archive: Archive, card: GameInfo) -> Steps:
        with ThreadPoolExecutor(1) as other:
            taken.append(other.submit(evening.table.is_responsive, 0).result())
        return steps(archive, card)

    first = evening.game["id"]
    evening.do(OTHER)
    monkeypatch.setattr(Archive, "steps", watched)
    evening.do({"type": "resume", "game": first})
    assert evening.game["id"] == first
    evening.do(OTHER)
    evening.table.would_refuse(evening.table.read({"type": "resume", "game": first}))
    assert taken == [True] * 3


def test_a_game_that_went_on_while_it_was_read_is_read_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = evening.game["id"]
    evening.do(OTHER)
    second = evening.game["id"]
    steps = Archive.steps

    def meanwhile(archive: Archive, card: GameInfo) -> Steps:
        found = steps(archive, card)
        monkeypatch.setattr(Archive, "steps", steps)
        evening.do({"type": "resume", "game": first})
        evening.do("roll")
        evening.do({"type": "resume", "game": second})
        return found

    monkeypatch.setattr(Archive, "steps", meanwhile)
    evening.do({"type": "resume", "game": first})
    assert len(evening.game["rolls"]) == 1


def test_undo_goes_back_to_an_entry_in_one_step_and_redo_brings_all_of_it_back(evening: Evening) -> None:
    for body in ("roll", "advance", ADD, "advance"):
        evening.do(body)
    before = evening.game
    done = evening.do({"type": "undo", "to": 2})
    assert [each["entry"] for each in done.events] == [5, 4, 3]
    assert evening.table.log()[-1]["command"] == {"type": "undo", "to": 2}
    assert [each["n"] for each in evening.table.log() if each["undone"]] == [3, 4, 5]
    assert evening.table.log_entries(1)[0].text.what == "undo-several"
    redo = evening.game["redo"]
    assert (redo["what"], redo["params"]["count"]) == ("steps", 3)
    here = evening.body
    evening.restart()
    assert evening.body == here
    assert [each["entry"] for each in evening.do("redo").events] == [3, 4, 5]
    assert {**evening.game, "head": "", "luck": ""} == {**before, "head": "", "luck": ""}
    evening.do("undo")
    assert evening.game["undo"]["what"] == "add", "what came back is steps again, one by one"


@pytest.mark.parametrize(
    ("to", "code"), [(9, "not-a-step"), (3, "not-a-step"), (5, "nothing-since"), (4, "not-a-step")]
)
def test_undo_goes_back_to_a_step_of_this_game_that_counts_and_to_no_other(
    evening: Evening, to: int, code: str
) -> None:
    for body in ("roll", "advance", "undo", "advance"):
        evening.do(body)
    before = evening.body
    refused = refusal(evening, {"type": "undo", "to": to})
    assert (refused.code, refused.params) == (code, {"entry": to})
    assert evening.body == before
    evening.do(OTHER)
    assert refusal(evening, {"type": "undo", "to": 1}).code == "not-a-step", "it is of another game"
