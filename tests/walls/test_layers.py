"""The floors of the house: which room may import which. Every forbidden arrow is a test of its own."""

from __future__ import annotations

import itertools

import pytest

from tests.tree import ROOT
from tests.walls.house import FLOORS, MODULES, imports, modules

OPEN = ("companion.config", "companion.parts", "companion.bell", "companion.lru")
"""Seen by every room from the journal up; they see what is open, and `language`."""
EXCEPT = {
    "companion.cli": {"hardware", "web"},  # the daemon puts them together
    "hardware": {
        "companion.system",
        "companion.table",
        "companion.storage",
        "companion.games",
    },
}
"""What a room does not see though it is below."""
SEEN_OF = {
    ("hardware", "companion.health"): {"companion.health.findings"},
    ("web", "companion.health"): {"companion.health.broker_status"},
}
"""Of these rooms only these files are seen."""

ROOMS = (*itertools.chain.from_iterable(FLOORS), *OPEN)


def room(module: str) -> str:
    """The room of a module; what stands at the door (`companion`, `companion.commit`) has none but itself."""
    return next((each for each in ROOMS if module == each or module.startswith(f"{each}.")), module)


def below(one: str) -> set[str]:
    """The rooms that a room may see."""
    if one in OPEN:
        return {*OPEN, "companion.language"}
    floor = next(number for number, rooms in enumerate(FLOORS) if one in rooms)
    lower = {each for rooms in FLOORS[floor + 1 :] for each in rooms}
    opened = set(OPEN) if lower >= {"companion.games", "companion.language"} else set()
    return (lower | opened) - EXCEPT.get(one, set())


FORBIDDEN = [(one, other) for one in ROOMS for other in ROOMS if one != other and other not in below(one)]


@pytest.mark.parametrize(("one", "other"), FORBIDDEN, ids=lambda each: each.removeprefix("companion."))
def test_no_arrow_leads_there(one: str, other: str) -> None:
    arrows = {
        f"{name} -> {each}"
        for name in MODULES
        if room(name) == one
        for each in imports(name)
        if room(each) == other
    }
    assert not arrows


@pytest.mark.parametrize(("one", "other"), SEEN_OF, ids=lambda each: each.removeprefix("companion."))
def test_of_a_room_only_this_is_seen(one: str, other: str) -> None:
    seen = {each for name in MODULES if room(name) == one for each in imports(name) if room(each) == other}
    assert seen <= SEEN_OF[one, other]


def test_every_module_stands_in_a_room() -> None:
    outside = {name for name in MODULES if room(name) not in ROOMS}
    assert outside == {"companion", "companion.__main__", "companion.commit"}


@pytest.mark.parametrize("name", [name for name, path in MODULES.items() if path.name == "__init__.py"])
def test_no_door_only_hands_on_what_stands_behind_it(name: str) -> None:
    assert "__all__" not in MODULES[name].read_text(encoding="utf-8")


BESIDE = {"adversary", "fakes", "walls", "rulebook", "mutants", "virtual_pi", "docs", "release"}
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


def test_the_hall_of_an_event_brings_in_none_of_a_box_s_pages() -> None:
    """Whatever it imports, with all that this imports."""
    found, new = set[str](), {"companion.hall.opening"}
    while new:
        found |= new
        new = {each for name in new for each in (*imports(name), name.rpartition(".")[0])} & set(MODULES)
        new -= found
    box = ("hardware", "companion.panel", "web.api.", "web.care.", "web.pages.")
    assert {each for each in found if each.startswith(box)} == {
        "web.api.answer",
        "web.pages.assets", "web.pages.forms", "web.pages.templates", "web.pages.words",
    }  # fmt: skip
