"""Recorded games are replayed to their exact last state; every way a game can end has one."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from companion.games import kebab
from companion.games.la_strada.words import EndReason
from companion.games.registry import registered
from companion.table.data_folder import EXAMPLE_FILE
from companion.table.redaction import without_names
from companion.table.verification import verify
from tests.games.record import FOLDER, Recording, replay, settled, table_for
from tests.table.exported import chained

RECORDINGS = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}


def recording(name: str) -> Recording:
    return msgspec.json.decode(RECORDINGS[name].read_bytes(), type=Recording)


def example(system: str) -> list[dict[str, Any]]:
    """The commands of the game with which the demo begins."""
    file = registered()[system].folder.joinpath(EXAMPLE_FILE)
    return msgspec.json.decode(file.read_bytes(), type=list[dict[str, Any]])


def exported(name: str, folder: Path) -> dict[str, Any]:
    """The file of a recorded game."""
    played = recording(name)
    table = table_for(folder, bytes.fromhex(played.secret))
    for command in played.commands:
        table.perform(table.read(command), source="phone")
    file = table.export()
    table.close()
    return file


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recorded_game_comes_to_the_same_end(name: str, tmp_path: Path) -> None:
    assert replay(recording(name), tmp_path) == recording(name).final


def test_every_way_to_end_is_recorded() -> None:
    finals = [recording(name).final for name in RECORDINGS]
    reasons = {(final["system"], final["ended"]["reason"]) for final in finals}
    assert reasons == {
        *(("roads-and-boats", reason) for reason in ("wonder-complete", "last-neutral-brick", "called")),
        *(("la-strada", reason) for reason in get_args(EndReason)),
    }


def test_the_four_player_game_has_conflicts_in_most_turns() -> None:
    played = recording("four-players")
    kinds = [command["type"] for command in played.commands]
    assert len(played.final["players"]) == 4
    assert kinds.count("call-for-order") > played.final["turn"]


@pytest.mark.rule("RB-SOLO-02", "RB-SOLO-03", "RB-SOLO-06")
def test_the_solo_game_has_twenty_turns(tmp_path: Path) -> None:
    final = replay(recording("alone"), tmp_path)
    assert (final["turn"], final["ended"]["reason"]) == (20, "last-neutral-brick")
    assert final["wonder"]["bricks"][:17] == ["red"] * 17
    assert final["wonder"]["bricks"].count(None) == 20
    bricks, first, own = final["wonder"]["bricks"], 0, []
    for length in final["wonder"]["rows"]:
        own.append("green" in bricks[first : first + length])
        first += length
    (score,) = final["ended"]["scores"]
    assert score["wonder"] == 10 * sum(own) > 10
    gave = final["mines"]
    assert len(gave) == 4


@pytest.mark.rule("RB-SCORE-06")
def test_the_game_of_the_whole_rulebook_has_research_upgrades_limits_shafts_house_rules_and_a_tie(
    tmp_path: Path,
) -> None:
    played = recording("whole-rulebook")
    done = played.commands
    assert {each["mixture"] for each in done if each["type"] == "sink-shaft"} >= {"gold", "iron", "big"}
    assert any(each["type"] == "build" and each["by"] < 0 for each in done), "an upgrade"
    assert any(each["type"] == "change-fleet" and each["by"] < 0 for each in done), "a limit"
    changed = [each["value"] for each in done if each["type"] == "correct"]
    assert {"amb_38", "amb_08", "amb_13", "irrigation_at", "standings"} <= {
        name for value in changed for name in value
    }
    final = replay(played, tmp_path)
    first, second, *_ = final["ended"]["scores"]
    assert first["total"] == second["total"]
    temple = final["temple"]
    assert temple.index(first["colour"]) < temple.index(second["colour"])


@pytest.mark.rule("RB-TURN-05", "RB-MINE-10", "RB-CONF-07")
def test_in_the_game_where_everything_is_entered_late_the_order_is_called_for_all_the_same(
    tmp_path: Path,
) -> None:
    played = recording("entered-late")
    kinds = [each["type"] for each in played.commands]
    entries = {"research", "build", "build-mine", "sink-shaft"}
    assert entries <= set(kinds)
    assert all(each["late"] for each in played.commands if each["type"] in entries)
    assert any(each.get("out_of_order") for each in played.commands)
    for late in (*entries, "change-fleet", "correct"):
        after = [kinds[at + 1 :] for at, kind in enumerate(kinds) if kind == late]
        phases = [rest[: rest.index("advance")] for rest in after if "advance" in rest]
        assert any("call-for-order" in phase for phase in phases), f"called after {late} in its phase"
    assert verify(exported("entered-late", tmp_path), registered()).status == "holds"


@pytest.mark.rule("RB-MINE-08", "RB-MINE-11")
def test_the_game_drawn_by_hand_has_no_draw_by_the_dice_and_slips_that_were_mended(tmp_path: Path) -> None:
    done = recording("drawn-by-hand").commands
    kinds = [each["type"] for each in done]
    assert not {"draw", "draw-all"} & set(kinds)
    voided = [at for at, kind in enumerate(kinds) if kind == "void-draw"]
    assert len(voided) >= 3
    assert all(done[at + 1]["late"] for at in voided), "entered again after production had been left"
    mended = [each["value"]["to"] for each in done if each["type"] == "correct" and each["field"] == "mine"]
    assert None in mended
    assert any(mended)
    file = exported("drawn-by-hand", tmp_path)
    events = [event for entry in file["entries"] for event in entry["events"]]
    assert not [event for event in events if event["type"] == "ore-drawn"]
    assert verify(file, registered()).status == "holds"


@pytest.mark.rule("RB-TURN-03")
def test_in_a_game_with_ready_players_undo_holds(tmp_path: Path) -> None:
    kinds = [each["type"] for each in recording("all-ready").commands]
    assert kinds.count("ready") > 40
    assert ("ready", "undo") in pairwise(kinds)
    file = exported("all-ready", tmp_path)
    assert verify(file, registered()).status == "holds"
    assert not any(each["undone"] for each in file["entries"] if each["command"]["type"] == "ready")


@pytest.mark.parametrize("system", registered())
def test_between_them_the_recordings_of_a_game_use_all_its_commands(system: str) -> None:
    played = [recording(name) for name in RECORDINGS if recording(name).final["system"] == system]
    kinds = {command["type"] for each in played for command in each.commands}
    assert kinds >= {
        *(kebab(command.__name__) for command in registered()[system].commands), "start", "undo", "redo",
    }  # fmt: skip


@pytest.mark.rule("LS-2P-04", "LS-2P-05", "LS-2P-06", "LS-2P-07")
def test_two_players_of_la_strada_link_what_the_other_has_taken_until_every_colony_is(tmp_path: Path) -> None:
    final = replay(recording("strada-two-players"), tmp_path)
    assert final["ended"]["reason"] == "all-colonies"
    colonies = final["colonies"]
    assert all(len(each["merchants"]) == 1 for each in colonies)
    assert any(len(each["linked"]) == 2 for each in colonies)
    assert final["first"] == final["players"][1]["colour"]
    gold = {"city": 5, "town": 4, "village": 3, "hamlet": 2}
    assert {each["colour"]: each["total"] for each in final["ended"]["scores"]} == {
        side: sum(gold[each["kind"]] for each in colonies if each["merchants"] == [side])
        for side in ("grey", "red")
    }


@pytest.mark.rule("LS-END-01", "LS-END-03", "LS-END-04")
@pytest.mark.parametrize(
    ("name", "players", "gone", "reason"),
    [
        ("strada-four-players", 4, ["merchants"], "no-merchants"),
        ("strada-long-roads", 3, ["plains", "forests", "hills"], "no-tiles"),
    ],
)
def test_a_game_of_la_strada_ends_when_a_player_begins_his_turn_without(
    name: str, players: int, gone: list[str], reason: str, tmp_path: Path
) -> None:
    final = replay(recording(name), tmp_path)
    assert final["ended"]["reason"] == reason
    assert len(final["players"]) == players
    assert [final["supplies"][final["active"]][stock] for stock in gone] == [0] * len(gone)
    assert final["connected"] is False


@pytest.mark.rule("LS-END-02", "LS-2P-06")
def test_of_two_players_the_first_to_be_blocked_passes_and_the_second_ends_the_game(tmp_path: Path) -> None:
    played = recording("strada-both-blocked")
    final = replay(played, tmp_path)
    said = [each["colour"] for each in played.commands if each["type"] == "cannot-connect"]
    assert sorted(said) == sorted(final["stuck"]) == ["grey", "red"]
    assert (said[-1], final["ended"]["reason"]) == (final["active"], "cannot-connect")


def test_a_solo_game_can_be_proven(tmp_path: Path) -> None:
    file = exported("alone", tmp_path)
    assert verify(file, registered()).status == "holds"
    drawn = [event for entry in file["entries"] for event in entry["events"] if event["type"] == "ore-drawn"]
    drawn[0]["ore"] = "iron" if drawn[0]["ore"] == "gold" else "gold"
    assert verify(file, registered()).reason == "chain"
    assert verify(chained(file), registered()).reason == "events"


@pytest.mark.parametrize("name", ["entered-late", "strada-called-off"])
def test_a_file_that_lies_about_what_stood_there_before_a_correction_is_found(
    name: str, tmp_path: Path
) -> None:
    file = exported(name, tmp_path)
    corrected = [each for entry in file["entries"] for each in entry["events"] if "before" in each]
    corrected[0]["before"] = corrected[0]["value"]
    assert verify(chained(file), registered()).reason == "events"
    del corrected[0]["before"]
    assert verify(chained(file), registered()).reason == "events"


def test_the_demos_game_can_be_begun_with_any_dice(tmp_path: Path) -> None:
    commands = example("roads-and-boats")
    for seed in range(20):
        table = table_for(tmp_path / str(seed), bytes([seed]) * 32)
        for command in commands:
            table.perform(table.read(command), source="phone")
        assert settled(table)["phase"] == "production"
        assert [mine["drawn"] for mine in settled(table)["mines"]].count(None) >= 2
        table.close()


def test_the_demos_game_of_la_strada_is_in_its_fourth_turn(tmp_path: Path) -> None:
    table = table_for(tmp_path, bytes(32))
    for command in example("la-strada"):
        table.perform(table.read(command), source="phone")
    game = settled(table)
    table.close()
    assert (game["turn"], game["active"], game["ended"]) == (4, "grey", None)
    assert 0 < game["resources"]["grey"] <= 4
    assert {len(each["merchants"]) for each in game["colonies"]} == {0, 1, 2, 3}
    assert all(each["name"] for each in (*game["colonies"], *game["players"]))
    assert game["warnings"] == []


@pytest.mark.parametrize("name", ["coming-and-going", "strada-coming-and-going"])
def test_of_a_game_in_which_one_left_and_another_joined_every_entry_can_be_undone_and_verified(
    name: str, tmp_path: Path
) -> None:
    played = recording(name)
    begun = {each["colour"] for each in played.commands[0]["players"]}
    kinds = [command["type"] for command in played.commands]
    assert (kinds.count("leave"), kinds.count("join")) == (2, 2)
    assert len(played.final["left"]) == 1
    assert {each["colour"] for each in played.final["players"]} > begun
    assert [each.get("left", False) for each in played.final["ended"]["scores"]] == [
        False,
        False,
        False,
        True,
    ]
    assert verify(exported(name, tmp_path / "verified"), registered()).status == "holds"
    table = table_for(tmp_path / "undone", bytes.fromhex(played.secret))
    before = []
    for command in played.commands:
        if command["type"] in ("leave", "join"):
            before.append(settled(table))
            table.perform(table.read(command), source="phone")
            table.perform(table.read({"type": "undo"}), source="phone")
            assert {**settled(table), "redo": None} == {**before[-1], "redo": None}
            table.perform(table.read({"type": "redo"}), source="phone")
        else:
            table.perform(table.read(command), source="phone")
    table.close()
    assert len(before) == 4


@pytest.mark.parametrize("name", ["coming-and-going", "entered-late", "strada-coming-and-going"])
def test_a_recorded_game_holds_without_the_names_of_its_players_as_well(name: str, tmp_path: Path) -> None:
    file = exported(name, tmp_path)
    nameless = without_names(file)
    verdict = verify(nameless, registered())
    assert verdict.status == "holds"
    assert verdict.redacted is (nameless != file)
    called = {each["name"] for each in file["entries"][0]["command"]["players"]} - {""}
    assert {each for each in called if f'"{each}"'.encode() in msgspec.json.encode(nameless)} == set()
