"""The whole way: three parts, one file of the box's own, and the owner's only read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.config import Config, RfidConfig
from companion.daemon.configuration import Configuration
from companion.health.findings import fine
from hardware.reader.rdm6300 import encode
from hardware.reader.simulated import SimulatedLine
from hardware.setup.walk import SettingUp
from tests.fakes.person import ENTER, LATE, Doing, Parts, Person, talk, wired

TAG = "0F0184F07B"
DISPLAY = ("y", ENTER, ENTER)
"""The answers to: a frame? upright? bright enough?"""
OWN = """\
[web]
port = 8181

[oled]
driver = "ssd1306"
address = 0x3D

[rfid]
driver = "none"
"""


class Owner:
    """Walks on a Raspberry Pi with a display, an adapter and three buttons."""

    def __init__(self, folder: Path, parts: Parts, line: SimulatedLine) -> None:
        self.folder = folder
        self.file = folder / "companion.toml"
        self.parts = parts
        self.line = line
        self.person = Person()
        self.port = parts.port("ttyUSB0", line.port())

    def __call__(self, *script: Doing, language: str = "en", **settings: object) -> bool:
        self.person = Person(*script)
        here_alone = {"port": "/dev/none", **settings}  # no reader of this very machine is touched
        configuration = self.configuration(*(f"rfid.{key}={value}" for key, value in here_alone.items()))
        setting_up = SettingUp(
            talk=talk(self.person, language),
            path=configuration.overlay,
            save=configuration.save,
            new=configuration.new,
            displays=self.parts.displays(),
            pins=self.parts.pins(),
            readers=self.parts.readers(lambda: self.person.now),
            lamps=self.parts.lamps(),
            buzzers=self.parts.buzzers(),
            others=lambda: self.parts.running,
            doctor=lambda _: (lambda: fine("port", "any"),),
        )
        well = setting_up.go(configuration.lasting(), configuration.load())
        assert not self.person.script
        return well

    def configuration(self, *options: str) -> Configuration:
        file = self.file if self.file.exists() else None
        return Configuration(file, (f"data.folder={self.folder}", *options))

    def owns(self, words: str = OWN) -> None:
        self.file.write_text(words)

    @property
    def config(self) -> Config:
        """What lasts."""
        return self.configuration().lasting()

    @property
    def kept(self) -> Any:
        """What lies over the owner's file; None where nothing was ever kept."""
        overlay = self.configuration().overlay
        return json.loads(overlay.read_bytes()) if overlay.exists() else None

    @property
    def words(self) -> str:
        return self.person.words

    def tap(self, line: int) -> Callable[[], None]:
        return partial(self.parts.kernel.tap, line)

    def presses(self, *lines: int) -> tuple[Doing, ...]:
        return (*(self.tap(line) for line in lines), "n")

    def lay(self) -> None:
        self.line.send(encode(TAG))


@pytest.fixture
def go(tmp_path: Path) -> Iterator[Owner]:
    line = SimulatedLine()
    (tmp_path / "pi").mkdir()
    with wired(tmp_path / "pi", "sh1106") as parts:
        yield Owner(tmp_path, parts, line)
    line.unplug()


def test_a_new_box_is_set_up_and_only_what_differs_is_kept(go: Owner) -> None:
    assert go(*DISPLAY, *go.presses(17, 5, 22), go.lay, ENTER)
    assert go.kept == {
        "oled": {"driver": "sh1106"},
        "buttons": {"select": 5},
        "rfid": {"port": go.port},
    }
    assert 'oled.driver = "sh1106" buttons.select = 5' in go.words
    assert "buttons.advance" not in go.words
    assert "ok port Any that is free." in go.words, "the doctor has looked at it"


def test_a_new_box_speaks_the_language_of_its_owner_s_terminal(go: Owner) -> None:
    go(*DISPLAY, *go.presses(17, 27, 22), go.lay, ENTER, language="it")
    assert go.config.box.language == "it"
    go("1", "y", "n", ENTER, ENTER, language="en")
    assert go.config.box.language == "it", "an old one is not asked about it"


def test_run_again_it_asks_what_for_and_says_how_it_is_now(go: Owner) -> None:
    go.owns()
    assert go(ENTER)
    assert "The display (now: ssd1306 at 0x3D on I2C bus 1)" in go.words
    assert "The buttons (now: GPIO17, GPIO27 and GPIO22)" in go.words
    assert "The reader (now: none)" in go.words
    assert go.kept is None


