"""A card that is copied or moved: what is bound to its machine stays there, and the games go with it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.journal.kept import keep, kept
from companion.journal.machine import OF_THE_MACHINE, UNKNOWN, BoxId, Machine, bound
from companion.journal.names import HANDS, MEMBERS, OWN_WIFI
from tests.fakes.evening import START, Evening

HERE, THERE = Machine("100000003d1d1c36"), Machine("10000000a3b4c5d6")
RADIO, OTHER_RADIO = Machine(radios=("b8:27:eb:12:7f:3a",)), Machine(radios=("dc:a6:32:00:00:01",))
BOTH = Machine(HERE.serial, RADIO.radios)


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        (HERE, HERE, False),
        (HERE, THERE, True),
        (RADIO, OTHER_RADIO, True),
        (Machine(radios=(*RADIO.radios, *OTHER_RADIO.radios)), OTHER_RADIO, False),
        (BOTH, Machine(HERE.serial, OTHER_RADIO.radios), False),
        (BOTH, Machine(THERE.serial, RADIO.radios), True),
        (BOTH, RADIO, False),
        (BOTH, OTHER_RADIO, False),
        (HERE, RADIO, False),
        (HERE, UNKNOWN, False),
        (RADIO, UNKNOWN, False),
        (UNKNOWN, UNKNOWN, False),
    ],
)
def test_two_machines_differ_by_what_can_be_read_on_both_the_serial_number_first(
    one: Machine, other: Machine, differ: bool
) -> None:
    assert one.differs(other) is other.differs(one) is differ


def test_a_box_is_bound_to_the_first_machine_that_can_be_read_and_stays_until_another() -> None:
    ids = iter(("00000001", "00000002"))
    box = None
    for machine, number, known in (
        (UNKNOWN, "00000001", UNKNOWN),
        (RADIO, "00000001", RADIO),
        (UNKNOWN, "00000001", RADIO),
        (BOTH, "00000001", BOTH),
        (HERE, "00000001", BOTH),
        (THERE, "00000002", THERE),
    ):
        box = bound(box, machine, lambda: next(ids))
        assert box == BoxId(number, known)


def test_a_radio_that_was_pulled_out_for_a_while_makes_no_other_machine() -> None:
    both = Machine(radios=(*RADIO.radios, *OTHER_RADIO.radios))
    box = bound(None, both, lambda: "00000001")
    for machine in (OTHER_RADIO, RADIO, both):
        box = bound(box, machine, lambda: "00000002")
        assert box == BoxId("00000001", both)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A box that has played, with what it keeps for itself."""
    evening = Evening(tmp_path / "box")
    evening.machine = HERE
    evening.restart()
    evening.do(START)
    evening.do("roll")
    for name in (*OF_THE_MACHINE, HANDS):
        keep(evening.journal, name, name)
    evening.restart()
    yield evening
    evening.table.close()


def bound_to_it(evening: Evening) -> set[Any]:
    """What no two boxes may have in common."""
    return {
        evening.body["box"],
        evening.body["epoch"],
        evening.body["next"]["commitment"],
        *(each for name in OF_THE_MACHINE if (each := kept(evening.journal, name, str))),
    }


@pytest.mark.parametrize("machine", [HERE, UNKNOWN, RADIO, BOTH], ids=["it", "none", "another fact", "more"])
def test_on_its_own_machine_and_where_none_can_be_read_a_box_stays_what_it_is(
    evening: Evening, machine: Machine
) -> None:
    before, body = bound_to_it(evening), evening.body
    for _ in range(2):
        evening.machine = machine
        evening.restart()
        assert not evening.journal.came
        assert (bound_to_it(evening), evening.body) == (before, body)


def test_a_folder_on_a_machine_that_cannot_be_read_stays_what_it_is(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    before = bound_to_it(evening)
    evening.restart()
    assert bound_to_it(evening) == before
    evening.machine = HERE
    evening.restart()
    assert bound_to_it(evening) == before
    evening.table.close()


def test_on_another_machine_all_that_is_bound_is_made_anew_once_and_the_games_are_kept(
    evening: Evening, tmp_path: Path
) -> None:
    game, tags, last = evening.game, evening.body["tags"], evening.body["version"]
    evening.table.close()
    shutil.copytree(evening.folder, tmp_path / "copy")
    evening.table = evening._opened()
    copied = Evening(tmp_path / "copy", seed="another")
    copied.table.close()
    copied.machine = THERE
    copied.table = copied._opened()
    came = [copied.journal.came]
    assert not bound_to_it(copied) & bound_to_it(evening)
    assert (copied.game, copied.body["tags"], copied.body["version"]) == (game, tags, last)
    assert kept(copied.journal, HANDS, str) == HANDS, "who would look after it is still let in at the box"
    assert [kept(copied.journal, each, str) for each in (MEMBERS, OWN_WIFI)] == [None, None]
    before = bound_to_it(copied)
    copied.restart()
    assert [*came, copied.journal.came] == [True, False]
    assert bound_to_it(copied) == before
    copied.do("roll")
    copied.table.close()


def test_a_card_that_comes_back_to_its_first_machine_is_another_box_once_more(evening: Evening) -> None:
    boxes = {evening.body["box"]}
    for machine in (THERE, HERE):
        evening.machine = machine
        evening.restart()
        boxes.add(evening.body["box"])
    assert len(boxes) == 3


def test_a_plug_pulled_while_it_is_made_anew_leaves_no_half_of_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, game = bound_to_it(evening), evening.game
    evening.machine = THERE
    with monkeypatch.context() as broken:
        broken.setattr("companion.journal.journal.keep_box", lambda *_: None)
        evening.restart()
    evening.restart()
    assert evening.journal.came
    assert not bound_to_it(evening) & before
    assert evening.game == game
