"""The layers of the configuration: the owner's file, what was changed over it, the options of a process."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.config import ConfigError, changes
from companion.daemon.configuration import Configuration
from companion.language.text import CompanionError, text

OWN = """[oled]
contrast = 160
offset = 2
[buttons.colours]
red = 5
blue = 6
"""


@pytest.fixture
def configuration(tmp_path: Path) -> Configuration:
    file = tmp_path / "companion.toml"
    file.write_text(OWN + f'[data]\nfolder = "{tmp_path}"\n')
    return Configuration(file, ("oled.bus=3",))


def kept(configuration: Configuration, *settings: str) -> dict[str, object]:
    """Keep these settings; what lies over the owner's file then."""
    configuration.save(changes(configuration.without_options(), configuration.without_options(*settings)))
    return dict(json.loads(configuration.overlay.read_bytes()))


def test_only_what_differs_from_the_owners_file_is_kept_and_lies_over_it(
    configuration: Configuration,
) -> None:
    assert kept(configuration, "oled.contrast=220", "oled.rotate=0") == {"oled": {"contrast": 220}}
    assert configuration.load().oled.contrast == 220
    assert kept(configuration, "oled.contrast=160") == {}, "as the owner has it"


def test_a_value_may_be_taken_away(configuration: Configuration) -> None:
    colours = "buttons.colours={blue = 7}"
    assert kept(configuration, colours) == {"buttons": {"colours": {"blue": 7}}}
    assert configuration.load().buttons.colours == {"blue": 7}


def test_an_option_holds_for_its_process_and_is_not_kept(configuration: Configuration) -> None:
    assert configuration.load().oled.bus == 3
    assert kept(configuration) == {}


def test_what_the_owner_writes_later_holds_where_nothing_lies_over_it(configuration: Configuration) -> None:
    kept(configuration, "oled.contrast=220")
    file = configuration.overlay.with_name("companion.toml")
    file.write_text(file.read_text().replace("160", "100").replace("offset = 2", "offset = 1"))
    oled = configuration.load().oled
    assert (oled.contrast, oled.offset) == (220, 1)


def test_a_missing_file_of_the_owners_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        Configuration(tmp_path / "none.toml").load()


@pytest.mark.parametrize(
    "damaged",
    [
        "", "{", "[]", '{"oled": 3}', '{"oled": {"drivr": 1}}', '{"x": {}}', "\0",
        '{"oled": {"x": ' + "[" * 100_000,
    ],
)  # fmt: skip
def test_a_box_with_damaged_settings_starts_by_the_owners_file_and_can_be_set_up(
    configuration: Configuration, damaged: str, caplog: pytest.LogCaptureFixture
) -> None:
    configuration.overlay.write_text(damaged)
    assert configuration.load().oled.contrast == 160
    assert "config.json" in caplog.text
    assert kept(configuration, "oled.contrast=220") == {"oled": {"contrast": 220}}


@pytest.mark.parametrize("kind", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_settings_that_never_begin_or_never_end_are_left_out(
    configuration: Configuration, kind: Callable[[Path], object]
) -> None:
    kind(configuration.overlay)
    assert configuration.load().oled.contrast == 160
    assert kept(configuration, "oled.contrast=220") == {"oled": {"contrast": 220}}


def test_a_folder_that_may_not_be_written_is_known_before(
    configuration: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    configuration.check()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(CompanionError) as told:
        configuration.check()
    file = str(configuration.overlay)
    assert told.value.message == text("setup.unwritable", file=file, why="Permission denied")
