from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageOps

from hardware.display.oled import pack
from hardware.display.simulated import Controller, Ssd1306, unpack

CORNER = bytes((0x01, *1023 * (0x00,)))
UPRIGHT = b"\xa1\xc8"
LIGHT = b"\x8d\x14\xaf"


def shown(*commands: bytes, memory: bytes = CORNER, of: Controller | None = None) -> Image.Image:
    """What an SSD1306, or the given controller, shows after these commands and this memory."""
    controller = of or Ssd1306()
    for each in commands:
        controller.commands(each)
    controller.write(memory)
    return controller.picture()


def test_after_a_reset_nothing_is_seen() -> None:
    assert shown(b"\x20\x00").getbbox() is None


def test_an_ssd1306_is_dark_until_its_charge_pump_runs_and_it_is_switched_on() -> None:
    assert shown(b"\x20\x00\xaf").getbbox() is None
    assert shown(b"\x20\x00\x8d\x14").getbbox() is None
    assert shown(b"\x20\x00\x8d\x10\xaf").getbbox() is None
    assert shown(b"\x20\x00" + LIGHT).getbbox() is not None


def test_a_power_cut_forgets_everything() -> None:
    controller = Ssd1306()
    shown(b"\x20\x00" + LIGHT + UPRIGHT + b"\x81\x05", of=controller)
    controller.cut_power()
    assert controller.picture().getbbox() is None
    assert controller.contrast == 0x7F
    controller.commands(LIGHT)
    assert controller.picture().getbbox() is None, "the memory is blank, too"


@pytest.mark.parametrize(
    ("commands", "pixel"),
    [(b"\xa1\xc8", (0, 0)), (b"\xa0\xc8", (127, 0)), (b"\xa1\xc0", (0, 63)), (b"\xa0\xc0", (127, 63))],
)
def test_the_directions_of_columns_and_rows_place_the_first_bit(
    commands: bytes, pixel: tuple[int, int]
) -> None:
    x, y = pixel
    assert shown(b"\x20\x00" + LIGHT + commands).getbbox() == (x, y, x + 1, y + 1)


def test_a_command_may_come_in_pieces() -> None:
    assert shown(b"\x20", b"\x00\x8d", b"\x14\xaf\xa1\xc8").getbbox() == (0, 0, 1, 1)


def test_an_inverted_display_shows_the_dark_lit_and_one_all_lit_everything() -> None:
    plain = shown(b"\x20\x00" + LIGHT)
    assert (
        shown(b"\x20\x00\xa7" + LIGHT).tobytes()
        == ImageChops.invert(plain.convert("L")).convert("1").tobytes()
    )
    assert shown(b"\x20\x00\xa5" + LIGHT).getextrema() == (255, 255)


def test_the_start_line_rolls_the_picture_and_the_multiplex_ends_it() -> None:
    assert shown(b"\x20\x00\x41" + LIGHT + UPRIGHT).getbbox() == (0, 63, 1, 64)
    assert shown(b"\x20\x00\x41\xa8\x1f" + LIGHT + UPRIGHT).getbbox() is None


def test_horizontal_mode_fills_the_window_row_by_row_and_begins_again() -> None:
    memory = bytes((0x01, 0x02, 0x04, 0x08, 0x10))
    picture = shown(b"\x20\x00\x21\x0a\x0b\x22\x01\x02" + LIGHT + UPRIGHT, memory=memory)
    cells = pack(picture)
    assert cells[128 + 10 : 128 + 12] == b"\x10\x02"
    assert cells[256 + 10 : 256 + 12] == b"\x04\x08"


def test_vertical_mode_fills_the_window_column_by_column_and_begins_again() -> None:
    memory = bytes((0x01, 0x02, 0x04, 0x08, 0x10))
    cells = pack(shown(b"\x20\x01\x21\x0a\x0b\x22\x01\x02" + LIGHT + UPRIGHT, memory=memory))
    assert cells[128 + 10 : 128 + 12] == b"\x10\x04"
    assert cells[256 + 10 : 256 + 12] == b"\x02\x08"


def test_page_mode_is_set_after_a_reset_and_stays_in_its_page() -> None:
    cells = pack(shown(LIGHT + UPRIGHT + b"\xb3\x0e\x17", memory=b"\x01\x02\x04"))
    assert cells[3 * 128 + 126 : 4 * 128] == b"\x01\x02"
    assert cells[3 * 128] == 0x04
    assert not any(cells[4 * 128 :])


def test_what_is_seen_upside_down_is_the_memory_mirrored_twice() -> None:
    memory = bytes(range(256)) * 4
    turned = shown(b"\x20\x00" + LIGHT + b"\xa0\xc0", memory=memory)
    assert turned.tobytes() == ImageOps.flip(ImageOps.mirror(unpack(memory))).tobytes()
