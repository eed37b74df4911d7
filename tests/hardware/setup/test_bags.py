"""Bag after bag laid on the reader: which tag sticks on which, and one that a bag has already."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.config import RfidConfig
from hardware.reader.rdm6300 import encode
from hardware.reader.simulated import SimulatedLine
from hardware.setup.bags import AWAY, LYING, pair_bags
from tests.fakes.person import LATE, Doing, Parts, Person, talk, wired

ONE, TWO, THREE = "0F0184F07B", "010063E9AE", "3C00CE754C"


class Owner:
    """Lays bags on a reader on a serial port. paired: what came of it."""

    def __init__(self, parts: Parts, line: SimulatedLine) -> None:
        self.parts = parts
        self.line = line
        self.port = parts.port("ttyUSB0", line.port())
        self.person = Person()
        self.paired: dict[str, int] = {}

    def lays(self, tag: str, after: float = 0.0) -> Callable[[], None]:
        def lay() -> None:
            self.person.now += after
            self.line.send(encode(tag))

        return lay

    def go(self, *doing: Doing) -> str:
        """Do this, then let the time for the next bag pass, and that was all; what was said."""
        self.person = Person("y", *doing, LATE, "3")
        readers = self.parts.readers(lambda: self.person.now)
        pair_bags(talk(self.person), readers, RfidConfig("rdm6300", self.port), self.paired.__setitem__)
        assert not self.person.script
        return self.person.words


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    line = SimulatedLine()
    with wired(tmp_path) as parts:
        yield Owner(parts, line)
    line.unplug()


def again(bag: int, number: int) -> str:
    return f"Bag {bag}'s number again: take bag {bag} away, or change the sticker. Now comes bag {number}."


def test_bag_after_bag_is_paired(owner: Owner) -> None:
    words = owner.go(*map(owner.lays, (ONE, TWO, THREE)))
    assert owner.paired == {ONE: 1, TWO: 2, THREE: 3}
    assert "again:" not in words


def test_the_bag_before_may_lie_there_for_a_moment(owner: Owner) -> None:
    words = owner.go(owner.lays(ONE), *3 * [owner.lays(ONE, AWAY / 2)], owner.lays(TWO))
    assert owner.paired == {ONE: 1, TWO: 2}
    assert "again:" not in words


def test_a_sticker_with_the_number_of_the_bag_before_is_said_at_once(owner: Owner) -> None:
    words = owner.go(owner.lays(ONE), owner.lays(ONE, AWAY + 0.5), owner.lays(TWO, AWAY))
    assert words.count(again(1, 2)) == 1
    assert owner.paired == {ONE: 1, TWO: 2}


def test_the_bag_before_that_stays_where_it_is_is_said_once(owner: Owner) -> None:
    steps = 3 * int(LYING / AWAY * 2)
    words = owner.go(owner.lays(ONE), *steps * [owner.lays(ONE, AWAY / 2)], owner.lays(TWO))
    assert words.count(again(1, 2)) == 1
    assert owner.paired == {ONE: 1, TWO: 2}


def test_an_earlier_bag_s_number_is_said_each_time_it_is_laid_down_and_not_while_it_lies(
    owner: Owner,
) -> None:
    lying = [owner.lays(ONE, AWAY / 2)] * 3
    words = owner.go(
        owner.lays(ONE),
        owner.lays(TWO),
        owner.lays(ONE),
        *lying,
        owner.lays(ONE, 2 * AWAY),
        owner.lays(THREE),
    )
    assert words.count(again(1, 3)) == 2
    assert owner.paired == {ONE: 1, TWO: 2, THREE: 3}
