"""The display found with a person who looks at it."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace
from PIL import Image, ImageChops

from companion.config import OledConfig
from hardware.display.simulated import Controller
from hardware.setup.display import NUMBERS, picture, set_up_display
from tests.fakes.oleds import MODELS, ODD, WatchedBus
from tests.fakes.person import ENTER, Parts, Person, talk, wired

DEFAULT = OledConfig()


class Looking(Person):
    """Says whether the frame that is asked for is to be seen, or what else is, and types the script."""

    def __init__(self, parts: Parts, *script: str | Callable[[], object]) -> None:
        super().__init__(*script)
        self.parts = parts
        self.frames = 0

    def line(self) -> str:
        asked = self.words.rpartition(">")[2]
        if (number := re.search(r"the large (\d)\?", asked)) is not None:
            self.frames += 1
            wanted = self.wanted = picture(int(number[1]))
            return self._say("y" if self.sees(wanted) or self.sees(wanted.rotate(180)) else "n")
        if "What do you see instead?" not in asked:
            return super().line()
        mirrored = self.wanted.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        return self._say("2" if self.sees(mirrored) else "3" if self.sees_beside(self.wanted) else "1")

    def sees(self, wanted: Image.Image) -> bool:
        return any(same(bus.picture(), wanted) for bus in self.parts.buses.values())

    def sees_beside(self, wanted: Image.Image) -> bool:
        """Whether the frame stands two to four columns beside its place."""
        for by in (2, 4):
            part = (by, 0, 128, 64), (0, 0, 128 - by, 64)
            for bus in self.parts.buses.values():
                seen = bus.picture()
                if any(same(seen.crop(a), wanted.crop(b)) for a, b in (part, part[::-1])):
                    return True
        return False

    def _say(self, answer: str) -> str:
        self.show(f"<{answer}>")
        return answer


def same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one.convert("L"), other.convert("L")).getbbox() is None


def set_up(parts: Parts, person: Person, oled: OledConfig = DEFAULT) -> OledConfig:
    found = set_up_display(talk(person), parts.displays(), oled)
    assert not person.script
    return found


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_the_address_and_the_controller_are_found(tmp_path: Path, driver: str, address: int) -> None:
    with wired(tmp_path, driver, address) as parts:
        person = Looking(parts, ENTER, ENTER)
        found = set_up(parts, person)
        assert (found.driver, found.bus, found.address) == (driver, 1, address)
        assert person.frames == 1, "the status byte tells which to try first"
        assert not parts.bus.picture().getbbox(), "it is dark again"


def test_an_ssd1309_is_driven_as_its_brother_and_keeps_its_name(tmp_path: Path) -> None:
    with wired(tmp_path, "ssd1309") as parts:
        assert set_up(parts, Looking(parts, ENTER, ENTER)).driver == "ssd1306"
        named = OledConfig(driver="ssd1309")
        assert set_up(parts, Looking(parts, ENTER, ENTER), named) == named


@pytest.mark.parametrize(("driver", "kind"), [("sh1106", 0x06), ("ssd1306", 0x08)])
def test_where_the_status_byte_misleads_the_person_sees_no_frame_and_the_other_is_tried(
    tmp_path: Path, driver: str, kind: int
) -> None:
    with wired(tmp_path, driver) as parts:
        parts.bus._controller.kind = kind
        person = Looking(parts, ENTER, ENTER)
        assert set_up(parts, person).driver == driver
        assert person.frames == 2


@pytest.mark.parametrize(("driver", "model", "settings"), ODD)
def test_glass_that_begins_elsewhere_or_is_mirrored_is_found_by_what_the_person_sees_instead(
    parts: Parts, driver: str, model: Callable[[], Controller], settings: dict[str, Any]
) -> None:
    parts.buses[1] = WatchedBus(model())
    configured = convert({"driver": driver}, OledConfig)
    found = set_up(parts, Looking(parts, ENTER, ENTER), configured)
    assert found == replace(configured, **settings)
    again = Looking(parts, ENTER, ENTER)
    assert set_up(parts, again, found) == found
    assert again.frames == 1, "it is tried first as it is configured"


def test_the_numbers_that_are_to_be_read_look_otherwise_in_a_mirror() -> None:
    for number in NUMBERS:
        assert not same(picture(number), picture(number).transpose(Image.Transpose.FLIP_LEFT_RIGHT))


def test_of_two_addresses_that_answer_the_one_with_the_frame_is_taken(tmp_path: Path) -> None:
    class Two(WatchedBus):
        """A display at 0x3C, and at 0x3D something that only acknowledges."""

        def _reach(self, address: int) -> None:
            if address != 0x3D:
                super()._reach(address)

        def _take(self, address: int, data: bytes) -> None:
            if address != 0x3D:
                super()._take(address, data)

    with wired(tmp_path) as parts:
        parts.buses[1] = parts.bus = Two(MODELS["sh1106"]())
        person = Looking(parts, ENTER, ENTER)
        found = set_up(parts, person, OledConfig(address=0x3D))
        assert (found.driver, found.address) == ("sh1106", 0x3C)
        assert person.frames == 3


def test_a_bus_that_is_not_the_header_s_is_looked_at_when_nobody_answers_there(parts: Parts) -> None:
    parts.buses = {1: WatchedBus(MODELS["ssd1306"](), 0x30), 22: parts.bus}
    (parts.dev / "i2c-22").touch()
    (parts.dev / "i2c-other").touch()
    assert set_up(parts, Looking(parts, ENTER, ENTER)).bus == 22


def test_a_display_that_is_built_in_upside_down_is_turned(parts: Parts) -> None:
    def turned() -> None:
        assert person.sees(picture(NUMBERS[0]).rotate(180))

    person = Looking(parts, "n", turned, ENTER)
    assert set_up(parts, person).rotate == 180
    assert set_up(parts, Looking(parts, "n", ENTER), OledConfig(rotate=180)).rotate == 0


def test_the_light_is_changed_by_steps_to_the_end(parts: Parts) -> None:
    person = Looking(parts, "y", "2", "2", "2", "3", "1")
    assert set_up(parts, person).contrast == 220
    assert "no more that way" in person.words
    assert set_up(parts, Looking(parts, "y", "3", "1")).contrast == 80


def test_what_the_owner_has_chosen_besides_stays(parts: Parts) -> None:
    own = OledConfig(driver="sh1106", contrast=99, dim_contrast=3, dim_after=2.0, shift_every=0.0)
    assert set_up(parts, Looking(parts, ENTER, ENTER), own) == OledConfig(
        driver="ssd1306", contrast=99, dim_contrast=3, dim_after=2.0, shift_every=0.0
    )


def test_without_a_display_it_is_said_where_the_wires_go_and_what_cannot_be_known(parts: Parts) -> None:
    parts.bus.unplug()
    person = Looking(parts, "2")
    assert set_up(parts, person) is DEFAULT
    assert "SDA to GPIO2 (J8:3), SCL to GPIO3 (J8:5)" in person.words
    assert "SDA and SCL swapped all look alike" in person.words


def test_a_display_that_is_wired_meanwhile_is_found(parts: Parts) -> None:
    parts.bus.unplug()
    assert set_up(parts, Looking(parts, parts.bus.plug, "1", ENTER, ENTER)) == DEFAULT


def test_a_box_may_have_no_display_and_get_one_later(parts: Parts) -> None:
    parts.bus.unplug()
    none = set_up(parts, Looking(parts, "3"))
    assert none == OledConfig(driver="none")
    person = Looking(parts, "2")
    assert set_up(parts, person, none) is none
    assert "Nobody answers at 0x3C" in person.words
    parts.bus.plug()
    assert set_up(parts, Looking(parts, ENTER, ENTER), none) == DEFAULT


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (errno.ETIMEDOUT, "Something holds I2C bus 1 down"),
        (errno.EACCES, "You may not use I2C bus 1"),
        (errno.EIO, "a transfer broke off"),
        (errno.EBUSY, "Another driver of the system has 0x3C"),
    ],
)
def test_a_fault_of_the_bus_is_said_with_its_cure(parts: Parts, fault: int, said: str) -> None:
    parts.bus.unplug(fault)
    person = Looking(parts, "2")
    set_up(parts, person)
    assert said in person.words
    assert "look alike" not in person.words


def test_a_bus_that_is_not_switched_on(parts: Parts) -> None:
    parts.buses.clear()
    person = Looking(parts, "2")
    set_up(parts, person)
    assert "sudo raspi-config, Interface Options, I2C" in person.words


def test_a_display_that_is_pulled_off_while_it_is_set_up(parts: Parts) -> None:
    person = Looking(parts, parts.bus.unplug, "n", "2")
    assert set_up(parts, person) is DEFAULT
    assert "Nobody answers at 0x3C" in person.words


def test_something_that_acknowledges_and_shows_nothing(parts: Parts) -> None:
    class Silent(WatchedBus):
        def picture(self) -> Image.Image:
            return Image.new("1", (128, 64))

    parts.buses[1] = Silent(MODELS["ssd1306"]())
    person = Looking(parts, "2")
    assert set_up(parts, person) is DEFAULT
    assert "driven by none of the ways known here" in person.words
