"""Games and journals as files, by the commands of a whole companion."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.games import verdict_lines, verify_command
from companion.table.verification import Verdict
from tests.fakes.box import MESSAGES
from tests.fakes.folders import game_file
from tests.fakes.served import companion, run
from tests.patience import PATIENCE

ENGLISH = {"LC_ALL": "en_GB.UTF-8"}
BOTH = ({"colour": "red"}, {"colour": "blue"})


def test_a_game_goes_from_box_to_box_and_its_draws_hold(tmp_path: Path) -> None:
    one, other, file = tmp_path / "one", tmp_path / "other", tmp_path / "game.json"
    with companion(data=one) as box:
        box.join()
        box.start_game()
        running = run("export", "--data", str(one), str(file))
        assert running.returncode == 0, running.stderr
        assert run("verify", str(file)).returncode == 2
        box.ask("POST", "/api/v1/commands", {"type": "end"})
    assert run("export", "--data", str(one), str(file)).returncode == 0
    assert run("verify", str(file)).returncode == 0
    listed = run("games", "--data", str(one)).stdout.splitlines()
    assert len(listed) == 1
    game = json.loads(file.read_text(encoding="utf-8"))["game"]
    assert listed[0].startswith(game)
    assert run("import", "--data", str(other), str(file)).returncode == 0
    assert run("games", "--data", str(other)).stdout.startswith(game)
    forged = file.read_text(encoding="utf-8").replace('"red"', '"blue"', 1)
    file.write_text(forged, encoding="utf-8")
    assert run("verify", str(file)).returncode == 1


def test_where_nothing_was_played_there_are_no_games_to_list(tmp_path: Path) -> None:
    listed = run("games", "--data", str(tmp_path / "nowhere"))
    assert (listed.returncode, listed.stdout) == (0, "")


def test_a_file_that_is_no_game_is_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "letter.json"
    file.write_text("Dear box,", encoding="utf-8")
    assert run("verify", str(file)).returncode == 1
    refused = run("import", "--data", str(tmp_path), str(file))
    assert refused.returncode == 1
    assert "letter.json" in refused.stderr


def test_a_backup_is_taken_while_the_game_is_played_and_put_back_when_it_is_not(tmp_path: Path) -> None:
    place = ("--data", str(tmp_path / "data"))
    with companion(data=tmp_path / "data") as box:
        box.join()
        box.start_game()
        assert run("backup", *place, str(tmp_path / "copy")).returncode == 0
        box.ask("POST", "/api/v1/commands", {"type": "advance"})
        refused = run("restore", *place, str(tmp_path / "copy"))
        assert refused.returncode == 1
        assert str(tmp_path / "data") in refused.stderr
        box.stop()
    put_back = run("restore", *place, str(tmp_path / "copy"))
    assert (put_back.returncode, put_back.stderr) == (0, "")
    assert "replaced-" in put_back.stdout
    assert "production" in run("games", *place).stdout


def test_a_backup_goes_to_standard_output_as_it_would_to_a_file(tmp_path: Path) -> None:
    with companion(data=tmp_path) as box:
        box.join()
        box.start_game()
        box.stop()
    said = subprocess.run(
        [sys.executable, "-m", "companion", "backup", "--data", str(tmp_path), "-"],
        capture_output=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    assert said.stdout.startswith(b"PK")


def test_a_backup_into_a_closed_pipe_is_reported_in_a_line(tmp_path: Path) -> None:
    with companion(data=tmp_path) as box:
        box.join()
        box.start_game()
        box.stop()
    command = [sys.executable, "-m", "companion", "backup", "--data", str(tmp_path), "-"]
    with Path("/dev/full").open("wb") as full:
        said = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False, text=True
        )
    assert said.returncode == 1
    assert said.stderr.startswith("Error: No copy was written to -: No space left on device.")
    assert len(said.stderr.splitlines()) == 1


def test_a_backup_does_not_take_the_place_of_the_games(tmp_path: Path) -> None:
    with companion(data=tmp_path) as box:
        box.join()
        box.start_game()
        place = game_file(tmp_path)
        inode = place.stat().st_ino
        refused = run("backup", "--data", str(tmp_path), str(place))
        assert (refused.returncode, place.stat().st_ino) == (1, inode)
        assert place.name in refused.stderr


def test_what_is_put_back_from_a_pipe_is_called_as_the_person_called_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "restore", "--data", str(tmp_path), "-"]
    said = subprocess.run(
        command, input="no copy", capture_output=True, timeout=PATIENCE, check=False, text=True
    )
    assert said.returncode == 1
    assert said.stderr.startswith("Error: - is not a whole copy of the games.")


def test_the_command_prints_both_fingerprints_and_whether_the_file_leads_to_one(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with companion(data=tmp_path / "data") as box:
        box.join()
        box.ask("POST", "/api/v1/commands", {"type": "add-seed", "seed": "a die on my table"})
        box.start_game()
        noted = box.ask("GET", "/api/v1/table")["game"]["head"]
        game = box.ask("POST", "/api/v1/commands", {"type": "end"})["table"]["game"]
    assert run("export", "--data", str(tmp_path / "data"), str(file)).returncode == 0
    said = run("verify", str(file))
    assert said.returncode == 0
    assert f"Fingerprint of the game: {game['head']}" in said.stdout
    assert f"Fingerprint of the dice: {game['commitment']}" in said.stdout
    assert "1 phone added to the dice before the start." in said.stdout
    shown = game["head"][:10]

    def asked(head: str) -> Result:
        """The same command, without a process of its own."""
        return CliRunner().invoke(verify_command, ["--head", head, str(file)], env=ENGLISH)

    said = run("verify", "--head", shown, str(file))
    assert said.returncode == 0
    assert "It leads to the fingerprint that was asked for." in said.stdout
    for typed in (shown.upper(), f"{shown[:5]} {shown[5:]}", game["head"]):
        answer = asked(typed)
        assert answer.exit_code == 0
        assert "It leads to the fingerprint that was asked for." in answer.stdout
    assert "and 1 entry follows" in asked(noted).stdout
    other = asked(shown[::-1])
    assert other.exit_code == 1
    assert "does not lead to the fingerprint" in other.stdout
    for unfit in (shown[:9], "zz" * 5, ""):
        refused = asked(unfit)
        assert refused.exit_code == 1
        assert "at least 10 digits" in refused.stderr


def test_interventions_in_chance_are_printed_with_the_verdict(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with companion(data=tmp_path / "data") as box:
        box.join()
        box.start_game()
        for command in (
            {"type": "start", "system": "roads-and-boats", "players": [*BOTH], "replace": True},
            {"type": "build-mine", "number": 1, "colour": "red", "mixture": "standard", "late": True},
            {"type": "record-draw", "number": 1, "ore": "gold"},
            {
                "type": "correct",
                "field": "bag",
                "value": {"number": 1, "gold": 1, "iron": 1},
                "reason": "seen",
            },
            {"type": "end"},
        ):
            box.ask("POST", "/api/v1/commands", command)
    assert run("export", "--data", str(tmp_path / "data"), str(file)).returncode == 0
    said = run("verify", str(file)).stdout
    done = "1 draw by hand, 1 correction of what is drawn and 2 starts until this one"
    assert f"What was done to chance: {done}." in said
    assert "The dice are the box's alone" in said
    italian = run("verify", str(file), LANG="it_IT.UTF-8").stdout
    assert "1 estrazione a mano, 1 correzione di ciò che si estrae e 2 inizi fino a questo" in italian


@pytest.mark.parametrize(("draws", "english", "italian"), [
    (0, "It holds: 0 draws by the dice", "Torna: 0 estrazioni con i dadi"),
    (1, "It holds: 1 draw by the dice", "Torna: 1 estrazione con i dadi"),
    (2, "It holds: 2 draws by the dice", "Torna: 2 estrazioni con i dadi"),
])  # fmt: skip
def test_one_draw_is_printed_in_the_singular(draws: int, english: str, italian: str) -> None:
    said = next(verdict_lines(Verdict("holds", draws=draws), asked=False))
    assert MESSAGES.language("en").say(said).startswith(english)
    assert MESSAGES.language("it").say(said).startswith(italian)
