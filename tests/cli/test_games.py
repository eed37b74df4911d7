"""Games and journals as files, by the commands."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import companion_command
from tests.fakes.box import Box
from tests.fakes.folders import game_file
from tests.patience import PATIENCE

ENGLISH = {"LC_ALL": "en_GB.UTF-8", "COMPANION_CONFIG": None}


def run(*words: str | Path, given: str | bytes = "") -> Result:
    """A command to its end. given: on standard input."""
    return CliRunner(env=ENGLISH).invoke(companion_command, [str(each) for each in words], input=given)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def box(data: Path) -> Iterator[Box]:
    """A box that writes to its folder, with a game on its table."""
    box = Box(data)
    box.post(do="start", system="roads-and-boats", players=[{"colour": "red"}, {"colour": "blue"}])
    yield box
    box.table.close()


def test_a_game_goes_from_box_to_box_and_its_draws_hold(box: Box, data: Path, tmp_path: Path) -> None:
    other, file = ("--data", tmp_path / "other"), tmp_path / "game.json"
    assert run("export", "--data", data, file).exit_code == 0
    assert run("verify", file).exit_code == 2
    box.post(do="advance", draw_rest=True)
    box.post(do="end")
    written = run("export", "--data", data).stdout
    verified = run("verify", "-", given=written)
    assert (verified.exit_code, "done to chance" in verified.stdout) == (0, False)
    game = json.loads(written)["game"]
    assert run("games", "--data", data).stdout.startswith(game)
    file.write_text(written, encoding="utf-8")
    assert game in run("import", *other, file).stdout
    assert run("games", *other).stdout.startswith(game)
    assert run("verify", "-", given=written.replace('"red"', '"blue"', 1)).exit_code == 1


def test_a_backup_is_taken_while_the_game_is_played_and_put_back_when_it_is_not(
    box: Box, data: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    assert run("backup", "--data", data, copy).exit_code == 0
    assert run("backup", "--data", data, "-").stdout_bytes.startswith(b"PK")
    box.post(do="advance")
    refused = run("restore", "--data", data, copy)
    assert (refused.exit_code, str(data) in refused.stderr) == (1, True)
    place = game_file(data)
    inode = place.stat().st_ino
    refused = run("backup", "--data", data, place)
    assert (refused.exit_code, place.stat().st_ino) == (1, inode)
    assert place.name in refused.stderr
    box.table.close()
    assert "replaced-" in run("restore", "--data", data, "-", given=copy.read_bytes()).stdout
    assert "production" in run("games", "--data", data).stdout


def test_a_backup_into_a_closed_pipe_is_reported_in_a_line(box: Box, data: Path) -> None:
    command = [sys.executable, "-m", "companion", "backup", "--data", str(box and data), "-"]
    with Path("/dev/full").open("wb") as full:
        said = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False, text=True
        )
    assert said.returncode == 1
    assert said.stderr.startswith("Error: No copy was written to -: No space left on device.")
    assert len(said.stderr.splitlines()) == 1


def test_the_command_prints_both_fingerprints_what_was_done_to_chance_and_whether_the_file_leads_to_a_head(
    tmp_path: Path, data: Path
) -> None:
    box, file = Box(data), tmp_path / "game.json"
    box.post(do="add-seed", seed="a die on my table")
    box.play("red", "blue")
    box.post(do="build-mine", number=1, colour="red", mixture="standard", late=True)
    box.post(do="record-draw", number=1, ore="gold")
    noted = box.game["head"]
    box.post(do="end")
    head, commitment = box.game["head"], box.game["commitment"]
    box.table.close()
    assert run("export", "--data", data, file).exit_code == 0
    said = run("verify", file).stdout
    assert f"Fingerprint of the game: {head}" in said
    assert f"Fingerprint of the dice: {commitment}" in said
    assert "1 phone added to the dice before the start." in said
    assert "What was done to chance: 2 draws by hand." in said
    shown = head[:10]
    for typed in (shown, shown.upper(), f"{shown[:5]} {shown[5:]}", head):
        answer = run("verify", "--head", typed, file)
        assert answer.exit_code == 0
        assert "It leads to the fingerprint that was asked for." in answer.stdout
    assert "and 1 entry follows" in run("verify", "--head", noted, file).stdout
    other = run("verify", "--head", shown[::-1], file)
    assert (other.exit_code, "does not lead to the fingerprint" in other.stdout) == (1, True)
    for unfit in (shown[:9], "zz" * 5, ""):
        refused = run("verify", "--head", unfit, file)
        assert (refused.exit_code, "at least 10 digits" in refused.stderr) == (1, True)


def test_what_is_no_game_and_no_backup_is_refused_under_the_name_that_was_given(
    data: Path, tmp_path: Path
) -> None:
    letter = tmp_path / "letter.json"
    letter.write_text("Dear box,", encoding="utf-8")
    none = tmp_path / "none.json"
    place = ("--data", data)
    for words, said in (
        (("verify", letter), "letter.json"),
        (("import", *place, letter), "letter.json"),
        (("import", *place, none), "none.json"),
        (("restore", *place, "-"), "Error: - is not a whole copy of the games."),
    ):
        refused = run(*words, given="no copy")
        assert (refused.exit_code, said in refused.stderr) == (1, True), refused.stderr
    listed = run("games", *place)
    assert (listed.exit_code, listed.stdout) == (0, "")
