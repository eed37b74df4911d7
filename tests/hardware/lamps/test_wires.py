"""The bytes for strips, against the figures of the pixels' data sheets, and read back as a strip would."""

from __future__ import annotations

import pytest

from hardware.lamps import apa102, ws2812
from hardware.lamps.colours import LIGHT, MAX_CURRENT, Rgb, current, limit_current, pixel
from hardware.lamps.rhythm import FULL, LampLevel
from hardware.lamps.simulated import SimulatedStrip, read_apa102, read_ws2812
from hardware.lamps.strip import PIXELS, Strip
from hardware.part import PartError
from tests.fakes.lit import RecordingBus

SOME: tuple[Rgb, ...] = ((255, 0, 1), (0, 128, 85), (3, 2, 1), (0, 0, 0))

CLOCKS = {
    "a Pi Zero 2 W or 3, its core held at 250 MHz": 250e6 / 76,
    "a Pi 4, its core held at 500 MHz": 500e6 / 152,
    "a Pi 3, its core at 400 MHz": 400e6 / 122,
    "a Pi 5": 200e6 / 62,
}
"""What becomes of the bus's speed: its clock is that of the core, divided by an even number."""

WS2812B = {0: ((250, 550), (700, 1000)), 1: ((650, 950), (300, 600))}
"""From the first sheet of WS2812B: nanoseconds for which a 0 and a 1 is high, and low after that."""
V5 = {0: ((220, 380), (580, 1000)), 1: ((580, 1000), (220, 420))}
"""From the sheet of its fifth version."""


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
@pytest.mark.parametrize("sheet", [WS2812B, V5], ids=["WS2812B", "V5"])
def test_pulses_have_the_lengths_of_the_datasheets(
    clock: float, sheet: dict[int, tuple[tuple[int, int], tuple[int, int]]]
) -> None:
    assert clock <= ws2812.HERTZ, "a bus is never faster than it was asked to be"
    bit_ns = 1e9 / clock
    for value, highs in ((0, 1), (1, 3)):
        high, low = sheet[value]
        assert high[0] <= highs * bit_ns <= high[1]
        assert low[0] <= (4 - highs) * bit_ns <= low[1]


def test_a_ws2812_gets_green_red_and_blue_highest_bit_first() -> None:
    wire = ws2812.encode([(0b10000001, 0b11110000, 0)])
    pixel = wire[ws2812.RESET : -ws2812.RESET]
    assert pixel.hex() == "eeee8888" + "e888888e" + "88888888"


def test_every_byte_of_a_pixel_begins_high_and_ends_low_so_that_a_pause_is_never_in_a_pulse() -> None:
    pixels = ws2812.encode([(each, each, each) for each in range(256)])[ws2812.RESET : -ws2812.RESET]
    assert len(pixels) == 256 * 12
    assert all(octet & 0x81 == 0x80 for octet in pixels)


def test_a_ws2812_is_given_its_reset_before_and_after() -> None:
    wire = ws2812.encode(SOME)
    assert not any(wire[: ws2812.RESET])
    assert not any(wire[-ws2812.RESET :])
    assert ws2812.RESET * 8 / ws2812.HERTZ > 280e-6


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
def test_a_ws2812_shows_what_it_was_sent(clock: float) -> None:
    assert read_ws2812(ws2812.encode(SOME), round(clock)) == [tuple(each) for each in SOME]


def test_an_apa102_gets_brightness_blue_green_and_red_between_its_frames() -> None:
    wire = apa102.encode([(255, 128, 0)])
    assert wire[:8].hex() == "00000000" + "ff" + "00" + "80" + "ff"
    assert not any(wire[8:])


def test_an_apa102_with_little_light_is_turned_down_as_a_whole() -> None:
    assert apa102.encode([(1, 0.5, 0)])[4:8].hex() == "e1" + "00" + "10" + "1f"
    assert apa102.encode([(0, 0, 0)])[4:8].hex() == "e1" + "00" * 3


@pytest.mark.parametrize("pixels", [1, 7, 16, 17, PIXELS, 300])
def test_the_clock_after_an_apa102_reaches_its_last_pixel(pixels: int) -> None:
    wire = apa102.encode([(8, 8, 8)] * pixels)
    after = 8 * (len(wire) - 4 - 4 * pixels)
    assert after - 32 >= pixels / 2
    assert read_apa102(wire) == [(8, 8, 8)] * pixels


