"""A short round of every attack; `make attack` does the same for an hour. Each takes a second or two: it
plays, kills and starts again, and less of it would find nothing.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.adversary.attacks import ATTACKS, Bounds
from tests.adversary.floods import FLOODS
from tests.adversary.toll import Toll

SEED = random.randrange(1_000_000)
"""Another one at each run; what broke is told with it and the round, for `make attack` to do it again."""


def attacked(name: str, library: Path, folder: Path, first: int = 0, rounds: int | None = None) -> Toll:
    attack = ATTACKS[name]
    print(f"{name} --seed {SEED}")
    return attack.do(library, folder, Bounds(SEED, first, attack.short if rounds is None else rounds))


@pytest.mark.parametrize("name", [name for name, attack in ATTACKS.items() if attack.lane == 0])
def test_no_fault_of_the_disk_loses_an_entry_silently(name: str, failing_disk: Path, tmp_path: Path) -> None:
    toll = attacked(name, failing_disk, tmp_path)
    assert not toll.broken, "\n".join(toll.broke)
    assert toll.kills >= 10
    assert toll.acknowledged, "an attack on nobody shows nothing"


@pytest.mark.parametrize("name", ["program-kills", "program-bits", "program-disks"])
def test_the_program_loses_nothing_without_a_word_either(
    name: str, failing_disk: Path, tmp_path: Path
) -> None:
    toll = attacked(name, failing_disk, tmp_path)
    assert not toll.broken, "\n".join(toll.broke)
    assert toll.kills
    assert toll.acknowledged > 0


@pytest.mark.parametrize("number", range(len(FLOODS)), ids=FLOODS)
def test_honest_people_are_answered_in_a_flood(number: int, failing_disk: Path, tmp_path: Path) -> None:
    toll = attacked("floods", failing_disk, tmp_path, number, 1)
    assert not toll.broken, "\n".join(toll.broke)
    assert toll.held


@pytest.mark.parametrize("name", ["malformed", "forgeries", "storms"])
def test_nothing_that_is_sent_makes_it_stumble(name: str, failing_disk: Path, tmp_path: Path) -> None:
    toll = attacked(name, failing_disk, tmp_path)
    assert not toll.broken, "\n".join(toll.broke)
    assert toll.times > 50
