"""Settings and parts of a whole companion: what stops its start, and what it plays on without."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tty
import zlib
from pathlib import Path

import pytest

from tests.fakes.folders import game_file
from tests.fakes.served import companion, run
from tests.patience import PATIENCE


def test_an_unknown_key_and_a_wrong_pin_stop_the_start_by_name(tmp_path: Path) -> None:
    key = run("serve", "--data", str(tmp_path), "--set", "web.prot=1")
    assert key.returncode == 2
    assert "web.prot" in key.stderr
    assert "web.port" in key.stderr
    colour = run("serve", "--data", str(tmp_path), "--set", "buttons.colours.pink=5")
    assert colour.returncode == 2
    assert "pink" in colour.stderr


def test_the_log_of_a_start_names_what_wins_over_the_owners_file(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"oled": {"contrast": 33}}')
    start = run("serve", "--simulate", "--data", str(tmp_path), "--set", "box.language=xx")
    assert "config.json wins over the owner's file: oled contrast\n" in start.stderr


def later(game: Path) -> bytes:
    """A game's file as a later version would write it."""
    head = b'{"format":"companion-journal","version":1000,"game":"%s"}' % game.stem.encode()
    return head[:-1] + b',"check":"%08x"}\n' % zlib.crc32(head)


def test_errors_only_the_owner_can_mend_are_distinguished_from_temporary_ones(tmp_path: Path) -> None:
    """The service manager tries again after the one, and not after the other (status 2)."""
    language = run("serve", "--simulate", "--data", str(tmp_path), "--set", "box.language=xx")
    assert language.returncode == 2
    with companion(data=tmp_path / "data") as box:
        box.join()
        box.start_game()
        box.stop()
    game = game_file(tmp_path / "data")
    game.write_bytes(later(game))
    newer = run("serve", "--simulate", "--port", "0", "--data", str(tmp_path / "data"))
    assert newer.returncode == 2
    assert "newer version" in newer.stderr


@pytest.mark.parametrize(
    ("settings", "state"),
    [
        (("oled.driver=none", "buttons.driver=none", "rfid.driver=none"), "off"),
        (
            ("oled.driver=ssd1306", "buttons.driver=gpio", "rfid.driver=rdm6300", "rfid.port=/dev/nothing"),
            "missing",
        ),
    ],
)
def test_a_box_without_its_parts_plays_on(tmp_path: Path, settings: tuple[str, ...], state: str) -> None:
    with companion(*settings, data=tmp_path) as box:
        box.join()
        box.start_game()
        health = box.ask("GET", "/healthz")
    assert {health["reader"], health["display"], health["buttons"]} == {state}


def test_the_doctor_names_what_is_missing_with_its_cure(tmp_path: Path) -> None:
    here = ("--data", str(tmp_path), "--set", "web.port=0", "--set", "rfid.port=/dev/nothing")
    ill = run("doctor", *here)
    assert ill.returncode == 1
    assert [line.split()[1] for line in ill.stdout.splitlines()] == [
        "display", "buttons", "reader", "power", "disk", "clock", "network", "port", "games", "copies",
    ]  # fmt: skip
    assert "/dev/nothing" in ill.stdout
    assert "Plug the adapter in" in ill.stdout
    assert "MANCA" in run("doctor", *here, LANG="it_IT.UTF-8").stdout
    parts = [f"{part}.driver=simulated" for part in ("oled", "buttons", "rfid")]
    well = run("doctor", *here, *(word for part in parts for word in ("--set", part)))
    assert well.returncode == 0, well.stdout


def test_the_doctor_reports_to_programs_too_and_leaves_a_running_companion_alone(tmp_path: Path) -> None:
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
def test_a_pin_that_a_button_cannot_have_stops_the_start_and_the_doctor_reports_it(
    tmp_path: Path, pin: str, said: str
) -> None:
    words = ("--data", str(tmp_path), "--set", f"buttons.{pin}")
    start = run("serve", "--port", "0", *words)
    assert start.returncode == 2
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
        doctor.communicate(timeout=PATIENCE)
    os.close(end)
    os.close(near)
    assert "30 46 30 31 38 34 46 30 37 42" in line
    assert "0F0184F07B" in line
    assert doctor.returncode == 0


def test_a_silent_reader_is_reported_with_what_to_check(tmp_path: Path) -> None:
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
