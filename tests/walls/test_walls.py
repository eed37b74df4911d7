"""What a game may import, and that nothing outside its folder knows its words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tree import ROOT
from tests.walls.house import GAMES, HOUSES, MODULES, THIRD, WITH_THIRD, imports

PURE = {
    "__future__", "collections", "collections.abc", "dataclasses", "enum", "fractions", "functools",
    "itertools", "math",
    "msgspec", "msgspec.structs", "operator", "types", "typing", "importlib.resources",
    "importlib.resources.abc",
}  # fmt: skip
"""What a game may import of Python and msgspec."""
BORDER = {
    "companion.games", "companion.games.dice", "companion.games.picture", "companion.games.questions",
    "companion.games.recolouring", "companion.games.report", "companion.games.results",
    "companion.games.rulebook", "companion.games.screen", "companion.games.typed",
    "companion.language.picture", "companion.language.signals", "companion.language.text",
}  # fmt: skip
"""What a game sees of the program."""

WORDS = re.compile(
    r"\b(bricks?|temples?|wonders?|shafts?|irrigat\w*|donkeys?|wagons?|trucks?|rafts?|rowboats?|steamers?|boats?"
    r"|fleets?|mines?|ores?|gold|iron|coins?|goose|geese|breed\w*|woodcutters?|quarr(y|ies)|sawmills?|clay"
    r"|papermills?|research\w*|wealth|neutral|pray\w*|production|movement"
    r"|colon(y|ies)|merchants?|hamlets?|villages?|towns?|cit(y|ies)|factor(y|ies)|plains|forests?|hills"
    r"|mattone|mattoni|meraviglia|tempio|miniera|miniere|oro|ferro|asin[oi]|carr[oi]|flott[ae]|ricerche?"
    r"|coloni[ae]|mercant[ei]|borgh?[io]|villaggi?o?|città|fabbric(a|he)|pianur[ae]|forest[ae]|collin[ae]"
    r"|roads[-_ ]and[-_ ]boats|la[-_ ]strada)\b",
    re.IGNORECASE,
)
"""Pieces, phases and names of the games: words of their own folders only."""


def test_every_house_is_seen() -> None:
    assert {name.partition(".")[0] for name in MODULES} == set(HOUSES)
    assert {"roads_and_boats", "la_strada"} <= set(GAMES)


@pytest.mark.parametrize("own", [*(f"companion.games.{game}" for game in GAMES), THIRD])
def test_a_game_imports_its_own_folder_the_border_and_what_is_pure(own: str) -> None:
    names = [name for name in WITH_THIRD if name == own or name.startswith(f"{own}.")]
    assert len(names) > 2
    for name in names:
        strange = {each for each in imports(name) if each != own and not each.startswith(f"{own}.")}
        assert strange <= PURE | BORDER, name


KINDS = {".py", ".html", ".js", ".css", ".po"}
"""What is looked through for words of games."""


def strangers() -> list[Path]:
    """Every file outside the games' folders in which a game's word would be a leak."""
    return [
        path
        for house in HOUSES
        for path in sorted((ROOT / house).rglob("*"))
        if path.suffix in KINDS
        and not any(f"games/{game}" in path.as_posix() for game in GAMES)
        and path != ROOT / "companion" / "games" / "registry.py"
    ]


@pytest.mark.parametrize("path", strangers(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_outside_a_games_folder_knows_its_words(path: Path) -> None:
    leaks = [
        f"{number}: {line.strip()}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if WORDS.search(line)
    ]
    assert not leaks


def test_a_third_game_is_played_though_nothing_knows_it() -> None:
    name = re.compile(r"\btally\b", re.IGNORECASE)
    files = [path for house in HOUSES for path in (ROOT / house).rglob("*") if path.suffix in KINDS]
    assert [path for path in files if name.search(path.read_text(encoding="utf-8"))] == []
