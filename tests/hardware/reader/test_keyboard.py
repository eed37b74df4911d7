"""A reader that is a keyboard to the machine: its lines, its grab, and its coming and going."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hardware.part import PartError
from hardware.reader import keyboard
from hardware.reader.driver import Reader
from hardware.reader.keyboard import EVENT, KeyboardLine, KeyboardOpener
from hardware.reader.port import port_finder
from hardware.reader.typed import FOREIGN_KEY, LONGEST, TypedDecoder
from tests.fakes.bench import Consumer, MakeReader, PartsWatch
from tests.fakes.keyboards import DOWN, ESCAPE, HELD, MOUSE, PAD, SHIFT, UP, FakeInput, FakeKeyboard
from tests.patience import PATIENCE

NAME = "usb-Sycreader_RFID_Technology_Co_Ltd_SYC_ID_IC_USB_Reader_08FF20140315-event-kbd"
OTHER = "usb-Logitech_USB_Keyboard-event-kbd"
SEMICOLON, SEVEN = 39, 8
QUICK, SLOW = 0.01, 0.04
"""Seconds between two keys."""
TYPED, TAG = "0025489531\n", "0184F07B"
SECOND, SECOND_TAG = "0006547886", "0063E9AE"


@pytest.fixture
def inputs(tmp_path: Path) -> Iterator[FakeInput]:
    made = FakeInput(tmp_path / "input")
    yield made
    made.close()


@pytest.fixture
def pattern(inputs: FakeInput) -> str:
    return str(inputs.folder / "by-id" / "*-event-kbd")


@pytest.fixture
def device(inputs: FakeInput) -> FakeKeyboard:
    return inputs.plug(3, NAME)


@pytest.fixture
def on_it(
    make_reader: MakeReader, inputs: FakeInput, pattern: str, device: FakeKeyboard, watch: PartsWatch
) -> Reader:
    assert device.path.exists()
    kind = inputs.kind()
    reader = make_reader(kind=kind, port=port_finder(pattern, kind.fits))
    reader.start()
    watch.wait_for("reader", "ok")
    return reader


def typed(inputs: FakeInput, device: FakeKeyboard, *, grab: bool = True) -> bytes:
    with closing(inputs.opens(grab=grab)(str(device.path))) as line:
        return line.read(0)


# the line


def test_what_is_typed_comes_with_its_end(inputs: FakeInput, device: FakeKeyboard) -> None:
    with closing(inputs.opens()(str(device.path))) as line:
        assert line.read(0) == b""
        device.type(TYPED)
        assert line.read(None) == TYPED.encode()


@pytest.mark.parametrize(
    ("keys", "codes", "pace", "comes"),
    [
        pytest.param(TYPED.strip(), {}, QUICK, TYPED, id="over when nothing more comes"),
        pytest.param(TYPED, PAD, QUICK, TYPED, id="on the pad"),
        pytest.param("UID" + TYPED, {}, QUICK, "UID" + TYPED, id="a word typed as quickly"),
        pytest.param(TYPED, {}, SLOW, TYPED, id="digits may come more slowly"),
    ],
)
def test_what_a_reader_types_comes_as_it_was_typed(
    inputs: FakeInput, device: FakeKeyboard, keys: str, codes: dict[str, int], pace: float, comes: str
) -> None:
    device.pace = pace
    device.type(keys, codes)
    assert typed(inputs, device) == comes.encode()


def test_shift_changes_nothing_in_letters_nor_in_the_digits_of_other_layouts(
    inputs: FakeInput, device: FakeKeyboard
) -> None:
    device.press(SHIFT, DOWN)
    device.type("0F01")
    device.press(SHIFT, UP)
    device.type("84F07B\n")
    assert typed(inputs, device) == b"0F0184F07B\n"


@pytest.mark.parametrize(
    ("code", "sign"), [(51, b","), (12, b"-"), (74, b"-"), (52, b"."), (83, b"."), (39, b";"), (57, b" ")]
)
def test_what_stands_between_digits_comes_as_it_was_typed(
    inputs: FakeInput, device: FakeKeyboard, code: int, sign: bytes
) -> None:
    device.type("04|37|41|12\n", {"|": code})
    assert typed(inputs, device) == b"04%b37%b41%b12\n" % (sign, sign, sign)


def test_a_colon_is_a_semicolon_with_shift(inputs: FakeInput, device: FakeKeyboard) -> None:
    for key in ("04", "37", "4B", "D2"):
        device.type(key)
        device.press(SHIFT, DOWN)
        device.type(":", {":": SEMICOLON})
        device.press(SHIFT, UP)
    device.type("9C;\n", {";": SEMICOLON})
    assert typed(inputs, device) == b"04:37:4B:D2:9C;\n"


@pytest.mark.parametrize("words", ["SECRET WORD\n", "HE\n", "A LONG LINE"])
def test_letters_that_come_as_slowly_as_a_person_s_or_too_few_are_marked(
    inputs: FakeInput, device: FakeKeyboard, words: str
) -> None:
    device.pace = SLOW
    device.type(words, {" ": 57})
    assert FOREIGN_KEY in typed(inputs, device)


def test_a_key_that_is_held_is_one_key(inputs: FakeInput, device: FakeKeyboard) -> None:
    code = 2
    for value in (DOWN, HELD, HELD, UP):
        device.press(code, value)
    device.type("\n")
    assert typed(inputs, device) == b"1\n"


@pytest.mark.parametrize("event", [(2, HELD), (2, UP)])
def test_a_key_that_hangs_at_the_end_of_a_tag_does_not_keep_the_tag_back(
    inputs: FakeInput, device: FakeKeyboard, event: tuple[int, int]
) -> None:
    """With each look the time moves on by a tenth of the pause, and the key comes once more."""
    now = 0.0

    def monotonic() -> float:
        nonlocal now
        now += keyboard.END_OF_TAG / 10
        device.press(*event)
        assert now < PATIENCE, "it would have repeated itself for ever"
        return now

    device.type(TYPED.strip())
    number = os.open(device.path, os.O_RDONLY | os.O_NONBLOCK)
    with closing(KeyboardLine(number, inputs.control, grabbed=False, monotonic=monotonic)) as line:
        assert line.read(0) == TYPED.encode()


def test_a_keyboard_that_types_for_ever_fills_nothing(inputs: FakeInput, device: FakeKeyboard) -> None:
    decoder = TypedDecoder()
    with closing(inputs.opens()(str(device.path))) as line:
        for _ in range(10):
            device.type("1234567890" * 10)
            while data := line.read(0):
                assert len(data) <= 3 * LONGEST
                assert all(piece.tag is None for piece in decoder.feed(data))


def test_events_of_half_are_put_together(inputs: FakeInput, device: FakeKeyboard) -> None:
    whole = EVENT.pack(1, 2, 1, 2, DOWN) + EVENT.pack(1, 2, 1, 28, DOWN)
    with closing(inputs.opens()(str(device.path))) as line:
        device.raw(whole[:30])
        device.type("")
        first = line.read(0)
        device.raw(whole[30:])
        assert first + line.read(0) == b"1?\n\n"


def test_keys_that_the_kernel_has_dropped_spoil_the_tag(inputs: FakeInput, device: FakeKeyboard) -> None:
    device.type("00254")
    device.press(3, 0, sort=0)
    device.type("89531\n")
    assert typed(inputs, device) == b"00254!89531\n"


def test_a_read_is_cut_short(inputs: FakeInput, device: FakeKeyboard) -> None:
    with closing(inputs.opens()(str(device.path))) as line:
        line.cancel()
        assert line.read(None) == b""
    line.cancel()


def test_pulled_out_is_gone(inputs: FakeInput, device: FakeKeyboard) -> None:
    with closing(inputs.opens()(str(device.path))) as line:
        device.unplug()
        with pytest.raises(OSError, match="No such device"):
            line.read(None)


# opening


def test_only_opening_it_for_reading_grabs_the_device(inputs: FakeInput, device: FakeKeyboard) -> None:
    with closing(inputs.opens()(str(device.path))):
        assert device.grabbed()
        with pytest.raises(PartError) as busy:
            inputs.opens(grab=False)(str(device.path))
        assert busy.value.code == "port-busy"
    with closing(inputs.opens(grab=False)(str(device.path))):
        assert not device.grabbed()


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, "input-refused"),
        (errno.EPERM, "input-refused"),
        (errno.ENODEV, "no-port"),
        (errno.EBUSY, "port-busy"),
        (errno.ENOTTY, "no-keyboard"),
        (errno.EIO, "port-broken"),
    ],
)
def test_every_error_of_the_system_is_distinguished(device: FakeKeyboard, number: int, code: str) -> None:
    def refuse(*_: Any) -> Any:
        raise OSError(number, os.strerror(number))

    with pytest.raises(PartError) as refused:
        KeyboardOpener(control=refuse)(str(device.path))
    assert (refused.value.code, refused.value.params["port"]) == (code, str(device.path))


def test_what_is_no_keyboard_is_reported_as_none(inputs: FakeInput, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    mouse = inputs.plug(1, keys=MOUSE)
    for path in (tmp_path / "file", mouse.path):
        with pytest.raises(PartError) as refused:
            inputs.opens()(str(path))
        assert refused.value.code == "no-keyboard"
    with pytest.raises(PartError) as missing:
        inputs.opens()(str(tmp_path / "event9"))
    assert missing.value.code == "no-port"


def test_the_system_call_reports_a_file_that_is_no_keyboard(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not keyboard.has_digit_keys(str(tmp_path / "file"))
    for opens in (keyboard.open_grabbed, keyboard.open_shared):
        with pytest.raises(PartError) as refused:
            opens(str(tmp_path / "file"))
        assert refused.value.code == "no-keyboard"


def test_of_a_reader_that_is_several_devices_the_one_with_the_digits_is_taken(
    inputs: FakeInput, pattern: str
) -> None:
    inputs.plug(4, "usb-Reader-event-kbd", keys=PAD.values())
    inputs.plug(5, "usb-Reader-if01-event-kbd", keys=MOUSE)
    assert port_finder(pattern, inputs.kind().fits)().endswith("usb-Reader-event-kbd")


def test_of_two_with_digits_none_is_guessed_and_none_is_grabbed(
    inputs: FakeInput, device: FakeKeyboard, pattern: str
) -> None:
    other = inputs.plug(4, OTHER)
    with pytest.raises(PartError) as error:
        port_finder(pattern, inputs.kind().fits)()
    assert error.value.code == "many-ports"
    assert OTHER in str(error.value.params["found"])
    assert not device.grabbed()
    assert not other.grabbed()


# at the table


@pytest.mark.usefixtures("on_it")
def test_a_tag_is_put_and_no_other_program_reads_it(table: Consumer, device: FakeKeyboard) -> None:
    device.type(TYPED)
    table.wait_for(1)
    device.type(SECOND)
    table.wait_for(2)
    assert table.tags == [TAG, SECOND_TAG]
    assert device.console == []


@pytest.mark.usefixtures("on_it")
def test_pulled_out_in_the_middle_of_a_tag_it_comes_back_under_another_number(
    table: Consumer, inputs: FakeInput, device: FakeKeyboard, watch: PartsWatch
) -> None:
    device.type("00254")
    device.unplug()
    watch.wait_for("reader", "missing")
    back = inputs.plug(7, NAME)
    watch.wait_for("reader", "ok")
    back.type(SECOND)
    table.wait_for(1)
    assert table.tags == [SECOND_TAG], "the half tag went with the device"
    assert back.console == []


@pytest.mark.usefixtures("on_it")
def test_a_keyboard_in_the_reader_s_place_is_let_go_at_its_first_letter(
    table: Consumer, device: FakeKeyboard, watch: PartsWatch
) -> None:
    assert device.grabbed()
    device.type("Q\n")
    watch.wait_for("reader", "missing")
    assert not device.grabbed()
    device.type("LS\n")
    assert len(device.console) == 3, "he can type"
    device.type(TYPED)
    table.wait_for(1)
    watch.wait_for("reader", "ok")
    assert table.tags == [TAG], "a reader that was not understood at first is read all the same"


@pytest.mark.usefixtures("on_it")
@pytest.mark.parametrize("code", [SEVEN, ESCAPE])
def test_a_digit_as_slow_as_a_person_s_and_escape_let_it_go(
    device: FakeKeyboard, watch: PartsWatch, code: int
) -> None:
    device.press(code, DOWN)
    watch.wait_for("reader", "missing")
    assert not device.grabbed()
