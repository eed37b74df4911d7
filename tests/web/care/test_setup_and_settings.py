"""The pages of setting the box up and of its settings: what they ask, write and begin."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.config import SIMULATED, Config
from companion.daemon.configuration import Configuration
from companion.daemon.pending import SetUp, Start
from tests.fakes.sitting import START, Sitting, act

SETTINGS = "/care/settings"
SETUP = "/care/setup"
PRELOADED = re.compile(r'<link rel="modulepreload" href="/look/[0-9a-f]+/again\.js">')
"""The script of the page that stands while nobody answers: by then nothing can be loaded any more."""
OWN = """# Mine.
[oled]
contrast = 160  # bright enough
"""


@dataclass
class Kept:
    """A web side whose owner has a file. wished: what the box would give way to."""

    folder: Path
    options: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.file = self.folder / "companion.toml"
        self.file.write_text(OWN)
        data = self.folder / "data"
        self.overlay = data / "config.json"
        self.configuration = Configuration(self.file, (f"data.folder={data}", *self.options))
        self.sitting = Sitting(data, configuration=self.configuration)
        self.wished = self.sitting.wished

    def phone(self) -> FlaskClient:
        return self.sitting.phone("Ada")

    @property
    def config(self) -> Config:
        """What lasts."""
        return self.configuration.lasting()

    @property
    def untouched(self) -> bool:
        return not self.overlay.exists() and self.wished == []


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    kept = Kept(tmp_path)
    yield kept
    kept.sitting.close()


@pytest.fixture
def simulated(tmp_path: Path) -> Iterator[Kept]:
    kept = Kept(tmp_path, SIMULATED)
    yield kept
    kept.sitting.close()


def chosen(**changed: str) -> dict[str, str]:
    """The form as it stands, with these fields of others."""
    usual = {
        "box.language": "en",
        "oled.contrast": "160",
        "oled.rotate": "0",
        "oled.dim_after": "10",
        "oled.dim_contrast": "1",
        "lamps.driver": "none",
        "lamps.brightness": "64",
        "lamps.dim_brightness": "4",
        "buzzer.driver": "none",
        "buzzer.volume": "2",
        "buzzer.quiet_from": "22",
        "buzzer.quiet_until": "8",
        "copies.keep": "8",
    }
    return usual | {key.replace("__", "."): value for key, value in changed.items()}


def test_each_choice_stands_there_with_its_present_value(kept: Kept) -> None:
    page = kept.phone().get(SETTINGS).text
    assert 'name="oled.contrast" inputmode="decimal" value="160"' in page
    assert "From 0 to 255; now 160." in page
    assert '<option value="en" selected>English</option>' in page
    assert "Copies that are kept" in page


def test_what_is_changed_is_written_the_rest_stays_and_the_box_begins_anew(kept: Kept) -> None:
    phone = kept.phone()
    answer = phone.post(SETTINGS, data=chosen(oled__contrast="220", copies__keep="20", oled__dim_after="2,5"))
    assert answer.status_code == 200
    assert "One moment" in answer.text
    assert json.loads(kept.overlay.read_bytes()) == {
        "oled": {"contrast": 220, "dim_after": 2.5},
        "copies": {"keep": 20},
    }
    assert kept.file.read_text() == OWN
    assert kept.config.oled.contrast == 220
    assert kept.wished == [Start()]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("oled.contrast", "256", "“Brightness” takes a whole number from 0 to 255."),
        ("oled.dim_after", "soon", "“Dims after” takes a number from 0.1 to 600"),
        ("oled.rotate", "90", "“Rotation of the display”: please choose one of those that are offered."),
        ("box.language", "xx", "“Language of the display”: please choose one of those that are offered."),
        ("copies.keep", "", "“Copies that are kept” takes a whole number from 0 to 200."),
    ],
)
def test_a_wrong_value_is_refused_in_words_and_what_was_typed_stays(
    kept: Kept, field: str, value: str, said: str
) -> None:
    answer = kept.phone().post(SETTINGS, data=chosen() | {field: value, "oled.dim_contrast": "7"})
    assert answer.status_code == 422
    assert said in answer.text
    assert f'name="{field}"' in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert 'name="oled.dim_contrast" inputmode="decimal" value="7"' in answer.text
    assert kept.untouched


def test_lamps_and_buzzer_are_switched_on_with_their_silent_hours(kept: Kept) -> None:
    new = {
        "lamps.driver": "ws2812",
        "lamps.brightness": "90",
        "buzzer.driver": "passive",
        "buzzer.volume": "3",
    }
    answer = kept.phone().post(SETTINGS, data=chosen() | new | {"buzzer.quiet_from": "21"})
    assert "One moment" in answer.text
    config = kept.config
    assert (config.lamps.driver, config.lamps.brightness) == ("ws2812", 90)
    assert (config.buzzer.driver, config.buzzer.volume, config.buzzer.quiet_from) == ("passive", 3, 21)


@pytest.mark.parametrize(
    ("own", "wanted", "said"),
    [
        (
            '[rfid]\ndriver = "rc522"\nport = "/dev/spidev0.0"\n',
            {"lamps.driver": "ws2812"},
            "which is the same bus",
        ),
        ("[buttons.colours]\nred = 18\n", {"buzzer.driver": "active"}, "buttons.colours.red"),
    ],
)
def test_what_another_part_has_already_is_refused_before_the_box_begins_anew(
    kept: Kept, own: str, wanted: dict[str, str], said: str
) -> None:
    kept.file.write_text(own)
    answer = kept.phone().post(SETTINGS, data=chosen() | wanted)
    assert said in answer.text
    assert kept.untouched


def test_the_driver_of_a_simulated_part_is_not_to_be_chosen(simulated: Kept) -> None:
    phone = simulated.phone()
    assert 'name="lamps.driver"' not in phone.get(SETTINGS).text
    data = chosen(oled__contrast="30")
    del data["lamps.driver"], data["buzzer.driver"]
    phone.post(SETTINGS, data=data)
    assert json.loads(simulated.overlay.read_bytes()) == {"oled": {"contrast": 30}}


def test_nothing_changed_writes_nothing_and_begins_nothing(kept: Kept) -> None:
    answer = kept.phone().post(SETTINGS, data=chosen())
    assert "Nothing differs" in answer.text
    assert kept.untouched


def test_while_a_game_is_played_it_is_asked_and_what_was_typed_stays(kept: Kept) -> None:
    phone = kept.phone()
    assert act(phone, START).status_code == 200
    answer = phone.post(SETTINGS, data=chosen(oled__contrast="30"))
    assert "A game is being played." in answer.text
    assert 'value="30"' in answer.text
    assert kept.untouched
    phone.post(SETTINGS, data=chosen(oled__contrast="30") | {"sure": "1"})
    assert kept.config.oled.contrast == 30
    assert kept.wished == [Start()]


def test_a_file_that_has_become_unusable_meanwhile_is_told_of_and_stays(kept: Kept) -> None:
    wild = "[oled]\ncontrast = 160\n[[x]]\n"
    phone = kept.phone()
    kept.file.write_text(wild)
    answer = phone.post(SETTINGS, data=chosen(oled__contrast="30"))
    assert answer.status_code == 503
    assert kept.untouched


def test_setting_up_begins_for_this_phone_in_its_language(kept: Kept) -> None:
    phone = kept.phone()
    assert "Press each button once." in phone.get(SETUP).text
    answer = phone.post(SETUP, headers={"Accept-Language": "it"})
    assert "Un momento" in answer.text
    (wish,) = kept.wished
    assert isinstance(wish, SetUp)
    cookie = phone.get_cookie("companion")
    assert cookie is not None
    assert wish.by == kept.sitting.membership.holder(cookie.value)
    assert wish.language == "it"


@pytest.mark.parametrize("path", [SETUP, SETTINGS])
def test_what_looks_for_the_box_meanwhile_is_on_the_phone_before_the_box_goes(kept: Kept, path: str) -> None:
    assert PRELOADED.search(kept.phone().get(path).text)


def test_a_simulated_box_has_nothing_to_set_up(simulated: Kept) -> None:
    phone = simulated.phone()
    assert "simulated" in phone.get(SETUP).text
    assert phone.post(SETUP).status_code == 422
    assert simulated.wished == []


def test_a_file_that_could_not_be_written_in_the_end_begins_nothing(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = kept.phone()
    monkeypatch.setattr(os, "access", lambda *_: False)
    answer = phone.post(SETUP)
    assert answer.status_code == 503
    assert "cannot be written in the end" in answer.text
    assert kept.wished == []


def test_an_answer_that_comes_after_the_set_up_leads_back_to_its_page(kept: Kept) -> None:
    answer = kept.phone().post(f"{SETUP}/answer", data={"asked": "1", "way": "0"})
    assert (answer.status_code, answer.headers["Location"]) == (303, SETUP)
