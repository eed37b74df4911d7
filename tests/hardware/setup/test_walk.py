"""The whole way: three parts, one file, and nothing of the owner's lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.config import Config, RfidConfig, load
from companion.health.findings import fine
from hardware.reader.rdm6300 import encode
from hardware.reader.simulated import SimulatedLine
from hardware.setup.walk import SettingUp
from tests.fakes.person import ENTER, LATE, Doing, Parts, Person, talk, wired

TAG = "0F0184F07B"
DISPLAY = ("y", ENTER, ENTER)
"""The answers to: a frame? upright? bright enough?"""
OWN = """\
# My box.
[web]
port = 8181   # 8080 is the printer's

[oled]
driver = "ssd1306" # the small one
address = 0x3D

[buttons]
advance = "J8:11"
# select = 26    what it was in the old box

[rfid]
driver = "none"
"""


class Owner:
    """Walks on a Raspberry Pi with a display, an adapter and three buttons."""

    def __init__(self, folder: Path, parts: Parts, line: SimulatedLine) -> None:
        self.path = folder / "companion.toml"
        self.parts = parts
        self.line = line
        self.person = Person()
        self.port = parts.port("ttyUSB0", line.port())

    def __call__(self, *script: Doing, language: str = "en", **settings: object) -> bool:
        self.person = Person(*script)
        there = self.path if self.path.exists() else None
        here_alone = {"port": "/dev/none", **settings}  # no reader of this very machine is touched
        before = load(there)
        now = load(there, [f"rfid.{key}={value}" for key, value in here_alone.items()])
        setting_up = SettingUp(
            talk=talk(self.person, language),
            path=self.path,
            displays=self.parts.displays(),
            pins=self.parts.pins(),
            readers=self.parts.readers(lambda: self.person.now),
            lamps=self.parts.lamps(),
            buzzers=self.parts.buzzers(),
            others=lambda: self.parts.running,
            doctor=lambda _: (lambda: fine("port", "any"),),
        )
        well = setting_up.go(before, now)
        assert not self.person.script
        return well

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


def test_a_new_box_is_set_up_and_its_file_has_every_comment_of_the_template(go: Owner) -> None:
    assert go(*DISPLAY, *go.presses(17, 5, 22), go.lay, ENTER)
    config = load(go.path)
    assert (config.oled.driver, config.buttons.select, config.rfid.port) == ("sh1106", 5, go.port)
    words = go.path.read_text(encoding="utf-8")
    assert "# the address to listen on; 0.0.0.0 is every network the box is in" in words
    assert 'oled.driver = "sh1106" buttons.select = 5' in go.words
    assert "buttons.advance" not in go.words
    assert not go.path.with_name("companion.toml.old").exists()
    assert "ok port Any that is free." in go.words, "the doctor has looked at it"


def test_a_new_box_speaks_the_language_of_its_owner_s_terminal(go: Owner) -> None:
    go(*DISPLAY, *go.presses(17, 27, 22), go.lay, ENTER, language="it")
    assert load(go.path).box.language == "it"
    go("1", "y", "n", ENTER, ENTER, language="en")
    assert load(go.path).box.language == "it", "an old one is not asked about it"


def test_a_box_without_anything_to_find_still_gets_its_commented_file(go: Owner) -> None:
    go.parts.buses.clear()
    assert go("2", *(ENTER,) * 3, "n", ENTER, "2", ENTER)
    assert load(go.path) == Config()
    assert "Nothing differs from the defaults." in go.words


def test_run_again_it_asks_what_for_and_says_how_it_is_now(go: Owner) -> None:
    go.path.write_text(OWN)
    assert go(ENTER)
    assert "The display (now: ssd1306 at 0x3D on I2C bus 1)" in go.words
    assert "The buttons (now: GPIO17, GPIO27 and GPIO22)" in go.words
    assert "The reader (now: none)" in go.words
    assert go.path.read_text() == OWN


def test_run_again_it_changes_only_what_is_asked_for(go: Owner) -> None:
    go.path.write_text(OWN)
    assert go("3", go.lay, ENTER)
    assert go.path.read_text() == OWN.replace('driver = "none"', f'driver = "rdm6300"\nport = "{go.port}"')
    assert go.path.with_name("companion.toml.old").read_text() == OWN
    assert "The earlier one is kept as" in go.words


def test_all_three_may_be_asked_for_again(go: Owner) -> None:
    go.path.write_text(OWN)
    assert go("4", *DISPLAY, *go.presses(17, 26, 22), go.lay, ENTER)
    words = go.path.read_text()
    assert 'driver = "sh1106"  # the small one\naddress = 0x3C\n' in words
    assert 'advance = "J8:11"\nselect = 26\n# select = 26    what it was in the old box\n' in words
    assert words.startswith("# My box.\n[web]\nport = 8181   # 8080 is the printer's\n")


def test_what_is_found_as_it_was_changes_nothing(go: Owner) -> None:
    go(*DISPLAY, *go.presses(17, 27, 22), go.lay, ENTER)
    was = go.path.read_text()
    assert go("4", *DISPLAY, *go.presses(17, 27, 22), go.lay)
    assert go.path.read_text() == was
    assert "Nothing has changed" in go.words


def test_the_person_may_decide_against_it(go: Owner) -> None:
    go.path.write_text(OWN)
    assert not go("3", go.lay, "n")
    assert go.path.read_text() == OWN
    assert "Nothing was written" in go.words


def test_what_was_set_for_this_time_only_is_not_written_unless_it_is_found(go: Owner) -> None:
    go.path.write_text(OWN)
    assert go("3", LATE, "2", port="/dev/none", driver="pn532")
    assert go.path.read_text() == OWN
    (go.parts.dev / "ttyUSB0").unlink()
    assert go("3", go.lay, ENTER, port=go.line.port())
    assert load(go.path).rfid == RfidConfig(port=go.line.port())


def test_of_a_part_that_the_box_does_not_have_nothing_else_is_written(go: Owner) -> None:
    go.path.write_text(OWN.replace("none", "rdm6300"))
    (go.parts.dev / "ttyUSB0").unlink()
    assert go("3", "3", ENTER, port="/dev/none", driver="pn532")
    assert go.path.read_text() == OWN


def test_a_running_companion_is_to_be_stopped_first(go: Owner) -> None:
    go.path.write_text(OWN)
    go.parts.running = {"display": "ok"}
    assert not go("2")
    assert "sudo systemctl stop companion" in go.words

    def stop() -> None:
        go.parts.running = {}

    assert go("1", stop, "1", ENTER)


def test_a_file_that_cannot_be_changed_safely_is_left_and_the_lines_are_shown(go: Owner) -> None:
    own = 'rfid = { driver = "none" }\n'
    go.path.write_text(own)
    assert not go("3", go.lay, ENTER)
    assert go.path.read_text() == own
    assert 'rfid.driver = "rdm6300"' in go.words
    assert "Please put the lines above into it yourself" in go.words


def test_what_the_owner_writes_meanwhile_stays(go: Owner) -> None:
    go.path.write_text(OWN)

    def meanwhile() -> None:
        go.path.write_text(OWN.replace("8181", "8282"))
        go.lay()

    assert go("3", meanwhile, ENTER)
    assert "port = 8282" in go.path.read_text()


def test_a_file_from_another_system_keeps_the_ends_of_its_lines(go: Owner) -> None:
    own = OWN.replace("\n", "\r\n").encode()
    go.path.write_bytes(own)
    assert go("3", go.lay, ENTER)
    lines = go.path.read_bytes().splitlines(keepends=True)
    assert all(line.endswith(b"\r\n") for line in lines)
    assert set(own.splitlines(keepends=True)) - set(lines) == {b'driver = "none"\r\n'}


def test_a_disk_that_is_full_leaves_the_file(go: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    go.path.write_text(OWN)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert not go("3", go.lay, ENTER)
    assert go.path.read_text() == OWN
    assert "cannot be written: No space left on device" in go.words


@pytest.mark.parametrize("steps", range(9))
def test_whoever_goes_away_at_any_point_leaves_the_file_as_it_was(go: Owner, steps: int) -> None:
    go.path.write_text(OWN)
    whole: tuple[Doing, ...] = ("4", *DISPLAY, *go.presses(17, 26, 22), go.lay)
    with pytest.raises(EOFError):
        go(*whole[:steps])
    assert go.path.read_text() == OWN
    assert not go.parts.bus.picture().getbbox(), "the display is dark"
    assert all(go.parts.kernel.freed(line) for line in go.parts.kernel.asked), "the pins are free"


def test_lamps_and_buzzer_are_chosen_by_themselves_and_written(go: Owner) -> None:
    go.path.write_text(OWN)
    assert go("5", "2", "1", "2", "4", ENTER)
    assert "The lamps (now: none)" in go.words
    assert load(go.path).lamps.colours == {"red": 4, "green": 12}
    assert go("6", "3", ENTER, ENTER)
    assert load(go.path).buzzer.driver == "active"
    assert go(ENTER)
    assert "The lamps (now: leds)" in go.words
    assert "The buzzer (now: active on 18)" in go.words


def test_a_button_that_takes_a_lamp_s_pin_is_not_written(go: Owner) -> None:
    go.path.write_text('[lamps]\ndriver = "leds"\n[lamps.colours]\nred = 23\n')
    before = go.path.read_text()
    assert not go("2", *go.presses(17, 27, 23))
    assert "lamps.colours.red" in go.words
    assert go.path.read_text() == before
