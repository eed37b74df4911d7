from __future__ import annotations

from hardware.reader.driver import RepeatFilter


def test_a_tag_that_lies_there_is_new_once_however_long_it_lies() -> None:
    repeats = RepeatFilter(1.5)
    assert [repeats.is_new("A", at / 10) for at in range(100)] == [True] + 99 * [False]


def test_a_tag_that_was_away_for_the_silence_is_new_again() -> None:
    repeats = RepeatFilter(1.5)
    assert repeats.is_new("A", 0.0)
    assert not repeats.is_new("A", 1.4)
    assert not repeats.is_new("A", 2.8), "it still lay there at 1.4"
    assert repeats.is_new("A", 4.3)


def test_another_tag_is_new_at_once() -> None:
    repeats = RepeatFilter(1.5)
    assert repeats.is_new("A", 0.0)
    assert repeats.is_new("B", 0.1)


def test_two_tags_read_in_turn_do_not_make_each_other_new() -> None:
    repeats = RepeatFilter(1.5)
    assert [repeats.is_new("AB"[at % 2], at / 10) for at in range(20)] == [True, True] + 18 * [False]
