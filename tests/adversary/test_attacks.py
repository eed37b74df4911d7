"""A short round of every attack; `make attack` does the same for an hour, and more of each."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.adversary.attacks import ATTACKS, Bounds
from tests.adversary.floods import FLOODS, one_after_another

SEED = random.randrange(1_000_000)
"""Another one at each run; what broke is told with it and the round, for `make attack` to do it again."""


@pytest.mark.parametrize("name", [name for name in ATTACKS if name != "floods"])
def test_no_attack_loses_an_entry_silently_or_makes_the_box_stumble(
    name: str, failing_disk: Path, tmp_path: Path
) -> None:
    print(f"{name} --seed {SEED}")
    attack = ATTACKS[name]
    toll = attack.do(failing_disk, tmp_path, Bounds(SEED, rounds=attack.short))
    assert not toll.broken, "\n".join(toll.broke)
    if name in {"malformed", "forgeries", "storms"}:
        assert toll.times > 50
        return
    assert toll.kills
    assert toll.acknowledged, "an attack on nobody shows nothing"


def test_honest_people_are_answered_in_every_flood(tmp_path: Path) -> None:
    toll = one_after_another(tmp_path / "data")
    assert not toll.broken, "\n".join(toll.broke)
    assert toll.times == len(FLOODS)
    assert toll.held > len(FLOODS)
