from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hardware.display.oled import pack
from hardware.display.simulated import unpack


@given(st.binary(min_size=1024, max_size=1024))
def test_a_picture_packed_and_unpacked_is_the_same(memory: bytes) -> None:
    assert pack(unpack(memory)) == memory


def test_a_byte_is_eight_rows_of_a_column_the_uppermost_in_bit_0() -> None:
    image = Image.new("1", (128, 64))
    for pixel in ((0, 0), (5, 9), (127, 63)):
        image.putpixel(pixel, 1)

    memory = pack(image)

    assert {at: byte for at, byte in enumerate(memory) if byte} == {0: 0x01, 128 + 5: 0x02, 1023: 0x80}
