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


@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 1)], ids=["Ctrl-C", "the terminal closes"])
def test_broken_off_in_the_middle_it_writes_nothing(
    tmp_path: Path, here: RunningCommand, key: str, status: int
) -> None:
    here.expect("the large 2? [Y/n]")
    here.press(key)
    assert here.end() == status
    assert "Stopped. Nothing was written; data/config.json is as it was." in here.words
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
