"""Recorded games are replayed to their exact last state; every way a game can end has one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.registry import registered
from companion.verify import verify
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


@pytest.mark.rule("RB-SOLO-01", "RB-SOLO-02", "RB-SOLO-03", "RB-SOLO-06")
def test_the_solo_game_has_twenty_turns() -> None:
    final = recording("alone").final
    assert (final["turn"], final["ended"]["reason"]) == (20, "last-neutral-brick")
    assert final["wonder"]["bricks"][:17] == ["red"] * 17
    assert final["wonder"]["bricks"].count(None) == 20
    assert final["ended"]["scores"][0]["wonder"] == 10 * sum(
        points > 0 for points in final["row_points"]["green"]
    )
    gave = final["mines"]
    assert len(gave) == 4


@pytest.mark.rule("RB-SCORE-06", "RB-MINE-13", "RB-UPG-02", "RB-FLEET-13", "RB-RES-02")
def test_the_game_of_the_whole_rulebook_has_research_upgrades_limits_shafts_house_rules_and_a_tie() -> None:
    played = recording("whole-rulebook")
    done = played.commands
    assert {each["mixture"] for each in done if each["type"] == "sink-shaft"} >= {"gold", "iron", "big"}
    assert any(each["type"] == "build" and each["by"] < 0 for each in done), "an upgrade"
    assert any(each["type"] == "change-fleet" and each["by"] < 0 for each in done), "a limit"
    changed = [each["value"] for each in done if each["type"] == "correct"]
    assert {"amb_38", "amb_08", "amb_13", "irrigation_at", "standings"} <= {
        name for value in changed for name in value
    }
    first, second, *_ = played.final["ended"]["scores"]
    assert first["total"] == second["total"]
    temple = played.final["temple"]
    assert temple.index(first["colour"]) < temple.index(second["colour"])


def test_between_them_the_recordings_use_every_kind_of_step_of_a_turn() -> None:
    kinds = {command["type"] for name in RECORDINGS for command in recording(name).commands}
    assert kinds >= {
        "advance", "call-for-order", "pray", "take-position", "done", "build-mine", "sink-shaft", "draw",
        "draw-all", "record-draw", "void-draw", "buy-brick", "research", "undo", "redo", "correct", "end",
        "count-wealth",
    }  # fmt: skip


def test_a_file_of_a_version_that_knew_fewer_options_still_holds(tmp_path: Path) -> None:
    played = recording("nobody-builds")
    table = table_for(tmp_path, bytes.fromhex(played.secret))
    for command in played.commands:
        table.perform(table.read(command), source="phone")
    file = table.export()
    table.close()
    begun = file["entries"][0]["events"][0]
    del begun["options"]["standings"], begun["filler"]
    assert verify(file, registered()).status == "holds"
    begun["options"]["neutral"] = 34
    assert verify(file, registered()).status == "forged"


def test_a_solo_game_can_be_proven(tmp_path: Path) -> None:
    played = recording("alone")
    table = table_for(tmp_path, bytes.fromhex(played.secret))
    for command in played.commands:
        table.perform(table.read(command), source="phone")
    file = table.export()
    table.close()
    assert verify(file, registered()).status == "holds"
    drawn = [event for entry in file["entries"] for event in entry["events"] if event["type"] == "ore-drawn"]
    drawn[0]["ore"] = "iron" if drawn[0]["ore"] == "gold" else "gold"
    assert verify(file, registered()).status == "forged"


def test_the_demos_game_can_be_begun_with_any_dice(tmp_path: Path) -> None:
    commands = msgspec.json.decode(EXAMPLE.read_bytes(), type=list[dict[str, Any]])
    for seed in range(20):
        table = table_for(tmp_path / str(seed), bytes([seed]) * 32)
        for command in commands:
            table.perform(table.read(command), source="phone")
        assert settled(table)["phase"] == "production"
        assert [mine["drawn"] for mine in settled(table)["mines"]].count(None) >= 2
        table.close()
