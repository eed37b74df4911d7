"""A command is judged by the snapshot that it was made on."""

from __future__ import annotations

from companion.table.snapshot import Snapshot
from tests.fakes.evening import START, Evening
from tests.fakes.toy import TOY_GAME
from tests.fakes.toy.words import Roll


def test_a_command_is_judged_by_the_snapshot_it_was_made_on(evening: Evening) -> None:
    before = evening.table.snapshot
    after = evening.do("advance").snapshot
    assert before.would_refuse(Roll()) is None
    refused = after.would_refuse(Roll())
    assert refused is not None
    assert refused.code == "toy-resting"
    assert refused.message.code == "refused.toy-resting"


def test_judging_changes_nothing_and_rolls_nothing(evening: Evening) -> None:
    before: Snapshot = evening.table.snapshot
    other = Evening(evening.folder / "other", {"toy": TOY_GAME})
    other.do(START)
    for _ in range(3):
        assert before.would_refuse(Roll()) is None
    assert evening.table.snapshot is before
    assert evening.do("roll").events == other.do("roll").events
    other.table.close()
