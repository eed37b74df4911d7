"""A reader that types, found among keyboards by what it types; and what the doctor says of one."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from companion.config import RfidConfig
from hardware import part_probes
from hardware.reader import kinds
from hardware.setup.phone import PhoneConversation
from hardware.setup.reader import set_up_reader
from tests.fakes.box import MESSAGES
from tests.fakes.keyboards import MOUSE, FakeInput
from tests.fakes.person import SPEAKING, Parts
from tests.hardware.setup.reader_lines import DEFAULT

NAME = "usb-Sycreader_RFID_Technology-event-kbd"
OWN = "usb-Logitech_USB_Keyboard-event-kbd"
TYPED = "0025489531"


@pytest.fixture
def inputs(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeInput]:
    made = FakeInput(parts.dev / "input")
    monkeypatch.setattr(kinds, "KINDS", {**kinds.KINDS, "keyboard": made.kind()})
    yield made
    made.close()


def port(parts: Parts, name: str) -> str:
    return str(parts.dev / "input" / "by-id" / name)


def test_it_is_found_from_a_phone_as_well(parts: Parts, inputs: FakeInput) -> None:
    inputs.plug(0, OWN)
    inputs.plug(2, NAME).type(TYPED)
    kinds = {**SPEAKING, "keyboard": inputs.kind()}
    with closing(PhoneConversation(MESSAGES.language("it"), time.monotonic)) as phone:
        found = set_up_reader(phone, parts.readers(time.monotonic, kinds), DEFAULT)
        sentences = [line.sentences for line in phone.page().lines]
    assert found == RfidConfig("keyboard", port(parts, NAME))
    assert sentences[-1][0].code == "setup.reader.read"


def test_on_a_phone_it_is_amiss_that_nothing_was_typed(parts: Parts, inputs: FakeInput) -> None:
    inputs.plug(2, NAME)
    clock = itertools.count(0, 100)
    with closing(
        PhoneConversation(MESSAGES.language("it"), lambda: float(next(clock)), answer_timeout=0.0)
    ) as phone:
        with pytest.raises(EOFError):
            set_up_reader(phone, parts.readers(time.monotonic, {"keyboard": inputs.kind()}), DEFAULT)
        last = phone.page().lines[-1]
    assert (last.sentences[0].code, last.kind) == ("setup.reader.silent-keyboard", "problem")


# the doctor


def look(
    rfid: RfidConfig, others: part_probes.OtherParts = part_probes.no_other_companion
) -> tuple[str, str]:
    finding = part_probes.probe_reader(rfid, monotonic=time.monotonic, others=others, listen=0.01)
    return finding.state, finding.said.code


def test_the_doctor_opens_it_and_leaves_it_to_all(parts: Parts, inputs: FakeInput) -> None:
    device = inputs.plug(2, NAME)
    rfid = RfidConfig("keyboard", port(parts, NAME))
    assert look(rfid) == ("ok", "doctor.reader.open")
    assert not device.grabbed()


def test_the_doctor_knows_the_companion_that_has_it(parts: Parts, inputs: FakeInput) -> None:
    device = inputs.plug(2, NAME)
    rfid = RfidConfig("keyboard", port(parts, NAME))
    with closing(inputs.opens()(str(device.path))):
        assert look(rfid) == ("missing", "part.port-busy")
        assert look(rfid, lambda: {"reader": "ok"}) == ("ok", "doctor.reader.ours")


def test_the_doctor_reports_a_device_that_is_no_keyboard_and_a_second_keyboard(
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
