"""A reader that types, found among keyboards by what it types; and what the doctor says of one."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from companion.config import RfidConfig
from hardware import doctor
from hardware.reader import kinds, rdm6300
from hardware.setup.bags import pair_bags
from hardware.setup.phone import OnPhone
from hardware.setup.reader import set_up_reader
from tests.fakes.bench import LONG
from tests.fakes.box import MESSAGES
from tests.fakes.keyboards import ENTER, MOUSE, FakeInput, FakeKeyboard
from tests.fakes.person import LATE, SPEAKING, Doing, Parts, Person, talk
from tests.hardware.setup.reader_lines import DEFAULT, TAG, TunedLine

NAME = "usb-Sycreader_RFID_Technology-event-kbd"
OWN = "usb-Logitech_USB_Keyboard-event-kbd"
TYPED = "0025489531"


@pytest.fixture
def inputs(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeInput]:
    made = FakeInput(parts.dev / "input")
    monkeypatch.setattr(kinds, "KINDS", {**kinds.KINDS, "keyboard": made.kind()})
    yield made
    made.close()


def set_up(
    parts: Parts, inputs: FakeInput, *script: Doing, rfid: RfidConfig = DEFAULT
) -> tuple[RfidConfig, str]:
    person = Person(*script)
    readers = parts.readers(lambda: person.now, {**SPEAKING, "keyboard": inputs.kind()})
    return set_up_reader(talk(person), readers, rfid), person.words


def lays(device: FakeKeyboard, typed: str) -> Callable[[], None]:
    return lambda: device.type(typed)


def port(parts: Parts, name: str) -> str:
    return str(parts.dev / "input" / "by-id" / name)


@pytest.mark.parametrize("typed", [f"{TYPED}\n", TYPED, "0184F07B\n", "00388,61563\n"])
def test_of_several_input_devices_the_one_that_types_a_tag_is_found(
    parts: Parts, inputs: FakeInput, typed: str
) -> None:
    inputs.plug(0, OWN)
    inputs.plug(1, "usb-Mouse-event-if01", keys=MOUSE)
    device = inputs.plug(2, NAME)
    found, words = set_up(parts, inputs, lays(device, typed))
    assert found == RfidConfig("keyboard", port(parts, NAME))
    assert f"The reader (keyboard) on {port(parts, NAME)} has read the tag 0184F07B" in words
    assert "usb-Mouse" not in words


def test_a_person_s_own_keyboard_stays_his_while_the_reader_is_looked_for(
    parts: Parts, inputs: FakeInput
) -> None:
    own = inputs.plug(0, OWN)
    device = inputs.plug(2, NAME)

    def both() -> None:
        own.type("LS\n")
        device.type(TYPED)

    found, words = set_up(parts, inputs, both)
    assert found.port == port(parts, NAME)
    assert own.console[-1] == ENTER
    assert "??? was typed: no tag, so a real keyboard" in words


def test_a_serial_reader_beside_a_keyboard_is_found_as_before(
    parts: Parts, inputs: FakeInput, line: TunedLine
) -> None:
    inputs.plug(0, OWN)
    name = parts.port("ttyUSB0", line.port())
    found, _ = set_up(parts, inputs, line.lay(rdm6300.encode(TAG)))
    assert found == RfidConfig("rdm6300", name)


def test_the_owner_s_pattern_stays(parts: Parts, inputs: FakeInput) -> None:
    device = inputs.plug(2, NAME)
    own = RfidConfig("keyboard", str(parts.dev / "input" / "by-id" / "*-event-kbd"), 3.0)
    found, _ = set_up(parts, inputs, lays(device, TYPED), rfid=own)
    assert found == own


def test_where_nothing_is_typed_no_wire_is_blamed(parts: Parts, inputs: FakeInput) -> None:
    inputs.plug(2, NAME)
    found, words = set_up(parts, inputs, LATE, "2")
    assert found is DEFAULT
    assert "Nothing was typed" in words
    assert "TX" not in words


def test_it_is_found_from_a_phone_as_well(parts: Parts, inputs: FakeInput) -> None:
    inputs.plug(0, OWN)
    inputs.plug(2, NAME).type(TYPED)
    kinds = {**SPEAKING, "keyboard": inputs.kind()}
    with closing(OnPhone(MESSAGES.language("it"), time.monotonic)) as phone:
        found = set_up_reader(phone, parts.readers(time.monotonic, kinds), DEFAULT)
        said = [line.sentences for line in phone.look().lines]
    assert found == RfidConfig("keyboard", port(parts, NAME))
    assert said[-1][0].code == "setup.reader.read"


def test_on_a_phone_it_is_amiss_that_nothing_was_typed(parts: Parts, inputs: FakeInput) -> None:
    inputs.plug(2, NAME)
    clock = itertools.count(0, 100)
    with closing(OnPhone(MESSAGES.language("it"), lambda: float(next(clock)), nobody=0.0)) as phone:
        with pytest.raises(EOFError):
            set_up_reader(phone, parts.readers(time.monotonic, {"keyboard": inputs.kind()}), DEFAULT)
        last = phone.look().lines[-1]
    assert (last.sentences[0].code, last.sort) == ("setup.reader.silent-keyboard", "amiss")


def test_while_its_bags_are_paired_nobody_else_hears_it(parts: Parts, inputs: FakeInput) -> None:
    device = inputs.plug(2, NAME)
    paired: dict[str, int] = {}
    person = Person("y", lays(device, TYPED), lays(device, TYPED), lays(device, "0006547886"), LATE, "3")
    readers = parts.readers(lambda: person.now, {"keyboard": inputs.kind()})
    pair_bags(talk(person), readers, RfidConfig("keyboard", port(parts, NAME)), paired.__setitem__)
    assert paired == {"0184F07B": 1, "0063E9AE": 2}
    assert device.console == []


# the doctor


def look(rfid: RfidConfig, others: doctor.Others = doctor.alone, listen: float = 0.01) -> tuple[str, str]:
    finding = doctor.reader(rfid, monotonic=time.monotonic, others=others, listen=listen)
    return finding.state, finding.said.code


def test_the_doctor_opens_it_and_leaves_it_to_everybody(parts: Parts, inputs: FakeInput) -> None:
    device = inputs.plug(2, NAME)
    rfid = RfidConfig("keyboard", port(parts, NAME))
    assert look(rfid) == ("ok", "doctor.reader.open")
    assert not device.grabbed()


def test_the_doctor_hears_a_tag_that_is_laid_down(parts: Parts, inputs: FakeInput) -> None:
    device = inputs.plug(2, NAME)
    device.type(TYPED)
    heard = look(RfidConfig("keyboard", port(parts, NAME)), listen=LONG)
    assert heard == ("ok", "doctor.reader.tag")


def test_the_doctor_knows_the_companion_that_has_it(parts: Parts, inputs: FakeInput) -> None:
    device = inputs.plug(2, NAME)
    rfid = RfidConfig("keyboard", port(parts, NAME))
    with closing(inputs.opens()(str(device.path))):
        assert look(rfid) == ("missing", "part.port-busy")
        assert look(rfid, lambda: {"reader": "ok"}) == ("ok", "doctor.reader.ours")


def test_the_doctor_tells_what_is_no_keyboard_and_that_two_are_too_many(
    parts: Parts, inputs: FakeInput
) -> None:
    pattern = RfidConfig("keyboard", str(parts.dev / "input" / "by-id" / "*"))
    assert look(pattern) == ("missing", "part.no-port")
    inputs.plug(1, "usb-Mouse-event-if01", keys=MOUSE)
    assert look(pattern) == ("missing", "part.no-keyboard")
    inputs.plug(2, NAME)
    assert look(pattern) == ("ok", "doctor.reader.open")
    inputs.plug(3, OWN)
    assert look(pattern) == ("missing", "part.many-ports")
