"""Recorded games are replayed to their exact last state; every way a game can end has one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.games.example import FILE as EXAMPLE
from tests.games.record import FOLDER, Recording, replay, settled, table_for

RECORDINGS = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}


def recording(name: str) -> Recording:
    return msgspec.json.decode(RECORDINGS[name].read_bytes(), type=Recording)


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recorded_game_comes_to_the_same_end(name: str, tmp_path: Path) -> None:
    assert replay(recording(name), tmp_path) == recording(name).final


@pytest.mark.rule("RB-WON-12", "RB-END-01", "RB-END-02")
def test_every_way_to_end_is_recorded() -> None:
    reasons = {recording(name).final["ended"]["reason"] for name in RECORDINGS}
    assert reasons == {"wonder-complete", "last-neutral-brick", "called"}


@pytest.mark.rule("RB-TURN-04", "RB-CONF-08")
def test_the_four_player_game_has_conflicts_in_most_turns() -> None:
    played = recording("four-players")
    kinds = [command["type"] for command in played.commands]
    assert len(played.final["players"]) == 4
    assert kinds.count("call-for-order") > played.final["turn"]


def test_between_them_the_recordings_use_every_kind_of_step_of_a_turn() -> None:
    kinds = {command["type"] for name in RECORDINGS for command in recording(name).commands}
    assert kinds >= {
        "advance", "call-for-order", "pray", "take-position", "done", "build-mine", "sink-shaft", "draw",
        "draw-all", "record-draw", "void-draw", "buy-brick", "research", "undo", "redo", "correct", "end",
        "count-wealth",
    }  # fmt: skip


def test_the_demos_game_can_be_begun_with_any_dice(tmp_path: Path) -> None:
    commands = msgspec.json.decode(EXAMPLE.read_bytes(), type=list[dict[str, Any]])
    for seed in range(20):
        table = table_for(tmp_path / str(seed), bytes([seed]) * 32)
        for command in commands:
            table.perform(table.read(command), source="phone")
        assert settled(table)["phase"] == "production"
        assert [mine["drawn"] for mine in settled(table)["mines"]].count(None) >= 2
        table.close()
