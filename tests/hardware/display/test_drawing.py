from __future__ import annotations

from itertools import product
from typing import Any

import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops

from companion.games.screen import COLUMNS
from companion.language.picture import Band, Picture, Words
from companion.panel.layout import QR_COLUMNS
from companion.panel.pages import page_url
from companion.parts import Frame
from companion.system.access_point import wifi_code
from hardware.display.drawing import CODE_SIDE, OFFSETS, ROW_HEIGHT, SIZE, draw
from hardware.display.qr import matrix

FULL = "W" * COLUMNS
TALL = "ÅgjÇ|" + "@" * (COLUMNS - 5)


def box(image: Image.Image) -> tuple[int, int, int, int]:
    found = image.getbbox()
    assert found is not None
    return found


def lit(image: Image.Image) -> int:
    return sum(image.histogram()[1:])


@pytest.mark.parametrize("shift", range(len(OFFSETS)))
@pytest.mark.parametrize(
    "frame",
    [
        Frame("Title", ("One", "Two"), "Advance: table"),
        Frame("Title"),
        Frame("4821", ("Scan",), qr="HTTP://10.0.0.2/J/4821"),
        Frame("Mine 3", picture=Picture((Band((Words(("gold",)),), (), "whole"),), replaces_lines=True)),
    ],
)
def test_a_blink_turns_the_last_row_inside_out_and_no_more(frame: Frame, shift: int) -> None:
    frame = replace(frame, shift=shift)
    changed = ImageChops.logical_xor(draw(frame), draw(replace(frame, blink=True)))
    left = 0 if frame.qr is None else CODE_SIDE
    assert box(changed) == (left, OFFSETS[shift][1] + 3 * ROW_HEIGHT - 1, *SIZE)
    assert lit(changed) == (SIZE[0] - left) * (SIZE[1] - box(changed)[1]), "each pixel of it"


def test_an_empty_frame_is_dark() -> None:
    assert draw(Frame("")).getbbox() is None


