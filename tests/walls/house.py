"""The modules of the program, the floors on which their rooms lie, and what each module imports."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from tests.tree import ROOT

HOUSES = ("companion", "hardware", "web")
THIRD = "tests.fakes.tally"
"""A game that is registered nowhere: what holds for it holds for one that nobody has thought of yet."""

LAYERS: list[str] = next(
    contract["layers"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
    if contract["id"] == "rooms"
)
FLOORS = [re.split(r" [|:] ", layer) for layer in LAYERS]
"""The rooms from the top down, as `pyproject.toml` has them for import-linter."""


def modules(*folders: str) -> dict[str, Path]:
    """Every module below these folders by its name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


MODULES = modules(*HOUSES)
WITH_THIRD = {**MODULES, **modules(THIRD.replace(".", "/"))}
GAMES = sorted(path.parent.name for path in (ROOT / "companion" / "games").glob("*/__init__.py"))


@cache  # a module is asked for again by every arrow that may not begin in its room
def imports(name: str) -> tuple[str, ...]:
    """Every module that a module names in an import, wherever in the file the import stands, or as a word: so
    it is named where it is brought in only once it is asked for.
    """
    found: list[str] = []
    for node in ast.walk(ast.parse(WITH_THIRD[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and node.value in WITH_THIRD and node.value not in HOUSES:
            found.append(str(node.value))
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: imports are absolute"
            module = node.module or ""
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                found.append(inner if inner in WITH_THIRD else module)
    return tuple(found)
