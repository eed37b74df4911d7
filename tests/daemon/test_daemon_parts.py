"""Settings and parts of a whole companion: what stops its start, and what it plays on without."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import companion_command
from companion.language.text import CompanionError, text
from tests.daemon.serving import health, press, serve
from tests.patience import PATIENCE

PARTS = tuple(f"--set={part}.driver=simulated" for part in ("oled", "buttons", "rfid"))


def run(*words: str | Path, language: str = "en_GB.UTF-8") -> Result:
    """A command that ends by itself."""
    env = {"LC_ALL": language, "COMPANION_CONFIG": None}
    return CliRunner(env=env).invoke(companion_command, [str(each) for each in words])


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("web.prot=1", "web.port"),
        ("buttons.colours.pink=5", "pink"),
        ("buttons.advance=J8:2", "buttons.advance the pin 5V (J8:2), which is no GPIO"),
        (
            "buttons.select=gpio17",
            "buttons.select the pin GPIO17 (J8:11), which buttons.advance has already",
        ),
        ("buttons.back=3", "buttons.back the pin GPIO3 (J8:5), but the display on I2C bus 1 needs it"),
        (
            "buttons.colours.red=BOARD10",
            "buttons.colours.red the pin BOARD10, GPIO15 (J8:10), but the reader on",
        ),
        (
            "buttons.colours.red=0",
            "buttons.colours.red the pin GPIO0 (J8:27), which the board itself uses",
        ),
    ],
    ids=lambda given: given.partition(" ")[0],
)
@pytest.mark.usefixtures("signals")
def test_a_setting_that_cannot_be_stops_the_start_by_name_and_the_doctor_reports_it(
    tmp_path: Path, setting: str, said: str
) -> None:
    """Only the owner can mend it: the service manager does not try again (status 2)."""
    words = ("--data", tmp_path, "--set", "web.port=0", "--set", setting)
    start = run("serve", *words)
    assert (start.exit_code, said in start.stderr) == (2, True), start.stderr
    assert said in run("doctor", *words).output


@pytest.mark.usefixtures("signals")
def test_the_log_of_a_start_names_what_wins_over_the_owners_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "config.json").write_text('{"oled": {"contrast": 33}}')
    with caplog.at_level(logging.INFO):
        start = run("serve", "--simulate", "--data", tmp_path, "--set", "buttons.colours.pink=5")
    assert start.exit_code == 2
    assert "config.json wins over the owner's file: oled contrast\n" in caplog.text


@pytest.mark.parametrize(("permanent", "status"), [(True, 2), (False, 1)])
def test_errors_only_the_owner_can_mend_are_distinguished_from_temporary_ones(
    monkeypatch: pytest.MonkeyPatch, permanent: bool, status: int
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise CompanionError(text("cannot-start.threads"), permanent=permanent)

    monkeypatch.setattr("companion.daemon.supervisor.run", refused)
    assert run("serve").exit_code == status


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
    with serve(tmp_path, *settings, example="roads-and-boats") as served:
        served.table.perform(served.table.read({"type": "advance", "draw_rest": True}), source="phone")
        told = health(served)
    assert {told["reader"], told["display"], told["buttons"]} == {state}


def test_the_doctor_names_what_is_missing_with_its_cure(tmp_path: Path) -> None:
    here = ("--data", tmp_path, "--set", "web.port=0", "--set", "rfid.port=/dev/nothing")
    ill = run("doctor", *here)
    assert ill.exit_code == 1
    assert [line.split()[1] for line in ill.stdout.splitlines()] == [
        "display", "buttons", "reader", "power", "disk", "clock", "network", "port", "games", "copies",
    ]  # fmt: skip
    assert "/dev/nothing" in ill.stdout
    assert "Plug the adapter in" in ill.stdout
    assert "MANCA" in run("doctor", *here, language="it_IT.UTF-8").stdout
    well = run("doctor", *here, *PARTS)
    assert well.exit_code == 0, well.stdout


def test_the_doctor_reports_to_programs_too_and_leaves_a_running_companion_alone(tmp_path: Path) -> None:
    with serve(tmp_path, example="roads-and-boats") as served:
        here = ("--data", tmp_path, "--set", "web.host=127.0.0.1", "--set", f"web.port={served.port}")
        report = json.loads(run("doctor", "--json", *here, *PARTS).stdout)
        version = health(served)["version"]
        press(served.box, "advance", "advance", "back")
        assert health(served)["version"] > version
    codes = {each["part"]: each["code"] for each in report["findings"]}
    assert report["well"] is True, report
    assert codes["port"] == "doctor.port.ours"
    assert codes["journal"] == "doctor.journal.whole-and-playing"


@contextmanager
def line() -> Iterator[tuple[int, str]]:
    """A serial line: its far end, and the port's name."""
    end, near = os.openpty()
    tty.setraw(near)
    yield end, os.ttyname(near)
    os.close(end)
    os.close(near)


def test_the_reader_s_bytes_are_dumped_with_their_meaning_until_ctrl_c() -> None:
    with line() as (end, port):
        words = [sys.executable, "-m", "companion", "doctor", "--dump-reader", "--set", f"rfid.port={port}"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as doctor:
            assert doctor.stdout is not None
            assert port in doctor.stdout.readline()
            os.write(end, b"\x020F0184F07B01\x03")
            said = doctor.stdout.readline()
            doctor.send_signal(signal.SIGINT)
            doctor.communicate(timeout=PATIENCE)
    assert "30 46 30 31 38 34 46 30 37 42" in said
    assert "0F0184F07B" in said
    assert doctor.returncode == 0


def test_a_silent_reader_is_reported_with_what_to_check() -> None:
    with line() as (_, port):
        quiet = run("doctor", "--dump-reader", "--seconds", "0", "--set", f"rfid.port={port}")
    assert (quiet.exit_code, len(quiet.stdout.splitlines())) == (0, 1)
    assert "Nothing came" in quiet.stderr
    none = run("doctor", "--dump-reader", "--set", "rfid.driver=none")
    assert (none.exit_code, "rfid.driver" in none.stderr) == (1, True)
    assert run("doctor", "--dump-reader", "--set", "rfid.port=/dev/nothing").exit_code == 1
