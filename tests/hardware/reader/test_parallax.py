from __future__ import annotations

import pytest

from hardware.reader.parallax import ParallaxDecoder, encode

ONE, TWO = "0F0184F07A", "010063E9AE"


def read(*parts: bytes) -> list[str]:
    pieces = ParallaxDecoder()
    return [piece.tag for part in parts for piece in pieces.feed(part) if piece.tag is not None]


def test_the_frame_is_that_of_the_datasheet() -> None:
    assert encode(ONE) == bytes.fromhex("0A 30 46 30 31 38 34 46 30 37 41 0D")


def test_a_tag_counts_when_it_was_read_twice_in_a_row_for_there_is_no_checksum() -> None:
    assert read(encode(ONE)) == []
    assert read(encode(ONE), encode(ONE)) == [ONE]
    assert read(encode(ONE), encode(TWO), encode(ONE)) == []
    assert read(encode(ONE) * 3 + encode(TWO) * 2) == [ONE, ONE, TWO]


def test_a_tag_that_changes_its_bits_is_no_tag() -> None:
    changing = [f"{number:010X}" for number in range(50)]
    assert read(*(encode(tag) for tag in changing)) == []


def test_small_letters_are_read_as_large_ones() -> None:
    assert read(encode(ONE.lower()), encode(ONE)) == [ONE]


@pytest.mark.parametrize(
    "broken",
    [
        encode(ONE)[5:],
        encode(ONE)[:5],
        b"\n\n\n",
        b"\n0F0184F07G\r",
        b"\n0F0184F07A\n",
        b"\xff\x00\r",
        b"\r\r",
    ],
)
def test_after_a_broken_frame_the_next_whole_ones_are_read(broken: bytes) -> None:
    assert read(broken + encode(TWO) + encode(TWO)) == [TWO]


def test_each_piece_is_explained_in_a_dump() -> None:
    pieces = ParallaxDecoder().feed(b"\x98" + encode(ONE) + b"\xff" + encode(ONE) + b"\x00\n0F")
    assert [(piece.means.code, piece.raw) for piece in pieces] == [
        ("dump.noise", b"\x98"),
        ("dump.tag-once", encode(ONE)),
        ("dump.noise", b"\xff"),
        ("dump.tag", encode(ONE)),
        ("dump.noise", b"\x00"),
    ]
