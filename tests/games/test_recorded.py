"""Recorded games come to their exact last state, shown as in their transcripts; every way to end has one."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice
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
from tests.games.record import FOLDER, Recording, settled, table_for
from tests.games.transcript import TRANSCRIPTS, transcribe
from tests.table.exported import chained

RECORDINGS = {
    path.stem: msgspec.json.decode(path.read_bytes(), type=Recording)
    for path in sorted(FOLDER.glob("*.json"))
}
RULES = {
    "alone": ("RB-SOLO-02", "RB-SOLO-03", "RB-SOLO-06"),
    "all-ready": ("RB-TURN-03",),
    "drawn-by-hand": ("RB-MINE-08", "RB-MINE-11"),
    "entered-late": ("RB-TURN-05", "RB-MINE-10", "RB-CONF-07"),
    "strada-both-blocked": ("LS-END-02", "LS-2P-06"),
    "strada-four-players": ("LS-END-01", "LS-END-03"),
    "strada-long-roads": ("LS-END-01", "LS-END-04"),
    "strada-two-players": ("LS-2P-04", "LS-2P-05", "LS-2P-06", "LS-2P-07"),
    "whole-rulebook": ("RB-SCORE-06",),
}
"""What a recorded game shows as no shorter one does."""
MOST = 60
"""Lines of a difference that are printed; `make transcripts` and `git diff` show all of it."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.rule(*RULES.get(name, ()))) for name in RECORDINGS]
)
def test_a_recorded_game_is_as_in_its_transcript_comes_to_the_same_end_and_holds_without_names(
    name: str, tmp_path: Path
) -> None:
    recording = RECORDINGS[name]
    replayed = transcribe(recording, tmp_path)
    kept = (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    now = replayed.text.splitlines()
    if now != kept:
        changed = unified_diff(kept, now, "kept", "now", n=3, lineterm="")
        pytest.fail("\n".join(islice(changed, MOST)))
    assert replayed.final == recording.final
    assert verify(replayed.file, registered()).status == "holds"
    nameless = without_names(replayed.file)
    verdict = verify(nameless, registered())
    assert (verdict.status, verdict.redacted) == ("holds", nameless != replayed.file)
    called = {each["name"] for each in replayed.file["entries"][0]["command"]["players"]} - {""}
    assert {each for each in called if f'"{each}"'.encode() in msgspec.json.encode(nameless)} == set()


def test_every_way_to_end_is_recorded_and_every_command_used_and_no_transcript_left_over() -> None:
    finals = [each.final for each in RECORDINGS.values()]
    assert {(final["system"], final["ended"]["reason"]) for final in finals} == {
        *(("roads-and-boats", reason) for reason in ("wonder-complete", "last-neutral-brick", "called")),
        *(("la-strada", reason) for reason in get_args(EndReason)),
    }
    for system, game in registered().items():
        played = [each for each in RECORDINGS.values() if each.final["system"] == system]
        assert {command["type"] for each in played for command in each.commands} >= {
            *(kebab(command.__name__) for command in game.commands), "start", "undo", "redo",
        }  # fmt: skip
    assert {path.stem for path in TRANSCRIPTS.glob("*.txt")} == {*RECORDINGS}


def test_a_file_that_lies_about_what_stood_there_before_a_correction_is_found(tmp_path: Path) -> None:
    recording = RECORDINGS["strada-called-off"]
    table = table_for(tmp_path, bytes.fromhex(recording.secret))
    for command in recording.commands:
        table.perform(table.read(command), source="phone")
    file = table.export()
    table.close()
    corrected = [each for entry in file["entries"] for each in entry["events"] if "before" in each]
    corrected[0]["before"] = corrected[0]["value"]
    assert verify(chained(file), registered()).reason == "events"
    del corrected[0]["before"]
    assert verify(chained(file), registered()).reason == "events"


def demo(system: str, folder: Path, secret: bytes) -> dict[str, Any]:
    """The game with which the demo begins."""
    table = table_for(folder, secret)
    file = registered()[system].folder.joinpath(EXAMPLE_FILE)
    for command in msgspec.json.decode(file.read_bytes(), type=list[dict[str, Any]]):
        table.perform(table.read(command), source="phone")
    game = settled(table)
    table.close()
    return game


def test_the_demos_game_can_be_begun_with_any_dice(tmp_path: Path) -> None:
    for seed in range(6):
        game = demo("roads-and-boats", tmp_path / str(seed), bytes([seed]) * 32)
        assert game["phase"] == "production"
        assert [mine["drawn"] for mine in game["mines"]].count(None) >= 2


def test_the_demos_game_of_la_strada_is_in_its_fourth_turn(tmp_path: Path) -> None:
    game = demo("la-strada", tmp_path, bytes(32))
    assert (game["turn"], game["active"], game["ended"], game["warnings"]) == (4, "grey", None, [])
    assert {len(each["merchants"]) for each in game["colonies"]} == {0, 1, 2, 3}
    assert all(each["name"] for each in (*game["colonies"], *game["players"]))
