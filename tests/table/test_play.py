"""Values derived from a game are computed once for each snapshot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games import GameView, Page, Question
from companion.games.screen import Screen
from companion.language.text import text
from companion.table.snapshot import Snapshot
from tests.fakes.evening import START, Evening
from tests.fakes.toy import TOY_GAME, View
from tests.fakes.toy.words import Roll


class Counting:
    """Counts how often the toy is looked at."""

    def __init__(self) -> None:
        self.looks: Counter[str] = Counter()

    def pages(self, view: View) -> tuple[Page, ...]:
        self.looks["pages"] += 1
        return tuple(Page(each.name, partial(self._drawn, each)) for each in TOY_GAME.pages(view))

    def tapped(self, view: GameView, bag: int) -> Screen:
        self.looks[f"bag {bag}"] += 1
        return TOY_GAME.bag_screen(view, bag)

    def _drawn(self, page: Page) -> Screen:
        self.looks[page.name] += 1
        return page.screen

    def question(self, _view: View) -> Question | None:
        self.looks["question"] += 1
        return None


@pytest.fixture
def counting() -> Counting:
    return Counting()


@pytest.fixture
def evening(tmp_path: Path, counting: Counting) -> Iterator[Evening]:
    toy = replace(TOY_GAME, pages=counting.pages, bag_screen=counting.tapped, question=counting.question)
    evening = Evening(tmp_path, {"toy": toy})
    evening.do(START)
    yield evening
    evening.table.close()


def test_a_snapshot_is_looked_at_once_however_many_ask(evening: Evening, counting: Counting) -> None:
    counting.looks.clear()
    snapshot = evening.do("roll").snapshot
    for _ in range(3):
        assert snapshot.play is not None
        assert snapshot.play.pages
        assert snapshot.play.question is None
        assert snapshot.body["game"]["counter"]
    assert counting.looks == {"pages": 1, "question": 1}


def test_a_page_is_drawn_at_the_first_look_and_once(evening: Evening, counting: Counting) -> None:
    play = evening.do("roll").snapshot.play
    assert play is not None
    counting.looks.clear()
    assert [page.name for page in play.pages] == ["toy-table", "toy-rolls"]
    for _ in range(3):
        assert play.pages[1].screen.title == text("toy.rolls")
    assert counting.looks == {"pages": 1, "toy-rolls": 1}


def test_a_tapped_bag_is_drawn_once_and_anew_after_each_entry(evening: Evening, counting: Counting) -> None:
    before, after = (evening.do("roll").snapshot.play for _ in range(2))
    assert before is not None
    assert after is not None
    for _ in range(3):
        assert before.tapped(1) == counting.tapped(before.view, 1)
        assert after.tapped(1) == counting.tapped(after.view, 1)
        assert after.tapped(2) == counting.tapped(after.view, 2)
    assert counting.looks["bag 1"] == 2 + 6
    assert counting.looks["bag 2"] == 1 + 3


def test_a_command_is_judged_by_the_snapshot_it_was_made_on(evening: Evening) -> None:
    before = evening.table.snapshot
    after = evening.do("advance").snapshot
    assert before.would_refuse(Roll()) is None
    refused = after.would_refuse(Roll())
    assert refused is not None
    assert refused.code == "toy-resting"
    assert refused.message.code == "refused.toy-resting"


def test_judging_changes_nothing_and_rolls_nothing(evening: Evening) -> None:
    before: Snapshot = evening.table.snapshot
    other = Evening(evening.folder / "other", {"toy": TOY_GAME})
    other.do(START)
    for _ in range(3):
        assert before.would_refuse(Roll()) is None
    assert evening.table.snapshot is before
    assert evening.do("roll").events == other.do("roll").events
    other.table.close()
