"""What CONTRIBUTING.md says of the house is so: its paths, its rooms, its tree of errors."""

from __future__ import annotations

import importlib
import re

from companion.language.text import CompanionError
from tests.tree import ROOT
from tests.walls.house import FLOORS, MODULES

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
TREES = re.findall(r"^```\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
PATH = re.compile(r"`((?:companion|hardware|web|tests|docs|release|systemd|benchmarks)/[^`]*)`")


def test_every_path_is_there() -> None:
    named = PATH.findall(PAGE)
    assert len(named) > 40
    assert [each for each in named if not list(ROOT.glob(re.sub(r"<[a-z]+>", "*", each)))] == []


def test_what_it_calls_by_name_stands_where_it_says() -> None:
    called = re.findall(r"`(\w+)` of `([\w/]+\.py)`|`Table\.(\w+)` \(`([\w/]+\.py)`\)", PAGE)
    assert len(called) >= 3
    for name, path, method, home in called:
        assert f"def {name or method}(" in (ROOT / (path or home)).read_text(encoding="utf-8")


def test_the_rooms_are_drawn_from_the_top_down() -> None:
    drawn = [line.split()[0].replace("/", ".") for line in TREES[0].splitlines()]
    assert drawn == [room for floor in FLOORS for room in floor]


def test_the_tree_of_errors_is_the_program_s() -> None:
    for name in MODULES:
        if not name.endswith("__main__"):
            importlib.import_module(name)
    drawn: dict[str, str] = {}
    above: list[str] = []
    for line in TREES[1].splitlines():
        depth = (len(line) - len(line.lstrip())) // 4
        name = line.split()[0]
        above[depth:] = [name]
        if depth:
            drawn[name] = above[depth - 1]
    assert drawn == {each.__name__: each.__bases__[0].__name__ for each in below(CompanionError)}


def below(error: type[CompanionError]) -> list[type[CompanionError]]:
    """Every kind of this error that the program has."""
    ours = [each for each in error.__subclasses__() if each.__module__ in MODULES]
    return [*ours, *(each for one in ours for each in below(one))]
