"""The whole companion in a process of its own: started, played, stopped, killed and started again."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import tty
from pathlib import Path
from typing import Any

import pytest

from tests.served import Running, companion


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A `companion` command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PATH": "/usr/bin:/bin", "LANG": "en_GB.UTF-8", **environment},
    )


def test_it_says_one_line_when_it_answers_and_ends_well_with_phones_connected(tmp_path: Path) -> None:
    with companion(data=tmp_path) as box:
        box.join()
        box.start_game()
        phones = [box.stream() for _ in range(8)]
        box.stop()
        assert box.process.returncode == 0
        assert box.process.stdout is not None
        assert not box.process.stdout.read()
        for phone in phones:
            phone.close()


def test_the_next_start_says_where_the_game_stands_and_who_did_what_last(tmp_path: Path) -> None:
    with companion(data=tmp_path) as box:
        box.join()
        box.start_game()
        box.ask("POST", "/api/v1/commands", {"type": "advance"})
        box.process.kill()
    with companion(data=tmp_path) as box:
        screen = box.ask("GET", "/api/v1/box/screen.json")
        assert "Resumed" in screen["title"]
        assert "movement" in " ".join([screen["title"], *screen["lines"]])


def test_a_phone_that_joined_is_still_in_after_a_restart(tmp_path: Path) -> None:
    with companion(data=tmp_path) as box:
        box.join()
        token = box.token
    with companion(data=tmp_path) as box:
        box.token = token
        box.start_game()


def test_nothing_acknowledged_is_lost_when_it_is_killed_and_a_repeated_key_acts_once(tmp_path: Path) -> None:
    chance = random.Random(9)
    with companion(data=tmp_path) as box:
        box.join()
        box.start_game()
    for life in range(6):
        answered, open_end = killed_under_load(tmp_path, life, after=chance.randrange(5, 120))
        with companion(data=tmp_path) as box:
            box.join()
            assert set(answered) <= counted(box, life)
            for number in [*sorted(answered)[:2], *sorted(answered)[-2:]]:
                assert (
                    box.ask("POST", "/api/v1/commands", wealth(life, number))["version"] == answered[number]
                )
            if open_end is not None:
                box.ask("POST", "/api/v1/commands", wealth(life, open_end))
            numbers = [*answered, *([] if open_end is None else [open_end])]
            assert sorted(counted_all(box, life)) == sorted(numbers)


def wealth(life: int, number: int) -> dict[str, Any]:
    """A command that the log tells apart from every other, with a key of its own."""
    counted = {"gold": life, "coins": number, "stock": 0}
    return {"type": "count-wealth", "colour": "red", "id": f"{life}-{number}", **counted}


def counted_all(box: Running, life: int) -> list[int]:
    entries = box.ask("GET", "/api/v1/log")["entries"]
    commands = [entry["command"] for entry in entries]
    return [
        command["coins"]
        for command in commands
        if command["type"] == "count-wealth" and command["gold"] == life
    ]


def counted(box: Running, life: int) -> set[int]:
    return set(counted_all(box, life))


def killed_under_load(folder: Path, life: int, after: int) -> tuple[dict[int, int], int | None]:
    """Send commands until the process is killed, once `after` were answered.

    Gives the version that each answered one was given, and the one that was sent without an answer.
    """
    answered: dict[int, int] = {}
    sent = -1
    enough = threading.Event()

    def play(box: Running) -> None:
        nonlocal sent
        try:
            while True:
                sent += 1
                answered[sent] = box.ask("POST", "/api/v1/commands", wealth(life, sent))["version"]
                if len(answered) == after:
                    enough.set()
        except (OSError, http.client.HTTPException, ValueError):
            enough.set()

    with companion(data=folder) as box:
        box.join()
        player = threading.Thread(target=play, args=(box,))
        player.start()
        assert enough.wait(60)
        box.process.kill()
        player.join(20)
    return answered, None if sent in answered else sent


def test_a_second_companion_is_kept_out_of_the_folder_and_says_what_to_do(tmp_path: Path) -> None:
    with companion(data=tmp_path):
        second = run("serve", "--simulate", "--port", "0", "--data", str(tmp_path))
    assert second.returncode == 1
    assert second.stdout == ""
    assert str(tmp_path) in second.stderr
    assert "--data" in second.stderr


def test_a_port_in_use_is_a_clear_error_in_the_readers_language(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = ("serve", "--simulate", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path))
        english = run(*words)
        italian = run(*words, LANG="it_IT.UTF-8")
    assert english.returncode == italian.returncode == 1
    assert port in english.stderr
    assert "Cannot listen" in english.stderr
    assert "Address already in use" in english.stderr
    assert "Impossibile" in italian.stderr


def test_an_unknown_key_and_a_wrong_pin_stop_the_start_by_name(tmp_path: Path) -> None:
    key = run("serve", "--data", str(tmp_path), "--set", "web.prot=1")
    assert key.returncode == 2
    assert "web.prot" in key.stderr
    assert "web.port" in key.stderr
    colour = run("serve", "--data", str(tmp_path), "--set", "buttons.colours.pink=5")
    assert colour.returncode == 1
    assert "pink" in colour.stderr


def test_a_box_without_any_part_plays_on(tmp_path: Path) -> None:
    settings = ("oled.driver=none", "buttons.driver=none", "rfid.driver=none")
    with companion(*settings, data=tmp_path) as box:
        box.join()
        box.start_game()
        health = box.ask("GET", "/healthz")
    assert {health["reader"], health["display"], health["buttons"]} == {"off"}


def test_parts_that_are_configured_and_not_there_are_missing_and_the_box_plays_on(tmp_path: Path) -> None:
    settings = ("oled.driver=ssd1306", "buttons.driver=gpio", "rfid.driver=rdm6300", "rfid.port=/dev/nothing")
    with companion(*settings, data=tmp_path) as box:
        box.join()
        box.start_game()
        health = box.ask("GET", "/healthz")
    assert {health["reader"], health["display"], health["buttons"]} == {"missing"}


def test_the_doctor_names_what_is_missing_with_its_cure(tmp_path: Path) -> None:
    here = ("--data", str(tmp_path), "--set", "web.port=0", "--set", "rfid.port=/dev/nothing")
    ill = run("doctor", *here)
    assert ill.returncode == 1
    assert [line.split()[1] for line in ill.stdout.splitlines()] == [
        "display", "buttons", "reader", "power", "disk", "clock", "network", "port", "games",
    ]  # fmt: skip
    assert "/dev/nothing" in ill.stdout
    assert "Plug the adapter in" in ill.stdout
    assert "MANCA" in run("doctor", *here, LANG="it_IT.UTF-8").stdout
    parts = [f"{part}.driver=simulated" for part in ("oled", "buttons", "rfid")]
    well = run("doctor", *here, *(word for part in parts for word in ("--set", part)))
    assert well.returncode == 0, well.stdout


def test_the_doctor_tells_programs_too_and_leaves_a_running_companion_in_peace(tmp_path: Path) -> None:
    with companion(data=tmp_path) as box:
        box.join()
        box.start_game()
        here = ("--data", str(tmp_path), "--set", "web.host=127.0.0.1", "--set", f"web.port={box.address[1]}")
        parts = [f"{part}.driver=simulated" for part in ("oled", "buttons", "rfid")]
        said = run("doctor", "--json", *here, *(word for part in parts for word in ("--set", part)))
        box.ask("POST", "/api/v1/commands", {"type": "advance"})
    report = json.loads(said.stdout)
    codes = {each["part"]: each["code"] for each in report["findings"]}
    assert report["well"] is True, report
    assert codes["port"] == "doctor.port.ours"
    assert codes["journal"] == "doctor.journal.whole-and-playing"


@pytest.mark.parametrize(
    ("pin", "said"),
    [
        ("advance=J8:2", "buttons.advance the pin 5V (J8:2), which is no GPIO"),
        ("select=gpio17", "buttons.select the pin GPIO17 (J8:11), which buttons.advance has already"),
        ("back=3", "buttons.back the pin GPIO3 (J8:5), but the display on I2C bus 1 needs it"),
        ("colours.red=BOARD10", "buttons.colours.red the pin BOARD10, GPIO15 (J8:10), but the reader on"),
        ("colours.red=0", "buttons.colours.red the pin GPIO0 (J8:27), which the board itself uses"),
    ],
)
def test_a_pin_that_a_button_cannot_have_stops_the_start_and_the_doctor_says_it(
    tmp_path: Path, pin: str, said: str
) -> None:
    words = ("--data", str(tmp_path), "--set", f"buttons.{pin}")
    start = run("serve", "--port", "0", *words)
    assert start.returncode == 1
    assert said in start.stderr
    assert said in run("doctor", *words).stdout


def test_the_reader_s_bytes_are_dumped_with_their_meaning(tmp_path: Path) -> None:
    end, near = os.openpty()
    tty.setraw(near)
    port = os.ttyname(near)
    words = [sys.executable, "-m", "companion", "doctor", "--dump-reader", "--set", f"rfid.port={port}"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as doctor:
        assert doctor.stdout is not None
        assert port in doctor.stdout.readline()
        os.write(end, b"\x020F0184F07B01\x03")
        line = doctor.stdout.readline()
        doctor.send_signal(signal.SIGINT)
        doctor.communicate(timeout=20)
    os.close(end)
    os.close(near)
    assert "30 46 30 31 38 34 46 30 37 42" in line
    assert "0F0184F07B" in line
    assert doctor.returncode == 0


def test_a_reader_that_says_nothing_is_told_what_to_look_at(tmp_path: Path) -> None:
    end, near = os.openpty()
    port = os.ttyname(near)
    quiet = run("doctor", "--dump-reader", "--seconds", "0", "--set", f"rfid.port={port}")
    assert (quiet.returncode, len(quiet.stdout.splitlines())) == (0, 1)
    assert "Nothing came" in quiet.stderr
    os.close(end)
    os.close(near)
    none = run("doctor", "--dump-reader", "--set", "rfid.driver=none")
    assert none.returncode == 1
    assert "rfid.driver" in none.stderr
    assert run("doctor", "--dump-reader", "--set", "rfid.port=/dev/nothing").returncode == 1


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


@pytest.mark.parametrize("words", [(), ("--help",), ("--version",)])
def test_help_and_version_are_told(words: tuple[str, ...]) -> None:
    assert run("serve", "--help").returncode == 0
    assert "companion" in (said := run(*words)).stdout + said.stderr


def test_the_demo_can_be_played_at_once() -> None:
    with companion(command="demo") as box:
        table = box.ask("GET", "/api/v1/table")
        assert table["game"]["phase"] == "production"
        box.join()
        box.ask("POST", "/api/v1/box/scan", {"tag": "0F0184F003"})
        drawn = {mine["number"]: mine["drawn"] for mine in box.ask("GET", "/api/v1/table")["game"]["mines"]}
        assert drawn[3] in {"gold", "iron"}
        box.ask("POST", "/api/v1/box/press", {"button": "advance"})
        box.ask("POST", "/api/v1/box/press", {"button": "advance"})
        assert box.ask("GET", "/api/v1/table")["game"]["phase"] == "movement"


def test_the_demo_names_the_games_that_it_can_begin_with() -> None:
    refused = run("demo", "--game", "chess")
    assert refused.returncode == 2
    assert "chess" in refused.stderr
    assert "roads-and-boats" in refused.stderr


def test_a_damaged_journal_is_set_aside_and_named_on_standard_error(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"not a journal " * 100)
    words = [sys.executable, "-m", "companion", "serve", "--simulate", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as box:
        assert box.stdout is not None
        assert box.stdout.readline().startswith("companion ready on ")
        box.terminate()
        _, said = box.communicate(timeout=20)
    (aside,) = tmp_path.glob("journal.damaged-*")
    assert aside.name in said


def test_the_service_manager_hears_of_readiness_then_of_life_then_of_the_end(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.settimeout(20)
        ear.bind(str(tmp_path / "notify"))
        told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000"}
        with companion(data=tmp_path / "data", environment=told) as box:
            assert [ear.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
            box.stop()
        heard = [b"WATCHDOG=1"]
        while heard[-1] == b"WATCHDOG=1":
            heard.append(ear.recv(100))
        assert heard[-1] == b"STOPPING=1"


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
    assert "journal.replaced-" in put_back.stdout
    assert "production" in run("games", *place).stdout


def test_a_backup_goes_to_standard_output_as_it_would_to_a_file(tmp_path: Path) -> None:
    with companion(data=tmp_path) as box:
        box.join()
        box.start_game()
        box.stop()
    said = subprocess.run(
        [sys.executable, "-m", "companion", "backup", "--data", str(tmp_path), "-"],
        capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    assert said.stdout.startswith(b"SQLite format 3")


def test_a_backup_that_the_pipe_does_not_take_is_told_in_a_line(tmp_path: Path) -> None:
    with companion(data=tmp_path) as box:
        box.join()
        box.stop()
    command = [sys.executable, "-m", "companion", "backup", "--data", str(tmp_path), "-"]
    with Path("/dev/full").open("wb") as full:
        said = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False, text=True
        )
    assert said.returncode == 1
    assert said.stderr.startswith("Error: No copy was written to -: No space left on device.")
    assert len(said.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["journal.sqlite", "journal.sqlite-wal", "journal.lock"])
def test_a_backup_does_not_take_the_place_of_the_games(tmp_path: Path, name: str) -> None:
    with companion(data=tmp_path) as box:
        box.join()
        box.start_game()
        inode = (tmp_path / name).stat().st_ino
        refused = run("backup", "--data", str(tmp_path), str(tmp_path / name))
        assert (refused.returncode, (tmp_path / name).stat().st_ino) == (1, inode)
        assert name in refused.stderr


def test_what_is_put_back_from_a_pipe_is_called_as_the_person_called_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "restore", "--data", str(tmp_path), "-"]
    said = subprocess.run(command, input="no copy", capture_output=True, timeout=60, check=False, text=True)
    assert said.returncode == 1
    assert said.stderr.startswith("Error: - is not a whole copy of a journal.")


@pytest.mark.parametrize("listens", [True, False], ids=["journald", "a file that passes for it"])
def test_journald_is_told_the_weight_of_each_line(tmp_path: Path, listens: bool) -> None:
    data = tmp_path / "data"
    with companion(data=data) as box:
        box.stop()
    (data / "journal.sqlite").write_bytes(b"damaged")
    log = tmp_path / "log"
    with log.open("wb") as stream:
        file = os.fstat(stream.fileno())
        environment = {**os.environ, "JOURNAL_STREAM": f"{file.st_dev}:{file.st_ino + (not listens)}"}
        words = ("serve", "--simulate", "--port", "0", "--data", str(data))
        with subprocess.Popen(
            [sys.executable, "-m", "companion", *words],
            env=environment, stdout=subprocess.PIPE, stderr=stream, text=True,
        ) as process:  # fmt: skip
            assert process.stdout is not None
            process.stdout.readline()
            process.terminate()
    (said,) = log.read_text(encoding="utf-8").splitlines()
    start = "<4>" if listens else "WARNING companion.starting: "
    assert said.startswith(f"{start}the journal was damaged and is set aside as journal.damaged-")
