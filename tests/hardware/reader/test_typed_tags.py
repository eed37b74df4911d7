"""Typed texts: the tag of each form, and never one tag for two."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.box_state import BoxState
from companion.table.commands import PairTag
from companion.table.commands import TagPaired as Paired
from hardware.reader.typed import FOREIGN_KEY, LONGEST, LOST, TypedDecoder, typed_tag, typing_session

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
    "6 hex digits": lambda tag: f"{tag & 0xFFFFFF:06X}",
    "16 hex digits": lambda tag: f"{tag << 24 | 0xE004:016X}",
    "17 digits": lambda tag: f"{tag << 16:017d}",
    "18 to 20 digits": lambda tag: f"{tag << 20:018d}",
    "20 digits": lambda tag: f"{tag << 24:020d}",
    "pairs": lambda tag: f"{tag << 16:014X}",
    "4 pairs with colons": lambda tag: (tag & 0xFFFFFFFF).to_bytes(4).hex(":").upper(),
    "7 pairs with colons": lambda tag: (tag << 16).to_bytes(7).hex(":").upper(),
    "3 pairs with minus": lambda tag: (tag & 0xFFFFFF).to_bytes(3).hex("-").upper(),
    "a word before 10 digits": lambda tag: f"ID{tag & 0xFFFFFFFF:010d}",
    "a word before pairs": lambda tag: "H" + (tag & 0xFFFFFFFF).to_bytes(4).hex(":").upper(),
    "a word and a colon before 14 hex digits": lambda tag: f"UID:{tag << 16:014X}",
    "a sign before 8 hex digits": lambda tag: f";{tag & 0xFFFFFFFF:08X}",
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
        ("84F07B", "00000000000084F07B"),
        ("845071", "000000000000845071"),
        ("E004010012345678", "E004010012345678"),
        ("01186698702371200", "04374BD29C3980"),
        ("1186698702371200", "1186698702371200"),
        ("99999999999999999", "016345785D89FFFF"),
        ("16142028064219747960", "E004010012345678"),
        ("18446744073709551616", None),
        ("04:37:4B:D2:9C:39:80", "04374BD29C3980"),
        ("04-37-41-12", "04374112"),
        ("04 37 41 12 55", "0437411255"),
        ("04:37:41", "000000000000043741"),
        ("04:37:4B:D2:9C:39", None),
        ("04:37-4B:D2", None),
        ("ID:0025489531", "0184F07B"),
        ("UID 04374BD29C3980", "04374BD29C3980"),
        ("UID0025489531", "0184F07B"),
        ("IDD0025489531", None),
        ("ID0184F07B", None),
        ("NO.00388,61563", "0184F07B"),
        ("H0184F07B", "0184F07B"),
        ("HAB:CD:EF:01", "ABCDEF01"),
        (";0025489531", "0184F07B"),
        ("0X04374BD29C3980", "04374BD29C3980"),
        ("AB:0025489531", None),
        ("7:0025489531", None),
        ("H7:0025489531", None),
        ("123", None),
        ("0F0184F07", None),
        ("F07B,0184", None),
        ("002548?531", None),
        ("0025489!531", None),
    ],
)
def test_each_form_gives_its_tag(typed: str, tag: str | None) -> None:
    assert read(typed) == tag


@settings(max_examples=20)
@given(tag=TAGS)
@pytest.mark.parametrize("form", ["10 digits", "5,5 digits", "13 digits"])
def test_the_same_tag_is_the_same_as_on_an_rdm6300(form: str, tag: int) -> None:
    result = read(FORMS[form](tag))
    assert result is not None
    assert f"{tag:010X}".endswith(result)
    assert BoxState(tags={f"{tag:010X}": 7}).bag(result) == 7
    assert BoxState(tags={result: 7}).bag(f"{tag:010X}") == 7


@settings(max_examples=20)
@given(tag=TAGS)
@pytest.mark.parametrize("form", ["8 hex digits", "10 hex digits"])
def test_hex_digits_with_a_letter_are_the_same_as_on_an_rdm6300(form: str, tag: int) -> None:
    words = FORMS[form](tag)
    if not words.isdigit():
        assert read(words) == words
        assert BoxState(tags={f"{tag:010X}": 7}).bag(words) == 7


@settings(max_examples=20)
@given(one=TAGS, other=TAGS)
@pytest.mark.parametrize("form", FORMS)
def test_different_typed_texts_are_different_tags_and_each_can_be_paired(
    form: str, one: int, other: int
) -> None:
    first, second = FORMS[form](one), FORMS[form](other)
    result = read(first)
    assert (result == read(second)) is (first == second)
    assert result is not None
    assert len(result) in (8, 10, 12, 14, 16, 18)
    assert PairTag(result, 7).tag == Paired(result, 7).tag


@given(typed=st.text("0123456789ABCDEFGX,:;- ?!", max_size=24))
def test_any_typed_text_is_at_most_one_tag_and_of_even_length(typed: str) -> None:
    result = typed_tag(typed)
    assert result is None or (len(result) in (8, 10, 12, 14, 16, 18, 20) and int(result, 16) >= 0)


def test_what_is_in_no_form_is_handed_on_as_it_was_typed() -> None:
    session = typing_session()
    typed = ("04:37:4B:D2:9C:39", "0F0184F07", "0F0184F07B81G")
    assert session.step("".join(f"{each}\n" for each in typed).encode(), 0.0).unread == typed
    for nothing in (b"123\n", LOST + b"0025489531\n", b"0025489531\n", b"1" * (LONGEST + 1)):
        assert session.step(nothing, 0.0).unread == ()


def test_nothing_of_what_a_person_types_is_handed_on() -> None:
    session = typing_session()
    turn = session.step(FOREIGN_KEY + b"SECRET WORD\n", 0.0)
    assert (turn.unread, turn.answers) == ((), False)
    assert session.step(b"ANOTHER WORD\n", 0.0).unread == (), "also what he types after that"


def test_an_enter_alone_is_ignored_and_endless_text_is_noise() -> None:
    assert TypedDecoder().feed(b"\n\n") == []
    (noise,) = TypedDecoder().feed(b"1" * (LONGEST + 1))
    assert noise.tag is None


def test_a_reader_in_place_of_which_a_person_types_is_missing_until_a_tag_comes() -> None:
    session = typing_session()
    wells = [
        session.step(data, 0.0).answers for data in (b"", b"12\n", b"1" + FOREIGN_KEY + b"\n", b"", LOST)
    ]
    assert wells == [True, True, False, False, False]
    assert session.step(b"\n0025489531\n", 0.0).answers is True
