"""Every module and every test has a room; import-linter holds which room may import which."""

from __future__ import annotations

import itertools

import pytest

from tests.tree import ROOT
from tests.walls.house import FLOORS, MODULES, modules

ROOMS = tuple(itertools.chain.from_iterable(FLOORS))


def room(module: str) -> str:
    """The room of a module; what stands at the door (`companion`, `companion.commit`) has none but itself."""
    return next((each for each in ROOMS if module == each or module.startswith(f"{each}.")), module)


def test_every_module_stands_in_a_room() -> None:
    outside = {name for name in MODULES if room(name) not in ROOMS}
    assert outside == {"companion", "companion.__main__", "companion.commit"}


@pytest.mark.parametrize("name", [name for name, path in MODULES.items() if path.name == "__init__.py"])
def test_no_door_only_hands_on_what_stands_behind_it(name: str) -> None:
    assert "__all__" not in MODULES[name].read_text(encoding="utf-8")


BESIDE = {"adversary", "fakes", "walls", "rulebook", "virtual_pi", "docs", "release"}
"""Folders of tests that are no room's."""


def test_the_tests_stand_as_the_rooms_do() -> None:
    rooms = {path.parent.relative_to(ROOT).as_posix() for path in MODULES.values()}
    rooms |= {each.removeprefix("companion/") for each in rooms} | {"games/tally"}
    folders = {
        path.parent.relative_to(ROOT / "tests").as_posix()
        for path in modules("tests").values()
        if path.name.startswith("test_") and path.parent != ROOT / "tests"
    }
    strange = {each for each in folders if each.partition("/")[0] not in BESIDE and each not in rooms}
    assert strange == set()
