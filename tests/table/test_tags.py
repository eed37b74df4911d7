"""The bag of a tag, from readers that report all five bytes or only the low four."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.box_state import BoxState

HEX = "0123456789ABCDEF"
LOWS = st.sampled_from(["0184F07B", "0063E9AE", "FFFFFFFF"])
WHOLE = st.builds(lambda first, low: first + low, st.sampled_from(["0F", "10", "00"]), LOWS)
TAGS = st.one_of(LOWS, WHOLE, st.text(HEX, min_size=14, max_size=14), st.just("00000184F07B"))
PAIRED = st.dictionaries(TAGS, st.integers(1, 21), max_size=9)


@given(PAIRED, TAGS)
def test_another_tag_is_on_a_bag_only_as_the_low_bytes_of_one_or_the_whole_of_one(
    paired: dict[str, int], tag: str
) -> None:
    bag = BoxState(tags=paired).bag(tag)
    if bag is not None and tag not in paired:
        same = {each for each in paired if each.endswith(tag) or tag.endswith(each)}
        assert {len(tag), *map(len, same)} == {8, 10}
        assert {paired[each] for each in same} == {bag}


@pytest.mark.parametrize(
    ("paired", "tag", "bag"),
    [
        ({"0F0184F07B": 4}, "0184F07B", 4),
        ({"0184F07B": 4}, "0F0184F07B", 4),
        ({"0F0184F07B": 4, "0184F07B": 5}, "0184F07B", 5),
        ({"0F0184F07B": 4, "100184F07B": 5}, "0184F07B", None),
        ({"0F0184F07B": 4, "100184F07B": 4}, "0184F07B", 4),
        ({"0F0184F07B": 4, "0184F07B": 4}, "100184F07B", None),
        ({"0F0184F07B": 4}, "00000184F07B", None),
        ({"04374BD29C3980": 4}, "D29C3980", None),
        ({}, "0184F07B", None),
    ],
)
def test_an_unambiguous_tag_has_its_bag_and_an_ambiguous_one_none(
    paired: dict[str, int], tag: str, bag: int | None
) -> None:
    assert BoxState(tags=paired).bag(tag) == bag
