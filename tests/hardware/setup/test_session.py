"""`companion setup` in a real terminal, from the first line to the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.config import Config
from companion.daemon import diagnostics
from companion.daemon.configuration import Configuration
from tests.fakes.box import MESSAGES
from tests.fakes.faked_box import PORT, lend_hands
from tests.hardware.setup.session import RunningCommand, session

TAG = "0F0184F07B"
SET_UP = ("tests.fakes.faked_box", "setup", "--data", "data", "--set", "rfid.port=/dev/none")
"""The port is set so that no reader of this very machine is touched."""


@pytest.fixture
def hands(tmp_path: Path) -> Callable[[str], None]:
    return lend_hands(tmp_path)


@pytest.fixture
def here(tmp_path: Path, hands: Callable[[str], None]) -> Iterator[RunningCommand]:
    with session(*SET_UP, folder=tmp_path) as here:
        yield here


def lasting(folder: Path) -> Config:
    return Configuration(None, (f"data.folder={folder / 'data'}",)).without_options()


def display(here: RunningCommand) -> None:
    for question in ("the large 2? [Y/n]", "as it is built in? [Y/n]", "Number [1]"):
        here.answer(question)


def pressed(here: RunningCommand, hands: Callable[[str], None], *pins: int) -> None:
    for button, pin in zip(("Advance", "Select", "Back"), pins, strict=True):
        here.expect(f"Press {button} now")
        hands(f"tap {pin}")
    here.answer("players' colours? [y/N]")


def tapped(here: RunningCommand, hands: Callable[[str], None]) -> None:
    here.expect("Tap a bag now")
    here.expect("without.)")
    hands(f"lay {TAG}")


def test_everything_is_there(tmp_path: Path, here: RunningCommand, hands: Callable[[str], None]) -> None:
    display(here)
    pressed(here, hands, 17, 5, 22)
    tapped(here, hands)
    here.answer("Keep this in data/config.json? [Y/n]")
    assert here.end() == 0
    config = lasting(tmp_path)
    assert (config.oled.driver, config.buttons.select, config.rfid.driver) == ("sh1106", 5, "rdm6300")
    assert "ok display An sh1106 answers at 0x3C on I2C bus 1." in here.words
    assert "ok buttons GPIO17 (J8:11), GPIO5 (J8:29) and GPIO22 (J8:15) are free" in here.words
    assert f"ok reader dev/{PORT} is open and quiet" in here.words
    assert max(map(len, here.shown.splitlines())) <= 80


def test_run_again_for_one_part_in_italian(tmp_path: Path, hands: Callable[[str], None]) -> None:
    own = "# mia\n[web]\nport = 8181\n"
    (tmp_path / "companion.toml").write_text(own)
    words = (*SET_UP, "--config", "companion.toml")
    with session(*words, folder=tmp_path, environment={"LANG": "it_IT.UTF-8"}) as here:
        here.answer("Numero [7]", "3")
        here.expect("prosegue senza.)")
        hands(f"lay {TAG}")
        here.answer("Lo conservo in data/config.json? [S/n]", "sì")
        assert here.end() == 0
    assert (tmp_path / "companion.toml").read_text() == own
    assert lasting(tmp_path).rfid.port == f"dev/{PORT}"


def test_with_each_part_missing_it_comes_to_its_end(tmp_path: Path, hands: Callable[[str], None]) -> None:
    lost = {"AMISS": "display reader buttons"}
    with session(*SET_UP, folder=tmp_path, environment=lost) as here:
        for expected in ("swapped all look", "a Raspberry Pi's pins", "There is no /dev/none"):
            here.expect(expected)
            here.answer("Number [1]", "3")
        here.answer("Keep this in data/config.json?", "y")
        assert here.end() == 0
    config = lasting(tmp_path)
    assert {config.oled.driver, config.buttons.driver, config.rfid.driver} == {"none"}


@pytest.mark.parametrize("steps", range(4))
def test_ctrl_c_at_any_point_writes_nothing(tmp_path: Path, hands: Callable[[str], None], steps: int) -> None:
    (tmp_path / "companion.toml").touch()
    with session(*SET_UP, "--config", "companion.toml", folder=tmp_path) as here:
        here.expect("Number [7]")
        if steps > 0:
            here.type("4")
            here.expect("the large 2? [Y/n]")
        if steps > 1:
            here.type()
            here.answer("as it is built in? [Y/n]")
            here.answer("Number [1]")
            here.expect("Press Advance now")
        if steps > 2:
            hands("tap 17")
            here.expect("Press Select now")
        here.press("c")
        assert here.end() == 130
    assert "Stopped. Nothing was written; data/config.json is as it was." in here.words
    assert not list((tmp_path / "data").iterdir())


def test_a_terminal_that_closes_leaves_no_file(here: RunningCommand, tmp_path: Path) -> None:
    here.expect("the large 2? [Y/n]")
    here.press("d")
    assert here.end() == 1
    assert not list((tmp_path / "data").iterdir())


def test_a_file_that_cannot_be_written_in_the_end_is_reported_at_once(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with session("companion", "setup", "--data", "data", folder=tmp_path) as here:
        assert here.end() == 1
    assert "data/config.json cannot be written in the end: File exists" in here.words


def test_a_file_with_a_mistake_is_not_set_up(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("[oled]\ndrivr = 1\n")
    with session("companion", "setup", "--config", "companion.toml", folder=tmp_path) as here:
        assert here.end() == 2
    assert "The nearest known one is oled.driver" in here.words
    assert list(tmp_path.iterdir()) == [tmp_path / "companion.toml"]


def test_the_command_itself_with_nothing_asked_for(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").touch()
    words = ("--config", "companion.toml", "--data", "data", "--set", "web.port=1")
    with session("companion", "setup", *words, folder=tmp_path) as here:
        here.answer("Number [7]")
        assert here.end() == 0
    assert "Nothing has changed; data/config.json stays as it is." in here.words


def test_the_program_puts_its_own_walk_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "typed").open("w+") as typed:
        monkeypatch.setattr("sys.stdin", typed)
        talk = diagnostics.terminal_conversation(MESSAGES.language("it"))
        configuration = Configuration(None, ("web.port=1", f"data.folder={tmp_path}"))
        walk = diagnostics.setup_wizard(configuration, talk)
    assert walk.others() == {}
    assert walk.doctor is diagnostics.every_probe
    assert {"red", "yellow", "green", "blue"} <= set(walk.pins.colours)
    assert (walk.path, walk.talk.language.code) == (configuration.overlay, "it")
