"""The owner's file: whole or not at all, and every mistake is answered by name."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import msgspec
import pytest

from companion.cli.shared import FILE
from companion.config import SIMULATED, Config, ConfigError, load
from companion.language.text import Text
from tests.tree import ROOT

EXAMPLE = ROOT / "docs" / "companion.toml"


def file(folder: Path, words: str) -> Path:
    path = folder / "companion.toml"
    path.write_text(words, encoding="utf-8")
    return path


def test_without_a_file_every_key_has_its_default() -> None:
    assert load(None) == Config()


def test_the_commented_example_has_the_defaults_and_every_key() -> None:
    assert load(EXAMPLE) == Config()
    words = EXAMPLE.read_text(encoding="utf-8")
    for section in msgspec.structs.fields(Config):
        assert f"[{section.name}" in words
        for key in msgspec.structs.fields(section.type):
            assert re.search(rf"^(# )?{key.name} = |^\[{section.name}\.{key.name}\]", words, re.MULTILINE), (
                key.name
            )


def test_every_commented_line_of_the_example_can_be_switched_on(tmp_path: Path) -> None:
    words = re.sub(r"^# (\w+ = )", r"\1", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    config = load(file(tmp_path, words))
    assert config.web.join_code == "4821"
    assert config.buttons.colours == {
        "red": 5,
        "yellow": 6,
        "green": 13,
        "blue": 19,
        "purple": 16,
        "black": 20,
        "grey": 21,
    }


def test_a_setting_wins_over_the_file_and_is_read_by_the_type_of_its_key(tmp_path: Path) -> None:
    path = file(tmp_path, '[web]\nport = 80\njoin_code = "1111"\n')
    settings = ["web.join_code=0042", "web.port=0", "web.show_code=true", "buttons.colours.red=J8:29"]
    config = load(path, settings)
    assert config.web.join_code == "0042"
    assert config.web.port == 0
    assert config.web.show_code is True
    assert config.buttons.colours == {"red": "J8:29"}


@pytest.mark.parametrize(
    ("written", "key", "value"),
    [
        ("oled.address=0x3D", "address", 0x3D),
        ("oled.address=0b111101", "address", 0x3D),
        ("oled.bus=1_0", "bus", 10),
        ("oled.dim_after=1e1", "dim_after", 10.0),
        ('oled.driver="sh1106"', "driver", "sh1106"),
    ],
)
def test_a_setting_is_written_as_in_the_file(tmp_path: Path, written: str, key: str, value: object) -> None:
    of_file = file(tmp_path, f"[oled]\n{written.removeprefix('oled.')}\n".replace("=", " = "))
    assert getattr(load(None, [written]).oled, key) == getattr(load(of_file).oled, key) == value


@pytest.mark.parametrize(("board", "here"), [(0x78, "0x3C"), (0x7A, "0x3D")])
def test_an_address_as_it_is_printed_on_the_board_is_answered_with_the_one_it_has_here(
    tmp_path: Path, board: int, here: str
) -> None:
    path = file(tmp_path, f"[oled]\naddress = {board:#x}\n")
    for source in (partial(load, path), partial(load, None, [f"oled.address={board:#x}"])):
        with pytest.raises(ConfigError) as caught:
            source()
        assert caught.value.message.code == "config.on-board"
        assert caught.value.message.params == {"key": "oled.address", "board": f"0x{board:X}", "here": here}


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("mqtt.table=many", "config.whole-number"),
        ("rfid.gain=40", "config.one-of"),
        ("oled.address=120.0", "config.whole-number"),
        ("web.join_code=1", "config.union"),
        ("buttons.advance=99", "config.pin"),
        ("oled.address=" + 5000 * "9", "config.whole-number"),
        ("web.port=" + 5000 * "[", "config.whole-number"),
    ],
)
def test_a_refusal_names_the_keys_values_also_where_it_is_optional(setting: str, expected: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(None, [setting])
    wanted = caught.value.message.params["expected"]
    assert isinstance(wanted, Text)
    assert wanted.code == expected


def test_simulating_sets_every_part() -> None:
    config = load(None, SIMULATED)
    drivers = {config.oled.driver, config.buttons.driver, config.rfid.driver}
    assert drivers | {config.lamps.driver, config.buzzer.driver} == {"simulated"}


@pytest.mark.parametrize(
    ("words", "key", "nearest"),
    [
        ("[web]\nprot = 1", "web.prot", "web.port"),
        ("[rdif]\nport = 'x'", "rdif", "rfid"),
        ("port = 80", "port", "web.port"),
        ("[buttons]\nadvnace = 3", "buttons.advnace", "buttons.advance"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_known_one(
    tmp_path: Path, words: str, key: str, nearest: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load(file(tmp_path, words))
    assert caught.value.message.code == "config.unknown-key"
    assert caught.value.message.params == {"key": key, "nearest": nearest}


@pytest.mark.parametrize(
    ("setting", "code"),
    [
        ("web.prot=1", "config.unknown-key"),
        ("port=1", "config.unknown-key"),
        ("web.port.deep=1", "config.unknown-key"),
        ("web.port", "config.not-a-setting"),
        ("web.port=many", "config.misfit"),
        ("oled.driver=paper", "config.misfit"),
        ("buttons.colours.red=99", "config.misfit"),
        ("oled.dim_after=0", "config.misfit"),
        ("oled.rotate=90", "config.misfit"),
        ("oled.dim_contrast=256", "config.misfit"),
        ("oled.shift_every=-1", "config.misfit"),
        ("web.join_code=1", "config.misfit"),
        ("lamps.driver=candles", "config.misfit"),
        ("lamps.brightness=0", "config.misfit"),
        ("lamps.colours.red=28", "config.misfit"),
        ("buzzer.volume=4", "config.misfit"),
        ("buzzer.quiet_from=24", "config.misfit"),
    ],
)
def test_a_setting_that_cannot_be_used_is_refused(setting: str, code: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(None, [setting])
    assert caught.value.message.code == code


def test_a_setting_for_what_the_file_has_no_table_of_names_the_file_s_mistake(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(file(tmp_path, "web = 80"), ["web.port=8080"])
    assert (caught.value.message.code, caught.value.message.params["key"]) == ("config.misfit", "web")


def test_the_file_s_first_mistake_is_named_though_a_setting_meets_another_one(tmp_path: Path) -> None:
    words = "oled = 3\n[web]\nstreams = 'x'\n"
    with pytest.raises(ConfigError) as caught:
        load(file(tmp_path, words), ["oled.bus=1"])
    assert caught.value.message.params["key"] == "web.streams"


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("[web]\nport = 'x'", "web.port"),
        ("web = 3", "web"),
        ("[buttons.colours]\nred = []", "buttons.colours"),
    ],
)
def test_a_value_that_does_not_fit_is_named(tmp_path: Path, words: str, key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(file(tmp_path, words))
    assert caught.value.message.code == "config.misfit"
    assert caught.value.message.params["key"] == key


def test_a_missing_or_malformed_file_is_reported_with_name_and_cause(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as missing:
        load(tmp_path / "none.toml")
    assert missing.value.message.code == "config.unreadable"
    with pytest.raises(ConfigError) as broken:
        load(file(tmp_path, "[web"))
    assert broken.value.message.code == "config.not-toml"


def test_an_unreadable_file_is_reported_in_words_and_not_by_the_option(locked: Path) -> None:
    assert FILE.convert(str(locked), None, None) == locked