def test_run_again_it_changes_only_what_is_asked_for_and_never_the_owners_file(go: Owner) -> None:
    go.owns()
    assert go("3", go.lay, ENTER)
    assert go.kept == {"rfid": {"driver": "rdm6300", "port": go.port}}
    assert go("1", *DISPLAY, ENTER)
    assert "oled.address = 0x3C" in go.words
    assert go.kept == {
        "oled": {"driver": "sh1106", "address": 0x3C},
        "rfid": {"driver": "rdm6300", "port": go.port},
    }
    assert go.file.read_text() == OWN


def test_what_is_found_as_it_was_changes_nothing(go: Owner) -> None:
    go(*DISPLAY, *go.presses(17, 27, 22), go.lay, ENTER)
    was = go.kept
    assert go("4", *DISPLAY, *go.presses(17, 27, 22), go.lay)
    assert go.kept == was
    assert "Nothing has changed" in go.words


def test_the_person_may_decide_against_it(go: Owner) -> None:
    go.owns()
    assert not go("3", go.lay, "n")
    assert go.kept is None
    assert "Nothing was written" in go.words


def test_what_was_set_for_this_time_only_is_not_written_unless_it_is_found(go: Owner) -> None:
    go.owns()
    assert go("3", LATE, "2", port="/dev/none", driver="pn532")
    assert go.kept is None
    (go.parts.dev / "ttyUSB0").unlink()
    assert go("3", go.lay, ENTER, port=go.line.port())
    assert go.config.rfid == RfidConfig(port=go.line.port())


def test_of_a_part_that_the_box_does_not_have_nothing_else_is_written(go: Owner) -> None:
    go.owns(OWN.replace("none", "rdm6300"))
    (go.parts.dev / "ttyUSB0").unlink()
    assert go("3", "3", ENTER, port="/dev/none", driver="pn532")
    assert go.kept == {"rfid": {"driver": "none"}}


def test_a_running_companion_is_to_be_stopped_first(go: Owner) -> None:
    go.owns()
    go.parts.running = {"display": "ok"}
    assert not go("2")
    assert "sudo systemctl stop companion" in go.words

    def stop() -> None:
        go.parts.running = {}

    assert go("1", stop, "1", ENTER)


def test_what_the_owner_writes_meanwhile_stays(go: Owner) -> None:
    go.owns()

    def meanwhile() -> None:
        go.owns(OWN.replace("8181", "8282"))
        go.lay()

    assert go("3", meanwhile, ENTER)
    assert go.config.web.port == 8282


def test_a_disk_that_is_full_leaves_what_was_kept(go: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    go.owns()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert not go("3", go.lay, ENTER)
    assert go.kept is None
    assert "cannot be written: No space left on device" in go.words


@pytest.mark.parametrize("steps", range(9))
def test_a_person_who_goes_away_at_any_point_leaves_all_as_it_was(go: Owner, steps: int) -> None:
    go.owns()
    whole: tuple[Doing, ...] = ("4", *DISPLAY, *go.presses(17, 26, 22), go.lay)
    with pytest.raises(EOFError):
        go(*whole[:steps])
    assert go.kept is None
    assert not go.parts.bus.picture().getbbox(), "the display is dark"
    assert all(go.parts.kernel.freed(line) for line in go.parts.kernel.asked), "the pins are free"


def test_lamps_and_buzzer_are_chosen_by_themselves_and_written(go: Owner) -> None:
    go.owns()
    assert go("5", "2", "1", "2", "4", ENTER)
    assert "The lamps (now: none)" in go.words
    assert go.config.lamps.colours == {"red": 4, "green": 12}
    assert go("6", "3", ENTER, ENTER)
    assert go.config.buzzer.driver == "active"
    assert go(ENTER)
    assert "The lamps (now: leds)" in go.words
    assert "The buzzer (now: active on 18)" in go.words


def test_a_button_that_takes_a_lamp_s_pin_is_not_written(go: Owner) -> None:
    go.owns('[lamps]\ndriver = "leds"\n[lamps.colours]\nred = 23\n')
    assert not go("2", *go.presses(17, 27, 23))
    assert "lamps.colours.red" in go.words
    assert go.kept is None