@pytest.mark.parametrize("of", [2, 3, 9, 18, 21, 40, 60])
def test_the_line_under_a_title_has_a_part_for_each_choice_and_the_shown_one_is_thick(of: int) -> None:
    """However many there are, it keeps to its row and its width; one more further on is another picture."""
    drawn = [draw(Frame("Undo?", position=(shown, of))) for shown in range(1, of + 1)]
    assert len({image.tobytes() for image in drawn}) == of
    x, y = OFFSETS[0]
    for image in drawn:
        left, _, right, bottom = box(image)
        assert x <= left
        assert right <= x + 126 <= SIZE[0]
        assert bottom <= y + ROW_HEIGHT - 1
    first = drawn[0].crop((0, y + 12, SIZE[0], y + 13)).getbbox()
    assert first is not None
    assert first[2] - first[0] == max(1, 128 // of - 2), "only the shown part is thick"


def test_dots_beside_a_hint_show_the_position_where_there_is_room() -> None:
    picture = Picture((Band((Words(("x",)),)),))
    bare = draw(Frame("", hint="Advance: table", picture=picture))
    drawn = [draw(Frame("", hint="Advance: table", picture=picture, position=(n, 10))) for n in range(1, 11)]
    assert len({image.tobytes() for image in (bare, *drawn)}) == 11
    full = Frame("", hint=FULL, picture=picture)
    assert draw(full).tobytes() == draw(Frame("", hint=FULL, picture=picture, position=(2, 10))).tobytes()


def test_21_letters_fill_a_row_and_the_last_is_whole() -> None:
    whole = draw(Frame("", lines=(FULL,)))
    without = draw(Frame("", lines=(FULL[:-1],)))
    alone = draw(Frame("", lines=("W",)))
    assert lit(whole) - lit(without) == lit(alone)


@pytest.mark.parametrize("shift", range(len(OFFSETS) + 1))
@pytest.mark.parametrize(
    "frame",
    [
        Frame(TALL, (TALL, TALL), TALL),
        Frame("Gg|Åj", (TALL,), TALL, large=True),
        Frame("Gold!!!", (TALL,), TALL, large=True),
        Frame(TALL, (TALL,), TALL, large=True),
    ],
)
def test_a_shifted_picture_is_whole(frame: Frame, shift: int) -> None:
    usual = draw(frame)
    moved = draw(Frame(frame.title, frame.lines, frame.hint, large=frame.large, shift=shift))
    (x, y), (to_x, to_y) = OFFSETS[0], OFFSETS[shift % len(OFFSETS)]
    assert lit(moved) == lit(usual)
    assert ImageChops.offset(usual, to_x - x, to_y - y).tobytes() == moved.tobytes()


def test_the_places_are_all_there_are_and_each_is_taken_once() -> None:
    assert sorted(OFFSETS) == sorted(product(range(3), range(5)))


@pytest.mark.parametrize(
    ("letters", "size"),
    [(1, 32), (7, 32), (8, 28), (9, 28), (10, 24), (11, 22), (12, 20), (15, 16), (21, 12)],
)
def test_a_large_title_takes_the_largest_letters_that_fit_and_stands_in_the_middle(
    letters: int, size: int
) -> None:
    left, top, right, bottom = box(draw(Frame("@" * letters, large=True)))
    assert letters * size // 2 - size // 4 <= right - left <= letters * size // 2
    assert bottom - top <= 2 * ROW_HEIGHT
    assert abs((left + right) / 2 - 64) <= 1.5
    assert abs((top + bottom) / 2 - (ROW_HEIGHT + OFFSETS[0][1])) <= 3


def test_the_rows_below_a_large_title_are_the_third_and_the_fourth() -> None:
    _, top, _, bottom = box(draw(Frame("", ("Hello", "Again"), large=True)))
    assert 2 * ROW_HEIGHT <= top < 3 * ROW_HEIGHT < bottom


@pytest.mark.parametrize("shift", [0, 7, len(OFFSETS) - 1])
@pytest.mark.parametrize(
    ("content", "version"),
    [
        (page_url("192.168.178.123:8080", "J", "4821"), 2),
        (page_url("192.168.178.123:8080", "J", "482137"), 2),
        (page_url("10.42.0.1:8080", "J", "4821"), 2),
        (page_url("[fd00::5]:8080", "J", "4821"), 2),
        (page_url("192.168.178.123:8080", "J", "aB 9"), 3),
        (page_url("192.168.100.200:8080", "R", "K7QF2M9D"), 2),
        (wifi_code("Companion-7F3A", "abcdefghjk"), 3),
    ],
)
def test_a_code_is_scanned_dark_on_lit_ground_with_two_pixels_a_module_wherever_it_stands(
    content: str, version: int, shift: int
) -> None:
    picture = draw(Frame("", qr=content, shift=shift))
    (scanned,) = zxingcpp.read_barcodes(picture)
    extra: Any = scanned.extra
    assert (scanned.text, extra["Version"]) == (content, str(version))
    image = picture.crop((0, 0, CODE_SIDE, CODE_SIDE))
    left, top, right, bottom = box(ImageChops.invert(image.convert("L")))
    wide = 17 + 4 * version
    assert right - left == bottom - top == 2 * wide
    assert min(left, top, CODE_SIDE - right, CODE_SIDE - bottom) >= 2, "a module of quiet zone"
    for y, x in product(range(wide), repeat=2):
        square = image.crop((left + 2 * x, top + 2 * y, left + 2 * x + 2, top + 2 * y + 2))
        assert square.getextrema() in ((0, 0), (255, 255))


def test_ten_letters_stand_beside_a_code_and_none_touches_it() -> None:
    text = "@" * QR_COLUMNS
    for shift in range(len(OFFSETS)):
        image = draw(Frame(text, (text, text), text, qr="1", shift=shift))
        left, _, right, _ = box(image.crop((CODE_SIDE, 0, *SIZE)))
        assert left >= 2
        assert right - left <= QR_COLUMNS * 6
        assert lit(image.crop((CODE_SIDE, 0, *SIZE))) == lit(
            draw(Frame(text, (text, text), text, qr="1")).crop((CODE_SIDE, 0, *SIZE))
        )


def test_a_long_code_has_one_pixel_a_module_and_one_longer_still_is_left_out() -> None:
    long = matrix("x" * 90, CODE_SIDE)
    assert long is not None
    assert 29 < long.width <= CODE_SIDE
    assert matrix("x" * 90, CODE_SIDE // 2) is None
    assert matrix("x" * 400, CODE_SIDE) is None
    assert matrix("x" * 4000, CODE_SIDE) is None
    assert draw(Frame("", qr="x" * 4000)).crop((0, 0, CODE_SIDE, CODE_SIDE)).getextrema() == (255, 255)


frames = st.builds(
    Frame,
    title=st.text(max_size=30),
    lines=st.lists(st.text(max_size=30), max_size=6).map(tuple),
    hint=st.text(max_size=30),
    large=st.booleans(),
    qr=st.none() | st.text(min_size=1, max_size=60),
    dim=st.booleans(),
    shift=st.integers(min_value=0),
)


@given(frames)
@settings(max_examples=30)
def test_every_frame_can_be_drawn(frame: Frame) -> None:
    assert draw(frame).size == SIZE