@pytest.mark.parametrize("colour", LIGHT)
@pytest.mark.parametrize("kind", [ws2812, apa102], ids=["ws2812", "apa102"])
def test_a_lamp_with_the_least_light_still_has_its_colour_apart_from_all_others(
    colour: str, kind: object
) -> None:
    def shown(colour: str) -> tuple[int, ...]:
        encode = pixel(LampLevel(colour, 1.0))
        if kind is ws2812:
            return read_ws2812(ws2812.encode([encode]), ws2812.HERTZ)[0]
        return tuple(apa102.encode([encode])[4:8])

    assert any(shown(colour)[-3:])
    assert all(shown(colour) != shown(other) for other in LIGHT if other != colour)


def test_a_colour_of_a_game_of_tomorrow_is_lit_too() -> None:
    assert pixel(LampLevel("orange", FULL)) == (FULL, FULL, FULL)


@pytest.mark.parametrize("count", [1, 7, 30, 300])
@pytest.mark.parametrize("light", [64, FULL])
def test_however_many_lamps_are_lit_they_take_no_more_than_the_bound(count: int, light: int) -> None:
    bounded = limit_current([(light, light, light)] * count)
    assert current(bounded) <= MAX_CURRENT + 1e-6
    assert len({each[0] for each in bounded}) == 1, "all darker by one factor"


def test_seven_lamps_as_the_defaults_have_them_are_not_darkened() -> None:
    every = [pixel(LampLevel(colour, 64)) for colour in LIGHT]
    assert limit_current(every) == tuple(every)
    assert current(every) < 110


@pytest.mark.parametrize(("kind", "module"), [("ws2812", ws2812), ("apa102", apa102)])
@pytest.mark.parametrize("length", [1, 3, PIXELS, PIXELS + 5])
def test_a_strip_may_be_shorter_or_longer_than_there_are_lamps(
    kind: str, module: object, length: int
) -> None:
    strip = SimulatedStrip("ws2812" if kind == "ws2812" else "apa102", length, ws2812.HERTZ)
    lamps = Strip(strip.open, ws2812.encode if kind == "ws2812" else apa102.encode)
    assert lamps.open() is None
    row = [LampLevel("red", 64), LampLevel("blue", 64), LampLevel("green", 64)]
    lamps.show(row)
    shown = strip.strip()
    assert len(shown) == length
    assert shown[0][0] == 64
    assert not any(map(any, shown[len(row) :]))
    lamps.show(row[:1])
    assert not any(map(any, strip.strip()[1:])), "nothing of a longer row stays lit"
    lamps.close()


def test_a_row_is_sent_in_one_transfer_that_the_kernel_takes() -> None:
    for encode in (ws2812.encode, apa102.encode):
        bus = RecordingBus()
        lamps = Strip(bus.open, encode)
        lamps.open()
        lamps.show([LampLevel("black", FULL)] * 7)
        (data,) = bus.sent
        assert len(data) < 4096
        assert len(data) * 8 / ws2812.HERTZ < 2e-3, "seconds of the bus"


def test_a_strip_that_cannot_be_opened_is_reported_and_dark() -> None:
    bus = RecordingBus()
    bus.fault = PartError("no-spi", port="/dev/spidev0.0")
    lamps = Strip(bus.open, ws2812.encode)
    assert lamps.open() is bus.fault
    lamps.show([LampLevel("red", 64)])
    assert bus.sent == []
    lamps.close()


def test_a_strip_with_a_bus_that_is_gone_is_opened_anew() -> None:
    bus = RecordingBus()
    lamps = Strip(bus.open, ws2812.encode)
    assert lamps.open() is None
    bus.fault = PartError("no-spi", port="/dev/spidev0.0")
    with pytest.raises(PartError):
        lamps.show([])
    assert bus.closed == 1
    bus.fault = None
    assert lamps.open() is None
    assert len(bus.asked) == 2


def test_a_ws2812_on_a_clock_that_is_too_slow_understands_nothing() -> None:
    with pytest.raises(ValueError, match="high for"):
        read_ws2812(ws2812.encode(SOME), ws2812.HERTZ // 2)


def test_a_strip_shows_nothing_of_what_its_sheet_does_not_have() -> None:
    assert read_apa102(b"\xff\xff\xff\xff") == []
    with pytest.raises(ValueError, match="no reset"):
        read_ws2812(ws2812.encode(SOME)[ws2812.RESET :], ws2812.HERTZ)
