"""Talking with the chip: what is sent, when, and how soon a tag is read."""

from __future__ import annotations

import pytest

from hardware.reader.pn532 import ACK, LONG_POLL
from tests.fakes.chip import NONE, found
from tests.hardware.reader.pn532_session import BOUNDED, LOOKS, OTHER, UID, WAKE_AND_SAM, WIRE, Link


def test_the_chip_is_woken_made_a_plain_reader_and_limited_in_its_retries() -> None:
    link = Link()
    link.run(0.1)
    assert link.sends() == [WAKE_AND_SAM, BOUNDED, LOOKS]
    assert link.wells == [None, True]


def test_a_tag_is_read_as_soon_as_it_is_laid_down(link: Link) -> None:
    link.run(0.5)
    at = link.now
    link.lay(UID)
    link.run(0.01)
    assert link.read() == [UID]
    assert link.tags[0][0] == pytest.approx(at + WIRE)


@pytest.mark.parametrize(
    "after", [0.0, 0.05, 0.1, 0.3, *(LONG_POLL + each / 20 for each in range(-4, 2)), 40.0]
)
def test_a_tap_is_seen_within_a_quarter_of_a_second_whenever_it_comes(link: Link, after: float) -> None:
    link.run(after)
    at = link.now
    link.lay(UID)
    link.run(0.25)
    assert link.read()
    assert link.tags[0][0] - at <= 0.25


@pytest.mark.parametrize("after", [0.0, 0.1, 0.19])
def test_a_tap_right_after_another_tag_was_taken_away_is_seen_within_a_quarter_of_a_second(
    link: Link,
    after: float,
) -> None:
    link.lay(OTHER)
    link.run(0.01)
    link.chip.lift()
    link.run(after)
    at = link.now
    link.lay(UID)
    link.run(0.25)
    assert next(seen for seen, tag in link.tags if tag == UID) - at <= 0.25


def test_a_tag_that_stays_is_read_again_and_again_but_gently(link: Link) -> None:
    link.lay(UID)
    link.run(10)
    assert 40 <= len(link.read()) <= 46
    assert set(link.read()) == {UID}


def test_without_a_tag_the_chip_is_seldom_asked_and_looks_the_time_between(link: Link) -> None:
    before = len(link.sent)
    link.run(30)
    looks = [sent for sent in link.sends()[before:] if sent == LOOKS]
    assert 1 <= len(looks) <= 2
    assert set(link.sends()[before:]) == {LOOKS, ACK}


def test_a_chip_that_gives_up_at_once_is_not_asked_more_than_five_times_a_second(link: Link) -> None:
    before = len(link.sent)
    for _ in range(5000):
        link.coming += link.chip.tire()
        link.run(0.002)
    assert 40 <= len(link.sent) - before <= 46
    assert link.wells == [None, True]


def test_a_look_that_finds_nothing_is_broken_off_by_an_ack_and_the_chip_left_alone_a_while(
    link: Link,
) -> None:
    link.run(LONG_POLL + 0.2)
    (asked, _), (broken, ack), (again, look) = link.sent[-3:]
    assert (ack, look) == (ACK, LOOKS)
    assert broken - asked == pytest.approx(LONG_POLL, abs=0.01)
    assert again - broken == pytest.approx(0.05)


def test_a_tag_that_crosses_with_the_breaking_off_counts(link: Link) -> None:
    while link.sends()[-1] != ACK:
        link.run(0.01)
    assert link.step(found(UID)).tags == (UID,)


def test_everything_may_come_byte_by_byte(link: Link) -> None:
    for byte in ACK + NONE:
        link.step(bytes((byte,)))
    link.run(0.25)
    for byte in ACK + found(UID):
        link.step(bytes((byte,)))
    assert link.read() == [UID]


def test_a_phone_that_makes_up_a_number_is_no_tag_and_not_asked_for_more_often(link: Link) -> None:
    before = len(link.sent)
    link.lay("080EE20B")
    link.run(10)
    assert link.read() == []
    assert len(link.sent) - before <= 51
