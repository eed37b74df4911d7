"""What readers type: the tag that it is, whatever form it has, and never one tag for two."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.commands import PairTag
from companion.table.commands import TagPaired as Paired
from companion.table.own import Own
from hardware.reader.typed import LONGEST, LOST, STRANGE, TypedDecoder, decimal_tag, hex_tag, typing

FORMS: Mapping[str, Callable[[int], str]] = {
    "10 digits": lambda tag: f"{tag & 0xFFFFFFFF:010d}",
    "5,5 digits": lambda tag: f"{tag >> 16 & 0xFFFF:05d},{tag & 0xFFFF:05d}",
    "5 and 5 digits without a comma": lambda tag: f"{tag >> 16 & 0xFFFF:05d}{tag & 0xFFFF:05d}",
    "13 digits": lambda tag: f"{tag:013d}",
    "8 hex digits": lambda tag: f"{tag & 0xFFFFFFFF:08X}",
    "10 hex digits": lambda tag: f"{tag:010X}",
    "Wiegand 26": lambda tag: f"{tag >> 16 & 0xFF:03d},{tag & 0xFFFF:05d}",
    "Wiegand 26 without a comma": lambda tag: f"{tag >> 16 & 0xFF:03d}{tag & 0xFFFF:05d}",
    "3 bytes in 8 digits": lambda tag: f"{tag & 0xFFFFFF:08d}",
}
TAGS = st.integers(0, (1 << 40) - 1)
ONE = 0x0F0184F07B


def read(words: str) -> str | None:
    tags = [piece.tag for piece in TypedDecoder().feed(words.encode() + b"\n")]
    assert len(tags) == 1
    return tags[0]


@pytest.mark.parametrize(
    ("typed", "tag"),
    [
        ("0025489531", "0184F07B"),
        ("00388,61563", "0184F07B"),
        ("0064449998971", "0F0184F07B"),
        ("0184F07B", "0184F07B"),
        ("0F0184F07B", "0F0184F07B"),
        ("04374BD29C3980", "04374BD29C3980"),
        ("04374112293980", "04374112293980"),
        ("132,61563", "000013261563"),
        ("13261563", "000013261563"),
        ("08712315", "000008712315"),
        ("4294967295", "FFFFFFFF"),
        ("4294967296", "004294967296"),
        ("65536,00000", "006553600000"),
        ("9999999999999", None),
        ("123", None),
        ("0F0184F07", None),
        ("F07B,0184", None),
        ("002548?531", None),
        ("0025489!531", None),
    ],
)
def test_each_form_is_the_tag_that_it_says(typed: str, tag: str | None) -> None:
    assert read(typed) == tag


@given(tag=TAGS)
@pytest.mark.parametrize("form", ["10 digits", "5,5 digits", "13 digits"])
def test_the_same_tag_is_the_same_as_on_an_rdm6300(form: str, tag: int) -> None:
    said = read(FORMS[form](tag))
    assert said is not None
    assert f"{tag:010X}".endswith(said)
    assert Own(tags={f"{tag:010X}": 7}).bag(said) == 7
    assert Own(tags={said: 7}).bag(f"{tag:010X}") == 7


@given(tag=TAGS)
@pytest.mark.parametrize("form", ["8 hex digits", "10 hex digits"])
def test_hex_digits_with_a_letter_are_the_same_as_on_an_rdm6300(form: str, tag: int) -> None:
    words = FORMS[form](tag)
    if not words.isdigit():
        assert read(words) == words
        assert Own(tags={f"{tag:010X}": 7}).bag(words) == 7


@given(one=TAGS, other=TAGS)
@pytest.mark.parametrize("form", FORMS)
def test_a_reader_that_types_two_different_things_says_two_different_tags(
    form: str, one: int, other: int
) -> None:
    first, second = FORMS[form](one), FORMS[form](other)
    assert (read(first) == read(second)) is (first == second)


@given(tag=TAGS)
@pytest.mark.parametrize("form", FORMS)
def test_every_tag_can_be_paired(form: str, tag: int) -> None:
    said = read(FORMS[form](tag))
    assert said is not None
    assert len(said) in (8, 10, 12)
    assert PairTag(said, 7).tag == Paired(said, 7).tag


@given(typed=st.text("0123456789ABCDEF,?!", max_size=20))
def test_whatever_is_typed_is_at_most_one_tag_and_of_even_length(typed: str) -> None:
    said = hex_tag(typed) or decimal_tag(typed)
    assert said is None or (len(said) in (8, 10, 12, 14) and int(said, 16) >= 0)


@given(data=st.text("0123456789ABCDEF,?!\n", max_size=80), cuts=st.lists(st.integers(0, 80)))
def test_it_does_not_matter_in_which_pieces_it_comes(data: str, cuts: list[int]) -> None:
    whole = [piece.tag for piece in TypedDecoder().feed(data.encode() + b"\n") if piece.tag]
    decoder, at, found = TypedDecoder(), 0, []
    for cut in (*sorted(cut for cut in cuts if cut < len(data)), len(data) + 1):
        found += [each.tag for each in decoder.feed((data + "\n").encode()[at:cut]) if each.tag]
        at = cut
    assert found == whole


def test_an_enter_alone_says_nothing_and_what_never_ends_is_noise() -> None:
    assert TypedDecoder().feed(b"\n\n") == []
    (noise,) = TypedDecoder().feed(b"1" * (LONGEST + 1))
    assert noise.tag is None


def test_a_reader_at_whose_place_somebody_types_is_missing_until_a_tag_comes() -> None:
    session = typing()
    wells = [session.step(data, 0.0).well for data in (b"", b"12\n", b"1" + STRANGE + b"\n", b"", LOST)]
    assert wells == [True, True, False, False, False]
    assert session.step(b"\n0025489531\n", 0.0).well is True
