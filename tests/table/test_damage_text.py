"""Damage found by a start is shown until it is acknowledged."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.language.text import text
from companion.storage.damage import Kind
from companion.table import damage_text
from tests.fakes.box import MESSAGES
from tests.fakes.damaged import AT, COPY, FOUND, OFFERED, leave
from tests.fakes.evening import START, Evening
from tests.table.refusing import refusal

ENGLISH = MESSAGES.language("en")
UNDATED = "A copy goes up to entry 201: put it back?"
SEEN = {"type": "acknowledge", "at": AT}
SAID: dict[str, Any] = {
    "kind": "log", "file": "damaged-20261121T184107Z", "at": AT, "last": 198, "lost": 3,
    "copy": None, "copied": None,
}  # fmt: skip


@pytest.fixture
def damaged(tmp_path: Path) -> Iterator[Evening]:
    """A table after a start that found damage."""
    leave(tmp_path / "data")
    evening = Evening(tmp_path / "data")
    yield evening
    evening.table.close()


def test_the_snapshot_keeps_damage_through_every_entry_and_start(damaged: Evening, other: Evening) -> None:
    assert damaged.body["set_aside"] == SAID
    damaged.do(START)
    damaged.do("roll")
    assert damaged.body["set_aside"] == SAID
    damaged.restart()
    assert damaged.body["set_aside"] == SAID
    damaged.do("undo")
    damaged.table.import_game(other.table.export())
    assert damaged.body["set_aside"] == SAID


def test_acknowledged_damage_is_not_shown_again_after_a_start(damaged: Evening) -> None:
    damaged.do(START)
    done = damaged.do(SEEN, by="red")
    assert done.version == 2, "every watcher hears of it"
    assert done.events == ({"type": "acknowledged", "kind": "log", "at": AT, "last": 198, "lost": 3},)
    assert damaged.body["set_aside"] is None
    damaged.do("roll")
    damaged.do("undo")
    damaged.restart()
    assert damaged.body["set_aside"] is None
    assert damaged.game["undo"] is None, "it was a step of the game that was undone"
    assert damaged.journal.damage == FOUND, "the journal does not forget what it was"
    assert "acknowledge" not in {each["command"]["type"] for each in damaged.table.export()["entries"]}


def test_the_log_has_the_member_who_acknowledged_damage(damaged: Evening) -> None:
    done = damaged.do(SEEN, by="red", key="k")
    (line,) = damaged.table.log()
    assert (line["n"], line["game"], line["from"], line["by"]) == (done.version, None, "phone", "red")
    (tale,) = damaged.table.log_entries(1)
    said = ENGLISH.phrase(f"did.{tale.text.what}", tale.text.params)
    assert said.startswith("Seen: When the box started, it found the newest entries")
    assert said.endswith("3 entries are missing after entry 198.")
    assert damaged.do(SEEN, by="red", key="k").version == done.version, "the same key is the same action"


def test_what_is_not_there_or_was_seen_is_refused(damaged: Evening) -> None:
    assert refusal(damaged, {**SEEN, "at": "2026-11-21T18:41:08Z"}).code == "already-seen"
    damaged.do(SEEN)
    assert refusal(damaged, SEEN).code == "already-seen"


def test_what_a_later_start_finds_has_to_be_seen_itself(damaged: Evening) -> None:
    damaged.do(SEEN)
    damaged.table.close()
    leave(damaged.folder, replace(FOUND, at=FOUND.at + timedelta(days=1)))
    damaged.restart()
    assert damaged.body["set_aside"]["at"] == "2026-11-22T18:41:07Z"


@pytest.mark.parametrize("language", MESSAGES.codes)
@pytest.mark.parametrize("kind", ["file", "log", "behind", "gone"])
@pytest.mark.parametrize("lost", [0, 1, 12, None])
def test_every_damage_has_a_sentence_in_every_language(language: str, kind: Kind, lost: int | None) -> None:
    words = MESSAGES.language(language)
    damage = replace(OFFERED, kind=kind, lost=lost)
    for said in (
        damage_text.found_text(damage),
        damage_text.lost_text(damage),
        damage_text.aside_text(damage),
        damage_text.backup_text(damage),
    ):
        assert said is not None
        assert words.has(said.code)
        assert "{" not in words.say(said)


def test_missing_entries_are_counted_or_unknown() -> None:
    said = [ENGLISH.say(damage_text.lost_text(replace(FOUND, lost=lost))) for lost in (0, 1, 3, None)]
    assert said == [
        "Nothing is missing.",
        "1 entry is missing after entry 198.",
        "3 entries are missing after entry 198.",
        "The games go on after entry 198; nobody can know what is missing after it.",
    ]
    assert (
        ENGLISH.say(damage_text.lost_text(replace(FOUND, lost=None, last=0)))
        == "Nothing of the games is left here."
    )


@pytest.fixture
def rome(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The clock of a box in Rome."""
    with monkeypatch.context() as abroad:
        abroad.setenv("TZ", "Europe/Rome")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("rome")
@pytest.mark.parametrize(
    ("name", "offer", "restored"),
    [
        (COPY, "A copy made at 19:32 goes up to entry 201: put it back?", "panel.is-back"),
        (
            "companion-20261120T183200Z-201.zip",
            "A copy made on 2026-11-20 goes up to entry 201: put it back?",
            "panel.is-back",
        ),
        ("companion-99999999T999999Z-201.zip", UNDATED, "panel.is-back-undated"),
        ("companion-99991231T235959Z-201.zip", UNDATED, "panel.is-back-undated"),
        ("by-hand.zip", UNDATED, "panel.is-back-undated"),
    ],
)
def test_a_backup_is_offered_by_the_clock_of_the_box_the_day_or_without_a_time_that_cannot_be(
    name: str, offer: str, restored: str
) -> None:
    found = damage_text.backup_text(replace(OFFERED, backup=name))
    assert found is not None
    assert ENGLISH.say(found) == offer
    assert damage_text.restored_text(name).code == restored


@pytest.mark.usefixtures("rome")
def test_a_restored_backup_has_its_time_by_the_clock_of_the_box() -> None:
    assert ENGLISH.say(damage_text.restored_text(COPY)) == "The copy of 2026-11-21 19:32 was put back."


def test_advice_on_missing_entries_is_given_where_no_backup_holds_them() -> None:
    assert (
        damage_text.advice_text(FOUND)
        == damage_text.advice_text(replace(FOUND, lost=None))
        == text("damage.compare")
    )
    assert damage_text.backup_text(FOUND) is None
    for found in (OFFERED, replace(FOUND, lost=0), replace(FOUND, lost=None, last=0)):
        assert damage_text.advice_text(found) is None
